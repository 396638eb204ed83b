import { get } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nextTurn } from '../../server/core/turns.ts';
import { describeTestedDatabases, useServer } from '../support/server.ts';

describeTestedDatabases('secure: turns', (server) => {
  test('secure A9: of long work of many callers one part runs between two polls, at which connections are accepted', async () => {
    let [parts, polls] = [0, 0];
    let isOver = false;
    const work = async () => {
      while (!isOver) {
        parts++;
        await nextTurn({ isTransaction: false });
      }
    };
    const watch = async () => {
      while (!isOver) {
        polls++;
        await setImmediate();
      }
    };
    const working = [watch(), ...Array.from({ length: 8 }, work)];
    onTestFinished(async () => {
      isOver = true;
      await Promise.all(working);
    });
    const answered = () =>
      new Promise<void>((resolve, reject) => {
        const request = get(`${server.url}/healthz`, { agent: false }, (reply) => reply.resume().once('end', resolve));
        request.once('error', reject);
      });
    await Promise.all(Array.from({ length: 40 }, answered));
    expect(parts).toBeGreaterThan(8);
    // Each of the eight began with a part.
    expect(parts).toBeLessThanOrEqual(polls + 8);
    // Work within a transaction waits for one poll, and not for the turns of the eight.
    const before = polls;
    for (let n = 0; n < 20; n++) await nextTurn({ isTransaction: true });
    expect(polls - before).toBeLessThan(40);
  });

  test('secure A9: one administrator exports six files at once; one more is refused until one of them is read', async () => {
    const { id: col_id } = await server.data('base.base/addColumn', { title: 'Long', model: 'article' });
    const content = `<p>${'x'.repeat(390_000)}</p>`;
    const add = (n: number) => server.data('base.content/addArticle', { title: `Long ${n}`, col_id, content });
    for (let n = 0; n < 40; n++) await add(n);
    const about = new URLSearchParams({ entity: 'article', filter: JSON.stringify({ col_id }) });
    const headers = { authorization: server.token };
    const exported = () => fetch(`${server.url}/api/base.Transfer/export?${about}`, { headers });
    const begun = [];
    for (let n = 0; n < 6; n++) begun.push(await exported());
    expect(begun.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    const refused = await exported();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await refused.json()).toMatchObject({ msg: '正在导出的文件过多，请稍后重试' });
    const [read, ...left] = begun;
    expect((await read?.text())?.length).toBeGreaterThan(40 * 390_000);
    const next = await exported();
    expect(next.status).toBe(200);
    for (const { body } of [...left, next]) await body?.cancel();
    // Whoever hangs up gives the place back.
    await expect
      .poll(async () =>
        Promise.all(
          Array.from({ length: 6 }, async () => {
            const { status, body } = await exported();
            await body?.cancel();
            return status;
          }),
        ),
      )
      .toEqual(Array.from({ length: 6 }, () => 200));
  });
});

describe('secure: turns beside a transaction of PostgreSQL', () => {
  const server = useServer({ kind: 'postgres' });

  test('secure A9: while a transaction is open, long work lets 20 ms pass before its next part', async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const transaction = server.database.transaction(() => ended);
    const begun = performance.now();
    for (let n = 0; n < 5; n++) await nextTurn({ isTransaction: false });
    expect(performance.now() - begun).toBeGreaterThanOrEqual(100);
    end();
    await transaction;
    // A transaction that has failed is over, too. A busy machine may hold up some of a hundred turns, so the shortest counts.
    await expect(server.database.transaction(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    const waited: number[] = [];
    for (let n = 0; n < 100; n++) {
      const before = performance.now();
      await nextTurn({ isTransaction: false });
      waited.push(performance.now() - before);
    }
    expect(Math.min(...waited)).toBeLessThan(20);
  });
});
