import type { KyselyPlugin, QueryId } from 'kysely';
import { expect, test } from 'vitest';
import { insertRows } from '../support/insertRows.ts';
import { describeTestedDatabases, type Refused } from '../support/server.ts';

describeTestedDatabases('Deleting a column', (server) => {
  const add = async (title: string, fields: Record<string, unknown> = {}) =>
    (await server.data('base.base/addColumn', { title, model: 'article', ...fields })).id;
  const article = async (col_id: number) => (await server.data('base.content/addArticle', { title: 'x', col_id })).id;
  const remove = (params: Record<string, unknown>) =>
    server.call<Refused & { holds: unknown }>('base.base/deleteColumn', params);
  const exists = async (id: number) =>
    (await server.data<{ total: number }>('base.base/getColumnList', { ids: id })).total === 1;
  const articlesIn = async (id: number) =>
    (await server.data<{ total: number }>('base.content/getContentList', { model: 'article', id })).total;
  /** A column with two articles, and one below it with one. */
  const family = async () => {
    const top = await add('Top');
    const below = await add('Below', { pid: top });
    for (const id of [top, top, below]) await article(id);
    return { top, below };
  };

  test('that holds nothing is done at once', async () => {
    const id = await add('Empty');
    expect((await remove({ col_id: id })).body).toMatchObject({ code: 1 });
    expect(await exists(id)).toBe(false);
    expect((await remove({ col_id: id })).body.code).toBe(404);
  });

  test('is refused with the counts of all that hangs on it', async () => {
    const { top, below } = await family();
    const { status, body } = await remove({ col_id: top });
    expect(status).toBe(200);
    expect(body).toEqual({
      code: 0,
      msg: '此栏目下还有内容或子栏目，请先移动或一并删除',
      data: { holds: { column: 1, article: 3 } },
    });
    expect((await remove({ col_id: below })).body.data.holds).toEqual({ article: 1 });
    expect([await exists(top), await exists(below), await articlesIn(top)]).toEqual([true, true, 3]);
  });

  test('moves the content to another column of the model', async () => {
    const { below } = await family();
    const target = await add('Target');
    expect((await remove({ col_id: below, move_to: target })).body.code).toBe(1);
    expect([await exists(below), await articlesIn(target)]).toEqual([false, 1]);
    const menu = await server.data<unknown[]>('base.content/getContentTopMenu', { model: 'article' });
    expect(menu).toContainEqual({ id: target, title: 'Target', level: 1, total: 1 });
  });

  /** How many articles each UPDATE changes during some work. */
  const updatesDuring = async (work: () => Promise<void>) => {
    const updates = new Set<QueryId>();
    const changed: number[] = [];
    const plugin: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        if (node.kind === 'UpdateQueryNode' && JSON.stringify(node.table).includes('"article"')) updates.add(queryId);
        return node;
      },
      async transformResult({ queryId, result }) {
        if (updates.has(queryId)) changed.push(Number(result.numAffectedRows));
        return result;
      },
    };
    const { transaction } = server.database;
    server.database.transaction = (inside) => transaction((db) => inside(db.withPlugin(plugin)));
    await work();
    server.database.transaction = transaction;
    return changed;
  };

  test('A1: moves, takes along and brings back much content whole, in batches between which others get their replies', async () => {
    const [first, second] = [await add('Large'), await add('Other')];
    const now = '2026-01-02T03:04:05Z';
    const made = { status: 1, version: 1, sort: 0, create_time: now, update_time: now };
    const rows = Array.from({ length: 1100 }, (_, at) => ({ ...made, col_id: first, title: `Large ${at}` }));
    await server.database.transaction((db) => insertRows(db, 'article', rows));
    const changed = await updatesDuring(async () => {
      expect((await remove({ col_id: first, move_to: second })).body.code).toBe(1);
      expect(await articlesIn(second)).toBe(1100);
      expect((await remove({ col_id: second, cascade: 1 })).body.code).toBe(1);
      expect((await server.call('base.Recycle/restore', { entity: 'column', ids: [second] })).body.code).toBe(1);
    });
    expect(await articlesIn(second)).toBe(1100);
    expect(changed.reduce((sum, n) => sum + n, 0)).toBe(3 * 1100);
    expect(Math.max(...changed)).toBeLessThanOrEqual(500);
  });

  test('moves it nowhere else', async () => {
    const { below } = await family();
    const page = await add('Page', { model: 'single' });
    const gone = await add('Gone');
    await remove({ col_id: gone });
    for (const move_to of [page, below, gone, 4711])
      expect((await remove({ col_id: below, move_to })).body.data.errors, String(move_to)).toHaveProperty('move_to');
    expect([await exists(below), await articlesIn(below)]).toEqual([true, 1]);
  });

  test('moves nothing while columns are below it', async () => {
    const { top } = await family();
    const target = await add('Other target');
    expect((await remove({ col_id: top, move_to: target })).body.data.holds).toEqual({ column: 1, article: 1 });
    expect([await articlesIn(top), await articlesIn(target)]).toEqual([3, 0]);
  });

  test('with cascade sends all of it to the recycle bin, and nothing else', async () => {
    const { top, below } = await family();
    const aside = await add('Aside');
    await article(aside);
    expect((await remove({ col_id: top, cascade: 1 })).body.code).toBe(1);
    expect([await exists(top), await exists(below), await articlesIn(top), await articlesIn(below)]).toEqual([
      ...[false, false],
      ...[0, 0],
    ]);
    expect([await exists(aside), await articlesIn(aside)]).toEqual([true, 1]);
    const kept = await server.database.db
      .selectFrom('article')
      .select('deleted_at')
      .where('col_id', '=', top)
      .execute();
    expect(kept).toHaveLength(2);
    for (const { deleted_at } of kept) expect(deleted_at).toMatch(/Z$/);
  });

  test('moves the page of a single column only to one that has none', async () => {
    const [full, other, free] = [
      await add('Full', { model: 'single' }),
      await add('Other', { model: 'single' }),
      await add('Free', { model: 'single' }),
    ];
    for (const id of [full, other]) await server.data('base.content/getContentList', { model: 'single', id });
    expect((await remove({ col_id: full, move_to: other })).body.data.errors).toHaveProperty('move_to');
    expect((await remove({ col_id: full, move_to: free })).body.code).toBe(1);
    expect(await server.data('base.content/getContentList', { model: 'single', id: free })).toMatchObject({
      title: 'Full',
    });
  });

  test('needs its own rule, and one who only edits columns may not', async () => {
    const { token } = await server.makeAdmin(await server.makeRole(['/columnList', 'base.base/editColumn']));
    const id = await add('Guarded');
    expect((await server.call('base.base/deleteColumn', { col_id: id }, { token })).status).toBe(403);
    expect(await exists(id)).toBe(true);
  });
});
