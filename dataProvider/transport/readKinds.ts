import type { Field, Fields, Shape } from '../../contract/fields.ts';
import { type Kind, type KindValues, kinds } from '../../contract/kinds.ts';

type Values = Record<string, unknown>;
type Reader = (wire: unknown, field: Field) => unknown;

export const isRecord = (wire: unknown): wire is Values =>
  typeof wire === 'object' && wire !== null && !Array.isArray(wire);

/** A scalar, or undefined for an object. Objects are not converted to text, because their `toString` may be data. */
const scalar = (wire: unknown) => (typeof wire === 'object' ? undefined : wire);

/** A list in any format. PHP sends an array with gaps as an object with numeric keys. */
export function listOf(wire: unknown): unknown[] {
  if (Array.isArray(wire)) return wire;
  return isRecord(wire) && Object.keys(wire).every((name) => /^\d+$/.test(name)) ? Object.values(wire) : [];
}

const text: Reader = (wire) => {
  if (Array.isArray(wire) && wire.every((each) => typeof each !== 'object')) return wire.join(',');
  return typeof wire === 'object' && wire !== null ? JSON.stringify(wire) : kinds.text.decode(wire);
};

/** Makes a reader for scalar values of a kind. */
const plain =
  (kind: Kind): Reader =>
  (wire, field) =>
    kinds[kind].decode(scalar(wire), field);

/** The addresses in a file list that is plain text. */
const addresses = (wire: string) => (/^\s*[[{]/.test(wire) ? [] : wire.split(',').filter((url) => url.trim() !== ''));

/** Makes a reader for items with these fields. A text item becomes the address of an item. */
const small =
  (of: Fields): Reader =>
  (wire) => {
    const parsed = typeof wire === 'string' ? kinds.json.decode(wire) : wire;
    const list = typeof wire === 'string' && parsed === null ? addresses(wire) : listOf(parsed);
    return list
      .map((each) => (typeof each === 'string' ? { url: each.trim() } : each))
      .filter(isRecord)
      .map((each) => readFields(of, each, 'full'));
  };

const image = {
  ...{ url: { kind: 'image' }, title: { kind: 'text' }, intro: { kind: 'text' }, sort: { kind: 'int', default: 0 } },
} as const satisfies { [N in keyof KindValues['images'][number]]: Field };
const file = {
  ...{ title: { kind: 'text' }, url: { kind: 'file' }, size: { kind: 'int', default: 0 }, ext: { kind: 'text' } },
  extract_code: { kind: 'text' },
} as const satisfies { [N in keyof KindValues['files'][number]]: Field };

/** A reader for each kind. It turns whatever a back end sends into a valid value or nothing. */
export const readers: Record<Kind, Reader> = {
  ...{ text, longtext: text, html: text, slug: text, password: text, image: text, file: text },
  ...{ choice: plain('choice'), int: plain('int'), money: plain('money'), ref: plain('ref') },
  ...{ flag: plain('flag'), bool: plain('bool'), time: plain('time') },
  refs: (wire) => {
    const parsed = typeof wire === 'string' && wire.startsWith('[') ? kinds.json.decode(wire) : wire;
    const list = typeof parsed === 'object' ? listOf(parsed) : undefined;
    return kinds.refs.decode(list ? list.map((each) => scalar(isRecord(each) ? each.id : each)) : parsed);
  },
  images: small(image),
  files: small(file),
  items: (wire, { of = {} }) => {
    const parsed = typeof wire === 'string' ? kinds.json.decode(wire) : wire;
    return listOf(parsed)
      .filter(isRecord)
      .map((each) => readFields(of, each));
  },
  params: (wire) => kinds.params.decode(wire),
  json: (wire, { shape }) => {
    // A text that is not JSON is used as it is.
    const value = kinds.json.decode(wire) ?? (wire === 'null' ? null : wire);
    return shape ? shaped(shape, value) : (value ?? null);
  },
};

/** Converts a json value to its declared shape. A value that is no list or map becomes nothing. */
function shaped(shape: Shape, value: unknown): unknown {
  if ('record' in shape) return readFields(shape.record, isRecord(value) ? value : {}, 'full');
  if ('list' in shape) {
    const { name } = shape;
    const told = listOf(value).map((each) => (name && typeof each === 'string' ? { [name]: each } : each));
    return told.filter(isRecord).map((row) => readFields(shape.list, row, 'full'));
  }
  const parts = typeof value === 'string' ? value.split(',').filter(Boolean) : value;
  return Array.isArray(parts) ? parts.map((each) => readers[shape.values](each, { kind: shape.values })) : null;
}

/**
 * A record with every declared field read by its kind; other fields stay as they are.
 * @param extent `full` fills missing fields with their empty value. Otherwise missing fields stay missing, so that an
 * edit does not clear them
 */
export function readFields(fields: Fields, row: Values, extent?: 'full'): Values {
  const read = { ...row };
  for (const [name, field] of Object.entries(fields)) {
    const isThere = Object.hasOwn(row, name);
    if (!isThere && !extent) continue;
    const value = readers[field.kind](row[name], field) ?? (extent && field.default);
    if (isThere || (value ?? undefined) !== undefined) read[name] = value ?? null;
  }
  return read;
}
