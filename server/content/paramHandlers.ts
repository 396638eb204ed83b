import { sql } from 'kysely';
import { contentParam } from '../../contract/entities/contentParam.ts';
import type { Entity } from '../../contract/entity.ts';
import { contentEntities } from '../../contract/index.ts';
import { InvalidInput } from '../core/errors.ts';
import { message } from '../core/messages.ts';
import { createYield } from '../core/turns.ts';
import { oneAtATime } from '../database/dataVersion.ts';
import { contains, type Db, generic } from '../database/tables.ts';
import type { CallContext, Handlers } from '../engine/callContext.ts';
import { checkTyped, paramsOf, paramValuesField, renderedTypes } from '../engine/kinds/contentParams.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { assertWithinColumns } from '../engine/withinLimits.ts';
import { partsByBytes } from '../engine/write/partsByBytes.ts';

/** One query reads the sizes of so many contents, another so many bytes of them; then other requests run. */
const batchSize = 500;
const maxBytesAtOnce = 1024 * 1024;

/** The fields under which contents store values of a parameter. */
interface ParamKey {
  cid: number;
  sid: number;
  name: string;
}

type ParamInput = Partial<Omit<ParamKey, 'sid'>> & {
  title?: string;
  sid?: number | null;
  id?: number | null;
  version?: number | null;
  type?: string;
  options?: string;
  value?: string;
};

/**
 * Finds out whether a value of the parameter is stored anywhere: in contents of the column, also in the recycle bin, or
 * in working copies.
 */
async function isParamUsed(db: Db, key: ParamKey): Promise<boolean> {
  const column = await db.selectFrom('column').select('model').where('id', '=', key.cid).executeTakeFirst();
  const entity = contentEntities.find(({ model }) => model === column?.model);
  if (!entity) return false;
  return (await isInContents(db, entity, paramValuesField(entity), key)) || isInWorkingCopies(db, entity, key);
}

const hasValue = (values: unknown, name: string) =>
  typeof values === 'object' && values !== null && Object.hasOwn(values, name);

/**
 * Selects a JSON text, or null if it does not contain the name as a key. Most rows have none, and need not be parsed.
 */
const jsonWithKey = (db: Db, column: string, name: string) =>
  sql<
    string | null
  >`case when ${contains(db, sql.ref(column), `${JSON.stringify(name)}:`.toLowerCase())} then ${sql.ref(column)} end`;

const bytesOf = (column: string) => sql<number>`coalesce(octet_length(${sql.ref(column)}), 0)`.as('bytes');

async function isInContents(db: Db, { name: table }: Entity, valuesField: string, { cid, sid, name }: ParamKey) {
  const sizes = (after: number) =>
    generic(db)
      .selectFrom(table)
      .select(['id', bytesOf(valuesField)])
      .where('col_id', '=', cid)
      .$if(sid > 0, (query) => query.where('id', '=', sid))
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute();
  return findInParts(db, sizes, async (ids) => {
    const rows = await generic(db)
      .selectFrom(table)
      .select(jsonWithKey(db, valuesField, name).as('json'))
      .where('id', 'in', ids)
      .execute();
    return rows.some(({ json }) => json && hasValue(JSON.parse(String(json)), name));
  });
}

async function isInWorkingCopies(db: Db, entity: Entity, { cid, sid, name }: ParamKey) {
  const sizes = (after: number) =>
    db
      .selectFrom('working_copy')
      .select(['id', bytesOf('values')])
      .where('entity', '=', entity.name)
      .$if(sid > 0, (query) => query.where('record_id', '=', sid))
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute();
  return findInParts(db, sizes, async (ids) => {
    const rows = await generic(db)
      .selectFrom('working_copy')
      .leftJoin(entity.name, `${entity.name}.id`, 'working_copy.record_id')
      .select([`${entity.name}.col_id`, jsonWithKey(db, 'working_copy.values', name).as('json')])
      .where('working_copy.id', 'in', ids)
      .execute();
    return rows.some(({ col_id, json }) => {
      const values = json ? JSON.parse(String(json)) : {};
      return Number(values.col_id ?? col_id) === cid && hasValue(values.params, name);
    });
  });
}

/** Looks at rows by ascending id, so many bytes at a time, until one is found. Other requests run in between. */
async function findInParts(
  db: Db,
  sizesAfter: (after: number) => Promise<{ id: unknown; bytes: unknown }[]>,
  isFoundIn: (ids: number[]) => Promise<boolean>,
): Promise<boolean> {
  const yieldToOthers = createYield(db);
  for (let after = 0; ; ) {
    const rows = (await sizesAfter(after)).map(({ id, bytes }) => ({ id: Number(id), bytes: Number(bytes) }));
    for (const part of partsByBytes(rows, ({ bytes }) => bytes, maxBytesAtOnce)) {
      await yieldToOthers();
      if (await isFoundIn(part.map(({ id }) => id))) return true;
    }
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return false;
    after = last.id;
  }
}

/**
 * Checks the default value.
 * @returns the HTML as a content would store it, nothing for other types
 * @throws InvalidInput at `value`
 */
