import { expect, test } from 'vitest';
import { openRunLog } from '../../server/logs/runLog.ts';
import { renameTable } from '../support/renameTable.ts';
import { describeTestedDatabases, startServer } from '../support/server.ts';

interface Row {
  id: number;
  level: string;
  event: string;
  message: string;
  stack: string;
  request_id: string;
}

describeTestedDatabases('The run log', (server) => {
  const read = async (filter: Record<string, unknown> = {}) =>
    (await server.data<{ data: Row[] }>('base.base/getSystemLog', { limit: 100, ...filter })).data;
  const count = async () => {
    const rows = await server.database.db.selectFrom('run_log').select('id').execute();
    return rows.length;
  };
  const rename = (from: string, to: string) => renameTable(server, from, to);
  /** Makes this many calls that fail with an error of the server. */
  async function fail(times: number) {
    await rename('operation_log', 'operation_log_away');
    const add = () => server.call('base.base/addColumn', { title: 'x', model: 'article' });
    const replies = await Promise.all(Array.from({ length: times }, add));
    await rename('operation_log_away', 'operation_log');
    return replies;
  }

  test('notes the start', async () => {
    await expect.poll(() => read({ event: 'start' })).toMatchObject([{ level: 'info', request_id: '' }]);
  });

  test('keeps what fails with its stack, and with the number that the reply names', async () => {
    const [reply] = await fail(1);
    expect(reply?.status).toBe(500);
    await expect.poll(() => read({ level: 'error' })).toHaveLength(1);
    const [found] = await read({ level: 'error' });
    const [row] = await read({ ids: found?.id });
    expect(row).toMatchObject({ event: 'request', message: expect.stringContaining('operation_log') });
    expect(row?.stack).toContain('at ');
    expect(reply?.body.msg).toContain(row?.request_id);
  });

  test('has no row of what is only refused', async () => {
    const before = await count();
    await server.call('base.base/addColumn', {});
    await server.call('base.base/addColumn', {}, { token: 'dead' });
    await server.call('base.base/nothing');
    expect(await count()).toBe(before);
  });

  test('is bounded in what it keeps of many failures', async () => {
    await fail(200);
    await expect.poll(count).toBeGreaterThan(50);
    expect(await count()).toBeLessThanOrEqual(121);
  });

  test('that cannot be written holds up nothing', async () => {
    const other = await startServer({ beside: server });
    await rename('run_log', 'run_log_away');
    await fail(1);
    expect((await other.call('auth.auth/ini')).status).toBe(200);
    await rename('run_log_away', 'run_log');
    await other.stop();
    expect(await read({ event: 'stop' })).toHaveLength(1);
  });

  test('keeps what was said before it closed, and nothing after', async () => {
    const runLog = openRunLog(server.database);
    const say = (msg: string) => runLog.write(JSON.stringify({ level: 40, msg }));
    say('just before the end');
    const closed = runLog.close();
    say('after the end');
    await closed;
    const kept = (await read()).map(({ message }) => message).filter((message) => message.endsWith('the end'));
    expect(kept).toEqual(['just before the end']);
  });
});
