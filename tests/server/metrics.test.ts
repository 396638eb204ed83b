import { expect, test } from 'vitest';
import { describeTestedDatabases, startServer } from '../support/server.ts';

const metricsToken = '4f1c0f6f9a0f4c5cb2a7d9a1e3b58c70';

describeTestedDatabases(
  'Metrics',
  (server) => {
    const ask = (headers: Record<string, string> = {}) => fetch(`${server.url}/metrics`, { headers });
    const read = async () => (await ask({ authorization: `Bearer ${metricsToken}` })).text();
    /** The value of a series by its name and all of its labels. */
    const seriesOf = (text: string, series: string) => {
      const line = text.split('\n').find((each) => each.startsWith(`${series} `));
      return line === undefined ? undefined : Number(line.split(' ').at(-1));
    };

    test('count requests by call and status, statements and jobs, and show what waits', async () => {
      const list = 'rtop_request_seconds_count{call="base.base/getAllColumnList",status="200"}';
      const statements = 'rtop_statement_seconds_count{result="done"}';
      const before = await read();
      for (let n = 0; n < 3; n++) await server.data('base.base/getAllColumnList');
      await server.call('base.base/getAllColumnList', {}, { token: '' });
      await fetch(`${server.url}/api/somebody@example.com`);
      const after = await read();
      expect((seriesOf(after, list) ?? 0) - (seriesOf(before, list) ?? 0)).toBe(3);
      expect(seriesOf(after, list.replace('200', '401'))).toBe(1);
      expect((seriesOf(after, statements) ?? 0) - (seriesOf(before, statements) ?? 0)).toBeGreaterThanOrEqual(6);
      await expect
        .poll(async () => seriesOf(await read(), 'rtop_job_seconds_count{job="imports",result="done"}'))
        .toBeGreaterThan(0);
      for (const name of ['rtop_database_waiting', 'rtop_passwords_hashing', 'rtop_passwords_waiting'])
        expect(seriesOf(after, name), name).toBe(0);
      expect(seriesOf(after, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
      expect(seriesOf(after, 'rtop_backup_last_timestamp_seconds')).toBe(0);
      expect(after).not.toContain('somebody');
    });

    test('are for who has the token', async () => {
      for (const authorization of ['', 'Bearer x', `Bearer ${metricsToken}x`, `Bearer ${server.token}`])
        expect((await ask({ authorization })).status, authorization).toBe(401);
      const { headers } = await ask({ authorization: `Bearer ${metricsToken}` });
      expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    });
  },
  { settings: { metricsToken } },
);

test('without a token in the settings there are no metrics', async () => {
  const server = await startServer();
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  await server.stop();
});
