import { hostname } from 'node:os';
import { expect, test, vi } from 'vitest';
import type { Returned } from '../../contract/call.ts';
import type { systemStatus } from '../../contract/calls/system.ts';
import { isoFromNow } from '../../server/core/clock.ts';
import { jobRuns } from '../../server/core/diagnostics.ts';
import { describeEachDatabase } from '../support/server.ts';

type Status = Returned<typeof systemStatus>;

describeEachDatabase('The system status', (server, kind) => {
  const read = () => server.data<Status>('base.System/status');

  test('names the program, its process, its database, and the room on the disk', async () => {
    const { node, process: answering, database, disk, files, passwords_waiting } = await read();
    expect(node).toBe(process.versions.node);
    expect(answering).toBe(`${hostname()}~${process.pid}`);
    expect(database).toMatchObject({ kind, version: expect.stringMatching(/^\d+\.\d+/), waiting: 0 });
    expect(database.bytes).toBeGreaterThan(100_000);
    expect(disk.free).toBeGreaterThan(0);
    expect(disk.total).toBeGreaterThan(disk.free);
    expect(files).toEqual({ n: 0, bytes: 0 });
    expect(passwords_waiting).toBe(0);
  });

  test('says of each job how its last run ended', async () => {
    jobRuns.publish({ job: 'publish', ms: 12.4, isFailed: true });
    const { jobs } = await read();
    expect(jobs.find(({ job }) => job === 'publish')).toEqual({
      job: 'publish',
      ms: 12,
      failed: 1,
      ran: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  test('counts warnings and errors of the last hour by event, errors first, and lists slow calls', async () => {
    const row = (level: string, event: string, ageMs: number, message = 'm') =>
      ({ level, event, message, stack: '', request_id: '', create_time: isoFromNow(-ageMs) }) as never;
    await server.database.db.deleteFrom('run_log').execute();
    await server.database.db
      .insertInto('run_log')
      .values([
        row('warn', 'config', 60_000),
        row('error', 'request', 50_000),
        row('error', 'request', 120_000),
        row('error', 'request', 3_700_000),
        row('info', 'start', 1000),
        row('warn', 'slow', 40_000, 'base.base/getNavList took 1500 ms'),
      ])
      .execute();
    const { incidents, slow } = await read();
    expect(incidents.map(({ level, event, n }) => [level, event, n])).toEqual([
      ['error', 'request', 2],
      ['warn', 'config', 1],
    ]);
    expect(slow.map(({ message }) => message)).toEqual(['base.base/getNavList took 1500 ms']);
  });

  test('says whether there is a schedule of backups, and when the last whole one was made', async () => {
    expect((await read()).backup).toEqual({ is_on: 0, state: '', time: '', whole: '' });
    const backup = (state: string, create_time: string) =>
      ({
        state,
        create_time,
        slot: '',
        scheduled: 0,
        username: '',
        name: '',
        owner: '',
        beat: '',
        phase: '',
        error: '',
        end_time: create_time,
      }) as never;
    const [first, second] = ['2026-10-01T01:00:00Z', '2026-10-02T01:00:00Z'];
    await server.database.db
      .insertInto('backup')
      .values([backup('done', first), backup('failed', second)])
      .execute();
    await server.data('base.Config/saveConfig', { backup_on: '1' });
    expect((await read()).backup).toEqual({ is_on: 1, state: 'failed', time: second, whole: first });
    await server.data('base.Config/saveConfig', { backup_on: '0' });
  });

  test('a call that takes more than a second is listed with its time', async () => {
    let ms = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (ms += 1500));
    await server.data('base.base/getAllColumnList');
    clock.mockRestore();
    const slow = async () => (await read()).slow.map(({ message }) => message);
    await expect.poll(slow).toContainEqual(expect.stringMatching(/^base\.base\/getAllColumnList took \d{4,} ms$/));
  });

  test('is for who has its rule', async () => {
    const { token } = await server.makeAdmin(await server.makeRole(['/systemStatus']));
    expect((await server.call('base.System/status', {}, { token })).status).toBe(403);
    const operator = await server.makeAdmin(await server.makeRole(['/systemStatus', 'base.System/status']));
    expect((await server.call('base.System/status', {}, { token: operator.token })).status).toBe(200);
  });
});
