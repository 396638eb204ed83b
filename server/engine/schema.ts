import { type Call, fieldsOfRows, isPage, type Reply } from '../../contract/call.ts';
import type { Field, Fields } from '../../contract/fields.ts';
import { patterns } from '../../contract/formats.ts';
import { isBlankItem } from '../../contract/items.ts';
import { type Kind, kinds } from '../../contract/kinds.ts';
import { CallError, longestText } from '../core/errors.ts';
import { deepestJson, isNestedTooDeep, isTooManyValues } from '../core/jsonSize.ts';

export type JsonSchema = Record<string, unknown>;

const isFilled = (field: Field) => field.required || field.filled;
const isNullable = (field: Field) => !isFilled(field);
const bounded = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

/** PostgreSQL cannot store NUL in a text, so it is refused on both databases. */
export const withoutNul = '^[^\\u0000]*$';
const anyText = { type: 'string', allOf: [{ pattern: withoutNul }] };
const line = { ...anyText, maxLength: 500 };

const string = (field: Field): JsonSchema => ({
  ...anyText,
  maxLength: field.max ?? 500,
  ...(isFilled(field) && { minLength: field.min ?? 1, pattern: '\\S' }),
  ...(field.pattern && { pattern: isFilled(field) ? field.pattern : `^$|${field.pattern}` }),
});
const body = (field: Field) => string({ max: longestText, ...field });
const integer = (field: Field): JsonSchema => ({
  type: isNullable(field) ? ['integer', 'null'] : 'integer',
  minimum: field.min ?? bounded.minimum,
  maximum: field.max ?? bounded.maximum,
});
const zeroOrOne: JsonSchema = { type: 'integer', enum: [0, 1] };
const items = (field: Field, properties: JsonSchema, required: string[] = ['url']): JsonSchema => ({
  type: 'array',
  ...(isFilled(field) && { minItems: 1 }),
  maxItems: 200,
  items: { type: 'object', additionalProperties: false, required, properties },
});
const requiredOf = (fields: Fields) => Object.keys(fields).filter((name) => fields[name]?.required);

/** The JSON schema of each kind's values, after `readers` has read them from their form format. */
const schemas: Record<Kind, (field: Field) => JsonSchema> = {
  text: string,
  longtext: body,
  html: body,
  slug: string,
  password: string,
  image: string,
  file: string,
  choice: (field) => ({
    type: field.values?.every((value) => typeof value === 'number') ? 'integer' : 'string',
    enum: [...(field.values ?? [])],
  }),
  int: integer,
  money: (field) => ({
    type: isNullable(field) ? ['string', 'null'] : 'string',
    pattern: patterns.money,
  }),
  ref: (field) =>
    isFilled(field)
      ? { type: 'integer', exclusiveMinimum: 0, maximum: bounded.maximum }
      : integer({ ...field, min: 1 }),
  refs: (field) => ({
    type: 'array',
    maxItems: field.max ?? 1000,
    items: { type: 'integer', minimum: 1, maximum: bounded.maximum },
  }),
  flag: () => zeroOrOne,
  bool: () => ({ type: 'boolean' }),
  time: (field) => ({
    type: isNullable(field) ? ['string', 'null'] : 'string',
    pattern: patterns.time,
  }),
  images: (field) => items(field, { url: line, title: line, intro: line, sort: { type: 'integer', ...bounded } }),
  files: (field) => {
    const size = { type: 'integer', ...bounded, minimum: 0 };
    return items(field, { url: line, title: line, size, ext: line, extract_code: line });
  },
  items: (field) => {
    const list = items(field, propertiesOf(field.of ?? {}), requiredOf(field.of ?? {}));
    // A blank item is read as null, so that the others keep their index until it is dropped.
    return { ...list, items: { ...(list.items as JsonSchema), type: ['object', 'null'] } };
  },
  params: () => ({ type: 'object', maxProperties: 200 }),
  // Parameters of another call must be an object. A string's characters would be taken for parameter names.
  json: ({ paramsOf }) => (paramsOf ? { type: ['object', 'null'], maxProperties: 500 } : {}),
};

/** Clearing a choice, flag or number sets its default, if it has one. */
const emptied = (field: Field) => field.default ?? null;
const jsonText = (raw: unknown) => {
  if (typeof raw !== 'string') return raw;
  if (raw === '') return [];
  if (isTooManyValues(raw)) return raw;
  if (isNestedTooDeep(raw)) throw new CallError('json_deep', { limit: deepestJson });
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
};
const spelled = (spellings: Record<string, unknown>) => (raw: unknown) =>
  typeof raw === 'string' && Object.hasOwn(spellings, raw) ? spellings[raw] : raw;
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isNone = (raw: unknown) => raw === '' || raw === null;
// Stricter than Ajv's coercion, which reads `1e309` as Infinity (which no limit stops) and `0x10` as 16. Ajv refuses NaN
// itself.
const whole = (raw: unknown) => (typeof raw === 'string' && !/^-?\d{1,30}$/.test(raw) ? Number.NaN : raw);

