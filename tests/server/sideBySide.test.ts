import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase, startServer, type TestServer } from '../support/server.ts';

describeEachDatabase('Two servers on one database', (one) => {
  let other: TestServer;
  beforeAll(async () => {
    other = await startServer({ beside: one });
  });
  afterAll(() => other.stop());

  test('know each other’s sessions, and their ends', async () => {
    const admin = await one.makeAdmin(await one.makeRole(['/columnList', 'base.base/getColumnList']));
    const status = async () => (await other.call('base.base/getColumnList', {}, { token: admin.token })).status;
    expect(await status()).toBe(200);
    await one.data('base.admin/editAdmin', { id: admin.id, status: 0 });
    expect(await status()).toBe(401);
  });

  test('see each other’s writes at once', async () => {
    const { id } = await one.data('base.base/addColumn', { title: 'Shared', model: 'article' });
    expect(await other.data('base.base/getColumnList', { searchKey: 'Shared' })).toMatchObject({
      total: 1,
      data: [{ id }],
    });
    await other.data('base.base/editColumn', { id, title: 'Shared by two' });
    expect(await one.data('base.base/getColumnList', { ids: id })).toMatchObject({
      data: [{ title: 'Shared by two', version: 2 }],
    });
  });

  test('let one of two edits of the same version through', async () => {
    const { id } = await one.data('base.base/addColumn', { title: 'Contended', model: 'article' });
    for (let version = 1; version <= 5; version++) {
      const replies = await Promise.all(
        [one, other].map((server) => server.call('base.base/editColumn', { id, version, title: `v${version}` })),
      );
      expect(replies.map(({ body }) => body.code).sort()).toEqual([1, 409]);
    }
  });

  test('write once what is sent to both with one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'key-side-by-side' };
    const draft = { title: 'Sent to both', model: 'article' };
    const sends = Array.from({ length: 6 }, (_, n) =>
      (n % 2 ? one : other).call('base.base/addColumn', draft, { headers }),
    );
    const bodies = (await Promise.all(sends)).map(({ body }) => JSON.stringify(body));
    expect(new Set(bodies).size).toBe(1);
    expect(await one.data('base.base/getColumnList', { searchKey: 'Sent to both' })).toMatchObject({ total: 1 });
  });

  test('count failed sign-ins together', async () => {
    const { username } = await one.makeAdmin(await one.makeRole([]));
    const attempt = (n: number) =>
      (n % 2 ? one : other).call(
        'auth.auth/login',
        { username, password: 'wrong password' },
        { token: '', headers: { 'x-forwarded-for': `192.0.2.${n}` } },
      );
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) statuses.push((await attempt(n)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });

  test('put no content into a category that is on its way to another column', async () => {
    const column = async (title: string) => (await one.data('base.base/addColumn', { title, model: 'product' })).id;
    const [from, to] = [await column('From'), await column('To')];
    const move = 'base.Category/addEditCategory';
    for (let n = 0; n < 10; n++) {
      const { id } = await one.data(move, { title: `c${n}`, cid: from, type: 'product' });
      const add = (at: number) =>
        other.call('base.content/addProduct', { title: `p${n}.${at}`, col_id: from, category_id: id });
      const [moved, ...products] = await Promise.all([
        one.call(move, { id, cid: to, type: 'product' }),
        ...[1, 2, 3].map(add),
      ]);
      const isMoved = moved.body.code === 1;
      expect([isMoved, products.map(({ body }) => body.code)]).toEqual([isMoved, Array(3).fill(isMoved ? 0 : 1)]);
    }
  });

  test('write at the same time without losing anything', async () => {
    const drafts = Array.from({ length: 20 }, (_, n) => ({ title: `Parallel ${n}`, model: 'article' }));
    await Promise.all(drafts.map((draft, n) => (n % 2 ? one : other).data('base.base/addColumn', draft)));
    for (const server of [one, other])
      expect(await server.data('base.base/getColumnList', { searchKey: 'Parallel' })).toMatchObject({ total: 20 });
    const rows = one.database.db.selectFrom('operation_log').select('id').where('params', 'like', '%Parallel%');
    expect(await rows.execute()).toHaveLength(20);
  });
});
