import { expect, test } from 'vitest';
import type { Returned } from '../../contract/call.ts';
import type { MenuEntry, welcomeDate } from '../../contract/calls/console.ts';
import { describeTestedDatabases, type TestAdmin } from '../support/server.ts';

const rules = ['/content', 'base.content/getContentList?model=product', 'base.content/publish?entity=product'];
const writes = (name: string) => [`base.content/add${name}`, `base.content/edit${name}`, `base.content/delete${name}`];

describeTestedDatabases('A role of products alone', (server) => {
  const made = async (more: string[] = []): Promise<TestAdmin> =>
    server.makeAdmin(await server.makeRole([...rules, ...writes('Product'), ...more]));
  const add = async (model: 'article' | 'product', title: string) => {
    const { id: col_id } = await server.data('base.base/addColumn', { title: `${title}s`, model });
    const path = model === 'article' ? 'base.content/addArticle' : 'base.content/addProduct';
    return (await server.data(path, { col_id, title, tags: title, status: 0 })).id;
  };
  const statusOf = async ({ token }: TestAdmin, path: string, params: object) =>
    (await server.call(path, { ...params }, { token })).status;

  test('lists and publishes them, and no other model, whichever call is asked', async () => {
    const admin = await made();
    const [article, product] = [await add('article', 'Letter'), await add('product', 'Kettle')];
    const asked = {
      'base.content/getContentList': (model: string) => ({ model }),
      'base.content/getContentTopMenu': (model: string) => ({ model }),
      'base.content/getWorkingCopy': (entity: string, id: number) => ({ entity, id }),
      'base.Version/list': (entity: string, id: number) => ({ entity, id }),
    };
    for (const [path, params] of Object.entries(asked)) {
      expect([path, await statusOf(admin, path, params('product', product))]).toEqual([path, 200]);
      expect([path, await statusOf(admin, path, params('article', article))]).toEqual([path, 403]);
    }
    // Nothing but the rule to publish is missing.
    const writer = await made(['base.content/getContentList?model=article', 'base.content/editArticle']);
    for (const path of ['base.content/publish', 'base.content/scheduleWorkingCopy', 'base.content/returnToAuthor']) {
      const about = { entity: 'article', id: article, ...(path.endsWith('Author') && { note: 'n' }) };
      expect([path, await statusOf(writer, path, about)]).toEqual([path, 403]);
    }
    const live = await server.call('base.content/publish', { entity: 'product', id: product }, { token: admin.token });
    expect(live).toMatchObject({ status: 200, body: { code: 1 } });
  });

  test('sees nothing of another model on the home screen, in menu, tags, cases and search', async () => {
    const { token } = await made();
    await add('article', 'Otherwise');
    await add('product', 'Teapot');
    const home = await server.data<Returned<typeof welcomeDate>>('base.Data/welcomeDate', {}, { token });
    expect(Object.keys(home.counts)).toEqual(['product']);
    expect(home.todo.map(({ path }) => path.split('?')[0])).toEqual(['/content/product']);
    const models = (entries: MenuEntry[]): string[] =>
      entries.flatMap((each) => [each.model, ...models(each.children)]);
    const menu = await server.data<MenuEntry[]>('base.Menu', {}, { token });
    expect(models(menu).filter(Boolean)).toEqual(['product']);
    const tags = await server.data<{ title: string }[]>('base.Tag/list', {}, { token });
    expect(tags.map(({ title }) => title)).toEqual(expect.not.arrayContaining(['Otherwise']));
    expect(tags.map(({ title }) => title)).toContain('Teapot');
    const found = async (q: string) => server.data<object[]>('base.Search/records', { q }, { token });
    expect([await found('Otherwise'), (await found('Teapot')).length]).toEqual([[], 1]);
    const onlyAtlas = await server.makeAdmin(
      await server.makeRole(['/content', 'base.content/getContentList?model=atlas']),
    );
    expect(await server.data('base.Category/getAllCaseList', {}, onlyAtlas)).toEqual([]);
  });

  test('sees the categories of its own model alone', async () => {
    const { token } = await made();
    for (const type of ['article', 'product'] as const) {
      const { id: cid } = await server.data('base.base/addColumn', { title: `with ${type} categories`, model: type });
      await server.data('base.Category/addEditCategory', { title: `of ${type}`, cid, type });
    }
    const seen = await server.data<{ title: string }[]>('base.Category/getParentCategory', {}, { token });
    expect(seen.map(({ title }) => title)).toEqual(['of product']);
  });

  test('may list what it may write or publish: a right to one brings the other', async () => {
    const ids = await server.ruleIds();
    for (const path of ['base.content/deleteArticle', 'base.content/publish?entity=article']) {
      const id = await server.makeRole([path]);
      const roles = await server.data<{ id: number; rule_method: number[] }[]>('base.admin/getRoleList');
      const wanted = ['/content', 'base.content/getContentList?model=article', path].map((each) =>
        Number(ids.get(each)),
      );
      const held = roles.find((role) => role.id === id)?.rule_method;
      expect(new Set(held)).toEqual(new Set(wanted));
    }
  });

  test('publishes no article by editing it, though it may edit articles', async () => {
    const more = ['base.content/getContentList?model=article', 'base.content/editArticle'];
    const { token } = await made(more);
    const id = await add('article', 'Draft');
    const edited = await server.call('base.content/editArticle', { id, status: 1 }, { token });
    expect(edited.body).toMatchObject({ code: 0, data: { errors: { status: expect.any(String) } } });
  });

  test('without any model has no screen of contents', async () => {
    const { token } = await server.makeAdmin(await server.makeRole(['/content']));
    const menu = await server.data<MenuEntry[]>('base.Menu', {}, { token });
    expect(JSON.stringify(menu)).not.toContain('/content');
    expect((await server.call('base.content/getContentList', { model: 'article' }, { token })).status).toBe(403);
  });
});
