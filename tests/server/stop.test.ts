import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { bothDatabases } from '../support/databases.ts';
import { useProgram } from '../support/program.ts';
import { clientOf, type DatabaseKind } from '../support/server.ts';

const password = 'from the settings';

const program = useProgram();

describe('SIGTERM', () => {
  /** A program with an administrator, and one request of whose body the server has only asked for the rest. */
  async function underWay(kind: DatabaseKind) {
    const { dataDir, databaseUrl = '' } = await program.storage(kind, 'tables');
    const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ADMIN_PASSWORD: password };
    const running = await program.start(settings);
    await running.listening;
    const token = await clientOf(running.url).signIn('admin', password);
    const body = 'title=Under+way&model=article';
    const headers = {
      authorization: token,
      'content-type': 'application/x-www-form-urlencoded',
      expect: '100-continue',
      'content-length': body.length,
    };
    const agent = new Agent({ keepAlive: true });
    const sent = request(`${running.url}/api/base.base/addColumn`, { method: 'POST', headers, agent });
    sent.flushHeaders();
    await once(sent, 'continue');
    return { running, settings, sent, body, agent };
  }

  /** Resolves when nobody listens any more. */
  async function closed(url: string): Promise<void> {
    for (;;) {
      const probe = request(`${url}/healthz`, { agent: false });
      probe.end();
      const outcome = await Promise.race([once(probe, 'response'), once(probe, 'error')]).catch((error) => [error]);
      if (outcome[0] instanceof Error) return;
      outcome[0].resume();
    }
  }

  test.each(bothDatabases)('lets the request finish that is under way, and then ends at once (%s)', async (kind) => {
    const { running, settings, sent, body, agent } = await underWay(kind);
    running.process.kill('SIGTERM');
    await closed(running.url);
    sent.end(body);
    const [reply] = await once(sent, 'response');
    const chunks: Buffer[] = await reply.toArray();
    expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ code: 1 });

    const answered = performance.now();
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
    expect(performance.now() - answered).toBeLessThan(3000); // the kept connection does not hold it
    agent.destroy();

    const again = await program.start(settings);
    await again.listening;
    const client = clientOf(again.url);
    const token = await client.signIn('admin', password);
    const found = await client.data('base.base/getColumnList', { searchKey: 'Under way' }, { token });
    expect(found).toMatchObject({ total: 1 });
  });

  test('ends at once where connections are open without a request', async () => {
    const running = await program.start({ ADMIN_PASSWORD: password });
    await running.listening;
    const agent = new Agent({ keepAlive: true });
    const sent = request(`${running.url}/healthz`, { agent }).end();
    const [reply] = await once(sent, 'response');
    await reply.toArray();
    // One that a browser opens in advance, and one whose sender went silent in the middle of the headers.
    const { port } = new URL(running.url);
    const others = ['', 'GET /healthz HTTP/1.1\r\nHo'].map((start) => {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
      if (start) socket.write(start);
      return once(socket, 'connect');
    });
    await Promise.all(others);
    await clientOf(running.url).call('auth.auth/ini'); // so that these have arrived
    const asked = performance.now();
    running.process.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0 });
    expect(performance.now() - asked).toBeLessThan(2000);
    agent.destroy();
  });
});

describe('The log', () => {
  test('is JSON lines without a token or password, also of a request that failed', async () => {
    const { dataDir } = await program.storage('sqlite', 'tables');
    const running = await program.start({ DATA_DIR: dataDir, ADMIN_PASSWORD: password, LOG_LEVEL: 'trace' });
    await running.listening;
    const client = clientOf(running.url);
    const token = await client.signIn('admin', password);
    const { DatabaseSync } = await import('node:sqlite');
    const file = new DatabaseSync(`${dataDir}/rtop.db`);
    file.exec('alter table admin rename to admin_away');
    file.close();
    const failed = await client.call('base.admin/getAdminInfo', {}, { token, headers: { 'user-agent': 'a\tb' } });
    const again = await client.call('auth.auth/login', { username: 'admin', password });
    expect([failed.status, again.status]).toEqual([500, 500]);
    running.process.kill('SIGTERM');

    const { stdout } = await running.ended;
    for (const secret of [token, password, 'argon2']) expect(stdout).not.toContain(secret);
    const lines = stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    const errors = lines.filter(({ msg }) => msg === 'request failed');
    expect(errors).toHaveLength(2);
    for (const { reqId, err } of errors) {
      expect([failed.body.msg, again.body.msg].join()).toContain(reqId);
      expect(err.message).toContain('no such table');
    }
  });
});
