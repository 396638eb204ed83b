import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isoFromNow } from '../../server/core/clock.ts';
import { leasedWindows, localWindows, type TakeShared } from '../../server/http/limits/windows.ts';
import { needsPrograms } from '../support/needs.ts';
import { freePort } from '../support/port.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** The number of requests that one address may send in a minute. */
const maxPerMinute = 20;

/** Sends to one server after the other. @returns how many were let through */
async function passed(servers: TestServer[], ip: string, n: number): Promise<number> {
  let through = 0;
  for (let at = 0; at < n; at++) {
    const server = servers[at % servers.length] as TestServer;
    const { status } = await server.call(
      'site.message/send',
      { col_id: 1 },
      { token: '', headers: { 'x-forwarded-for': ip } },
    );
    if (status !== 429) through++;
  }
  return through;
}

describe('Two processes on one PostgreSQL', () => {
  const servers: TestServer[] = [];
  beforeAll(async () => {
    const first = await startServer({ kind: 'postgres' });
    servers.push(first, await startServer({ beside: first }));
  });
  afterAll(async () => {
    for (const server of servers.toReversed()) await server.stop();
  });

  test('let an address through as often as one does, and again when its minute is over', async () => {
    expect(await passed(servers, '192.0.2.7', maxPerMinute + 4)).toBe(maxPerMinute);
    expect(await passed(servers, '192.0.2.8', 2)).toBe(2);
    const [{ database }] = servers as [TestServer];
    const count = (ip: string, until: string) =>
      database.db
        .insertInto('attempt')
        .values({ key: `/api/site.message/send ${ip}`, count: maxPerMinute, until })
        .execute();
    await count('192.0.2.9', isoFromNow(30_000));
    expect(await passed(servers, '192.0.2.9', 2)).toBe(0);
    await count('192.0.2.10', isoFromNow(-1000));
    expect(await passed(servers, '192.0.2.10', 2)).toBe(2);
  });
});

describe('Two processes with Redis', needsPrograms('redis-server'), () => {
  const servers: TestServer[] = [];
  let redis: ChildProcess;
  let port = 0;
  const startRedis = async () => {
    redis = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']);
    await new Promise<void>((resolve) => {
      redis.stdout?.on('data', (text) => String(text).includes('Ready to accept') && resolve());
    });
  };
  /** How many processes have written these words to the run log. */
  const told = async (words: string) => {
    const [{ database }] = servers as [TestServer];
    const rows = await database.db.selectFrom('run_log').select('message').where('event', '=', 'redis').execute();
    return rows.filter(({ message }) => message.includes(words)).length;
  };
  beforeAll(async () => {
    port = await freePort();
    await startRedis();
    const redisUrl = `redis://127.0.0.1:${port}`;
    const first = await startServer({ kind: 'postgres', settings: { redisUrl } });
    servers.push(first, await startServer({ beside: first, settings: { redisUrl } }));
  });
  afterAll(async () => {
    for (const server of servers.toReversed()) await server.stop();
    redis.kill('SIGKILL');
  });

  test('count there, go on counting together while it is away, and come back to it by themselves', async () => {
    expect(await passed(servers, '198.51.100.1', maxPerMinute + 4)).toBe(maxPerMinute);
    const [{ database }] = servers as [TestServer];
    const inDatabase = () => database.db.selectFrom('attempt').select('key').where('key', 'like', '%198.51%').execute();
    expect(await inDatabase()).toEqual([]);

    redis.kill('SIGKILL');
    await once(redis, 'exit');
    expect(await passed(servers, '198.51.100.2', maxPerMinute + 4)).toBe(maxPerMinute);
    expect(await inDatabase()).toHaveLength(1);
    await expect.poll(() => told('cannot be reached')).toBe(servers.length);

    await startRedis();
    // A process that still counts in the database would let through what the other has counted in Redis.
    await expect.poll(() => told('Redis is back')).toBe(servers.length);
    expect(await passed(servers, '198.51.100.3', maxPerMinute + 4)).toBe(maxPerMinute);
  });
});

describe('A limit that processes share', () => {
  /** Counts in memory, in place of the database. */
  function shared(): TakeShared {
    const counts = new Map<string, number>();
    return async (wanted) =>
      wanted.map(({ key, n, windowMs }) => {
        counts.set(key, (counts.get(key) ?? 0) + n);
        return { count: counts.get(key) ?? 0, msLeft: windowMs };
      });
  }

  test('is never exceeded, and each process leaves at most a twentieth of it unused', async () => {
    const take = shared();
    const processes = [1, 2, 3].map(() => leasedWindows(take, localWindows()));
    const taken = await Promise.all(
      processes.flatMap((windows, at) => Array.from({ length: 50 + at * 400 }, () => windows.take('k', 1000, 60_000))),
    );
    const through = taken.filter(({ isOver }) => !isOver).length;
    expect(through).toBeLessThanOrEqual(1000);
    expect(through).toBeGreaterThanOrEqual(1000 - 3 * 50);
  });

  test('asks for a twentieth at a time, and not at all once it is over', async () => {
    const take = vi.fn(shared());
    const windows = leasedWindows(take, localWindows());
    for (let n = 0; n < 300; n++) await windows.take('k', 200, 60_000);
    expect(take).toHaveBeenCalledTimes(21);
  });

  test('is counted by each process alone while the others cannot be asked', async () => {
    const windows = leasedWindows(() => Promise.reject(new Error('gone')), localWindows());
    const taken = await Promise.all(Array.from({ length: 5 }, () => windows.take('k', 3, 60_000)));
    expect(taken.map(({ isOver }) => isOver)).toEqual([false, false, false, true, true]);
  });
});
