import { sql } from 'kysely';
import { contentParam } from '../../contract/entities/contentParam.ts';
import type { Entity } from '../../contract/entity.ts';
import { InvalidInput } from '../core/errors.ts';
import { createYield } from '../core/turns.ts';
import { contains, type Db, generic } from '../database/tables.ts';
import type { Handlers } from '../engine/callContext.ts';
import { contentEntities } from '../engine/computed.ts';
import * as crud from '../engine/crud.ts';

/** The number of contents that one query reads; then other requests run. */
const batchSize = 500;

/** The fields under which contents store values of a parameter. */
interface ParamKey {
  cid: number;
  sid: number;
  name: string;
}

type ParamInput = Partial<ParamKey> & { id?: number | null; version?: number | null };

/**
 * Finds out whether a value of the parameter is stored anywhere: in contents of the column, also in the recycle bin, or in
 * working copies.
 */
async function isParamUsed(db: Db, key: ParamKey): Promise<boolean> {
  const column = await db.selectFrom('column').select('model').where('id', '=', key.cid).executeTakeFirst();
  const entity = contentEntities.find(({ model }) => model === column?.model);
  if (!entity) return false;
  // A message has the values of its form's parameters in `data`.
  const valuesField = 'params' in entity.fields ? 'params' : 'data';
  return (await isInContents(db, entity, valuesField, key)) || isInWorkingCopies(db, entity, key);
}

const hasValue = (values: unknown, name: string) =>
  typeof values === 'object' && values !== null && Object.hasOwn(values, name);

/** A JSON text, or null if it does not contain the name as a key anywhere. Most rows have none, and need not be parsed. */
const jsonWithKey = (db: Db, column: string, name: string) =>
  sql<
    string | null
  >`case when ${contains(db, sql.ref(column), `${JSON.stringify(name)}:`.toLowerCase())} then ${sql.ref(column)} end`;

async function isInContents(db: Db, { name: table }: Entity, valuesField: string, { cid, sid, name }: ParamKey) {
  return findInBatches(db, async (after) => {
    const rows = await generic(db)
      .selectFrom(table)
      .select(['id', jsonWithKey(db, valuesField, name).as('json')])
      .where('col_id', '=', cid)
      .$if(sid > 0, (query) => query.where('id', '=', sid))
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    return rows.map(({ id, json }) => ({ id: Number(id), isFound: json && hasValue(JSON.parse(String(json)), name) }));
  });
}

async function isInWorkingCopies(db: Db, entity: Entity, { cid, sid, name }: ParamKey) {
  return findInBatches(db, async (after) => {
    const rows = await generic(db)
      .selectFrom('working_copy')
      .leftJoin(entity.name, `${entity.name}.id`, 'working_copy.record_id')
      .select(['working_copy.id', `${entity.name}.col_id`, jsonWithKey(db, 'working_copy.values', name).as('json')])
      .where('working_copy.entity', '=', entity.name)
      .$if(sid > 0, (query) => query.where('working_copy.record_id', '=', sid))
      .where('working_copy.id', '>', after)
      .orderBy('working_copy.id')
      .limit(batchSize)
      .execute();
    return rows.map(({ id, col_id, json }) => {
      const values = json ? JSON.parse(String(json)) : {};
      return { id: Number(id), isFound: Number(values.col_id ?? col_id) === cid && hasValue(values.params, name) };
    });
  });
}

/** Reads rows by ascending id, a batch at a time, until one is found. Other requests run in between. */
async function findInBatches(
  db: Db,
  read: (after: number) => Promise<{ id: number; isFound: unknown }[]>,
): Promise<boolean> {
  const yieldToOthers = createYield(db);
  for (let after = 0; ; ) {
    const rows = await read(after);
    if (rows.some(({ isFound }) => isFound)) return true;
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return false;
    after = last.id;
    await yieldToOthers();
  }
}

export const paramHandlers = {
  /** @throws InvalidInput `param_in_use` or `param_in_use_here` if contents have values, which a new name, column or page would hide */
  'base.content/addContentParams': async (context, { id, version, ...values }: ParamInput) => {
    if (!id) return crud.create(context, contentParam, values);
    const before = await crud.lock(context, contentParam, id);
    const key = { cid: Number(before.cid), sid: Number(before.sid), name: before.name };
    const changedKey = (['name', 'cid', 'sid'] as const).find(
      (field) => values[field] !== undefined && values[field] !== key[field],
    );
    if (changedKey && (await isParamUsed(context.db, key)))
      throw new InvalidInput({ [changedKey]: { key: changedKey === 'name' ? 'param_in_use' : 'param_in_use_here' } });
    return crud.update(context, contentParam, id, { ...values, version });
  },
} satisfies Partial<Handlers>;