/** Reads form formats that Ajv's coercion does not know. Unreadable values are left for the schema to refuse. */
const readers: Partial<Record<Kind, (raw: unknown, field: Field) => unknown>> = {
  int: (raw, field) => (isNone(raw) ? (isFilled(field) ? Number.NaN : emptied(field)) : whole(raw)),
  money: (raw) => (raw === '' ? null : typeof raw === 'number' ? String(raw) : raw),
  choice: (raw, field) => (isNone(raw) && field.default !== undefined ? field.default : raw),
  ref: (raw, field) => (isNone(raw) || raw === 0 || raw === '0' ? (isFilled(field) ? 0 : null) : whole(raw)),
  refs: (raw) => {
    const items = typeof raw === 'string' ? raw.split(',').filter(Boolean) : raw;
    return Array.isArray(items) ? items.map(whole) : items;
  },
  flag: spelled({ true: 1, false: 0, '': 0 }),
  bool: spelled({ '1': true, '0': false, '': false }),
  time: (raw) => {
    if (typeof raw !== 'string' && typeof raw !== 'number') return raw;
    return ['', '0'].includes(String(raw)) ? null : (kinds.time.decode(raw) ?? 'unreadable');
  },
  // An empty password keeps the old one (docs/contract.md, "Calls", editAdmin), so it counts as missing.
  password: (raw, field) => (raw === '' && !field.required ? undefined : raw),
  images: jsonText,
  files: jsonText,
  items: (raw, field) => {
    const list = jsonText(raw);
    if (!Array.isArray(list)) return list;
    const of = field.of ?? {};
    return list.map((item) => {
      if (!isObject(item)) return item;
      readForm(of, item);
      return isBlankItem(of, item) ? null : item;
    });
  },
  params: (raw) => (isNone(raw) || (Array.isArray(raw) && raw.length === 0) ? {} : jsonText(raw)),
  json: (raw) => (raw === '' ? null : jsonText(raw)),
};

/** Reads a call's parameters from their form format in place, before they are validated against the schema. */
export function readForm(params: Fields, raw: Record<string, unknown>): void {
  for (const [name, field] of Object.entries(params)) {
    const read = readers[field.kind];
    if (read && name in raw) raw[name] = read(raw[name], field);
  }
}

/** The schema of a call's query or body: exactly these parameters. */
export function paramsSchema(call: Pick<Call, 'params' | 'draft' | 'open'>): JsonSchema {
  const required = requiredOf(call.params);
  return {
    ...objectOf(call.params),
    ...(call.open && { additionalProperties: body({ kind: 'longtext' }) }),
    ...(required.length > 0 && { required }),
    ...(call.draft && { if: isEdit, else: requiring(call.draft) }),
  };
}

/** Also declares the names, because a schema that requires undeclared names is treated as an error. */
const requiring = (names: readonly string[]): JsonSchema => ({
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, {}])),
});

/** For a call that creates and edits: an `id` means that it edits. */
const isEdit = { required: ['id'], properties: { id: { not: { const: null } } } };

function objectOf(fields: Fields): JsonSchema {
  return { type: 'object', additionalProperties: false, properties: propertiesOf(fields) };
}

function propertiesOf(fields: Fields): JsonSchema {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemas[field.kind](field)]));
}

/** The schema of a call's whole reply, for the API page. Replies are not filtered by it. */
export function replySchema(call: Call): JsonSchema {
  if (call.file) return { description: call.title, type: 'string', format: 'binary' };
  const properties = { code: { type: 'integer' }, msg: { type: 'string' }, data: dataSchema(call.returns) };
  return { description: call.title, type: 'object', required: ['code', 'msg', 'data'], properties };
}

/** The API page's section for a call. */
export const tagOf = ({ path }: Pick<Call, 'path'>) => path.split('/')[0] ?? path;

/** The schema of refusals: the usual envelope, with the HTTP status as its code. */
export const refusalSchema: JsonSchema = {
  description: '拒绝：400 无法读取，401 未登录，403 没有权限，413 过大，415 类型不符，429 次数过多',
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: { type: 'null' } },
};

function dataSchema(returns: Reply): JsonSchema {
  if (!returns) return { type: 'null' };
  const fields = fieldsOfRows(returns);
  if (!fields) return objectOf(returns as Fields);
  const rows = { type: 'array', items: objectOf(fields) };
  return isPage(returns) ? { type: 'object', properties: { data: rows, total: { type: 'integer' } } } : rows;
}
