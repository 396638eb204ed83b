import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import type { BackupError, BackupRow } from '../../contract/calls/backup.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { isoFromNow, latestPlausibleTime } from '../core/clock.ts';
import { stateOfOwner, thisProcess } from '../core/processOwner.ts';
import type { Settings } from '../core/settings.ts';
import { oneAtATime } from '../database/dataVersion.ts';
import type { Database, Db, Tables } from '../database/tables.ts';
import { backupPath } from './backupFolder.ts';
import { type Schedule, slotOf, startOfDay } from './schedule.ts';

export type StoredBackup = { [N in keyof Tables['backup']]: Tables['backup'][N] extends string ? string : number };

const maxListed = 200;
const silentMs = 5 * 60_000; // a process says every few seconds that it goes on
const maxAttempts = 3;
const againMs = 3600_000;

export const lockBackups = (db: Db) => oneAtATime(db, 'backups');

export async function listed(db: Db, settings: Pick<Settings, 'dataDir' | 'backupDir'>): Promise<BackupRow[]> {
  const rows = await db
    .selectFrom('backup')
    .selectAll()
    .select((backup) =>
      backup.selectFrom('admin').select('nickname').whereRef('admin.username', '=', 'backup.username').as('nickname'),
    )
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute();
  return rows.map(({ slot: _slot, owner, beat: _beat, attempts: _attempts, row_count, file_count, ...row }) => ({
    ...row,
    id: Number(row.id),
    size: Number(row.size),
    rows: Number(row_count),
    files: Number(file_count),
    nickname: row.nickname ?? '',
    error: row.error as BackupError | '',
    scheduled: row.scheduled === 1 ? 1 : 0,
    host: owner.split('~')[0] ?? '',
    is_here: row.state === 'done' && existsSync(backupPath(settings, row.name)) ? 1 : 0,
  }));
}

/** @returns undefined if one is waiting or being made already */
export async function enqueue(db: Db, by: { username?: string; slot?: string }): Promise<number | undefined> {
  const busy = db.selectFrom('backup').select('id').where('state', 'in', ['waiting', 'running']);
  if (await busy.limit(1).executeTakeFirst()) return undefined;
  const { id } = await db
    .insertInto('backup')
    .values({
      state: 'waiting',
      slot: by.slot ?? '',
      scheduled: by.slot ? 1 : 0,
      username: by.username ?? '',
      name: '',
      owner: '',
      beat: '',
      phase: '',
      error: '',
      create_time: isoFromNow(0),
      end_time: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
}

/**
 * Whether the last time of the schedule lacks its backup. One that failed is tried again after an hour, twice. If that time
 * had passed before it was set, a backup of its day will do: another time of day begins none at once.
 */
export async function isDue(db: Db, { isOn, time, timeChanged }: Schedule): Promise<boolean> {
  if (!isOn) return false;
  const slot = slotOf(time, 0);
  const scheduled = db.selectFrom('backup').where('scheduled', '=', 1);
  const tries = await scheduled.select(['state', 'end_time']).where('slot', '=', slot).execute();
  const mayTry = tries.every(({ state, end_time }) => state === 'failed' && end_time < isoFromNow(-againMs));
  if (!mayTry || tries.length >= maxAttempts) return false;
  if (slot >= timeChanged) return true;
  const ofDay = scheduled.select('id').where('state', '!=', 'failed').where('create_time', '>=', startOfDay(slot));
  return !(await ofDay.limit(1).executeTakeFirst());
}

/** Adds the backup that is due, if no process has. */
export async function enqueueDue(database: Database, schedule: Schedule): Promise<void> {
  // A transaction would take the only write lock of SQLite.
  if (!(await isDue(database.db, schedule))) return;
  await database.transaction(async (db) => {
    await lockBackups(db);
    if (await isDue(db, schedule)) await enqueue(db, { slot: slotOf(schedule.time, 0) });
  });
}

/** Takes the next backup for this process. One whose process has ended or fallen silent is begun anew by another. */
export async function claim(
  database: Database,
  { isOwn, onTaken }: { isOwn: (id: number) => boolean; onTaken: (id: number) => void },
): Promise<StoredBackup | undefined> {
  const open = (db: Db) =>
    db.selectFrom('backup').selectAll().where('state', 'in', ['waiting', 'running']).orderBy('id');
  const isAbandoned = (row: { id: number; state: string; owner: string; beat: string }) => {
    if (row.state !== 'running' || isOwn(row.id)) return false;
    const state = stateOfOwner(row.owner);
    const isSilent = row.beat < isoFromNow(-silentMs) || row.beat > latestPlausibleTime();
    return state === 'gone' || state === 'this' || isSilent;
  };
  const isIdle = (rows: Parameters<typeof isAbandoned>[0][]) =>
    !rows.some((row) => row.state === 'waiting' || isAbandoned(row));
  if (isIdle(await open(database.db).execute())) return undefined;
  return database.transaction(async (db) => {
    await lockBackups(db);
    const rows = await open(db).execute();
    for (const row of rows.filter(isAbandoned)) {
      if (row.attempts < maxAttempts) row.state = 'waiting';
      else await finish(db, row.id, { state: 'failed', error: 'cut_off' });
    }
    if (rows.some((row) => row.state === 'running' && !isAbandoned(row))) return undefined;
    const next = rows.find(({ state }) => state === 'waiting');
    if (!next) return undefined;
    const taken = {
      state: 'running',
      owner: thisProcess,
      beat: isoFromNow(0),
      attempts: Number(next.attempts) + 1,
    } as const;
    await db.updateTable('backup').set(taken).where('id', '=', next.id).execute();
    onTaken(Number(next.id)); // before it is committed, so that no other server in this process takes it for abandoned
    return { ...next, ...taken } as StoredBackup;
  });
}

type Values = Partial<Omit<StoredBackup, 'id' | 'state'>> & { state?: 'waiting' | 'done' | 'failed' };

export async function finish(db: Db, id: number, values: Values): Promise<void> {
  await db
    .updateTable('backup')
    .set({ ...values, phase: '', end_time: toIsoSeconds(new Date()) } as never)
    .where('id', '=', id)
    .execute();
}

/** @returns false if another process has taken it over */
export async function update(database: Database, id: number, values: Values): Promise<boolean> {
  const { numUpdatedRows } = await database.transaction((db) =>
    db
      .updateTable('backup')
      .set({ ...values, beat: isoFromNow(0) } as never)
      .where('id', '=', id)
      .where('owner', '=', thisProcess)
      .where('state', '=', 'running')
      .executeTakeFirst(),
  );
  return Number(numUpdatedRows) === 1;
}

/** The newest of the backups that are whole. */
export const lastGood = (db: Db) =>
  db.selectFrom('backup').selectAll().where('state', '=', 'done').orderBy('id', 'desc').limit(1).executeTakeFirst();

/** An upper bound of what a first backup takes: the database is compressed, files are not. */
export async function siteBytes({ db, kind }: Database): Promise<number> {
  const size =
    kind === 'postgres'
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
  const { rows } = await size.execute(db);
  const files = await db
    .selectFrom('media')
    .select((select) => select.fn.sum('size').as('bytes'))
    .where('storage', '=', 'local')
    .executeTakeFirstOrThrow();
  return Number(rows[0]?.bytes ?? 0) + Number(files.bytes ?? 0);
}
