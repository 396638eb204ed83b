import { codecs } from '../../../contract/codecs.ts';
import type { Entity } from '../../../contract/entity.ts';
import { patterns } from '../../../contract/formats.ts';
import { isSafeLink } from '../../../contract/links.ts';
import { typedNumber } from '../../../contract/narrowNumber.ts';
import { type FieldErrors, InvalidInput } from '../../core/errors.ts';
import { createYield } from '../../core/turns.ts';
import { askedOnce } from '../../database/dataVersion.ts';
import { type Db, generic } from '../../database/tables.ts';
import { checkHtmlOf } from './html/html.ts';
import { type KindRules, refuse } from './kindRules.ts';

/** Checks the values of a column's content parameters, or of a single page's own. */
export const params: KindRules = {
  check: async ({ db, entity, name, value, draft, before }) => {
    const owner = { ...before, ...draft };
    const paramOwner = { cid: owner.col_id, sid: entity.calls.create ? 0 : Number(before?.id ?? 0) };
    const { values, errors } = await checkParams(db, paramOwner, value as Record<string, unknown> | undefined);
    const named = Object.entries(errors).map(([param, error]) => [`${name}.${param}`, error]);
    return named.length > 0 ? { errors: Object.fromEntries(named) } : { value: values };
  },
  // A record that moves to another column must fit that column's parameters.
  isAlwaysChecked: ({ calls }, _name, draft, before) =>
    before ? 'col_id' in draft && draft.col_id !== before.col_id : calls.create !== undefined,
  // Missing parameters are taken from the record and checked too, because a new column may require others.
  valueToCheck: (_field, sent, stored) => sent ?? stored,
};

interface Param {
  name: string;
  type: string;
  options: string;
  value: string;
  required: number;
}
type Verdict = { value: unknown } | { error: FieldErrors[string] };

export type Typed = Pick<Param, 'type' | 'options'>;

const oneOf = (options: string[]): Verdict => refuse('field_one_of', { options: options.join(' / ') });
const text = (most: number) => (value: unknown) => {
  if (typeof value !== 'string' && typeof value !== 'number') return refuse('field_kind');
  const line = String(value);
  if (line.includes('\0')) return refuse('field_nul');
  return line.length > most ? refuse('field_too_long', { limit: most }) : { value: line };
};
const link = (value: unknown) =>
  typeof value === 'string' && value.length <= 500 && isSafeLink(value) ? { value } : refuse('format_link');
const optionsOf = ({ options }: Typed) => options.split(/\r?\n/).map((option) => option.trim());
const isNumber = new RegExp(patterns.number);

const checks: Record<string, (value: unknown, param: Typed, db: Db) => Verdict | Promise<Verdict>> = {
  text: text(500),
  longtext: text(20_000),
  html: async (value, _param, db) => {
    const verdict = text(200_000)(value);
    return 'error' in verdict ? verdict : checkHtmlOf(db, String(verdict.value));
  },
  number: (value) => {
    const number = typedNumber(String(value));
    return isNumber.test(number) ? { value: Number(number) } : refuse('format_number');
  },
  choice: (value, param) =>
    optionsOf(param).includes(String(value)) ? { value: String(value) } : oneOf(optionsOf(param)),
  choices: (value, param) => {
    const chosen = (Array.isArray(value) ? value : String(value).split(',')).map(String);
    const offered = new Set(optionsOf(param));
    return chosen.every((one) => offered.has(one)) ? { value: [...new Set(chosen)] } : oneOf([...offered]);
  },
  flag: (value) => ({ value: codecs.flag.decode(value) }),
  image: link,
  file: link,
  images: (value) => {
    const list = codecs.images.decode(value);
    if (list.length > 200) return refuse('field_too_many', { limit: 200 });
    if (!list.every((item) => 'value' in link(item?.url))) return refuse('format_link');
    const cut = (line: unknown) => String(line ?? '').slice(0, 500);
    return { value: list.map(({ url, title, intro }, sort) => ({ url, title: cut(title), intro: cut(intro), sort })) };
  },
  time: (value) => {
    const time = codecs.time.decode(value);
    return time ? { value: time } : refuse('format_time');
  },
};

export const checkTyped = async (db: Db, value: unknown, typed: Typed) => checks[typed.type]?.(value, typed, db);

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

export const paramsOf = (db: Db, { cid, sid }: { cid: unknown; sid: number }): Promise<Param[]> =>
  askedOnce(
    db,
    'content_param',
    `${cid} ${sid}`,
    () =>
      db
        .selectFrom('content_param')
        .select(['name', 'type', 'options', 'value', 'required'])
        .where('cid', '=', Number(cid ?? 0))
        .where('sid', '=', sid)
        .orderBy('sort')
        .orderBy('id')
        .execute() as Promise<Param[]>,
  );

/** The public site shows values of these types as HTML or follows them as links. */
export const renderedTypes: readonly unknown[] = ['html', 'image', 'images', 'file'];

/** Returns the field in which contents store values of parameters. A message has those of its form in `data`. */
export const paramValuesField = ({ fields }: Entity): 'params' | 'data' => ('params' in fields ? 'params' : 'data');

