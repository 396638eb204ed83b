import { sql } from 'kysely';
import { stepSize } from '../../contract/calls/recycle.ts';
import type { Entity } from '../../contract/entity.ts';
import { findEntity, hasVersions } from '../../contract/index.ts';
import { createYield } from '../core/turns.ts';
import type { Db } from '../database/tables.ts';
import type { Caller } from '../engine/callContext.ts';
import { hiddenFields, visibleIds } from '../engine/withinLimits.ts';
import { changesReader } from '../engine/write/batchValues.ts';
import { bytesOfRecords, partsByBytes } from '../engine/write/partsByBytes.ts';
import { isSame, readStates, versionedFields } from '../engine/write/recordStates.ts';
import { recordKey } from '../engine/write/versions.ts';

type Values = Record<string, unknown>;

interface Bounds {
  entity: string;
  record_id: number;
  /** The record's versions in the batch: the first and last `n`, and the last `id`, which is the key. */
  first: number;
  last: number;
  key: number;
  /** The version before the batch, and the one that stores the whole record on which it builds. */
  previous: number | null;
  base: number | null;
  /** The last creation, deletion or restoration before the batch. */
  event: string | null;
  /** Whether the record was deleted after the batch. */
  deleted_since: boolean;
}

/** A record is as the batch left it (`ready`), as before it (`undone`), gone for good, or changed or deleted since. */
type Standing = 'ready' | 'undone' | 'gone' | 'changed' | 'deleted';

export interface BatchRecord {
  key: number;
  entity: Entity;
  id: number;
  /** The last version that the batch made of it. */
  last: number;
  standing: Standing;
  /** Whether the record did not exist before the batch, or was in the recycle bin. */
  isNew: boolean;
  isDeleted: boolean;
  /** The fields that the batch changed, as they were before. */
  before: Values;
}

/**
 * Returns the records of a batch, last changed first, at most `stepSize`. The batch's index spares a step from reading
 * the whole batch.
 * @param below only records with a smaller key; 0 for all
 */
export async function boundsOf(db: Db, batch: string, below: number): Promise<Bounds[]> {
  const { rows } = await sql<Bounds>`
    select mine.*, before.n as previous, before.base, (
      select event from record_version where entity = mine.entity and record_id = mine.record_id and n < mine.first
      and event in ('create', 'delete', 'restore') order by n desc limit 1
    ) as event, exists (
      select 1 from record_version where entity = mine.entity and record_id = mine.record_id and n > mine.last and event = 'delete'
    ) as deleted_since
    from (
      select entity, record_id, n as last, id as key, (
        select min(n) from record_version as own
        where own.entity = version.entity and own.record_id = version.record_id and own.batch = version.batch
      ) as first
      from record_version as version
      where batch = ${batch} and batch <> '' ${below > 0 ? sql`and id < ${below}` : sql``}
      and not exists (
        select 1 from record_version as later
        where later.entity = version.entity and later.record_id = version.record_id
        and later.batch = version.batch and later.n > version.n
      )
      order by id desc limit ${stepSize}
    ) as mine
    left join record_version as before on before.entity = mine.entity and before.record_id = mine.record_id and before.n = (
      select max(n) from record_version where entity = mine.entity and record_id = mine.record_id and n < mine.first
    )
    order by mine.key desc`.execute(db);
  return rows.map((row) => ({
    ...row,
    record_id: Number(row.record_id),
    key: Number(row.key),
    first: Number(row.first),
    last: Number(row.last),
    previous: row.previous && Number(row.previous),
    base: row.base && Number(row.base),
    deleted_since: Boolean(row.deleted_since), // a number on SQLite
  }));
}

/** Divides the records in their order, because all their versions together may be larger than the memory. */
async function partsOf(db: Db, bounds: Bounds[]): Promise<Bounds[][]> {
  const sizes = new Map<string, number>();
  for (const [name, some] of Map.groupBy(bounds, ({ entity }) => entity)) {
    const rows = await versionsIn(db, name, some)
      .select(['record_id', sql<number>`sum(octet_length(changes))`.as('bytes')])
      .groupBy('record_id')
      .execute();
    const entity = findEntity(name);
    const ids = some.map(({ record_id }) => record_id);
    const ofRecords = entity ? await bytesOfRecords(db, entity, ids) : new Map<number, number>();
    for (const { record_id, bytes } of rows) {
      const id = Number(record_id);
      sizes.set(recordKey(name, id), Number(bytes) + (ofRecords.get(id) ?? 0));
    }
  }
  return partsByBytes(bounds, ({ entity, record_id }) => sizes.get(recordKey(entity, record_id)) ?? 0);
}

/**
 * Tells where each of these records stands now, a part of them at a time, within which they come by entity. Others get
 * their turn meanwhile. A role sees what its limits leave, as if the batch had changed nothing else. `key` is the
 * smallest of the part.
 */
