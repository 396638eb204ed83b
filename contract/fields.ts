import { patterns } from './formats.ts';
import type { Kind, KindValues } from './kinds.ts';
import type { MediaKind } from './uploadTypes.ts';

/** What a field may say of itself, whatever its kind. */
export interface FieldOptions {
  /** Must be given on create and cannot be cleared. */
  required?: true;
  /** May be absent, but not empty: what `required` becomes in an edit. */
  filled?: true;
  /** Written by the server alone; a client that sends it is refused. */
  computed?: true;
  /** Has no column of its own: it is made when a record is read. */
  virtual?: true;
  /** Lists may be sorted by it. */
  sortable?: true;
  /** Lists may be filtered by it, for equality. */
  filter?: true;
  /** `searchKey` looks in it. */
  search?: true;
  /** No two live records share a value that is not empty; or none that agree in these fields. */
  unique?: true | readonly string[];
  /** Left out of list rows; read with `ids` of one record. */
  heavy?: true;
  /** Anyone may read it: the public site's calls (`site.*`) answer it. Nothing is public that does not say so. */
  public?: true;
  /** Taken on write, never sent back. */
  writeOnly?: true;
  /** The value of a new record where none is given; of a time, `now` is the time of its making. */
  default?: string | number | boolean;
}

interface Limits {
  max?: number;
  min?: number;
  /** Of a text: a regular expression that a value which is not empty must match. */
  pattern?: string;
  /** Of a text that is a day: someone is born on it. */
  birth?: true;
  /** Of a text that is a telephone number: it is kept in one form, so that spellings of one number are the same. */
  phone?: true;
  /** Of a choice: the values, in the order in which they are offered. */
  values?: readonly (string | number)[];
  /** Of a reference: the entity referred to, and what the record must hold. */
  entity?: string;
  where?: Readonly<Record<string, string | number | readonly string[]>>;
  /** Of a reference: fields of the record referred to, each with the field of this one that it must equal. */
  match?: Readonly<Record<string, string>>;
  /** Beside `match`: a change that would unfit the reference is refused; without it the reference is cleared. */
  firm?: true;
  /** Of a time or an amount: the field that it must not be less than, or must be more than, where both have a value. */
  atLeast?: string;
  after?: string;
  /** Cannot be empty in a record that has one of these values in each of these fields. */
  neededWhere?: Readonly<Record<string, readonly (string | number)[]>>;
  /** Beside `unique`: texts that differ by the case of ASCII letters are the same. */
  caseless?: true;
  /** Of items: what each of them holds. */
  of?: Fields;
  /** Of a text or file: a link, so its scheme is checked. */
  link?: true;
  /** Of a file: the kinds that it is for; any where nothing is said. The console offers these. */
  media?: readonly MediaKind[];
  /** Of a json: the value's type, carried for inference only. */
  type?: unknown;
  /** Of a json: what it holds, so that whatever a back end sends is read as that. */
  shape?: Shape;
  /**
   * Of a json parameter: it holds parameters of another call, the edit of the entity that the parameter `entity` names, or
   * the filter of that entity's list. The operation log masks them as that call's own.
   */
  paramsOf?: 'update' | 'filter';
  /** Of a slug: the field it is made from when it is left empty. */
  from?: string;
}

/** What a json may be declared to hold: a record, a list of records (one that is a text is the field `name` of it), or a list of values of one kind. */
export type Shape = { record: Fields } | { list: Fields; name?: string } | { values: Kind };

export interface Field extends FieldOptions, Limits {
  kind: Kind;
}
export type Fields = Readonly<Record<string, Field>>;

/** What of these fields anyone may read, and of the items among them what of each; without `heavy`, as rows of a list have them. */
export function publicFields(fields: Fields, { heavy = true } = {}): Fields {
  const shown = Object.entries(fields).filter(([, field]) => field.public && (heavy || !field.heavy));
  return Object.fromEntries(
    shown.map(([name, field]) => [name, field.of ? { ...field, of: publicFields(field.of) } : field]),
  );
}

/** The type of a field's value: a choice gives its values, a json its declared type, any other kind its own. */
export type FieldValue<F extends Field> = F extends { kind: 'choice'; values: readonly (infer V)[] }
  ? V
  : F extends { kind: 'json'; type: infer T }
    ? T
    : F extends { kind: 'items'; of: infer O extends Fields }
      ? { [N in keyof O]?: FieldValue<O[N]> }[]
      : F extends { required: true }
        ? NonNullable<KindValues[F['kind']]>
        : KindValues[F['kind']];

type Made<K extends Kind, O, L = object> = { readonly kind: K } & O & L;

/** A builder for the kinds that need nothing but options. */
function plain<const K extends Kind>(kind: K) {
  return <const O extends FieldOptions & Limits = object>(options?: O) => ({ kind, ...options }) as Made<K, O>;
}

/** A line of text of at most `max` characters. */
export function text<const O extends FieldOptions & Limits = object>(max: number, options?: O) {
  return { kind: 'text', max, ...options } as Made<'text', O, { max: number }>;
}
export const longtext = plain('longtext');
export const html = plain('html');
export const password = plain('password');
export const image = plain('image');
export const file = plain('file');
export const int = plain('int');
export const money = plain('money');
export const flag = plain('flag');
export const bool = plain('bool');
export const time = plain('time');
export const images = plain('images');
export const files = plain('files');

/** A unique name for URLs, made from `from`'s pinyin by the server when it is left empty. */
export function slug<const O extends FieldOptions = object>(from: string, options?: O) {
  return { kind: 'slug', max: 120, from, unique: true, pattern: patterns.slug, ...options } as const;
}

export function choice<const V extends readonly (string | number)[], const O extends FieldOptions = object>(
  values: V,
  options?: O,
) {
  return { kind: 'choice', values, ...options } as Made<'choice', O, { values: V }>;
}

/** A reference to one record of `entity`; 0 on the wire and null in rows mean none. */
export function ref<
  const N extends string,
  const O extends FieldOptions & Pick<Limits, 'where' | 'match' | 'firm'> = object,
>(entity: N, options?: O) {
  return { kind: 'ref', entity, ...options } as Made<'ref', O, { entity: N }>;
}

/** A list of references, kept in a table of its own (`<entity>_<field>`). */
export function refs<const N extends string, const O extends FieldOptions & Pick<Limits, 'max'> = object>(
  entity: N,
  options?: O,
) {
  return { kind: 'refs', entity, ...options } as Made<'refs', O, { entity: N }>;
}

/** A list of small records of these fields, kept within the record that has them. */
export function items<const F extends Fields, const O extends FieldOptions = object>(of: F, options?: O) {
  return { kind: 'items', of, ...options } as Made<'items', O, { of: F }>;
}

/** The values of a column's content parameters, by name, checked against them (docs/contract.md, "Values"). */
export const params = plain('params');

/** A value of any shape: `json<Shape>()(options)`. The type argument is for inference; nothing of it is checked. */
export function json<T>() {
  return <const O extends FieldOptions & Pick<Limits, 'shape' | 'paramsOf'> = object>(options?: O) =>
    ({ kind: 'json', ...options }) as Made<'json', O, { type: T }>;
}
