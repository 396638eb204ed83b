import { connect } from 'node:net';
import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Program, useProgram } from '../support/program.ts';
import { clientOf, startServer, useServer } from '../support/server.ts';

describe('A1: many requests in one packet', () => {
  const program = useProgram();
  let running: Program;

  beforeAll(async () => {
    running = await program.start({ ADMIN_PASSWORD: 'a long enough one', LOG_LEVEL: 'error' });
    await running.listening;
  });

  /** Sends a request so many times at once. @returns how many replies came until the server closed the connection */
  function sendMany(line: string, times: number): Promise<number> {
    const socket = connect(Number(new URL(running.url).port), '127.0.0.1').on('error', () => undefined);
    let said = '';
    socket.setEncoding('latin1').on('data', (text) => {
      said += text;
    });
    const closed = new Promise<number>((resolve) => {
      socket.once('close', () => resolve(said.split('HTTP/1.1 ').length - 1));
    });
    socket.write(`${line}\r\nhost: x\r\ncontent-length: 0\r\n\r\n`.repeat(times));
    return closed;
  }

  test.each(['GET /healthz', 'GET /none', 'GET /%zz', 'POST /api/auth.auth/login'])(
    'closes it: %s',
    async (request) => {
      expect(await sendMany(`${request} HTTP/1.1`, 500)).toBeLessThanOrEqual(8);
    },
  );

  test('closes it also where an expectation is refused', async () => {
    expect(await sendMany('GET /healthz HTTP/1.1\r\nexpect: something', 500)).toBe(1);
  });

  test('leaves nothing of a peer that is gone in the log', async () => {
    await sendMany('POST /api/auth.auth/login HTTP/1.1', 500);
    await clientOf(running.url).call('auth.auth/ini');
    expect(running.stdout()).not.toContain('request failed');
  });
});

test('An expectation that Node does not know is refused with the policies', async () => {
  const server = await startServer();
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => undefined);
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: something\r\n\r\n');
  const head = (await socket.setEncoding('utf8').toArray()).join('');
  expect(head).toMatch(/^HTTP\/1\.1 417 /);
  expect(head).toMatch(/\r\ncontent-security-policy: default-src 'none'.*\r\n/);
  await server.stop();
});

describe('What is no request, or has headers beyond 16 kB,', () => {
  const server = useServer();

  test.each([
    [`GET /api/auth.auth/ini?x=${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
    ['hello\r\n\r\n', 400],
  ])('is refused in the envelope, with word that the connection ends', async (request, code) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => undefined);
    socket.write(request);
    const [head, body] = (await socket.setEncoding('utf8').toArray()).join('').split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${code} .*\r\nconnection: close\r\n`));
    expect(head).toMatch(/\r\ncontent-security-policy: default-src 'none'.*\r\n/);
    expect(JSON.parse(body ?? '')).toEqual({ code, msg: '请求内容无法解析', data: null });
  });
});

test('on PostgreSQL a statement without a bound in time, such as an index of an upgrade, may take longer than others', async () => {
  const server = await startServer({ kind: 'postgres' });
  onTestFinished(() => server.stop());
  const slow = await server.database.transaction(async (db) => {
    await sql`set local statement_timeout = 0`.execute(db);
    const { rows } = await sql<{ n: number }>`select 1 as n, pg_sleep(6)`.execute(db);
    return rows.map(({ n }) => n);
  });
  expect(slow).toEqual([1]);
});
