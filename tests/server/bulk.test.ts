import { describe, expect, test } from 'vitest';
import { article } from '../../contract/entities/article.ts';
import type { CallContext } from '../../server/engine/callContext.ts';
import { runEachInSavepoint } from '../../server/engine/write/runEachInSavepoint.ts';
import { insertRows } from '../support/insertRows.ts';
import { contentRules, describeEachDatabase, type Refused } from '../support/server.ts';

interface Outcome {
  done: number;
  failed: { id: number; title: string; msg: string; errors?: Record<string, string> }[];
}

describeEachDatabase('Bulk work', (server) => {
  const column = async (title: string, fields: Record<string, unknown> = {}) =>
    (await server.data('base.base/addColumn', { title, model: 'article', ...fields })).id;
  /** Articles in a column, put straight into the table. */
  async function articles(col_id: number, n: number): Promise<number[]> {
    const now = '2026-01-02T03:04:05Z';
    const rows = Array.from({ length: n }, (_, at) => ({
      col_id,
      title: `Bulk ${at}`,
      slug: `bulk-${at}`,
      status: 0,
      version: 1,
      sort: 0,
      create_time: now,
      update_time: now,
    }));
    return server.database.transaction((db) => insertRows(db, 'article', rows));
  }
  const edit = (params: Record<string, unknown>, options = {}) =>
    server.call<Outcome & Refused>('base.Bulk/edit', { entity: 'article', ...params }, options);
  const statuses = async (ids: number[]) => {
    const rows = await server.database.db.selectFrom('article').select(['status']).where('id', 'in', ids).execute();
    return [...new Set(rows.map(({ status }) => status))];
  };

  test('changes the given fields of every record, each with its version and its row in the operation log', async () => {
    const ids = await articles(await column('Edited'), 3);
    const { body } = await edit({ ids, fields: { status: 1, is_top: 1 } });
    expect(body.data).toMatchObject({ done: 3, failed: [] });
    const rows = await server.database.db
      .selectFrom('article')
      .select(['status', 'is_top', 'version', 'title'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute();
    expect(rows.map((row) => ({ ...row, title: '' }))).toEqual(
      ids.map(() => ({ status: 1, is_top: 1, version: 2, title: '' })),
    );
    const logged = await server.database.db
      .selectFrom('operation_log')
      .select(['target_id', 'before', 'after', 'params'])
      .where('path', '=', 'base.Bulk/edit')
      .where('target_id', 'in', ids)
      .execute();
    expect(logged.map((row) => [row.target_id, JSON.parse(row.before ?? ''), JSON.parse(row.after ?? '')])).toEqual(
      ids.map((id) => [id, { status: 0, is_top: 0 }, { status: 1, is_top: 1 }]),
    );
    expect(JSON.parse(logged[0]?.params ?? '')).toEqual({ entity: 'article', fields: { status: 1, is_top: 1 } });
  });

  test('takes a filter of 10,000 records and none of more', async () => {
    const col_id = await column('Many');
    const [first = 0] = await articles(col_id, 10_001);
    const select = () =>
      server.call<{ ids: number[] } & Refused>('base.Bulk/select', { entity: 'article', filter: { col_id } });
    expect((await select()).body.data.errors).toHaveProperty('filter');
    await server.database.db.deleteFrom('article').where('id', '=', first).execute();
    expect((await select()).body.data.ids).toHaveLength(10_000);
  });

  test('goes through more records than one step holds, by their ids or by the list’s filter', async () => {
    const col_id = await column('Many');
    const ids = await articles(col_id, 250);
    expect((await edit({ ids, fields: { status: 1 } })).body.data).toMatchObject({ done: 250, failed: [] });
    expect((await edit({ filter: { col_id, status: 1 }, fields: { status: 0 } })).body.data.done).toBe(250);
    expect(await statuses(ids)).toEqual([0]);
  });

  test('A1: between its records others get their replies', async () => {
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns++;
      if (!isOver) setImmediate(turn);
    };
    const work = async () => {
      for (const end = performance.now() + 25; performance.now() < end; );
    };
    setImmediate(turn);
    const context = { language: 'zh', note: () => {} };
    const { done } = await server.database.transaction((db) =>
      runEachInSavepoint(
        { ...context, db, mayCall: async () => true } as unknown as CallContext,
        article,
        [1, 2, 3, 4, 5, 6, 7, 8],
        work,
      ),
    );
    isOver = true;
    expect(done).toBe(8);
    expect(turns).toBeGreaterThan(6);
  });

  test('tells which record it could not change and why, and loses none of the others', async () => {
    const ids = await articles(await column('Refused'), 130);
    const gone = ids[64] as number;
    await server.data('base.content/deleteArticle', { aid: gone });
    const { body } = await edit({ ids: [...ids, 987654321], fields: { status: 1 } });
    expect(body.data.done).toBe(129);
    expect(body.data.failed).toEqual([
      { id: gone, title: 'Bulk 64', msg: '记录不存在或已被删除' },
      { id: 987654321, title: '', msg: '记录不存在或已被删除' },
    ]);
    expect(await statuses(ids.filter((id) => id !== gone))).toEqual([1]);
  });

  test('keeps what each entity checks of its own records', async () => {
    const full = await column('Full');
    await articles(full, 1);
    const free = await column('Free');
    const { body } = await edit({ entity: 'column', ids: [full, free], fields: { model: 'product' } });
    expect(body.data).toMatchObject({
      done: 1,
      failed: [{ id: full, errors: { model: '栏目已有内容，不能更换模型' } }],
    });
  });

  test('refuses values that no record can take before it changes any', async () => {
    const ids = await articles(await column('Wrong'), 2);
    const refused = async (fields: unknown) => (await edit({ ids, fields })).body.data.errors;
    expect(await refused({ status: 7 })).toEqual({ status: '只能是：0 / 1 / 2' });
    expect(await refused({ nothing: 1 })).toEqual({ nothing: '没有这个参数' });
    expect(await refused({ id: 5, version: 1 })).toEqual({ id: '没有这个参数', version: '没有这个参数' });
    expect(await refused({})).toHaveProperty('fields');
    expect((await edit({ ids, fields: { col_id: 999999 } })).body.data.failed).toHaveLength(2);
    expect(await statuses(ids)).toEqual([0]);
    expect((await edit({ fields: { status: 1 } })).body.data.errors).toHaveProperty('ids');
    expect((await edit({ filter: { version: 1 }, fields: { status: 1 } })).body.data.errors).toHaveProperty('version');
  });

  test('deletes many, by each one’s own rules', async () => {
    const full = await column('Holds');
    const ids = await articles(full, 120);
    const empty = await column('Empty');
    const columns = await server.data<Outcome>('base.Bulk/delete', { entity: 'column', ids: [full, empty] });
    expect(columns).toMatchObject({ done: 1, failed: [{ id: full, title: 'Holds' }] });
    expect(await server.data<Outcome>('base.Bulk/delete', { entity: 'article', ids })).toMatchObject({
      done: 120,
      failed: [],
    });
    const { total } = await server.data<{ total: number }>('base.content/getContentList', {
      model: 'article',
      id: full,
    });
    expect(total).toBe(0);
    const bin = await server.data<{ total: number }>('base.Recycle/list', { entity: 'article', searchKey: 'Bulk 119' });
    expect(bin.total).toBeGreaterThan(0);
  });

  test('answers a repeat under the same key with the first outcome, and writes nothing', async () => {
    const col_id = await column('Repeated');
    const ids = await articles(col_id, 150);
    const headers = { 'idempotency-key': `bulk-${col_id}-repeat` };
    const first = await edit({ filter: { col_id, status: 0 }, fields: { status: 1 } }, { headers });
    const again = await edit({ filter: { col_id, status: 0 }, fields: { status: 1 } }, { headers });
    expect(again.body).toEqual(first.body);
    expect(again.body.data.done).toBe(150);
    const rows = await server.database.db.selectFrom('article').select('version').where('id', 'in', ids).execute();
    expect(new Set(rows.map(({ version }) => version))).toEqual(new Set([2]));
  });

  test('names all that a list shows, in its order', async () => {
    const top = await column('Upper');
    const below = await column('Lower', { pid: top });
    const ids = [...(await articles(top, 2)), ...(await articles(below, 2))];
    const select = (filter: object, entity = 'article') =>
      server.data<{ ids: number[] }>('base.Bulk/select', { entity, filter });
    expect((await select({ col_id: top })).ids).toEqual(ids.toReversed());
    expect((await select({ col_id: top, searchKey: 'bulk 1', sort: 'id', order: 'asc' })).ids).toEqual([
      ids[1],
      ids[3],
    ]);
  });

  describe('for a role', () => {
    test('needs the rule of the entity’s own call', async () => {
      const ids = await articles(await column('Guarded'), 1);
      const { token } = await server.makeAdmin(await server.makeRole([...contentRules, 'base.content/editArticle']));
      expect((await edit({ ids, fields: { status: 1 } }, { token })).body.code).toBe(1);
      const refused = await server.call('base.Bulk/delete', { entity: 'article', ids }, { token });
      expect(refused.status).toBe(403);
      expect(
        (await server.call('base.Bulk/edit', { entity: 'column', ids: [1], fields: { status: 0 } }, { token })).status,
      ).toBe(403);
      expect((await server.call('base.Bulk/select', { entity: 'user', filter: {} }, { token })).status).toBe(403);
    });

    test('grants no right that a single edit would not', async () => {
      const id = await server.makeRole(['/authGroup', 'base.admin/edit_role', 'base.admin/getRoleList']);
      const { token } = await server.makeAdmin(id);
      const rule_method = [(await server.ruleIds()).get('base.base/addColumn')];
      const { body } = await edit({ entity: 'role', ids: [id], fields: { rule_method } }, { token });
      expect(body.data).toMatchObject({ done: 0, failed: [{ id }] });
    });
  });
});
