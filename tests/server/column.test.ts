import { expect, test } from 'vitest';
import { describeTestedDatabases, type Refused } from '../support/server.ts';

interface Column {
  id: number;
  title: string;
  level: number;
  total: number;
  is_home: number;
  url_name: string;
  children: Column[];
}
type Page = { data: Column[]; total: number };

describeTestedDatabases('Columns', (server) => {
  const add = async (title: string, fields: Record<string, unknown> = {}) =>
    (await server.data('base.base/addColumn', { title, model: 'article', ...fields })).id;
  const edit = (fields: Record<string, unknown>) => server.call<Refused>('base.base/editColumn', fields);
  const page = (params: Record<string, unknown>) => server.data<Page>('base.base/getColumnList', params);
  const find = async (id: number) => (await page({ ids: id })).data[0];
  const all = () => server.data<Column[]>('base.base/getAllColumnList');

  test('are listed as a page of the top level, each with what is below it', async () => {
    const top = await add('Tree', { sort: -9 });
    const second = await add('Branch 2', { pid: top, sort: 2 });
    const first = await add('Branch 1', { pid: top, sort: 1 });
    const leaf = await add('Leaf', { pid: first });
    const { data, total } = await page({ limit: 1 });
    expect(data).toMatchObject([
      {
        id: top,
        title: 'Tree',
        level: 1,
        pid: null,
        children: [
          { id: first, level: 2, pid: top, children: [{ id: leaf, level: 3, children: [] }] },
          { id: second, level: 2, children: [] },
        ],
      },
    ]);
    expect(data[0]).not.toHaveProperty('content');
    expect(total).toBe((await all()).filter(({ level }) => level === 1).length);
  });

  test('are listed flat, with their level, where they are searched, filtered or asked for by id', async () => {
    const top = await add('Searched root');
    const below = await add('Searched below', { pid: top, status: 0 });
    expect((await page({ searchKey: 'SEARCHED' })).data.map(({ id, level }) => [id, level])).toEqual([
      [top, 1],
      [below, 2],
    ]);
    expect((await page({ pid: top })).data).toMatchObject([{ id: below, level: 2 }]);
    expect((await page({ status: 0, model: 'article' })).data.map(({ id }) => id)).toContain(below);
    expect((await page({ ids: [below, top] })).total).toBe(2);
  });

  test('are sorted within the tree as asked', async () => {
    const top = await add('Sorted root');
    for (const title of ['sorted b', 'sorted c', 'sorted a']) await add(title, { pid: top });
    for (const [order, wanted] of Object.entries({ asc: 'abc', desc: 'cba' })) {
      const { data } = await page({ limit: 100, sort: 'title', order });
      const branch = data.find(({ id }) => id === top)?.children ?? [];
      expect(branch.map(({ title }) => title.at(-1)).join('')).toBe(wanted);
    }
  });

  test('come all at once in tree order, with level and number of records', async () => {
    const top = await add('Whole', { sort: 50 });
    const below = await add('Whole below', { pid: top });
    await add('After whole', { sort: 51 });
    for (const title of ['a', 'b']) await server.data('base.content/addArticle', { title, col_id: below });
    const shown = (await all()).slice(-3).map(({ title, level, total }) => [title, level, total]);
    expect(shown).toEqual([
      ['Whole', 1, 0],
      ['Whole below', 2, 2],
      ['After whole', 1, 0],
    ]);
    const menu = await server.data<Column[]>('base.content/getContentTopMenu', { model: 'article' });
    expect(menu.find(({ id }) => id === below)).toEqual({ id: below, title: 'Whole below', level: 2, total: 2 });
  });

  test('cannot be moved below themselves', async () => {
    const top = await add('A');
    const middle = await add('B', { pid: top });
    const bottom = await add('C', { pid: middle });
    for (const pid of [top, middle, bottom])
      expect((await edit({ id: top, pid })).body.data.errors).toEqual({ pid: '不能移动到自己或自己的下级之下' });
    expect((await edit({ id: bottom, pid: top })).body.code).toBe(1);
    expect((await edit({ id: middle, pid: 0 })).body.code).toBe(1);
    expect(await find(middle)).toMatchObject({ pid: null, level: 1 });
  });

  test('are never below each other, also where two are moved at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await add(`One ${round}`), await add(`Other ${round}`)];
      const moves = [edit({ id: one, pid: other }), edit({ id: other, pid: one })];
      expect((await Promise.all(moves)).map(({ body }) => body.code).sort()).toEqual([0, 1]);
      expect((await all()).filter(({ id }) => id === one || id === other)).toHaveLength(2);
    }
  });

  test('keep their model while they hold content', async () => {
    const id = await add('Fixed');
    expect((await edit({ id, model: 'single' })).body.code).toBe(1);
    expect((await edit({ id, model: 'article' })).body.code).toBe(1);
    const article = await server.data('base.content/addArticle', { title: 'x', col_id: id });
    expect((await edit({ id, model: 'single' })).body.data.errors).toEqual({ model: '栏目已有内容，不能更换模型' });
    expect((await edit({ id, model: 'article', title: 'Fixed still' })).body.code).toBe(1);
    await server.data('base.content/deleteArticle', { aid: article.id });
    expect((await edit({ id, model: 'single' })).body.code).toBe(1);
  });

  test('may be edited by GET as well, as an old client does', async () => {
    const id = await add('Old client');
    const { body } = await server.call('base.base/editColumn', { id, title: 'By GET' }, { verb: 'GET' });
    expect(body).toMatchObject({ code: 1, data: { id, version: 2 } });
    expect(await find(id)).toMatchObject({ title: 'By GET' });
  });

  test('have at most one among them that is the home', async () => {
    const [one, other] = [await add('Home 1'), await add('Home 2')];
    const { body } = await server.call('base.content/setIndex', { cid: one });
    expect(body).toEqual({ code: 1, msg: '首页设置成功', data: null });
    const homes = async () => (await all()).filter(({ is_home }) => is_home === 1).map(({ id }) => id);
    expect(await homes()).toEqual([one]);
    await server.data('base.content/setIndex', { cid: other });
    expect(await homes()).toEqual([other]);
    for (let round = 0; round < 5; round++) {
      await Promise.all([one, other].map((cid) => server.data('base.content/setIndex', { cid })));
      expect(await homes()).toHaveLength(1);
    }
    expect((await server.call('base.content/setIndex', { cid: 0 })).body.code).toBe(0);
    const messages = await add('Messages', { model: 'message' });
    expect((await server.call('base.content/setIndex', { cid: messages })).body).toMatchObject({
      code: 0,
      msg: '留言栏目不能设为首页',
    });
    expect(await homes()).not.toContain(messages);
  });

  test('get a name for URLs from the title’s pinyin, unique, and free again after deletion', async () => {
    const name = async (title: string, fields = {}) => (await find(await add(title, fields)))?.url_name;
    expect(await name('新闻中心')).toBe('xin-wen-zhong-xin');
    expect(await name('新闻中心')).toBe('xin-wen-zhong-xin-2');
    const third = await add('新闻中心', { url_name: '' });
    expect(await find(third)).toMatchObject({ url_name: 'xin-wen-zhong-xin-3' });
    await server.data('base.base/deleteColumn', { col_id: third });
    expect(await name('新闻 中心!')).toBe('xin-wen-zhong-xin-3');
    expect(await name('Über uns & 关于 us')).toMatch(/^[a-z0-9-]+$/);
    expect(await name('？？？')).toBe('item');
    expect(await name('字'.repeat(60))).toMatch(/^zi(-zi)+$/);
    expect(await name('Own', { url_name: 'My_own-1' })).toBe('My_own-1');

    const taken = await server.call<Refused>('base.base/addColumn', {
      title: 'x',
      model: 'article',
      url_name: 'My_own-1',
    });
    expect(taken.body.data.errors).toEqual({ url_name: '已被使用' });
    const own = (await page({ searchKey: 'Own' })).data[0];
    expect((await edit({ id: own?.id, url_name: 'My_own-1' })).body.code).toBe(1);
    expect((await edit({ id: own?.id, url_name: 'xin-wen-zhong-xin' })).body.data.errors).toEqual({
      url_name: '已被使用',
    });
  });

  test('get different names where ten of one title are made at once', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => add('同名')));
    const names = (await page({ ids })).data.map(({ url_name }) => url_name);
    expect(new Set(names).size).toBe(10);
  });
});
