import { beforeAll, expect, test } from 'vitest';
import { describeEachDatabase, type TestAdmin } from '../support/server.ts';

const json = 'application/json';

describeEachDatabase('An Idempotency-Key', (server) => {
  let colleague: TestAdmin;
  beforeAll(async () => {
    colleague = await server.makeAdmin(
      await server.makeRole(['/columnList', 'base.base/addColumn', 'base.base/getColumnList']),
    );
  });

  const add = (key: string, title: string, token = server.token) =>
    server.call('base.base/addColumn', { title, model: 'article' }, { token, headers: { 'idempotency-key': key } });
  const named = async (title: string) => {
    const { total } = await server.data<{ total: number }>('base.base/getColumnList', { searchKey: title });
    return total;
  };

  test('that comes again answers the first reply and writes nothing', async () => {
    const first = await add('key-again', 'Again');
    await server.data('base.base/addColumn', { title: 'Between', model: 'article' });
    const second = await add('key-again', 'Again');
    expect(second.body).toEqual(first.body);
    expect(first.body).toMatchObject({ code: 1, msg: '保存成功' });
    expect(await named('Again')).toBe(1);
    const rows = await server.database.db
      .selectFrom('operation_log')
      .selectAll()
      .where('after', 'like', '%Again%')
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('that comes ten times at once writes one row', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => add('key-parallel', 'Parallel')));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(replies[0]?.body.code).toBe(1);
    expect(await named('Parallel')).toBe(1);
  });

  test('with another body is refused', async () => {
    await add('key-body', 'One body');
    const { status, body } = await add('key-body', 'Other body');
    expect(status).toBe(200);
    expect(body).toMatchObject({ code: 0, msg: '此 Idempotency-Key 已用于另一个请求' });
    expect(await named('Other body')).toBe(0);
  });

  test('with another call is refused', async () => {
    await add('key-call', 'One call');
    const headers = { 'idempotency-key': 'key-call' };
    const { body } = await server.call('base.admin/create_role', { title: 'One call' }, { headers });
    expect(body.code).toBe(0);
  });

  test('of another administrator is another key', async () => {
    const mine = await add('key-shared', 'Mine');
    const theirs = await add('key-shared', 'Theirs', colleague.token);
    expect(theirs.body.code).toBe(1);
    expect(theirs.body).not.toEqual(mine.body);
    expect(await named('Theirs')).toBe(1);
  });

  test('of a refused write is free again', async () => {
    const headers = { 'idempotency-key': 'key-refused' };
    const refused = await server.call('base.base/addColumn', { title: 'F', model: 'article', pid: 4711 }, { headers });
    expect(refused.body.code).toBe(0);
    expect((await add('key-refused', 'After refusal')).body.code).toBe(1);
  });

  test('works on a GET that deletes', async () => {
    const { id: col_id } = await server.data('base.base/addColumn', { title: 'Holds', model: 'article' });
    const { id: aid } = await server.data('base.content/addArticle', { title: 'x', col_id });
    const remove = () =>
      server.call('base.content/deleteArticle', { aid }, { headers: { 'idempotency-key': 'key-of-a-get' } });
    expect((await remove()).body).toMatchObject({ code: 1 });
    expect((await remove()).body).toMatchObject({ code: 1 });
    expect((await server.call('base.content/deleteArticle', { aid })).body.code).toBe(404);
  });

  test('may be sent again after 24 hours for something else', async () => {
    await add('key-yesterday', 'Yesterday');
    const create_time = `${new Date(Date.now() - 24 * 3600_000 - 2000).toISOString().slice(0, 19)}Z`;
    await server.database.db
      .updateTable('idempotency')
      .set({ create_time })
      .where('key', '=', 'key-yesterday')
      .execute();
    expect((await add('key-yesterday', 'Today')).body.code).toBe(1);
  });

  test('that is too short, too long or not plain text is refused', async () => {
    for (const key of ['short', 'x'.repeat(101), 'with space', 'ümlaut-key'])
      expect((await add(key, 'Bad key')).status).toBe(400);
    expect(await named('Bad key')).toBe(0);
  });

  test('stands for the values, not for their spelling', async () => {
    const headers = { 'idempotency-key': 'key-spelling' };
    const first = await server.call(
      'base.base/addColumn',
      { title: 'Spelt', model: 'article', status: 1 },
      { headers },
    );
    const draft = { title: 'Spelt', model: 'article', status: true };
    const second = await server.call('base.base/addColumn', draft, { headers: { ...headers, 'content-type': json } });
    expect(second.body).toEqual(first.body);
  });
});
