import type { Call } from '../../contract/call.ts';
import type { ChangedRecord } from '../../contract/calls/batch.ts';
import type { Entity } from '../../contract/entity.ts';
import { findEntity, hasVersions } from '../../contract/index.ts';
import { assertMay, assertMayList } from '../auth/rights.ts';
import { InvalidInput } from '../core/errors.ts';
import { oneAtATime } from '../database/dataVersion.ts';
import { type Db, generic } from '../database/tables.ts';
import type { CallContext, Caller } from '../engine/callContext.ts';
import { nicknameSql } from '../engine/nicknames.ts';
import { isSame, readStates } from '../engine/write/recordStates.ts';
import { restore } from '../recycle/restore.ts';
import type { BatchRecord } from './batches.ts';

/** @throws CallError `forbidden` without the rules of the calls that undo the batch */
export async function assertMayUndo(caller: Caller, batch: string): Promise<void> {
  const { db } = caller;
  const rows = db.selectFrom('record_version').select(['entity', 'event']).distinct();
  const written = await rows.where('batch', '=', batch).where('batch', '<>', '').execute();
  const logged = db.selectFrom('operation_log').select('target').distinct();
  const targets = await logged.where('batch', '=', batch).where('batch', '<>', '').execute();
  const names = new Set([...written.map(({ entity }) => entity), ...targets.map(({ target }) => target)]);
  const entities = [...names].flatMap((name) => findEntity(name) ?? []).filter(hasVersions);
  for (const entity of entities) {
    await assertMayList(caller, entity);
    const events = written.filter((row) => row.entity === entity.name).map(({ event }) => event);
    if (events.includes('update')) await assertMay(caller, callOf(entity, 'update'));
    if (events.some((event) => event !== 'update')) await assertMay(caller, callOf(entity, 'delete'));
  }
}

function callOf(entity: Entity, role: 'update' | 'delete'): Call {
  const call = entity.calls[role];
  if (!call) throw new InvalidInput({ batch: { key: 'field_choice' } });
  return call;
}

/** Locks the records until the transaction ends. */
export async function lockAll(db: Db, bounds: { entity: string; record_id: number }[]): Promise<void> {
  for (const [name, some] of Map.groupBy(bounds, ({ entity }) => entity)) {
    if (findEntity(name)?.tree) await oneAtATime(db, `${name} tree`);
    const ids = some.map(({ record_id }) => record_id);
    const locking = generic(db)
      .updateTable(name)
      .set('deleted_at', (row) => row.ref('deleted_at'));
    await locking.where('id', 'in', ids).execute();
  }
}

/** As the record's own delete, restore and edit calls would. @throws CallError, InvalidInput as they do */
export async function undoRecord(context: CallContext, record: BatchRecord): Promise<void> {
  const { entity, id, isNew, isDeleted } = record;
  if (isNew) {
    const call = callOf(entity, 'delete');
    await context.perform(context, call.path, { [call.id ?? 'id']: id });
    return;
  }
  const read = async () => (await readStates(context.db, entity, [id])).get(id);
  // A column that was deleted with the ones below it has brought them back.
  if (isDeleted && (await read())?.isDeleted) await restore(context, entity, id);
  const now = await read();
  const call = callOf(entity, 'update');
  const changes = Object.entries(record.before).filter(
    ([name, value]) => name in call.params && !isSame(now?.values[name], value),
  );
  if (changes.length === 0) return;
  // Publishing it again would set its time anew.
  const { publish_time } = now?.values ?? {};
  await context.perform(context, call.path, {
    ...(publish_time ? { publish_time } : {}),
    ...Object.fromEntries(changes),
    id,
  });
}

/** With their titles, and who changed them last. */
export async function named(db: Db, records: BatchRecord[]): Promise<ChangedRecord[]> {
  const changed: ChangedRecord[] = [];
  for (const [entity, some] of Map.groupBy(records, (record) => record.entity)) {
    const { name, label } = entity;
    const ids = some.map(({ id }) => id);
    const rows = await generic(db).selectFrom(name).select(['id', label]).where('id', 'in', ids).execute();
    const titles = new Map(rows.map((row) => [Number(row.id), String(row[label] ?? '')]));
    for (const { key, id, last, standing } of some) {
      const by = await db
        .selectFrom('record_version')
        .select(['username', 'create_time', nicknameSql('record_version').as('nickname')])
        .where('entity', '=', name)
        .where('record_id', '=', id)
        .where('n', '>', last)
        .orderBy('n', 'desc')
        .limit(1)
        .executeTakeFirst();
      changed.push({
        key,
        entity: name,
        id,
        title: titles.get(id) ?? '',
        is_deleted: standing === 'deleted' ? 1 : 0,
        username: by?.username ?? '',
        nickname: by?.nickname ?? '',
        time: by?.create_time ?? null,
      });
    }
  }
  return changed.toSorted((one, other) => other.key - one.key);
}
