import type { Entity } from '../../../contract/entity.ts';
import { newRecordStamps } from '../../core/clock.ts';
import { bumpVersion } from '../../database/dataVersion.ts';
import { toStored } from '../../database/storage.ts';
import { type Db, generic } from '../../database/tables.ts';
import type { Prepared } from './columns.ts';
import type { OriginEntity, Origins } from './origins.ts';

/** A record that takes one statement. Its references are given by their origins. */
export interface PreparedRecord extends Prepared<Record<string, unknown>> {
  entity: Entity;
  refs: Record<string, { entity: OriginEntity; origin: string }>;
}

/**
 * Checks nothing: the record was sanitised and fitted to the contract before. With thousands of records, `lifecycle.create`
 * would hold the write lock for a minute.
 */
export async function insertRecord(
  db: Db,
  { entity, draft, create_time, update_time }: Pick<PreparedRecord, 'entity' | 'draft' | 'create_time' | 'update_time'>,
  references: Record<string, number>,
): Promise<number> {
  const columns = Object.entries(draft).map(([name, value]) => {
    const field = entity.fields[name];
    return [name, field ? toStored(field, value) : value];
  });
  const { id } = await generic(db)
    .insertInto(entity.name)
    .values({
      ...Object.fromEntries(columns),
      ...references,
      ...newRecordStamps(),
      ...(create_time && { create_time }),
      ...(update_time && { update_time }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
}

/** Writes records whose references exist. @returns how many of each entity */
export async function writeRecords(
  db: Db,
  records: PreparedRecord[],
  origins: Origins,
  say: (note: string) => void,
): Promise<Record<string, number>> {
  const written: Record<string, number> = {};
  for (const record of records) {
    const { entity, origin, label, refs } = record;
    const found = await Promise.all(
      Object.entries(refs).map(async ([name, ref]) => [name, await liveId(db, origins, ref)] as const),
    );
    if (found.some(([, id]) => id === undefined)) {
      say(`${label} was not brought in: what it belongs to is not here any more.`);
      continue;
    }
    const references = Object.fromEntries(found as [string, number][]);
    const there = await takenBy(db, entity, { ...record.draft, ...references });
    const id = there ?? (await insertRecord(db, record, references));
    origins.add(entity.name as OriginEntity, origin, id);
    if (there !== undefined) continue;
    written[entity.name] = (written[entity.name] ?? 0) + 1;
  }
  for (const name of Object.keys(written)) await bumpVersion(db, name);
  return written;
}

/** An existing record with the same unique value, such as a group of that name. It is left unchanged and used instead. */
async function takenBy(db: Db, { name: table, fields }: Entity, values: Record<string, unknown>) {
  for (const [name, { unique }] of Object.entries(fields)) {
    if (!unique || !values[name]) continue;
    let found = generic(db).selectFrom(table).select('id').where(name, '=', values[name]);
    for (const within of Array.isArray(unique) ? unique : []) found = found.where(within, '=', values[within]);
    const there = await found.executeTakeFirst();
    if (there) return Number(there.id);
  }
  return undefined;
}

async function liveId(db: Db, origins: Origins, { entity, origin }: PreparedRecord['refs'][string]) {
  const id = origins.idOf(entity, origin);
  if (id === undefined) return undefined;
  let found = generic(db).selectFrom(entity).select('id').where('id', '=', id);
  if (entity === 'column') found = found.where('deleted_at', 'is', null);
  return (await found.executeTakeFirst()) ? id : undefined;
}