/**
 * Finds contents that can move to another column as they are, without the checks of a save: no `renderedTypes`
 * parameter there would refuse or clean a value that they, or their working copies, have under its name. The values of
 * a single page are of its own parameters.
 * @returns those of `ids`
 */
export async function movableContents(
  db: Db,
  entity: Entity,
  ids: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<number[]> {
  const [known, others] = [await paramsOf(db, { cid: from, sid: 0 }), await paramsOf(db, { cid: to, sid: 0 })];
  const isKnown = (param: Param) => known.some(({ name, type }) => name === param.name && type === param.type);
  const params = others.filter((param) => renderedTypes.includes(param.type) && !isKnown(param));
  if (params.length === 0 || ids.length === 0) return [...ids];
  const yieldToOthers = createYield(db);
  const unfit = new Set<number>();
  for (const { id, values } of await storedParams(db, entity, ids)) {
    for (const param of params.filter(({ name }) => Object.hasOwn(values, name))) {
      await yieldToOthers();
      if (await isUnfit(db, values[param.name], param)) unfit.add(id);
    }
  }
  return ids.filter((id) => !unfit.has(id));
}

/** Reads the values of parameters in contents, and in their working copies if these name no other column. */
async function storedParams(db: Db, entity: Entity, ids: readonly number[]) {
  const field = paramValuesField(entity);
  const contents = await generic(db)
    .selectFrom(entity.name)
    .select(['id', `${field} as values`])
    .where('id', 'in', ids as number[])
    .execute();
  const copies = await db
    .selectFrom('working_copy')
    .select(['record_id as id', 'values'])
    .where('entity', '=', entity.name)
    .where('record_id', 'in', ids as number[])
    .execute();
  const read = (json: unknown) => Object(JSON.parse(String(json || '{}'))) as Record<string, unknown>;
  return [
    ...contents.map((row) => ({ id: Number(row.id), values: read(row.values) })),
    ...copies.map(({ id, values }) => {
      const { col_id, [field]: typed } = read(values);
      return { id: Number(id), values: col_id === undefined ? (Object(typed) as Record<string, unknown>) : {} };
    }),
  ];
}

async function isUnfit(db: Db, value: unknown, param: Param): Promise<boolean> {
  if (isEmpty(value)) return false;
  const verdict = await checkTyped(db, value, param);
  if (!verdict || 'error' in verdict) return true;
  return param.type === 'html' && verdict.value !== value;
}

/** Limits the JSON of all parameters of a record, whose longest text may have 200,000 characters. */
const longestParams = 250_000;

/**
 * Checks parameters. Missing values get the parameter's default; names without a parameter are dropped
 * (docs/contract.md, "Values").
 * @returns the values to store, and the refused parameters by name
 */
export async function checkParams(
  db: Db,
  owner: { cid: unknown; sid: number },
  given: Record<string, unknown> = {},
): Promise<{ values: Record<string, unknown>; errors: FieldErrors }> {
  const values: Record<string, unknown> = Object.create(null);
  const errors: FieldErrors = {};
  let length = 0;
  for (const param of await paramsOf(db, owner)) {
    const typedOrDefault = Object.hasOwn(given, param.name) ? given[param.name] : param.value;
    if (isEmpty(typedOrDefault)) {
      if (param.required) errors[param.name] = { key: 'field_required' };
      continue;
    }
    // The length is checked before the value, because a text of many tags takes long.
    length += JSON.stringify(typedOrDefault).length;
    if (length > longestParams) {
      errors[param.name] = { key: 'params_too_long', values: { limit: longestParams } };
      break;
    }
    const verdict = await checkTyped(db, typedOrDefault, param);
    if (verdict && 'error' in verdict) errors[param.name] = verdict.error;
    else if (verdict) values[param.name] = verdict.value;
  }
  return { values, errors };
}

/**
 * Cleans the HTML in the parameters of a form that is not saved yet and may be incomplete.
 * @param owner null if the caller may not see it: every text is then cleaned as HTML, so that the reply does not tell
 * which parameters exist
 * @param yieldToOthers awaited before each parameter
 * @throws InvalidInput at each parameter that cannot be cleaned, and if they are too long together
 */
export async function cleanParams(
  db: Db,
  owner: { cid: number; sid: number } | null,
  typed: Record<string, unknown>,
  yieldToOthers: () => Promise<void>,
): Promise<Record<string, unknown>> {
  const values = { ...typed };
  const errors: FieldErrors = {};
  const params = owner
    ? await paramsOf(db, owner)
    : Object.keys(typed)
        .filter((name) => typeof typed[name] === 'string')
        .map((name) => ({ name, type: 'html', options: '' }));
  let length = 0;
  for (const param of params) {
    if (param.type !== 'html' || !Object.hasOwn(typed, param.name) || isEmpty(typed[param.name])) continue;
    length += JSON.stringify(typed[param.name]).length;
    if (length > longestParams) {
      errors[`params.${param.name}`] = { key: 'params_too_long', values: { limit: longestParams } };
      break;
    }
    await yieldToOthers();
    const verdict = await checkTyped(db, typed[param.name], param);
    if (verdict && 'error' in verdict) errors[`params.${param.name}`] = verdict.error;
    else if (verdict) values[param.name] = verdict.value;
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return values;
}
