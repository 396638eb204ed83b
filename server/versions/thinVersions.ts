import { setTimeout as wait } from 'node:timers/promises';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { configNumber, configValues } from '../config/config.ts';
import { isoFromNow } from '../core/clock.ts';
import { oneAtATime } from '../database/dataVersion.ts';
import type { Database, Db } from '../database/tables.ts';
import { changesReader, deleteUnusedValues, mergedChanges, type StoredChanges } from '../engine/write/batchValues.ts';
import { isClockEven } from '../logs/retention.ts';

const dayMs = 24 * 3600_000;
const atOnce = 200; // records per transaction, so that other writers do not wait long
const pauseMs = 20;

type Key = { entity: string; record_id: number };

/**
 * Merges the versions of each day (in the server's time zone) older than `version_days` into the day's last one; 0
 * keeps all. Versions that were published or described stay. Every version that remains still folds to the same record.
 * @param signal stops it between two steps; the next run continues with the same day
 * @returns how many versions were merged into a later one
 */
export async function thinVersions(database: Database, signal: AbortSignal, onLeap: () => void): Promise<number> {
  await database.transaction(deleteUnusedValues);
  const { version_days } = await configValues(database.db, ['version_days']);
  const days = configNumber('version_days', version_days);
  if (days === 0 || !(await isClockEven(database, days, onLeap))) return 0;
  const limit = dayOf(isoFromNow(-days * dayMs)).start;
  let merged = 0;
  for (let day = await nextDay(database.db); day && day.start < limit; day = await nextDay(database.db)) {
    const { start, end } = day;
    let after: Key | undefined = { entity: '', record_id: 0 };
    while (after) {
      if (signal.aborted) return merged;
      const from: Key = after;
      const step = await database.transaction((db) => thinSome(db, { start, end }, from));
      merged += step.merged;
      after = step.after;
      await wait(pauseMs);
    }
    await storeDone(database, end);
  }
  return merged;
}

interface Day {
  start: string;
  /** The start of the next day. */
  end: string;
}

function dayOf(iso: string): Day {
  const date = new Date(iso);
  date.setHours(0, 0, 0, 0);
  const start = toIsoSeconds(date);
  date.setDate(date.getDate() + 1);
  return { start, end: toIsoSeconds(date) };
}

const until = async (db: Db) => (await db.selectFrom('version_thinning').select('until').executeTakeFirst())?.until;

/** Returns the first day that has versions and is not thinned out yet. */
async function nextDay(db: Db): Promise<Day | undefined> {
  const rows = db
    .selectFrom('record_version')
    .select('create_time')
    .where('create_time', '>=', (await until(db)) ?? '');
  const first = await rows.orderBy('create_time').limit(1).executeTakeFirst();
  return first && dayOf(first.create_time);
}

async function storeDone({ transaction }: Database, end: string): Promise<void> {
  await transaction(async (db) => {
    await oneAtATime(db, 'version_thinning');
    await db.deleteFrom('version_thinning').execute();
    await db.insertInto('version_thinning').values({ until: end }).execute();
  });
}

async function thinSome(db: Db, day: Day, from: Key): Promise<{ merged: number; after: Key | undefined }> {
  await oneAtATime(db, 'version_thinning');
  const records = await db
    .selectFrom('record_version')
    .select(['entity', 'record_id', (select) => select.fn.countAll<number>().as('count')])
    .where('create_time', '>=', day.start)
    .where('create_time', '<', day.end)
    .where((where) =>
      where.or([
        where('entity', '>', from.entity),
        where.and([where('entity', '=', from.entity), where('record_id', '>', from.record_id)]),
      ]),
    )
    .groupBy(['entity', 'record_id'])
    .orderBy('entity')
    .orderBy('record_id')
    .limit(atOnce)
    .execute();
  let merged = 0;
  for (const { count, ...key } of records) if (Number(count) > 1) merged += await mergeDay(db, day, key);
  return { merged, after: records.length < atOnce ? undefined : records.at(-1) };
}

interface Stored {
  id: number;
  n: number;
  base: number;
  published: number;
  words: string;
  fields: string;
  changes: string;
  batch: string;
  shared: string;
}

async function mergeDay(db: Db, day: Day, key: Key): Promise<number> {
  const rows: Stored[] = await db
    .selectFrom('record_version')
    .select(['id', 'n', 'base', 'published', 'words', 'fields', 'changes', 'batch', 'shared'])
    .where('entity', '=', key.entity)
    .where('record_id', '=', key.record_id)
    .where('create_time', '>=', day.start)
    .where('create_time', '<', day.end)
    .orderBy('n')
    .execute();
  let earlier: Stored[] = [];
  let merged = 0;
  for (const row of rows) {
    const isKept = row.published === 1 || row.words !== '' || row === rows.at(-1);
    if (isKept && earlier.length > 0) await mergeInto(db, key, earlier, row);
    if (isKept) merged += earlier.length;
    earlier = isKept ? [] : [...earlier, row];
  }
  return merged;
}

/** Merges versions of several batches. Shared values belong to one batch, so they become the version's own. */
async function foldedChanges(db: Db, versions: Stored[]): Promise<StoredChanges> {
  const changesOf = changesReader(db);
  const changes = {};
  for (const version of versions) Object.assign(changes, await changesOf(version));
  return { changes: JSON.stringify(changes), shared: '' };
}

async function mergeInto(db: Db, { entity, record_id }: Key, earlier: Stored[], last: Stored): Promise<void> {
  const bases = earlier.filter(({ n, base }) => n === base).map(({ n }) => n);
  const isWhole = bases.length > 0 || last.n === last.base;
  const all = [...earlier, last];
  const fields = [...new Set(all.flatMap((row) => JSON.parse(row.fields) as string[]))];
  // No batch undoes a version that several batches wrote.
  const isOfOne = all.every((row) => row.batch === last.batch);
  const stored = isOfOne
    ? { ...mergedChanges(all), batch: last.batch }
    : { ...(await foldedChanges(db, all)), batch: '' };
  const ids = earlier.map(({ id }) => id);
  await db.deleteFrom('record_version').where('id', 'in', ids).execute();
  await db
    .updateTable('record_version')
    .set({ fields: JSON.stringify(fields), ...stored, ...(isWhole && { base: last.n }) })
    .where('id', '=', last.id)
    .execute();
  // Later versions that began at a deleted whole record begin at the one that it became.
  if (bases.length > 0)
    await db
      .updateTable('record_version')
      .set({ base: last.n })
      .where('entity', '=', entity)
      .where('record_id', '=', record_id)
      .where('base', 'in', bases)
      .where('n', '>', last.n)
      .execute();
}
