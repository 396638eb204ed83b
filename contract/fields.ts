import type { Extension } from './extensions.ts';
import { patterns } from './formats.ts';
import type { Kind, KindValues } from './kinds.ts';
import { oncePer } from './oncePer.ts';
import type { MediaKind } from './uploadTypes.ts';

export interface FieldOptions {
  /** Must be present on create and cannot be emptied. */
  required?: true;
  /** May be missing, but not empty. In an edit `required` becomes this. */
  filled?: true;
  /** Only the server writes it; a client that sends it is refused. */
  computed?: true;
  /** Not stored, but computed when a record is read. */
  virtual?: true;
  /** Our server sorts a `text` as a name: by pinyin, without case and marks, numbers as numbers. */
  sortable?: true;
  filter?: true;
  /**
   * The list's search looks for words in it. `'spelled'`, for names, also searches its pinyin and their initials.
   * `'code'` is for item numbers and the like. The command palette finds records by names and codes.
   */
  search?: true | 'spelled' | 'code';
  /** A copy of the record begins without this value. */
  notCopied?: true;
  /**
   * No two live records may share a non-empty value. With a list of fields, this holds for records that agree in those.
   */
  unique?: true | readonly string[];
  /** Visitors and orders count it up, so that a copy of the record begins anew. */
  counter?: true;
  /** The server does not tidy this text of one line, because it names a value exactly as that is stored. */
  verbatim?: true;
  /** Lists leave it out. A list with the `ids` of one record returns it. */
  heavy?: true;
  /** The public site's calls (`site.*`) return it to anyone. Fields are private by default. */
  public?: true;
  /** A back end has the field only if it lists this (docs/contract.md, "Back ends without extensions"). */
  extension?: Extension;
  /** For a slug: the public site finds the record by earlier values too. */
  redirects?: true;
  /** Accepted on write, but never returned. */
  writeOnly?: true;
  /** Hidden from whoever may not see the named field, because it tells about that: a reply's time reveals the reply. */
  hiddenWith?: string;
  /** A program's token cannot read it, search it or filter by it. */
  hiddenFromPrograms?: true;
  /** The value of a new record if none is given. For a time, `now` means the time of creation. */
  default?: string | number | boolean;
}

interface Limits {
  max?: number;
  min?: number;
  /** For a text: a regular expression that a non-empty value must match. */
  pattern?: string;
  /** For a text with a day: it is a birthday, so it cannot be in the future. */
  birth?: true;
  /** For a text with a phone number: it is stored in one normal form, so that two spellings of a number are equal. */
  phone?: true;
  /** For a text: it holds tags joined by commas, each of them once. */
  tags?: true;
  /** For a choice: the values in display order. */
  values?: readonly (string | number)[];
  /** For a reference: the target's entity. For an `int`: that of a record that may be deleted; lists show its title. */
  entity?: string;
  where?: Readonly<Record<string, string | number | readonly string[]>>;
  /** For a reference: fields of the target, each with the field of this record that must have the same value. */
  match?: Readonly<Record<string, string>>;
  /** A list that is filtered by this reference includes the records that refer to a descendant in the tree. */
  includesDescendants?: true;
  /**
   * With `match`: a change that would break the match is refused. If this is not set, the reference is cleared instead.
   */
  firm?: true;
  /** For a time or an amount: the field that it must not be less than, if both have a value. */
  atLeast?: string;
  /** With `unique`: comparison ignores the case of ASCII letters. */
  caseless?: true;
  of?: Fields;
  /** For a text or file: a link, so its URL scheme is checked. */
  link?: true;
  /** For a file: the media kinds that the console offers; any kind by default. */
  media?: readonly MediaKind[];
  type?: unknown;
  /** For a json: its structure, used to normalise what other back ends send. */
  shape?: Shape;
  /**
   * For a json: parameters of the edit or list of the entity that `entity` names. The operation log masks them alike.
   */
  paramsOf?: 'update' | 'filter';
  /** For a slug: the field from which an empty value is made. */
  from?: string;
}

/** A record, a list of records (a text in it becomes a record with that `name`), or a list of values of one kind. */
export type Shape = { record: Fields } | { list: Fields; name?: string } | { values: Kind };

export interface Field extends FieldOptions, Limits {
  kind: Kind;
}
export type Fields = Readonly<Record<string, Field>>;

/** Returns the public fields, and those of items in them. If `heavy` is false, these are the fields of list rows. */
export function publicFields(fields: Fields, { heavy = true } = {}): Fields {
  const shown = Object.entries(fields).filter(([, field]) => field.public && (heavy || !field.heavy));
  return Object.fromEntries(
    shown.map(([name, field]) => [name, field.of ? { ...field, of: publicFields(field.of) } : field]),
  );
}

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

function plain<const K extends Kind>(kind: K) {
  return <const O extends FieldOptions & Limits = object>(options?: O) => ({ kind, ...options }) as Made<K, O>;
}

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

/** Declares a unique name for URLs. If it is empty, the server makes one from the pinyin of `from`. */
export function slug<const O extends FieldOptions = object>(from: string, options?: O) {
  return { kind: 'slug', max: 120, from, unique: true, pattern: patterns.slug, ...options } as const;
}

export function choice<const V extends readonly (string | number)[], const O extends FieldOptions = object>(
  values: V,
  options?: O,
) {
  return { kind: 'choice', values, ...options } as Made<'choice', O, { values: V }>;
}

/** Declares a reference to one record of `entity`. No reference is 0 on the wire and null in rows. */
export function ref<
  const N extends string,
  const O extends FieldOptions & Pick<Limits, 'where' | 'includesDescendants' | 'match' | 'firm'> = object,
>(entity: N, options?: O) {
  return { kind: 'ref', entity, ...options } as Made<'ref', O, { entity: N }>;
}

/** Declares a list of references, stored in its own table (`<entity>_<field>`). */
export function refs<const N extends string, const O extends FieldOptions & Pick<Limits, 'max'> = object>(
  entity: N,
  options?: O,
) {
  return { kind: 'refs', entity, ...options } as Made<'refs', O, { entity: N }>;
}

export function items<const F extends Fields, const O extends FieldOptions = object>(of: F, options?: O) {
  return { kind: 'items', of, ...options } as Made<'items', O, { of: F }>;
}

/** Declares values of a column's content parameters by name, checked against these (docs/contract.md, "Values"). */
export const params = plain('params');

/** Declares a value of any structure: `json<Shape>()(options)`. The type is for inference only; nothing checks it. */
export function json<T>() {
  return <const O extends FieldOptions & Pick<Limits, 'shape' | 'paramsOf'> = object>(options?: O) =>
    ({ kind: 'json', ...options }) as Made<'json', O, { type: T }>;
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === 0 || value === false || String(value).trim() === '';

/** Whether an item is completely empty. A save drops such items. */
export const isBlankItem = (of: Fields, item: Record<string, unknown>): boolean =>
  Object.entries(item).every(([name, value]) => name in of && isNothing(value));

export const refTitlesName = 'ref_titles';

/** Titles of referenced records: by entity, then by id. */
export type RefTitles = Record<string, Record<string, string>>;

export interface Reference {
  name: string;
  entity: string;
  /** The field of items in which it stands, if any. */
  of?: string;
}

/** Returns every reference field, also those within items. */
export const referencesOf: (fields: Fields) => Reference[] = oncePer((fields) =>
  Object.entries(fields).flatMap(([name, field]): Reference[] => {
    if (field.of) return referencesOf(field.of).map((inner) => ({ ...inner, of: name }));
    return field.entity ? [{ name, entity: field.entity }] : [];
  }),
);
