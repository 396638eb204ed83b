import type { Call } from '../../contract/call.ts';
import type { Field } from '../../contract/fields.ts';
import type { Kind } from '../../contract/kinds.ts';

const kB = 1024;
const limits = { public: 16 * kB, least: 16 * kB, plain: 1024 * kB, most: 4096 * kB };

/** Bytes per character: at most a character beyond 65,536 as a JSON escape, or percent-encoded. */
const perCharacter = 12;
const perNumber = 20;
const perField = 100;
const maxItems = 200;

const characters = (field: Field) => (field.max ?? 500) * perCharacter;
const short = () => 64;
const without = () => Number.POSITIVE_INFINITY;

const lengths: Record<Kind, (field: Field) => number> = {
  text: characters,
  longtext: (field) => (field.max ? characters(field) : without()),
  html: without,
  slug: characters,
  password: characters,
  image: characters,
  file: characters,
  choice: short,
  int: short,
  money: short,
  ref: short,
  refs: (field) => (field.max ?? 1000) * perNumber,
  flag: short,
  bool: short,
  time: short,
  images: without,
  files: without,
  items: (field) => maxItems * bytesOf(Object.values(field.of ?? {})),
  params: without,
  json: without,
};

const bytesOf = (fields: Field[]): number =>
  fields.reduce((sum, field) => sum + perField + lengths[field.kind](field), 0);

const isLarge = ({ params, open }: Call) =>
  open || Object.values(params).some(({ kind }) => kind === 'html' || kind === 'json');

/** In bytes, from the fields that the call declares: bodies below the limit get their errors per field. */
export function bodyLimitOf(call: Call): number {
  if (call.access === 'public') return limits.public;
  if (call.upload) return limits.least; // a multipart form is limited part by part
  if (isLarge(call)) return limits.most;
  return Math.min(limits.plain, Math.max(limits.least, bytesOf(Object.values(call.params))));
}