async function checkedDefault(db: Db, { type, options, value }: ParamInput): Promise<{ value?: string }> {
  if (!renderedTypes.includes(type) || !value?.trim()) return {};
  const verdict = await checkTyped(db, value, { type: String(type), options: options ?? '' });
  if (!verdict || 'error' in verdict) throw new InvalidInput({ value: verdict?.error ?? { key: 'field_kind' } });
  return type === 'html' ? { value: String(verdict.value) } : {};
}

/**
 * Values that exist already may have been written under another type, whose checks are weaker.
 * @throws InvalidInput `param_in_use_type`
 */
async function assertNoOtherValues(db: Db, { type, cid, sid, name }: ParamInput): Promise<void> {
  if (!renderedTypes.includes(type)) return;
  const key = { cid: Number(cid), sid: Number(sid ?? 0), name: String(name) };
  if (await isParamUsed(db, key)) throw new InvalidInput({ type: { key: 'param_in_use_type' } });
}

/**
 * Limits the characters of options and default values in the parameters of one column, and of all columns: forms, the
 * public site's columns and the list without a column return them at once. Each parameter counts for `perParam` more.
 */
const maxLengths = { ofColumn: 200_000, inAll: 2_000_000 };
const perParam = 200;

async function lengthsOf(db: Db, cid: number): Promise<{ ofColumn: number; inAll: number }> {
  const length = sql<number | null>`sum(length(options) + length(value) + cast(${perParam} as integer))`;
  const params = db.selectFrom('content_param').select(length.as('length'));
  const [ofColumn, inAll] = [
    await params.where('cid', '=', cid).executeTakeFirstOrThrow(),
    await params.executeTakeFirstOrThrow(),
  ];
  return { ofColumn: Number(ofColumn.length ?? 0), inAll: Number(inAll.length ?? 0) };
}

/**
 * Runs a write of a parameter. Parameters that are too long already may be made shorter.
 * @throws InvalidInput `params_too_long`
 */
async function withinLengths<T>(db: Db, cid: number, field: 'options' | 'value', write: () => Promise<T>): Promise<T> {
  const before = await lengthsOf(db, cid);
  const reply = await write();
  const after = await lengthsOf(db, cid);
  for (const all of ['ofColumn', 'inAll'] as const)
    if (after[all] > maxLengths[all] && after[all] > before[all])
      throw new InvalidInput({ [field]: { key: 'params_too_long', values: { limit: maxLengths[all] } } });
  return reply;
}

/** Tells which of the two grew more. */
const grownField = (after: ParamInput, before: ParamInput = {}) => {
  const growth = (name: 'options' | 'value') => (after[name] ?? '').length - (before[name] ?? '').length;
  return growth('options') > growth('value') ? 'options' : 'value';
};

/** Generates the title and the field name if they are missing: section 7 of console.md names only `cid` and `sid`. */
async function madeUpNames({ db, language }: CallContext, { cid, sid, title, name }: ParamInput) {
  if (title !== undefined && name !== undefined) return {};
  const others = await paramsOf(db, { cid, sid: Number(sid ?? 0) });
  const taken = new Set(others.map((param) => param.name));
  let n = others.length + 1;
  while (taken.has(`param_${n}`)) n++;
  return { title: title ?? message(language, 'param_title', { n }), name: name ?? `param_${n}` };
}

export const paramHandlers = {
  /**
   * @throws InvalidInput `param_in_use`, `param_in_use_here` or `param_in_use_type` if contents have values, which a
   * new name, column or page would hide
   */
  'base.content/addContentParams': async (context, { id, version, ...values }: ParamInput) => {
    if (!id) {
      // The checks below would tell of other columns' contents.
      assertWithinColumns(context, contentParam, values, null);
      // A deletion of another column may be moving contents to this one, under the same lock.
      await oneAtATime(context.db, contentParam.name);
      const named = { ...values, ...(await madeUpNames(context, values)) };
      await assertNoOtherValues(context.db, named);
      const draft = { ...named, ...(await checkedDefault(context.db, named)) };
      return withinLengths(context.db, Number(values.cid ?? 0), grownField(draft), () =>
        lifecycle.create(context, contentParam, draft),
      );
    }
    await oneAtATime(context.db, contentParam.name);
    const before = await lifecycle.lock(context, contentParam, id);
    assertWithinColumns(context, contentParam, values, before);
    const key = { cid: Number(before.cid), sid: Number(before.sid), name: before.name };
    const changedKey = (['name', 'cid', 'sid'] as const).find(
      (field) => values[field] !== undefined && values[field] !== key[field],
    );
    if (changedKey && (await isParamUsed(context.db, key)))
      throw new InvalidInput({ [changedKey]: { key: changedKey === 'name' ? 'param_in_use' : 'param_in_use_here' } });
    const after = { ...before, ...values };
    if (changedKey || after.type !== before.type) await assertNoOtherValues(context.db, after);
    const isChecked = after.type !== before.type || values.value !== undefined;
    const checked = isChecked ? await checkedDefault(context.db, after) : {};
    return withinLengths(context.db, Number(after.cid), grownField(after, before as ParamInput), () =>
      lifecycle.update(context, contentParam, id, { ...values, ...checked, version }),
    );
  },
} satisfies Partial<Handlers>;
