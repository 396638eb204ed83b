import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Returned } from '../../contract/call.ts';
import type { BackupRow, listBackups } from '../../contract/calls/backup.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { readArchive } from '../../server/backup/readArchive.ts';
import { openBackupRunner } from '../../server/backup/runBackups.ts';
import { expired, slotOf } from '../../server/backup/schedule.ts';
import { openSecrets } from '../../server/core/secrets.ts';
import { describeTestedDatabases, type Refused, type TestServer } from '../support/server.ts';

type List = Returned<typeof listBackups>;

const runnerOf = ({ database, settings }: TestServer, failures: unknown[] = []) =>
  openBackupRunner(
    { database, settings, secrets: openSecrets(settings) },
    { onFailure: (error) => failures.push(error) },
  );

describeTestedDatabases('backups that the server makes', (server) => {
  const list = () => server.data<List>('base.Backup/list');
  const latest = async () => (await list()).backups[0] as BackupRow;
  const folder = () => join(server.settings.dataDir, 'backups');
  const config = (values: Record<string, unknown>) => server.data('base.Config/saveConfig', values);
  const insert = (values: object) =>
    server.database.db
      .insertInto('backup')
      .values({
        state: 'done',
        slot: '',
        name: '',
        owner: '',
        beat: '',
        phase: '',
        error: '',
        username: '',
        create_time: toIsoSeconds(new Date()),
        end_time: toIsoSeconds(new Date()),
        ...values,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
  const make = async () => {
    await server.data('base.Backup/create');
    await expect.poll(async () => (await latest()).state).toBe('done');
    return latest();
  };

  // One that a busy machine has not come to an end with would be in the way of the next test.
  beforeEach(async () => {
    const isBusy = async () => (await list()).backups.some(({ state }) => state === 'waiting' || state === 'running');
    await expect.poll(isBusy).toBe(false);
  });

  test('one is begun at once, verified, and kept where nobody else reads it', async () => {
    const made = await make();
    expect(made).toMatchObject({ username: 'admin', scheduled: 0, is_here: 1, host: hostname(), error: '' });
    const path = join(folder(), made.name);
    expect(statSync(path).size).toBe(made.size);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    const { manifest } = await readArchive(path);
    expect(made.rows).toBe(Object.values(manifest.tables).reduce((sum, { rows }) => sum + rows, 0));
    expect(readdirSync(folder())).toEqual([made.name]);
  });

  test('secrets are sealed under the passphrase of the configuration, which nobody reads', async () => {
    const short = await server.call<Refused>('base.Config/saveConfig', { backup_passphrase: 'short' });
    expect(short.body.data.errors.backup_passphrase).toContain('12');
    await config({ backup_passphrase: 'twelve or more characters' });
    const made = await make();
    expect(made).toMatchObject({ secrets: 1, left_out: 0 });
    const path = join(folder(), made.name);
    expect((await readArchive(path, 'twelve or more characters')).secrets?.size).toBe(1);
    await expect(readArchive(path, 'another passphrase')).rejects.toThrow('The passphrase is not the one');
    await config({ clear: 'backup_passphrase' });
  });

  test('none is made whose secrets a passphrase would seal that the server cannot open', async () => {
    const failures: unknown[] = [];
    await config({ backup_passphrase: 'twelve or more characters' });
    await insert({ state: 'waiting' });
    const secrets = openSecrets({ ...server.settings, secretKey: 'another key of thirty-two letters' });
    const ends: boolean[] = [];
    const listeners = {
      onFailure: (error: unknown) => failures.push(error),
      onEnd: (_ms: number, isFailed: boolean) => ends.push(isFailed),
    };
    await openBackupRunner({ ...server, secrets }, listeners).run();
    expect(ends).toEqual([true]);
    expect(failures).toHaveLength(1);
    expect(await latest()).toMatchObject({ state: 'failed', error: 'passphrase' });
    await config({ clear: 'backup_passphrase' });
  });

  test('a download leaves a trace', async () => {
    const { id, size } = await make();
    const reply = await fetch(`${server.url}/api/base.Backup/download`, {
      method: 'POST',
      headers: { authorization: server.token, 'accept-encoding': 'gzip, br' },
      body: new URLSearchParams({ id: String(id) }),
    });
    expect(reply.headers.get('content-encoding')).toBeNull();
    expect((await reply.bytes()).length).toBe(size);
    const log = await server.data<{ data: object[] }>('base.base/getOperateLog', { path: 'base.Backup/download' });
    expect(log.data[0]).toMatchObject({ target: 'backup', target_id: id, code: 1 });
  });

  test('is for who has its rule', async () => {
    const { token } = await server.makeAdmin(await server.makeRole(['/backup', 'base.Backup/list']));
    expect((await server.call('base.Backup/list', {}, { token })).status).toBe(200);
    for (const call of ['create', 'delete', 'download'])
      expect((await server.call(`base.Backup/${call}`, { id: 1 }, { token })).status).toBe(403);
  });

  test('one that is deleted is gone from the disk', async () => {
    const { id, name } = await latest();
    await server.data('base.Backup/delete', { id });
    await expect.poll(() => existsSync(join(folder(), name))).toBe(false);
    expect((await list()).backups.some((backup) => backup.id === id)).toBe(false);
  });

  test('only one is made at a time, also by several processes', async () => {
    const { id } = await insert({ state: 'running', owner: 'elsewhere~1', beat: toIsoSeconds(new Date()) });
    expect((await server.call('base.Backup/create')).body.msg).toContain('备份');
    expect(await runnerOf(server).run()).toBe(0);
    expect((await server.call('base.Backup/delete', { id })).body.code).toBe(0);
    await server.database.db.deleteFrom('backup').where('id', '=', id).execute();
  });

  test.each([
    ['whose process has ended', `${hostname()}~999999`, 0],
    ['whose machine says nothing any more', 'elsewhere~1', -10 * 60_000],
    ['whose clock was ahead', 'elsewhere~1', 60 * 60_000],
  ])('one %s is begun anew by another', async (_what, owner, beatMs) => {
    const name = 'site-20260101T000000Z-9.tar';
    writeFileSync(join(folder(), `${name}.partial`), 'half');
    const beat = toIsoSeconds(new Date(Date.now() + beatMs));
    const { id } = await insert({ state: 'running', owner, beat, attempts: 1, name });
    await runnerOf(server).run();
    expect(await latest()).toMatchObject({ id, state: 'done', is_here: 1 });
    expect(existsSync(join(folder(), `${name}.partial`))).toBe(false);
  });

  test('one that was cut off three times is given up', async () => {
    const { id } = await insert({ state: 'running', owner: `${hostname()}~999999`, attempts: 3 });
    await runnerOf(server).run();
    expect(await latest()).toMatchObject({ id, state: 'failed', error: 'cut_off' });
  });

  test('a server that stops leaves it to the next', async () => {
    const { id } = await insert({ state: 'waiting' });
    const runner = runnerOf(server);
    const run = runner.run();
    await expect.poll(async () => (await latest()).state).toBe('running');
    await runner.stop();
    expect(await run).toBe(0);
    expect(await latest()).toMatchObject({ id, state: 'waiting' });
    expect(readdirSync(folder()).filter((file) => file.endsWith('.partial'))).toEqual([]);
    await runnerOf(server).run();
    expect(await latest()).toMatchObject({ id, state: 'done' });
  });

  test('a failure is told in the list and in the run log, with its reason', async () => {
    const { backupDir, ...settings } = server.settings;
    const blocked = join(server.settings.dataDir, 'blocked');
    writeFileSync(blocked, 'no folder');
    const failures: unknown[] = [];
    const { id } = await insert({ state: 'waiting' });
    await runnerOf({ ...server, settings: { ...settings, backupDir: blocked } }, failures).run();
    expect(failures).toHaveLength(1);
    expect(await latest()).toMatchObject({ id, state: 'failed', error: 'folder' });
    rmSync(blocked);
  });

  test('none is begun where the disk has too little room for one like the last', async () => {
    const last = await insert({ size: 2 ** 50, name: 'large' });
    await insert({ state: 'waiting' });
    const failures: unknown[] = [];
    await runnerOf(server, failures).run();
    expect(await latest()).toMatchObject({ state: 'failed', error: 'disk_room' });
    expect(String(failures[0])).toMatch(/may need 1288490253 MB|MB are free/);
    await server.database.db.deleteFrom('backup').where('id', '=', last.id).execute();
  });

  describe('on the schedule', () => {
    beforeAll(() => server.database.db.deleteFrom('backup').execute());

    test('one is made for each time that has come, by one process', async () => {
      expect(await runnerOf(server).run()).toBe(0);
      await config({ backup_on: '1', backup_time: '00:00' });
      const { is_due, backups } = await list();
      // The server's own runner may have been quicker.
      expect(is_due === 1 || backups.length === 1).toBe(true);
      await Promise.all([runnerOf(server).run(), runnerOf(server).run()]);
      await expect.poll(async () => (await latest()).state).toBe('done');
      expect(await runnerOf(server).run()).toBe(0);
      expect(await list()).toMatchObject({ is_due: 0, backups: [{ state: 'done', scheduled: 1 }] });
    });

    test('says when the next is due, in the time zone of the server', async () => {
      const { is_on, next, zone } = await list();
      expect(is_on).toBe(1);
      expect(zone).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
      expect(Date.parse(next ?? '')).toBeGreaterThan(Date.now());
      const refused = await server.call<Refused>('base.Config/saveConfig', { backup_time: '25:00' });
      expect(refused.body.data.errors).toHaveProperty('backup_time');
    });

    test('one that failed is tried again after an hour, and three times in all', async () => {
      await server.database.db.updateTable('backup').set({ state: 'failed' }).execute();
      expect(await runnerOf(server).run()).toBe(0);
      const hourAgo = toIsoSeconds(new Date(Date.now() - 3_700_000));
      await server.database.db.updateTable('backup').set({ end_time: hourAgo }).execute();
      await runnerOf(server).run();
      await expect.poll(async () => (await latest()).state).toBe('done');
      expect((await list()).backups.map(({ state }) => state)).toEqual(['done', 'failed']);
    });

    test('old ones go, and those that people made stay', async () => {
      const day = 24 * 3600_000;
      await config({ backup_daily: '1', backup_weekly: '0', backup_monthly: '0' });
      await server.database.db.deleteFrom('backup').execute();
      mkdirSync(folder(), { recursive: true });
      for (const [name, scheduled] of [
        ['old-schedule', 1],
        ['old-hand', 0],
      ] as const) {
        writeFileSync(join(folder(), name), 'backup');
        await insert({ name, scheduled, create_time: toIsoSeconds(new Date(Date.now() - 40 * day)) });
      }
      await runnerOf(server).run();
      await expect.poll(async () => (await latest()).state).toBe('done');
      await expect.poll(() => existsSync(join(folder(), 'old-schedule'))).toBe(false);
      await expect.poll(async () => (await list()).backups.length).toBe(2);
      const { backups } = await list();
      expect(backups.map(({ name }) => name)).toEqual([expect.stringMatching(/^site-/), 'old-hand']);
      expect(existsSync(join(folder(), 'old-hand'))).toBe(true);
    });

    test('another time of day begins none where the day has one already, and counts from its next coming on', async () => {
      const { id } = await latest();
      const isMade = async () => (await latest()).id > id && (await latest()).state === 'done';
      for (const backup_time of ['00:01', '23:59']) {
        await config({ backup_time });
        expect(await runnerOf(server).run()).toBe(0);
        expect(await latest()).toMatchObject({ id, state: 'done' });
      }
      // As if it had been set before that time last came.
      const twoDaysAgo = toIsoSeconds(new Date(Date.now() - 48 * 3600_000));
      const setting = server.database.db.updateTable('config_item').where('en_name', '=', 'backup_time');
      await setting.set({ update_time: twoDaysAgo }).execute();
      await runnerOf(server).run();
      await expect.poll(isMade).toBe(true);
    });

    test('another time of day begins one at once where the day has none', async () => {
      const { id } = await latest();
      const lastWeek = toIsoSeconds(new Date(Date.now() - 7 * 24 * 3600_000));
      await server.database.db.updateTable('backup').set({ create_time: lastWeek }).execute();
      await config({ backup_time: '00:02' });
      await runnerOf(server).run();
      await expect.poll(async () => (await latest()).id).toBeGreaterThan(id);
      await expect.poll(async () => (await latest()).state).toBe('done');
    });
  });
});

describe('what is kept', () => {
  const backup = (create_time: string) => ({ id: 0, create_time });
  const keptOf = (times: string[], retention: Parameters<typeof expired>[1]) => {
    const all = times.map(backup);
    const gone = new Set(expired(all, retention));
    return all.filter((each) => !gone.has(each)).map(({ create_time }) => create_time);
  };
  const nights = Array.from({ length: 60 }, (_, n) => toIsoSeconds(new Date(2026, 9, 1 + n, 3, 30)));

  test('is the last of each of the latest days, weeks and months', () => {
    const kept = keptOf(nights, { daily: 3, weekly: 2, monthly: 2 });
    const local = kept.map((time) => new Date(time).toDateString());
    // 29 November 2026 is a Sunday; the week before ended on the 22nd, and the month before on 31 October.
    expect(local).toEqual([
      'Sat Oct 31 2026',
      'Sun Nov 22 2026',
      'Fri Nov 27 2026',
      'Sat Nov 28 2026',
      'Sun Nov 29 2026',
    ]);
  });

  test('is the last one, however old it is', () => {
    expect(keptOf(['2020-01-01T00:00:00Z'], { daily: 1, weekly: 0, monthly: 0 })).toHaveLength(1);
    expect(keptOf(nights.slice(0, 2), { daily: 0, weekly: 0, monthly: 0 })).toEqual([nights[1]]);
  });

  test('is told by the clock of the server', () => {
    const now = new Date(2026, 10, 24, 2, 0);
    expect(slotOf('03:30', 0, now)).toBe(toIsoSeconds(new Date(2026, 10, 23, 3, 30)));
    expect(slotOf('03:30', 1, now)).toBe(toIsoSeconds(new Date(2026, 10, 24, 3, 30)));
    expect(slotOf('01:00', 0, now)).toBe(toIsoSeconds(new Date(2026, 10, 24, 1, 0)));
  });
});
