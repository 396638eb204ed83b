import { type Call, fieldsOfRows, isPage, type Reply } from '../../contract/call.ts';
import { codecs } from '../../contract/codecs.ts';
import { type Field, type Fields, isBlankItem } from '../../contract/fields.ts';
import { patterns } from '../../contract/formats.ts';
import { fileFields, imageFields, type Kind } from '../../contract/kinds.ts';
import { narrowNumber } from '../../contract/narrowNumber.ts';
import { tidied } from '../../contract/oneLine.ts';
import { CallError, longestText } from '../core/errors.ts';
import { deepestJson, isNestedTooDeep, isTooManyValues } from '../core/jsonSize.ts';

export type JsonSchema = Record<string, unknown>;

const isFilled = (field: Field) => field.required || field.filled;

/** PostgreSQL cannot store NUL in a text, so it is refused on both databases. */
export const withoutNul = '^[^\\u0000]*$';
const anyText = { type: 'string', allOf: [{ pattern: withoutNul }] };

const string = (field: Field): JsonSchema => ({
  ...anyText,
  maxLength: field.max ?? 500,
  ...(isFilled(field) && { minLength: field.min ?? 1, pattern: '\\S' }),
  ...(field.pattern && { pattern: isFilled(field) ? field.pattern : `^$|${field.pattern}` }),
});
const body = (field: Field) => string({ max: longestText, ...field });
/** An empty value is null, where the field may be empty. */
const nullable = (field: Field, type: string) => (isFilled(field) ? type : [type, 'null']);
const integer = (field: Field): JsonSchema => ({
  type: nullable(field, 'integer'),
  minimum: field.min ?? Number.MIN_SAFE_INTEGER,
  maximum: field.max ?? Number.MAX_SAFE_INTEGER,
});
const items = (of: Fields, required: string[]) => (field: Field) => ({
  type: 'array',
  ...(isFilled(field) && { minItems: 1 }),
  maxItems: maxLength.items,
  items: { ...objectOf(of), required },
});
const requiredOf = (fields: Fields) => Object.keys(fields).filter((name) => fields[name]?.required);

const isNone = (raw: unknown) => raw === '' || raw === null;
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
// Ajv's coercion reads `1e309` as Infinity (which no limit stops) and `0x10` as 16. Ajv refuses NaN itself.
const whole = (raw: unknown) => {
  if (typeof raw === 'boolean') return Number.NaN;
  if (typeof raw !== 'string') return raw;
  const number = narrowNumber(raw);
  return /^-?\d{1,30}$/.test(number) ? number : Number.NaN;
};
const oneOf = (values: Record<string, unknown>) => (raw: unknown) =>
  typeof raw === 'string' && Object.hasOwn(values, raw) ? values[raw] : raw;
const maxLength = { refs: 1000, items: 200 };
/** Cuts a list that is too long to a length that is refused too, because each of its items could have an error of its own. */
const cutList = (list: unknown, max: number) => (Array.isArray(list) ? list.slice(0, max + 1) : list);
/** Leaves blank ids out. A text with more than `max` commas is cut and keeps its blank ids, so that it is refused. */
const splitIds = (text: string, max: number) => {
  const read = text.split(',', max + 1);
  return read.length > max ? read : read.filter(Boolean);
};
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

const parseText = (raw: unknown, field: Field) => tidied(field, raw);
const parseList = (raw: unknown) => cutList(jsonText(raw), maxLength.items);
const parseFiles = (of: Fields) => (raw: unknown) => tidied({ kind: 'items', of }, parseList(raw));

/** Unlike `codecs`, which reads whatever a reply contains, this refuses what is not exact. */
interface Form {
  schema(field: Field): JsonSchema;
  /** Reads form formats that Ajv's coercion does not know. Unreadable values are left for the schema to refuse. */
  parse?(raw: unknown, field: Field): unknown;
}

