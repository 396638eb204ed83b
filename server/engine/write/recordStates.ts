import type { Entity } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/fields.ts';
import { isSecretField } from '../../../contract/secrets.ts';
import { createYield } from '../../core/turns.ts';
import { fromStored } from '../../database/storage.ts';
import { type Db, generic, type Row } from '../../database/tables.ts';
import { readRefs } from '../list/readRecords.ts';
import { changesReader } from './batchValues.ts';

type Values = Record<string, unknown>;

/** Returns the fields that versions store: what calls write, without secrets and what visits count. */
export const versionedFields = ({ fields }: Entity): string[] =>
  Object.keys(fields).filter((name) => {
    const field = fields[name] as Field;
    return !field.computed && !field.virtual && !field.counter && !isSecretField(field);
  });

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export async function readState(db: Db, entity: Entity, id: number): Promise<Values> {
  const { values } = (await readStates(db, entity, [id])).get(id) as State;
  return values;
}

export interface State {
  values: Values;
  isDeleted: boolean;
}

/** Reads what versions store of records, also of those in the recycle bin. */
export async function readStates(db: Db, entity: Entity, ids: number[]): Promise<Map<number, State>> {
  const names = versionedFields(entity);
  const columns = names.filter((name) => entity.fields[name]?.kind !== 'refs');
  const found = generic(db)
    .selectFrom(entity.name)
    .select(['id', 'deleted_at', ...columns])
    .where('id', 'in', ids);
  const rows = (await found.execute()) as Row[];
  await readRefs(db, entity, rows);
  const states = new Map<number, State>();
  for (const row of rows) {
    for (const name of columns) row[name] = fromStored(entity.fields[name] as Field, row[name]);
    const values = Object.fromEntries(names.map((name) => [name, row[name]]));
    states.set(Number(row.id), { values, isDeleted: row.deleted_at !== null });
  }
  return states;
}

/** Returns the record as its version `n` left it; undefined if there is no such version. */
export async function readVersion(db: Db, entity: Entity, id: number, n: number): Promise<Values | undefined> {
  const ofRecord = db.selectFrom('record_version').where('entity', '=', entity.name).where('record_id', '=', id);
  const numbers = await ofRecord
    .select('n')
    .where('n', '>=', ofRecord.select('base').where('n', '=', n))
    .where('n', '<=', n)
    .orderBy('n')
    .execute();
  if (numbers.length === 0) return undefined;
  const values: Values = {};
  const changesOf = changesReader(db);
  const yieldToOthers = createYield(db);
  // They are read one by one, because each may be megabytes long.
  for (const number of numbers) {
    await yieldToOthers();
    const row = await ofRecord.select(['changes', 'shared', 'batch']).where('n', '=', number.n).executeTakeFirst();
    if (row) Object.assign(values, await changesOf(row));
  }
  return Object.fromEntries(versionedFields(entity).flatMap((name) => (name in values ? [[name, values[name]]] : [])));
}