export async function* standingsOf(
  caller: Caller,
  bounds: Bounds[],
): AsyncIterable<{ records: BatchRecord[]; key: number }> {
  const yieldToOthers = createYield(caller.db);
  for (const part of await partsOf(caller.db, bounds))
    yield { records: await standingsOfPart(caller, part, yieldToOthers), key: part.at(-1)?.key ?? 0 };
}

interface Reading {
  changesOf: ReturnType<typeof changesReader>;
  yieldToOthers: () => Promise<void>;
  /** The fields that the caller does not see. */
  hidden: string[];
}

async function standingsOfPart(
  caller: Caller,
  bounds: Bounds[],
  yieldToOthers: () => Promise<void>,
): Promise<BatchRecord[]> {
  const { db } = caller;
  const changesOf = changesReader(db);
  const records: BatchRecord[] = [];
  for (const [name, all] of Map.groupBy(bounds, ({ entity }) => entity)) {
    const entity = findEntity(name);
    if (!entity || !hasVersions(entity)) continue;
    const visible = await visibleIds(
      caller,
      entity,
      all.map(({ record_id }) => record_id),
    );
    const some = all.filter(({ record_id }) => visible.has(record_id));
    if (some.length === 0) continue;
    const reading = { changesOf, yieldToOthers, hidden: hiddenFields(caller, entity) };
    const versions = await versionsIn(db, name, some)
      .select(['record_id', 'n', 'event', 'fields', 'changes', 'batch', 'shared'])
      .orderBy('record_id')
      .orderBy('n')
      .execute();
    const rows = Map.groupBy(versions, ({ record_id }) => Number(record_id));
    const ids = some.map(({ record_id }) => record_id);
    const states = await readStates(db, entity, ids);
    for (const record of some) {
      const state = states.get(record.record_id);
      const standing = await standingOf(entity, record, rows.get(record.record_id) ?? [], state, reading);
      if (standing) records.push(standing);
    }
  }
  return records;
}

interface Version {
  record_id: number;
  n: number;
  event: string;
  fields: string;
  changes: string;
  batch: string;
  shared: string;
}

/** Selects versions from where the record before the batch begins to the batch's last one. */
function versionsIn(db: Db, entity: string, bounds: Bounds[]) {
  return db
    .selectFrom('record_version')
    .where('entity', '=', entity)
    .where((where) =>
      where.or(
        bounds.map(({ record_id, base, first, last }) =>
          where.and([where('record_id', '=', record_id), where('n', '>=', base ?? first), where('n', '<=', last)]),
        ),
      ),
    );
}

/** Returns undefined if the batch changed only what the caller does not see. */
async function standingOf(
  entity: Entity,
  { key, record_id: id, first, last, previous, event, deleted_since }: Bounds,
  rows: Version[],
  now: { values: Values; isDeleted: boolean } | undefined,
  { changesOf, yieldToOthers, hidden }: Reading,
): Promise<BatchRecord | undefined> {
  const mine = rows.filter(({ n }) => n >= first);
  const isNew = previous === null || event === 'delete';
  // Hidden fields count if the batch made the record, so that somebody's work in them is not lost with it.
  const names = versionedFields(entity).filter((name) => isNew || !hidden.includes(name));
  const touched = new Set(mine.flatMap(({ fields }) => JSON.parse(fields) as string[]));
  const isEdited = mine.every((row) => row.event === 'update') && touched.size > 0;
  if (isEdited && [...touched].every((name) => hidden.includes(name))) return undefined;
  const before: Values = {};
  const after: Values = {};
  for (const row of rows) {
    await yieldToOthers();
    const changes = await changesOf(row);
    if (previous !== null && Number(row.n) <= previous) Object.assign(before, changes);
    Object.assign(after, changes);
  }
  const fields = names.filter((name) => (isNew ? name in after : touched.has(name) && name in before));
  const record = { key, entity, id, last, isNew, isDeleted: now?.isDeleted ?? true };
  const known = Object.fromEntries(fields.map((name) => [name, before[name]]));
  const standing = (): Standing => {
    if (!now) return 'gone';
    const lastOfBatch = mine.findLast((row) => row.event === 'delete' || row.event === 'restore')?.event;
    const isDeletedBy = lastOfBatch === 'delete' && !deleted_since;
    if (isNew && now.isDeleted) return 'undone';
    if (!isNew && now.isDeleted && !isDeletedBy) return 'deleted';
    const differing = isNew ? fields : fields.filter((name) => !isSame(now.values[name], before[name]));
    if (!isNew && !now.isDeleted && differing.length === 0) return 'undone';
    return differing.every((name) => isSame(now.values[name], after[name])) ? 'ready' : 'changed';
  };
  return { ...record, before: known, standing: standing() };
}