const forms: Record<Kind, Form> = {
  text: { schema: string, parse: parseText },
  longtext: { schema: body },
  html: { schema: body },
  slug: { schema: string, parse: parseText },
  image: { schema: string },
  file: { schema: string },
  // An empty password keeps the old one (docs/contract.md, "Calls", editAdmin), so it counts as missing.
  password: { schema: string, parse: (raw, field) => (raw === '' && !field.required ? undefined : raw) },
  choice: {
    schema: ({ values }) => ({
      type: values?.every((value) => typeof value === 'number') ? 'integer' : 'string',
      enum: [...(values ?? [])],
    }),
    // Clearing a choice or a number sets its default, if it has one.
    parse: (raw, field) => (isNone(raw) ? (field.default ?? raw) : raw),
  },
  int: {
    schema: integer,
    parse: (raw, field) => (isNone(raw) ? (isFilled(field) ? Number.NaN : (field.default ?? null)) : whole(raw)),
  },
  money: {
    schema: (field) => ({ type: nullable(field, 'string'), pattern: patterns.money }),
    parse: (raw, field) => (raw === '' ? null : typeof raw === 'number' ? String(raw) : tidied(field, raw)),
  },
  ref: {
    schema: (field) =>
      isFilled(field)
        ? { type: 'integer', exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER }
        : integer({ ...field, min: 1 }),
    parse: (raw, field) => (isNone(raw) || raw === 0 || raw === '0' ? (isFilled(field) ? 0 : null) : whole(raw)),
  },
  refs: {
    schema: (field) => ({
      type: 'array',
      maxItems: field.max ?? maxLength.refs,
      items: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    }),
    parse: (raw, { max = maxLength.refs }) => {
      const ids = cutList(typeof raw === 'string' ? splitIds(raw, 2 * max) : raw, max);
      return Array.isArray(ids) ? ids.map(whole) : ids;
    },
  },
  flag: { schema: () => ({ type: 'integer', enum: [0, 1] }), parse: oneOf({ true: 1, false: 0, '': 0 }) },
  bool: { schema: () => ({ type: 'boolean' }), parse: oneOf({ '1': true, '0': false, '': false }) },
  time: {
    schema: (field) => ({ type: nullable(field, 'string'), pattern: patterns.time }),
    parse: (raw) => {
      if (typeof raw !== 'string' && typeof raw !== 'number') return raw;
      return ['', '0'].includes(String(raw)) ? null : (codecs.time.decode(raw) ?? 'unreadable');
    },
  },
  images: { schema: items(imageFields, ['url']), parse: parseFiles(imageFields) },
  files: { schema: items(fileFields, ['url']), parse: parseFiles(fileFields) },
  items: {
    schema: (field) => {
      const list = items(field.of ?? {}, requiredOf(field.of ?? {}))(field);
      // A blank item is read as null, so that the others keep their index until it is dropped.
      return { ...list, items: { ...list.items, type: ['object', 'null'] } };
    },
    parse: (raw, { of = {} }) => {
      const list = parseList(raw);
      if (!Array.isArray(list)) return list;
      return list.map((item) => {
        if (!isObject(item)) return item;
        readForm(of, item);
        return isBlankItem(of, item) ? null : item;
      });
    },
  },
  params: {
    schema: () => ({ type: 'object', maxProperties: 200 }),
    parse: (raw) => (isNone(raw) || (Array.isArray(raw) && raw.length === 0) ? {} : jsonText(raw)),
  },
  json: {
    // Parameters of another call must be an object. A string's characters would be taken for parameter names.
    schema: ({ paramsOf }) => (paramsOf ? { type: ['object', 'null'], maxProperties: 500 } : {}),
    parse: (raw) => (raw === '' ? null : jsonText(raw)),
  },
};

/**
 * Replaces a lone half of a surrogate pair, such as half an emoji, by U+FFFD. A text cannot be sent or stored with it, and PostgreSQL
 * refuses JSON that spells it as `\ud800`. Lists and objects are changed in place.
 */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) for (const [at, item] of value.entries()) value[at] = wellFormed(item);
  else if (isObject(value))
    for (const [name, item] of Object.entries(value)) {
      if (!name.isWellFormed()) delete value[name];
      value[name.toWellFormed()] = wellFormed(item);
    }
  return value;
}

/** In place, before the values are validated against the schema. */
export function readForm(params: Fields, raw: Record<string, unknown>): void {
  for (const [name, field] of Object.entries(params)) {
    const { parse } = forms[field.kind];
    if (name in raw) raw[name] = wellFormed(parse ? parse(raw[name], field) : raw[name]);
  }
}

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

const isEdit = { required: ['id'], properties: { id: { not: { const: null } } } };

function objectOf(fields: Fields): JsonSchema {
  const properties = Object.entries(fields).map(([name, field]) => [name, forms[field.kind].schema(field)]);
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties) };
}

/** The schema of a call's whole reply, for the API page. Replies are not filtered by it. */
export function replySchema(call: Call): JsonSchema {
  if (call.file) return { description: call.title, type: 'string', format: 'binary' };
  const properties = { code: { type: 'integer' }, msg: { type: 'string' }, data: dataSchema(call.returns) };
  return { description: call.title, type: 'object', required: ['code', 'msg', 'data'], properties };
}

export const tagOf = ({ path }: Pick<Call, 'path'>) => path.split('/')[0] ?? path;

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
