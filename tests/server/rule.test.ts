import { expect, test } from 'vitest';
import { formatsZh } from '../../contract/formats.ts';
import { calls, rulesOf } from '../../contract/index.ts';
import { seed } from '../../server/setup/seed.ts';
import { describeTestedDatabases, type Refused } from '../support/server.ts';

interface Rule {
  id: number;
  title: string;
  path: string;
  pid: number | null;
  show: boolean;
  sunList: Rule[];
}

describeTestedDatabases('Rules', (server) => {
  const tree = () => server.data<Rule[]>('base.admin/getRuleList');
  const find = async (path: string) =>
    (await tree()).flatMap((rule) => [rule, ...rule.sunList]).find((rule) => rule.path === path);
  const add = (params: Record<string, unknown>) =>
    server.call<Refused & { id: number }>('base.admin/create_rule', { title: 'x', ...params });

  test('are there from the first start, a screen above its calls, one for each rule that a call needs', async () => {
    const rules = await tree();
    // Rules that belong to every screen have no screen above them.
    const screens = rules.filter(({ path }) => !/^base\.(Transfer|upload)\//.test(path));
    for (const { path, pid } of screens) expect([path[0], pid]).toEqual(['/', null]);
    const paths = rules.flatMap((rule) => [rule, ...rule.sunList]).map(({ path }) => path);
    const needed = [...calls.values()].flatMap(({ call }) => rulesOf(call));
    expect(new Set(paths)).toEqual(new Set([...needed, ...rules.map(({ path }) => path)]));
    expect(paths).toHaveLength(new Set(paths).size);
    const screen = rules.find(({ path }) => path === '/columnList');
    expect(screen?.sunList.map(({ path }) => path)).toContain('base.base/addColumn');
  });

  test('are kept in step with the contract at each start, and those made by hand stay as they are', async () => {
    const made = (await add({ title: '外部报表', path: '/reports', sort: 7 })).body.data.id;
    const lost = (await find('base.base/addColumn')) as Rule;
    const named = (await find('base.base/editColumn')) as Rule;
    await server.data('base.admin/edit_rule', { id: named.id, title: '改栏目', show: 0 });
    await server.database.db.deleteFrom('rule').where('id', '=', lost.id).execute();
    await seed(server.database, server.settings);
    expect(await find('base.base/addColumn')).toMatchObject({ title: lost.title, pid: lost.pid });
    expect(await find('base.base/editColumn')).toMatchObject({ id: named.id, title: '改栏目', show: false });
    expect(await find('/reports')).toMatchObject({ id: made, title: '外部报表', sort: 7 });
    await server.data('base.admin/edit_rule', { id: named.id, title: named.title, show: 1 });
    await server.data('base.admin/delete_rule', { rid: made });
  });

  test('have two levels at most', async () => {
    const top = (await add({ path: '/top' })).body.data.id;
    const below = (await add({ path: '/top/below', pid: top })).body.data.id;
    const two = { pid: '权限规则最多两级' };
    expect((await add({ path: '/third', pid: below })).body.data.errors).toEqual(two);
    const other = (await add({ path: '/other' })).body.data.id;
    for (const [id, pid] of [
      [top, other],
      [other, other],
      [other, below],
    ])
      expect((await server.call<Refused>('base.admin/edit_rule', { id, pid })).body.data.errors).toEqual(two);
    expect(await server.data('base.admin/edit_rule', { id: other, pid: top })).toMatchObject({ id: other });
  });

  test('keep their paths unique and plain', async () => {
    await add({ path: '/unique' });
    expect((await add({ path: '/unique' })).body.data.errors).toEqual({ path: '已被使用' });
    for (const path of ['/a b', "/'", '/中', '/x?y=1'])
      expect((await add({ path })).body.data.errors, path).toEqual({ path: formatsZh.format_path });
  });

  test('are shown or hidden by a boolean, which forms send as 1 and 0', async () => {
    for (const [show, stored] of [
      ['1', true],
      ['0', false],
      ['true', true],
      ['false', false],
      ['', false],
    ]) {
      const path = `/show-${show || 'none'}`;
      await add({ path, show });
      expect(await find(path), path).toMatchObject({ show: stored });
    }
    await add({ path: '/show-default' });
    expect(await find('/show-default')).toMatchObject({ show: true });
  });

  test('tell what stands behind their path, and those that the contract brings can neither go nor get another', async () => {
    await add({ path: 'base.extra/nothing' });
    const guards = async (path: string) => (await find(path)) as Rule & { guards: string };
    expect((await guards('/columnList')).guards).toBe('screen');
    expect((await guards('base.base/addColumn')).guards).toBe('call');
    expect((await guards('base.extra/nothing')).guards).toBe('nothing');
    const { id, title } = await guards('base.base/addColumn');
    const kept = '系统自带的权限规则不能删除，也不能更改路径和上级';
    expect((await server.call('base.admin/delete_rule', { rid: id })).body).toMatchObject({ code: 0, msg: kept });
    const moved = await server.call<Refused>('base.admin/edit_rule', { id, path: 'base.extra/elsewhere' });
    expect(moved.body).toMatchObject({ code: 0, msg: kept, data: { errors: { path: kept } } });
    await server.data('base.admin/edit_rule', { id, title: 'Renamed', path: 'base.base/addColumn' });
    await server.data('base.admin/edit_rule', { id, title });
  });

  test('of a call stay under its screen: another one would come to each role that holds the call', async () => {
    const { id, pid } = (await find('base.base/addColumn')) as Rule;
    const other = ((await find('/systemConfig')) as Rule).id;
    const kept = { pid: '系统自带的权限规则不能删除，也不能更改路径和上级' };
    for (const elsewhere of [other, ''])
      expect((await server.call<Refused>('base.admin/edit_rule', { id, pid: elsewhere })).body.data.errors).toEqual(
        kept,
      );
    const unscreened = ((await find('base.upload/fileUpload')) as Rule).id;
    const { body } = await server.call<Refused>('base.admin/edit_rule', { id: unscreened, pid: other });
    expect(body.data.errors).toEqual(kept);
    await server.data('base.admin/edit_rule', { id, pid });
    // A rule that was moved elsewhere before can be moved back.
    await server.database.db.updateTable('rule').set({ pid: other }).where('id', '=', id).execute();
    await server.data('base.admin/edit_rule', { id, pid });
    expect(await find('base.base/addColumn')).toMatchObject({ pid });
  });

  test('that a screen or call lacks are told, and can be made', async () => {
    const missing = () => server.data<{ path: string; parent: string; title: string }[]>('base.admin/getMissingRules');
    expect(await missing()).toEqual([]);
    const { id, pid } = (await find('base.base/addColumn')) as Rule;
    await server.database.db.deleteFrom('rule').where('id', '=', id).execute();
    expect(await missing()).toEqual([{ path: 'base.base/addColumn', parent: '/columnList', title: '新增栏目' }]);
    // A super administrator has the right even so, and is told so.
    const { rules } = await server.data<{ rules: string[] }>('base.admin/getAdminInfo');
    expect(rules).toContain('base.base/addColumn');
    await server.data('base.admin/create_rule', { title: '新增栏目', path: 'base.base/addColumn', pid });
    expect(await missing()).toEqual([]);
  });

  test('mark what a role may do: the mark changes with its rules, with any rule, and with its role', async () => {
    const groupId = await server.makeRole(['/content']);
    const admin = await server.makeAdmin(groupId);
    const mark = async () =>
      (await server.data<{ rights: string }>('auth.auth/checkLogin', {}, { token: admin.token })).rights;
    const marks = [await mark()];
    expect(await mark()).toBe(marks[0]);
    await server.data('base.admin/edit_role', { id: groupId, rule_method: '' });
    marks.push(await mark());
    await add({ path: '/marked' });
    marks.push(await mark());
    await server.data('base.admin/editAdmin', { id: admin.id, groupId: await server.makeRole([]) });
    admin.token = await server.signIn(admin.username, admin.password);
    marks.push(await mark());
    expect(new Set(marks).size).toBe(marks.length);
  });

  test('are deleted only without rules below them, and leave every role', async () => {
    const top = (await add({ path: '/deleted' })).body.data.id;
    const below = (await add({ path: '/deleted/below', pid: top })).body.data.id;
    const role = await server.makeRole(['/deleted/below']);
    const { body } = await server.call('base.admin/delete_rule', { rid: top });
    expect([body.code, body.msg]).toEqual([0, '此规则下还有子规则']);
    await server.data('base.admin/delete_rule', { rid: below });
    await server.data('base.admin/delete_rule', { rid: top });
    const roles = await server.data<{ id: number; rule_method: number[] }[]>('base.admin/getRoleList');
    expect(roles.find(({ id }) => id === role)?.rule_method).toEqual([]);
  });
});
