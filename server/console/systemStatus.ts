import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { BackupState } from '../../contract/calls/backup.ts';
import type { Incident, JobRun } from '../../contract/calls/system.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { hashing } from '../auth/password.ts';
import { lastGood } from '../backup/backups.ts';
import { readSchedule } from '../backup/schedule.ts';
import { isoFromNow } from '../core/clock.ts';
import { jobRuns, slowEvent } from '../core/diagnostics.ts';
import { thisProcess } from '../core/processOwner.ts';
import { started, version } from '../core/program.ts';
import { type Database, type Db, isPostgres } from '../database/tables.ts';
import type { Handlers } from '../engine/callContext.ts';

const hourMs = 3600_000;
const maxSlow = 10;

/** The last run of each job, by its name; jobs belong to the process, not to one server in it. */
const lastRuns = new Map<string, JobRun>();
jobRuns.subscribe(({ job, ms, isFailed }) => {
  lastRuns.set(job, { job, ran: toIsoSeconds(new Date()), ms: Math.round(ms), failed: isFailed ? 1 : 0 });
});

export const systemHandlers = {
  'base.System/status': async ({ database, settings }) => {
    const { db } = database;
    const since = isoFromNow(-hourMs);
    const [databaseFacts, { bavail, blocks, bsize }, files, backup, incidents, slow] = await Promise.all([
      databaseStatus(database),
      statfs(settings.dataDir),
      filesIn(db),
      backupStatus(db),
      incidentsSince(db, since),
      slowSince(db, since),
    ]);
    return {
      version,
      node: process.versions.node,
      process: thisProcess,
      started: toIsoSeconds(started),
      database: databaseFacts,
      disk: { free: bavail * bsize, total: blocks * bsize },
      files,
      backup,
      jobs: [...lastRuns.values()].toSorted((one, other) => (one.job < other.job ? -1 : 1)),
      passwords_waiting: hashing().waiting,
      incidents,
      slow,
    };
  },
} satisfies Partial<Handlers>;

const factsOf = (db: Db) =>
  isPostgres(db)
    ? sql<Facts>`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`
    : sql<Facts>`select sqlite_version() as version, page_count * page_size as bytes
        from pragma_page_count(), pragma_page_size()`;
interface Facts {
  version: string;
  bytes: number;
}

async function databaseStatus(database: Database) {
  const { db, kind } = database;
  const waiting = database.waiting();
  const begun = performance.now();
  await db.selectFrom('generation').select('n').limit(1).execute();
  const ms = Math.round(performance.now() - begun);
  const { rows } = await factsOf(db).execute(db);
  const [facts] = rows;
  // PostgreSQL's version names its package too: `15.4 (Debian 15.4-1)`.
  return { kind, version: facts?.version.split(' ')[0] ?? '', bytes: Number(facts?.bytes ?? 0), ms, waiting };
}

async function filesIn(db: Db) {
  const { n, bytes } = await db
    .selectFrom('media')
    .select(({ fn }) => [fn.countAll().as('n'), fn.sum('size').as('bytes')])
    .executeTakeFirstOrThrow();
  return { n: Number(n), bytes: Number(bytes ?? 0) };
}

async function backupStatus(db: Db) {
  const newest = db.selectFrom('backup').select(['state', 'create_time']).orderBy('id', 'desc').limit(1);
  const [last, whole, { isOn }] = await Promise.all([newest.executeTakeFirst(), lastGood(db), readSchedule(db)]);
  return {
    ...({ is_on: isOn ? 1 : 0, state: (last?.state ?? '') as BackupState | '' } as const),
    time: last?.create_time ?? '',
    whole: whole?.create_time ?? '',
  };
}

async function incidentsSince(db: Db, since: string): Promise<Incident[]> {
  const rows = await db
    .selectFrom('run_log')
    .select(({ fn }) => ['level', 'event', fn.countAll().as('n'), fn.max('create_time').as('last')])
    .where('create_time', '>=', since)
    .where('level', 'in', ['warn', 'error'])
    .where('event', '!=', slowEvent)
    .groupBy(['level', 'event'])
    .orderBy('level') // errors first
    .orderBy('last', 'desc')
    .execute();
  return rows.map(({ level, event, n, last }) => ({ level: level as Incident['level'], event, n: Number(n), last }));
}

async function slowSince(db: Db, since: string) {
  const rows = await db
    .selectFrom('run_log')
    .select(['message', 'create_time'])
    .where('create_time', '>=', since)
    .where('event', '=', slowEvent)
    .orderBy('id', 'desc')
    .limit(maxSlow)
    .execute();
  return rows.map(({ message, create_time }) => ({ message, time: create_time }));
}
