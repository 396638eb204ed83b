import { existsSync } from 'node:fs';
import type { BackupError } from '../../contract/calls/backup.ts';
import { openConfigSecret } from '../config/config.ts';
import { isoFromNow } from '../core/clock.ts';
import { stateOfOwner } from '../core/processOwner.ts';
import type { AppServices } from '../engine/callContext.ts';
import { backupPath, freeBytes, makeBackupFolder, newName, removeBackupFile } from './backupFolder.ts';
import { backupInProcess, type Progress } from './backupProcess.ts';
import { claim, enqueueDue, finish, lastGood, type StoredBackup, siteBytes, update } from './backups.ts';
import { expired, readSchedule } from './schedule.ts';

type Services = Pick<AppServices, 'database' | 'settings' | 'secrets'>;

const mib = 1024 * 1024;
const spareBytes = 64 * mib;
const longestMs = 12 * 3600_000;
const failuresForMs = 30 * 24 * 3600_000;

/** The console has a sentence for each of these failures; all others are in the run log. */
const errorOf: Record<string, BackupError> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  ROOM: 'disk_room',
  PASSPHRASE: 'passphrase',
  EACCES: 'folder',
  EPERM: 'folder',
  EROFS: 'folder',
  EEXIST: 'folder',
  ENOTDIR: 'folder',
  ENOENT: 'folder',
};

export interface BackupRunner {
  /** Makes all backups that are due or asked for. @returns how many were made */
  run(): Promise<number>;
  /** Calls `run` without waiting for it. */
  begin(): void;
  /** Ends the work, which another process or the next start takes up. */
  stop(): Promise<void>;
}

interface Listeners {
  onFailure(error: unknown): void;
  /** Called after each backup that was begun, unless another process took it over. */
  onEnd?(ms: number, isFailed: boolean): void;
}

/** The backups that servers in this process are making. */
const underWay = new Set<string>();

export function openBackupRunner(services: Services, { onFailure, onEnd }: Listeners): BackupRunner {
  const { database, settings } = services;
  const stopping = new AbortController();
  const keyOf = (id: number) => `${settings.databaseUrl ?? settings.dataDir} ${id}`;
  let running: Promise<number> | undefined;

  async function make(backup: StoredBackup): Promise<boolean> {
    const { id } = backup;
    const begun = performance.now();
    const lost = new AbortController();
    const name = newName(id, isoFromNow(0));
    try {
      await removeBackupFile(settings, backup.name);
      if (!(await update(database, id, { name, phase: 'write', error: '' }))) return false;
      const { passphrase } = await readSchedule(database.db);
      await makeBackupFolder(settings);
      await assertRoom(services);
      const job = {
        site: { dataDir: settings.dataDir, databaseUrl: settings.databaseUrl, secretKey: settings.secretKey },
        path: backupPath(settings, name),
        passphrase: openPassphrase(services, passphrase),
      };
      const onProgress = async (progress: Progress) => {
        // The update fails while the database is away for a moment.
        const isOwner = await update(database, id, { phase: progress.phase, ...valuesOf(progress) }).catch(() => true);
        if (!isOwner) lost.abort(new Error('another process has taken the backup over'));
      };
      const signal = AbortSignal.any([stopping.signal, lost.signal, AbortSignal.timeout(longestMs)]);
      const done = await backupInProcess(job, onProgress, signal);
      const values = { ...valuesOf(done), phase: '', end_time: isoFromNow(0) };
      if (!(await update(database, id, { state: 'done', ...values }))) lost.abort();
      lost.signal.throwIfAborted();
    } catch (error) {
      await removeBackupFile(settings, name);
      if (!lost.signal.aborted) await giveUp(backup, error);
      if (!lost.signal.aborted && !stopping.signal.aborted) onEnd?.(performance.now() - begun, true);
      return false;
    }
    onEnd?.(performance.now() - begun, false);
    if (backup.scheduled === 1) await removeExpired(services);
    return true;
  }

  async function giveUp({ id, attempts }: StoredBackup, error: unknown): Promise<void> {
    if (stopping.signal.aborted) {
      await update(database, id, { state: 'waiting', attempts: attempts - 1, size: 0, phase: '' });
      return;
    }
    onFailure(error);
    const code = String((error as { code?: unknown }).code ?? '');
    await database.transaction((db) => finish(db, id, { state: 'failed', error: errorOf[code] ?? 'other', size: 0 }));
  }

  async function makeAll(): Promise<number> {
    await enqueueDue(database, await readSchedule(database.db));
    let made = 0;
    while (!stopping.signal.aborted) {
      const backup = await claim(database, {
        isOwn: (id) => underWay.has(keyOf(id)),
        onTaken: (id) => underWay.add(keyOf(id)),
      });
      if (!backup) break;
      if (await make(backup).finally(() => underWay.delete(keyOf(backup.id)))) made++;
    }
    return made;
  }

  const run = () => {
    running ??= makeAll().finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    run,
    begin: () => void run().catch(onFailure),
    stop: async () => {
      stopping.abort(new Error('the server stops'));
      await running?.catch(() => {}); // who began it was told
    },
  };
}

const valuesOf = ({ size, report }: Progress) => ({
  size,
  row_count: report.rows,
  file_count: report.files,
  secrets: report.secrets,
  left_out: report.leftOut + report.unreadable,
  in_bucket: report.inBucket,
});

/**
 * @throws Error with the code `PASSPHRASE` if the server's key does not open the stored one: otherwise the backup would
 * silently lack the secrets
 */
function openPassphrase({ secrets }: Services, passphrase: string): string | undefined {
  const text = openConfigSecret(secrets, passphrase);
  if (text === undefined && passphrase !== '')
    throw Object.assign(new Error('The passphrase of backups was sealed under another SECRET_KEY or secret.key.'), {
      code: 'PASSPHRASE',
    });
  return text;
}

/** @throws Error with the code `ROOM` if the disk would be full afterwards */
async function assertRoom({ database, settings }: Services): Promise<void> {
  const last = await lastGood(database.db);
  const needed = Math.round(last ? Number(last.size) * 1.2 : await siteBytes(database)) + spareBytes;
  const free = await freeBytes(settings);
  if (free >= needed) return;
  const inMib = (bytes: number) => `${Math.round(bytes / mib)} MB`;
  throw Object.assign(new Error(`A backup may need ${inMib(needed)}, and ${inMib(free)} are free.`), { code: 'ROOM' });
}

/** Deletes backups of the schedule that are no longer kept. Those that people asked for they delete themselves. */
async function removeExpired({ database, settings }: Services): Promise<void> {
  const { retention } = await readSchedule(database.db);
  const good = await database.db
    .selectFrom('backup')
    .select(['id', 'name', 'create_time', 'owner'])
    .where('state', '=', 'done')
    .where('scheduled', '=', 1)
    .execute();
  // Files on the disk of another machine are left to its process.
  const gone = expired(good, retention).filter(
    ({ name, owner }) => stateOfOwner(owner) !== 'elsewhere' || existsSync(backupPath(settings, name)),
  );
  for (const { name } of gone) await removeBackupFile(settings, name);
  await database.transaction(async (db) => {
    for (const { id } of gone) await db.deleteFrom('backup').where('id', '=', id).execute();
    const old = db.deleteFrom('backup').where('state', '=', 'failed');
    await old.where('end_time', '<', isoFromNow(-failuresForMs)).execute();
  });
}
