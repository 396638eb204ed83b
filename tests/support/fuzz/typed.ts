import type { Call } from '../../../contract/call.ts';
import type { Field, Fields } from '../../../contract/fields.ts';
import type { Kind } from '../../../contract/kinds.ts';

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => value === null || Number.isFinite(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const every = (value: unknown, is: (each: unknown) => boolean) => Array.isArray(value) && value.every(is);
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const isImage = (value: unknown) => isObject(value) && isText(value.url) && isText(value.title) && isText(value.intro);
const isFile = (value: unknown) => isObject(value) && isText(value.url) && isText(value.title) && isText(value.ext);

/** Whether a value is one of its kind (contract/kinds.ts, `KindValues`). */
const isOf: Record<Kind, (value: unknown, field: Field) => boolean> = {
  text: isText,
  longtext: isText,
  html: isText,
  slug: isText,
  password: isText,
  image: isText,
  file: isText,
  choice: (value) => isText(value) || Number.isFinite(value),
  int: isNumber,
  money: (value) => value === null || (isText(value) && /^-?\d+(\.\d+)?(e\+\d+)?$/.test(String(value))),
  ref: (value) => value === null || Number.isFinite(value),
  refs: (value) => every(value, (each) => Number.isSafeInteger(each) && Number(each) > 0),
  flag: (value) => value === 0 || value === 1,
  bool: (value) => typeof value === 'boolean',
  time: (value) => value === null || time.test(String(value)),
  images: (value) => every(value, isImage),
  files: (value) => every(value, isFile),
  items: (value, { of = {} }) => every(value, (each) => isObject(each) && wrongOf(of, each) === undefined),
  params: isObject,
  json: (value, { shape }) => {
    if (!shape) return value !== undefined;
    if ('record' in shape) return isObject(value) && wrongOf(shape.record, value) === undefined;
    if ('list' in shape) return every(value, (each) => isObject(each) && wrongOf(shape.list, each) === undefined);
    return value === null || every(value, (each) => isOf[shape.values](each, { kind: shape.values }));
  },
};

/** The first field of a record whose value is none of its kind. */
function wrongOf(fields: Fields, row: Record<string, unknown>): string | undefined {
  return Object.keys(fields).find((name) => {
    const field = fields[name];
    return field && Object.hasOwn(row, name) && !isOf[field.kind](row[name], field);
  });
}

/** Says how the result of a call differs from what the contract declares; undefined if it does not. */
export function describeTypeMismatch({ returns, children }: Call, given: unknown): string | undefined {
  if (!returns) return undefined;
  const isList = Array.isArray(returns) || 'page' in returns;
  if (!isList) return isObject(given) ? wrongOf(returns as Fields, given) : 'no record';
  const fields = (Array.isArray(returns) ? returns[0] : returns.page) as Fields;
  const isPage = isObject(given);
  const rows = isPage ? given.data : given;
  if (!Array.isArray(rows)) return 'no rows';
  if (isPage && !(Number.isFinite(given.total) && Number(given.total) >= 0)) return `a total of ${given.total}`;
  for (const row of rows) {
    if (!isObject(row)) return 'a row that is none';
    if ('id' in fields && !Number.isFinite(row.id)) return `an id of ${row.id}`;
    const wrong =
      wrongOf(fields, row) ?? (children && describeTypeMismatch({ returns, children } as Call, row[children] ?? []));
    if (wrong) return wrong;
  }
  return undefined;
}
