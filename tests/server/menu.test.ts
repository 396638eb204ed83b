import { beforeAll, expect, test } from 'vitest';
import { type MenuDeclaration, menus } from '../../contract/menus.ts';
import { modelNames } from '../../contract/models.ts';
import { fieldsOf } from '../proof/specification.ts';
import { contentRules, describeTestedDatabases, type TestAdmin } from '../support/server.ts';

interface Entry {
  id: number;
  path: string;
  icon: string;
  model: string;
  background: string;
  spread: boolean;
  children: Entry[];
}

const paths = (entries: Entry[]): string[] =>
  entries.flatMap(({ path, children }) => [path, ...paths(children)]).filter(Boolean);

describeTestedDatabases('The menu', (server) => {
  let editor: TestAdmin;
  let nobody: TestAdmin;
  beforeAll(async () => {
    editor = await server.makeAdmin(await server.makeRole(contentRules));
    nobody = await server.makeAdmin(await server.makeRole([]));
  });
  const menu = (token = server.token, params = {}) => server.data<Entry[]>('base.Menu', params, { token });

  test('holds for a super administrator every screen', async () => {
    expect(paths(await menu())).toEqual(
      expect.arrayContaining(['/home', '/columnList', '/content', '/content/article']),
    );
  });

  test('holds for others the screens of their rules and the open ones, and no empty group', async () => {
    const seen = paths(await menu(editor.token));
    expect(seen).toEqual(expect.arrayContaining(['/home', '/content', '/content/article']));
    expect(seen).not.toContain('/columnList');
    expect(paths(await menu(nobody.token))).toEqual(['/home']);
    expect(await menu(nobody.token)).toHaveLength(1);
  });

  test('B5: offers no screen whose records the role may not read', async () => {
    expect(paths(await menu(editor.token)).filter((path) => /category|size|params/.test(path))).toEqual([]);
    const more = await server.makeAdmin(await server.makeRole([...contentRules, 'base.Category/getCategoryList']));
    expect(paths(await menu(more.token))).toEqual(expect.arrayContaining(['/content', '/content/category']));
    expect(paths(await menu(more.token))).not.toContain('/content/size');

    // This role may open every screen and read nothing.
    const screens = [...(await server.ruleIds()).keys()].filter((path) => path.startsWith('/'));
    const { token } = await server.makeAdmin(await server.makeRole(screens));
    const opened = (entries: readonly MenuDeclaration[]): MenuDeclaration[] =>
      entries.flatMap((entry) => [entry, ...opened(entry.children ?? [])]);
    const seen = paths(await menu(token));
    for (const { path, opens } of opened(menus).filter((entry) => entry.opens)) {
      const reply = opens && (await server.call(opens.path, opens.with ?? {}, { token }));
      // A list that is only read for another screen's forms does not show its own screen.
      expect([path, seen.includes(path ?? '')]).toEqual([path, reply?.status === 200 && !opens?.orRule]);
    }
  });

  test('gives each entry its icon, colour and unfolding as the contract declares them', async () => {
    const faces = (entries: readonly (MenuDeclaration | Entry)[]): unknown[] =>
      entries.map(({ icon, background = '', spread = false, children = [] }) => [
        ...[icon, background, spread],
        faces(children),
      ]);
    expect(faces(await menu())).toEqual(faces(menus));
  });

  test('below an entry is what stands below it', async () => {
    const whole = await menu();
    expect(await menu(server.token, { pid: 0 })).toEqual(whole);
    const group = whole.find(({ children }) => children.length > 0);
    expect(await menu(server.token, { pid: group?.id })).toEqual(group?.children);
    expect(await menu(server.token, { pid: 4711 })).toEqual([]);
  });

  test('leaves out a screen whose rule is hidden', async () => {
    const rules = await server.data<{ id: number; path: string }[]>('base.admin/getRuleList');
    const id = rules.find(({ path }) => path === '/content')?.id;
    await server.data('base.admin/edit_rule', { id, show: 0 });
    expect(paths(await menu(editor.token))).toEqual(['/home']);
    expect(paths(await menu())).not.toContain('/content');
    await server.data('base.admin/edit_rule', { id, show: 1 });
    expect(paths(await menu(editor.token))).toContain('/content');
  });

  test('is not the right itself: a call is refused whatever the menu shows', async () => {
    const call = (path: string, params = {}) => server.call(path, params, { token: editor.token });
    expect((await call('base.content/getContentList', { model: 'article' })).status).toBe(200);
    expect((await call('base.content/addArticle', { title: 'x', col_id: 1 })).status).toBe(403);
    expect((await call('base.base/getColumnList')).status).toBe(403);
  });

  test('goes with the home screen’s numbers: only of the screens that one may open', async () => {
    const counts = async (token: string) =>
      Object.keys((await server.data<{ counts: object }>('base.Data/welcomeDate', {}, { token })).counts).sort();
    expect(await counts(server.token)).toEqual(expect.arrayContaining(['article', 'column', 'nav', 'ad', 'user']));
    expect(await counts(editor.token)).toEqual([...modelNames].sort());
    expect(await counts(nobody.token)).toEqual([]);
  });

  test('goes with one’s own record: role and rules, and the site’s logo as the avatar', async () => {
    await server.data('base.Config/saveConfig', { web_logo: '/upload/logo.png' });
    const own = await server.data<Record<string, unknown>>('base.admin/getAdminInfo', {}, { token: editor.token });
    expect(own).toMatchObject({
      username: editor.username,
      rules: expect.arrayContaining(contentRules),
      avatar: '/upload/logo.png',
      must_change: false,
    });
    expect(own).not.toHaveProperty('password');
    expect(Object.keys(own)).toEqual(expect.arrayContaining(fieldsOf('Admin info')));
    expect(Object.keys(own.role as object)).toContain('title');
  });
});
