import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CallError } from '../core/errors.ts';
import type { Db } from '../database/tables.ts';
import type { Handlers } from '../engine/callContext.ts';
import { logOperation } from '../engine/write/transaction.ts';
import { backupPath, freeBytes, removeBackupFile } from './backupFolder.ts';
import { enqueue, isDue, listed, lockBackups } from './backups.ts';
import type { BackupRunner } from './runBackups.ts';
import { readSchedule, serverZone, slotOf } from './schedule.ts';
import { whileAdmitted } from './whileAdmitted.ts';

declare module '../engine/callContext.ts' {
  interface AppServices {
    backups: BackupRunner;
  }
}

/** No format that a proxy or this server would compress again. */
const type = 'application/vnd.rtop.backup';

export const backupHandlers = {
  'base.Backup/list': async ({ db, settings }) => {
    const schedule = await readSchedule(db);
    const { isOn, time, passphrase } = schedule;
    return {
      backups: await listed(db, settings),
      is_on: isOn ? 1 : 0,
      zone: serverZone(),
      next: isOn ? slotOf(time, 1) : null,
      is_due: (await isDue(db, schedule)) ? 1 : 0,
      has_passphrase: passphrase === '' ? 0 : 1,
      free: await freeBytes(settings),
    };
  },

  'base.Backup/create': async ({ db, admin, backups, later, note }) => {
    await lockBackups(db);
    const id = await enqueue(db, { username: admin?.username ?? '' });
    if (id === undefined) throw new CallError('backup_running');
    note({ target: 'backup', target_id: id });
    later('backups', async () => backups.begin());
    return { id };
  },

  'base.Backup/delete': async ({ db, settings, later, note }, { id }) => {
    await lockBackups(db);
    const { name, state } = await backupOf(db, id);
    if (state === 'waiting' || state === 'running') throw new CallError('backup_running');
    await db.deleteFrom('backup').where('id', '=', id).execute();
    note({ target: 'backup', target_id: id, before: { name } });
    later('backups', () => removeBackupFile(settings, name));
    return undefined;
  },

  'base.Backup/download': async (context, { id }) => {
    const started = performance.now();
    // It has every record and field.
    if (context.admin?.limits) throw new CallError('backup_limited');
    const { name, state } = await backupOf(context.db, id);
    const file = state === 'done' ? await openIfThere(backupPath(context.settings, name)) : undefined;
    if (!file) throw new CallError('backup_elsewhere');
    // Before the first byte: whoever has the file cannot take it without a trace.
    await context.database.transaction((db) =>
      logOperation(db, context, { params: { id }, started }, [{ target: 'backup', target_id: id, before: { name } }]),
    );
    const bytes = file.createReadStream();
    const admitted = whileAdmitted(bytes, () => context.admitAgain());
    const stream = Readable.from(admitted, { objectMode: false });
    // A reply that ends before its first byte never begins to read, and would leave the file open.
    return { name, type, stream: stream.once('close', () => bytes.destroy()) };
  },
} satisfies Partial<Handlers>;

async function backupOf(db: Db, id: number) {
  const backup = await db.selectFrom('backup').select(['name', 'state']).where('id', '=', id).executeTakeFirst();
  if (!backup) throw new CallError('not_found');
  return backup;
}

const openIfThere = (path: string) =>
  open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
