import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { maxTreeLevels } from '../../contract/entity.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { generic } from '../../server/database/tables.ts';
import { describeTestedDatabases, type Refused } from '../support/server.ts';

interface Branch {
  title: string;
  children: Branch[];
}
type Tree = Branch[];

describeTestedDatabases('secure: trees', (server, kind) => {
  const columnUnder = (pid: number) =>
    server.call<{ id: number; errors: object }>('base.base/addColumn', { title: 'x', model: 'article', pid });
  const tooDeep = { code: 0, data: { errors: { pid: `最多 ${maxTreeLevels} 层` } } };

  /** Inserts columns one below the other, as another program could. @returns their ids, the topmost first */
  async function chain(length: number): Promise<number[]> {
    const { id: pid } = await server.data('base.base/addColumn', { title: 'top', model: 'article' });
    const now = toIsoSeconds(new Date());
    const { db } = server.database;
    const { model, status } = await db
      .selectFrom('column')
      .select(['model', 'status'])
      .where('id', '=', pid)
      .executeTakeFirstOrThrow();
    const ids = [pid];
    for (let n = 1; n < length; n++) {
      const row = {
        title: `level ${n + 1}`,
        url_name: `chain-${pid}-${n}`,
        model,
        status,
        pid: ids.at(-1),
        create_time: now,
        update_time: now,
      };
      const { id } = await generic(db).insertInto('column').values(row).returning('id').executeTakeFirstOrThrow();
      ids.push(Number(id));
    }
    return ids;
  }

  let deep: number[];
  beforeAll(async () => {
    deep = await chain(3000);
    // PostgreSQL does this by itself after so many rows. Until then it plans the recursive query for a few rows.
    if (kind === 'postgres') await sql`analyze "column"`.execute(server.database.db);
  });

  test('secure A3: one of 3,000 levels is read by the console and by the site', async () => {
    const count = (tree: Tree) => {
      let n = 0;
      for (const all = [...tree]; all.length > 0; n++) all.push(...(all.pop()?.children ?? []));
      return n;
    };
    const ofConsole = (await server.data<{ data: Tree }>('base.base/getColumnList', { limit: 100 })).data;
    const ofSite = await server.data<Tree>('site.column/list', {}, { token: '' });
    for (const tree of [ofConsole, ofSite])
      expect(count(tree.filter(({ title }) => title === 'top'))).toBe(deep.length);
    const levels = await server.data<{ id: number; level: number; total: number }[]>('base.content/getContentTopMenu', {
      model: 'article',
    });
    expect(levels.find(({ id }) => id === deep.at(-1))?.level).toBe(deep.length);
    await server.data('base.content/addArticle', { title: 'at the bottom', col_id: deep.at(-1) });
    const totals = await server.data<{ id: number; total: number }[]>('base.content/getContentTopMenu', {
      model: 'article',
    });
    expect(totals.find(({ id }) => id === deep[0])?.total).toBe(1);
    const page = await server.data<{ total: number }>('base.content/getContentList', { model: 'article', id: deep[0] });
    expect(page.total).toBe(1);
  });

  test('secure A3: a tree of 3,000 levels is deleted and restored', async () => {
    const [top] = deep;
    await server.data('base.base/deleteColumn', { col_id: top, cascade: 1 });
    const restored = await server.data<{ done: number }>('base.Recycle/restore', { entity: 'column', ids: [top] });
    expect(restored.done).toBe(1);
    const counted = await server.data<Tree>('site.column/list', {}, { token: '' });
    expect(counted.some(({ title }) => title === 'top')).toBe(true);
  });

  test('secure A3: nothing is put deeper than 32 levels, and what is deeper may move up', async () => {
    // Deletes half of them, so that there are fewer than allowed and others can be added.
    await generic(server.database.db)
      .updateTable('column')
      .set({ deleted_at: toIsoSeconds(new Date()) })
      .where('id', 'in', deep.splice(1500))
      .execute();
    const at = (level: number) => deep[level - 1] as number;
    expect((await columnUnder(at(maxTreeLevels - 1))).body.code).toBe(1);
    expect((await columnUnder(at(maxTreeLevels))).body).toMatchObject(tooDeep);
    expect((await columnUnder(at(1000))).body).toMatchObject(tooDeep);
    const move = (id: number, pid: number) => server.call('base.base/editColumn', { id, pid });
    const two = [await chain(2), await chain(2)];
    expect((await move(two[0]?.[0] as number, at(maxTreeLevels - 1))).body).toMatchObject(tooDeep);
    expect((await move(two[0]?.[0] as number, at(maxTreeLevels - 2))).body.code).toBe(1);
    expect((await move(at(1400), at(1300))).body.code).toBe(1);
    expect((await move(at(1400), at(1350))).body).toMatchObject(tooDeep);
    expect((await move(at(100), at(200))).body).toMatchObject({
      data: { errors: { pid: '不能移动到自己或自己的下级之下' } },
    });
    expect(
      (await server.call('base.base/editColumn', { id: at(1450), title: 'renamed', pid: at(1449) })).body.code,
    ).toBe(1);
  });

  test('secure A3: categories, navigation and folders have the same bound', async () => {
    const { id: cid } = await server.data('base.base/addColumn', { title: 'c', model: 'product' });
    const { id: group_id } = await server.data('base.base/addNavGroup', { title: 'g', ident: 'deep' });
    const kinds: [path: string, fields: object][] = [
      ['base.Category/addEditCategory', { title: 'x', type: 'product', cid }],
      ['base.base/addNav', { title: 'x', group_id }],
      ['base.Media/addFolder', { title: 'x' }],
    ];
    for (const [path, fields] of kinds) {
      let pid = 0;
      for (let level = 1; level <= maxTreeLevels; level++)
        pid = (await server.data(path, { ...fields, ...(pid && { pid }) })).id;
      expect((await server.call(path, { ...fields, pid })).body).toMatchObject(tooDeep);
    }
  });

  test('secure A3: an import names the row that is too deep', async () => {
    const form = new FormData();
    form.append('entity', 'column');
    const bottom = deep[maxTreeLevels - 1];
    form.append(
      'file',
      new Blob([`title,model,pid\nfine,article,\ndeep,article,${bottom}\n`], { type: 'text/csv' }),
      'x.csv',
    );
    const headers = { authorization: server.token };
    const reply = await fetch(`${server.url}/api/base.Transfer/import`, { method: 'POST', headers, body: form });
    const { data } = (await reply.json()) as { data: { errors: object[] } };
    expect(data.errors).toMatchObject([{ row: 3, field: 'pid', msg: `最多 ${maxTreeLevels} 层` }]);
  });

  test('secure A3: columns that another program has put under each other do not stop the server', async () => {
    const ids = await chain(2);
    const turn = (pid: number | null) =>
      server.database.db
        .updateTable('column')
        .set({ pid })
        .where('id', '=', ids[0] as number)
        .execute();
    await turn(ids[1] as number);
    const page = await server.data<{ total: number }>('base.content/getContentList', { model: 'article', id: ids[0] });
    expect(page.total).toBe(0);
    await turn(null);
  });

  test('secure A3: how many columns, navigation entries, advertisements and parameters there may be is bounded', async () => {
    const { db } = server.database;
    const [{ id: pid }, { id: nav }, { id: other }, { id: ads }] = [
      await server.data('base.base/addColumn', { title: 'Wide', model: 'article' }),
      await server.data('base.base/addNavGroup', { title: 'Wide', ident: 'wide' }),
      await server.data('base.base/addNavGroup', { title: 'Other', ident: 'other' }),
      await server.data('base.base/addAdGroup', { title: 'Wide', ident: 'wide' }),
    ];
    const now = toIsoSeconds(new Date());
    const stamps = { create_time: now, update_time: now };
    const fill = async (table: string, n: number, row: (at: number) => object) => {
      const rows = Array.from({ length: n }, (_, at) => ({ ...row(at), ...stamps }));
      const made = await generic(db).insertInto(table).values(rows).returning('id').execute();
      return Number(made[0]?.id);
    };
    const { n } = await db
      .selectFrom('column')
      .select((select) => select.fn.countAll<number>().as('n'))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    await fill('column', 2000 - Number(n), (at) => ({
      title: `${at}`,
      url_name: `wide-${at}`,
      model: 'article',
      status: 1,
      pid,
    }));
    await fill('nav', 1000, (at) => ({ title: `${at}`, group_id: nav, status: 1 }));
    const ad = await fill('ad', 200, (at) => ({
      title: `${at}`,
      group_id: ads,
      org_img: '/x.png',
      status: 1,
      clicks: 0,
    }));
    await fill('content_param', 200, (at) => ({ title: `${at}`, name: `p${at}`, cid: pid, sid: 0, type: 'text' }));
    await fill('role', 500, (at) => ({ title: `${at}` }));
    const full = (field: string, limit: number) => ({
      code: 0,
      data: { errors: { [field]: `最多 ${limit} 条，请先删除不用的` } },
    });
    const add = async (path: string, params: object) => (await server.call(path, { ...params })).body;
    expect(await add('base.base/addColumn', { title: 'x', model: 'article' })).toMatchObject(full('title', 2000));
    expect(await add('base.admin/create_role', { title: 'x' })).toMatchObject(full('title', 500));
    expect(await add('base.base/addNav', { title: 'x', group_id: nav })).toMatchObject(full('group_id', 1000));
    const { id: beside } = await server.data('base.base/addNav', { title: 'x', group_id: other });
    expect(await add('base.base/editNav', { id: beside, group_id: nav })).toMatchObject(full('group_id', 1000));
    expect(await add('base.base/addAd', { title: 'x', group_id: ads, org_img: '/x.png' })).toMatchObject(
      full('group_id', 200),
    );
    expect(await add('base.base/editAd', { id: ad, title: 'renamed' })).toMatchObject({ code: 1 });
    expect(await add('base.content/addContentParams', { title: 'x', name: 'x', cid: pid })).toMatchObject(
      full('cid', 200),
    );
    // A record in the recycle bin does not count, and can be restored even beyond the limit.
    await server.data('base.base/deleteAd', { id: ad });
    await server.data('base.base/addAd', { title: 'x', group_id: ads, org_img: '/x.png' });
    expect(await server.data('base.Recycle/restore', { entity: 'ad', ids: [ad] })).toMatchObject({ done: 1 });
  });

  test('secure A3: lists that are answered whole are bounded', async () => {
    const { db } = server.database;
    const column = db.selectFrom('column').select('id').where('model', '=', 'article').where('deleted_at', 'is', null);
    const { id: cid } = await column.executeTakeFirstOrThrow();
    const full = async (table: string, limit: number, path: string, row: (at: number) => object) => {
      const now = toIsoSeconds(new Date());
      const { n } = await generic(db)
        .selectFrom(table)
        .select((select) => select.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      const left = Array.from({ length: limit - Number(n) }, (_, at) => ({
        ...row(at),
        create_time: now,
        update_time: now,
      }));
      for (let at = 0; at < left.length; at += 1000)
        await generic(db)
          .insertInto(table)
          .values(left.slice(at, at + 1000))
          .execute();
      const { body } = await server.call<Refused>(path, { ...row(limit), title: 'one more' });
      expect([table, body.data.errors]).toEqual([table, { title: `最多 ${limit} 条，请先删除不用的` }]);
    };
    await full('category', 5000, 'base.Category/addEditCategory', (at) => ({ title: `${at}`, cid, type: 'article' }));
    await full('media_folder', 2000, 'base.Media/addFolder', (at) => ({ title: `${at}` }));
    await full('size', 2000, 'base.Size/addEditSize', (at) => ({ title: `${at}` }));
    await full('nav_group', 100, 'base.base/addNavGroup', (at) => ({ title: `${at}`, ident: `wide-${at}` }));
    await full('ad_group', 200, 'base.base/addAdGroup', (at) => ({ title: `${at}`, ident: `wide-${at}` }));
    await full('config_group', 100, 'base.Config/addExtendGroup', (at) => ({ title: `${at}`, ident: `wide-${at}` }));
    await full('rule', 2000, 'base.admin/create_rule', (at) => ({ title: `${at}`, path: `/wide${at}` }));
  });

  test('secure A3: options count in the bound of the operator’s own settings', async () => {
    await generic(server.database.db).deleteFrom('config_group').where('ident', 'like', 'wide-%').execute();
    const { id: groupId } = await server.data('base.Config/addExtendGroup', { title: 'Options', ident: 'options' });
    const options = 'x'.repeat(20_000);
    const items: number[] = [];
    for (let n = 0; n < 25; n++) {
      const item = { groupId, zh_name: `${n}`, en_name: `options_${n}`, options, value: '' };
      items.push((await server.data('base.Config/addExpendConfig', item)).id);
    }
    const one = { groupId, zh_name: 'x', en_name: 'options_more', options: 'x' };
    const { body } = await server.call<Refused>('base.Config/addExpendConfig', one);
    expect(body.data.errors).toEqual({ value: '扩展配置合起来最多 500000 个字符' });
    for (const id of items) await server.data('base.Config/deleteExpendConfig', { id });
  });

  test('secure A3: the operator’s own settings have a bound together, and may be made shorter', async () => {
    const { id: groupId } = await server.data('base.Config/addExtendGroup', { title: 'Wide', ident: 'wide' });
    const value = 'x'.repeat(20_000);
    const add = (n: number) =>
      server.call<{ id: number; errors?: object }>('base.Config/addExpendConfig', {
        groupId,
        zh_name: `${n}`,
        en_name: `wide_${n}`,
        type: 'longtext',
        value,
      });
    for (let n = 0; n < 25; n++) expect((await add(n)).body.code).toBe(1);
    const refused = { code: 0, data: { errors: { value: '扩展配置合起来最多 500000 个字符' } } };
    expect((await add(25)).body).toMatchObject(refused);
    await server.data('base.Config/saveConfig', { wide_0: 'short' });
    expect((await add(25)).body).toMatchObject(refused);
    await server.data('base.Config/saveConfig', { wide_1: '' });
    expect((await add(25)).body.code).toBe(1);
    const { body } = await server.call('base.Config/saveConfig', { wide_1: value });
    expect(body).toMatchObject({ code: 0, data: { errors: { wide_1: '扩展配置合起来最多 500000 个字符' } } });
  });
});
