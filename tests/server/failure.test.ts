import { expect, test } from 'vitest';
import { renameTable } from '../support/renameTable.ts';
import { describeTestedDatabases } from '../support/server.ts';

describeTestedDatabases('A failure on our side', (server) => {
  const rename = (from: string, to: string) => renameTable(server, from, to);

  test('is HTTP 500 with a reference and without stack, SQL or path, and the next request is served', async () => {
    const { id: col_id } = await server.data('base.base/addColumn', { title: 'News', model: 'article' });
    await rename('article', 'article_away');
    const replies = [
      await server.call('base.content/getContentList', { model: 'article' }),
      await server.call('base.content/addArticle', { title: 'x', col_id }),
      await server.call('base.content/deleteArticle', { aid: 1 }),
    ];
    await rename('article_away', 'article');
    const references = replies.map(({ status, body }) => {
      expect(status).toBe(500);
      expect(body).toEqual({
        code: 500,
        msg: expect.stringMatching(/^服务器出错，请稍后重试（编号 [0-9a-f]{8}-[0-9a-z]+）$/),
        data: null,
      });
      return body.msg;
    });
    expect(new Set(references).size).toBe(3);
    const text = JSON.stringify(replies.map(({ body, headers }) => [body, [...headers]]));
    expect(text).not.toMatch(/select |insert |no such table|does not exist|\/work|\.ts|at .*:\d+|sqlite|postgres/i);
    expect((await server.call('base.content/getContentList', { model: 'article' })).status).toBe(200);
  });

  test('leaves no half of a write', async () => {
    const total = async () => (await server.data<{ total: number }>('base.admin/getAdminList')).total;
    const before = await total();
    const groupId = await server.makeRole([]);
    await rename('generation', 'generation_away');
    const { status } = await server.call('base.admin/addAdmin', {
      username: 'half',
      password: 'long-enough-1',
      groupId,
    });
    await rename('generation_away', 'generation');
    expect(status).toBe(500);
    expect(await total()).toBe(before);
    const rows = server.database.db.selectFrom('admin').select('id').where('username', '=', 'half');
    expect(await rows.execute()).toEqual([]);
  });

  test('is HTTP 500 at the probe that asks whether it can serve, and not at the one that asks whether it lives', async () => {
    await rename('generation', 'generation_away');
    const response = await fetch(`${server.url}/readyz`);
    const living = await fetch(`${server.url}/healthz`);
    await rename('generation_away', 'generation');
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('generation')]);
    expect(living.status).toBe(200);
  });
});
