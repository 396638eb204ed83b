import { get } from 'node:http';
import { expect, test } from 'vitest';
import { takeTurn } from '../../server/core/turns.ts';
import { describeTestedDatabases } from '../support/server.ts';

describeTestedDatabases('secure: turns', (server) => {
  test('secure A9: of long work of many callers one part runs between two polls, at which connections are accepted', async () => {
    let parts = 0;
    let isOver = false;
    const work = async () => {
      while (!isOver) {
        parts++;
        await takeTurn(false);
      }
    };
    const working = Array.from({ length: 8 }, work);
    const answered = () =>
      new Promise<void>((resolve, reject) => {
        get(`${server.url}/healthz`, { agent: false }, (reply) => reply.resume().once('end', resolve)).once(
          'error',
          reject,
        );
      });
    // Who holds a lock waits for one poll, and not for the others' turns: those would be 160.
    for (let n = 0; n < 20; n++) await takeTurn(true);
    expect(parts).toBeLessThan(60);
    const before = parts;
    await Promise.all(Array.from({ length: 40 }, answered));
    isOver = true;
    await Promise.all(working);
    // Eight at each poll would be 336, one at each 42. Of a connection more come before the next part, for a while.
    expect(parts - before).toBeLessThan(100);
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
