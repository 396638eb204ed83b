import { beforeAll, describe, expect, test } from 'vitest';
import { describeTestedDatabases, type Reply, type TestAdmin } from '../support/server.ts';

interface Role {
  id: number;
  title: string;
  rule_method: number[];
  built_in: number;
}

const adminRules = ['base.admin/getAdminList', 'base.admin/addAdmin', 'base.admin/editAdmin', 'base.admin/deleteAdmin'];
const roleRules = [
  'base.admin/getRoleList',
  'base.admin/create_role',
  'base.admin/edit_role',
  'base.admin/delete_role',
];
const ruleRules = ['base.admin/create_rule', 'base.admin/edit_rule', 'base.admin/delete_rule'];
const said = ({ body }: Reply<unknown>) => [body.code, body.msg];
const notHeld = [0, '不能授予自己没有的权限'];
const beyond = [0, '此管理员拥有您没有的权限，不能修改'];

describeTestedDatabases('Roles', (server) => {
  let manager: TestAdmin;
  let managerRole = 0;
  let ids: Map<string, number>;
  beforeAll(async () => {
    ids = await server.ruleIds();
    managerRole = await server.makeRole(['/adminList', '/authGroup', ...adminRules, ...roleRules, ...ruleRules]);
    manager = await server.makeAdmin(managerRole);
  });
  const rules = (...paths: string[]) => paths.map((path) => ids.get(path) ?? 0);
  const as = ({ token }: TestAdmin, path: string, params: Record<string, unknown>) =>
    server.call(path, params, { token });
  const roleOf = async (id: number) =>
    (await server.data<Role[]>('base.admin/getRoleList')).find((role) => role.id === id);
  const superRole = async () =>
    (await server.data<Role[]>('base.admin/getRoleList')).find((role) => role.built_in)?.id ?? 0;
  let names = 0;
  const draft = (groupId: number) => ({ username: `drafted-${names++}`, password: 'long-enough-1', groupId });

  test('are listed with the ids of their rules', async () => {
    const held = ['/columnList', 'base.base/addColumn'];
    const id = await server.makeRole(held);
    expect((await roleOf(id))?.rule_method).toEqual(rules(...held).sort((a, b) => a - b));
  });

  test('given a call hold its screen too', async () => {
    const id = await server.makeRole(['base.base/addNav']);
    expect((await roleOf(id))?.rule_method.sort()).toEqual(rules('/navList', 'base.base/addNav').sort());
    await server.data('base.admin/edit_role', { id, rule_method: rules('base.base/addColumn') });
    expect((await roleOf(id))?.rule_method.sort()).toEqual(rules('/columnList', 'base.base/addColumn').sort());
    await server.data('base.admin/edit_role', { id, title: 'renamed' });
    expect((await roleOf(id))?.rule_method).toHaveLength(2);
  });

  test('are refused with a rule that does not exist', async () => {
    const { body } = await server.call('base.admin/create_role', { title: 'x', rule_method: '4711' });
    expect(body).toMatchObject({ code: 0, data: { errors: { rule_method: '所选记录不存在' } } });
    const odd = await server.call('base.admin/create_role', { title: 'x', rule_method: '1,x' });
    expect(odd.body).toMatchObject({ code: 0, data: { errors: { rule_method: '请填写整数，例如 12' } } });
  });

  test('are deleted only while no administrator has them', async () => {
    const id = await server.makeRole(['/content']);
    const { id: aid } = await server.makeAdmin(id);
    const { body } = await server.call('base.admin/delete_role', { rid: id });
    expect(body).toMatchObject({ code: 0, msg: '还有管理员属于此角色', data: { holds: { admin: 1 } } });
    await server.data('base.admin/deleteAdmin', { aid });
    await server.data('base.admin/delete_role', { rid: id });
    expect(await roleOf(id)).toBeUndefined();
  });

  describe('Nobody grants what they do not hold', () => {
    test('not by making a role, nor by editing one', async () => {
      const more = { title: 'more', rule_method: rules('/adminList', 'base.base/addColumn') };
      expect(said(await as(manager, 'base.admin/create_role', more))).toEqual(notHeld);
      const { body } = await as(manager, 'base.admin/create_role', { title: 'less', rule_method: rules('/adminList') });
      const { id } = body.data as { id: number };
      expect(said(await as(manager, 'base.admin/edit_role', { ...more, id }))).toEqual(notHeld);
      expect(said(await as(manager, 'base.admin/edit_role', { ...more, id: managerRole }))).toEqual(notHeld);
      expect(said(await as(manager, 'base.admin/edit_role', { id, title: 'still less' }))[0]).toBe(1);
    });

    test('nor by the roles that they give, or touch', async () => {
      const strong = await server.makeRole(['/content']);
      const weak = await server.makeRole(['/adminList']);
      const weakling = await server.makeAdmin(weak);
      for (const groupId of [strong, await superRole()]) {
        expect(said(await as(manager, 'base.admin/addAdmin', draft(groupId)))).toEqual(notHeld);
        expect(said(await as(manager, 'base.admin/editAdmin', { id: weakling.id, groupId }))).toEqual(notHeld);
        expect(said(await as(manager, 'base.admin/editAdmin', { id: manager.id, groupId }))).toEqual(notHeld);
      }
      expect(said(await as(manager, 'base.admin/edit_role', { id: strong, rule_method: '' }))).toEqual(notHeld);
      expect(said(await as(manager, 'base.admin/delete_role', { rid: strong }))).toEqual(notHeld);
      expect(said(await as(manager, 'base.admin/addAdmin', draft(weak)))[0]).toBe(1);
    });

    test('nor by changing what a rule stands for', async () => {
      const path = (id: number, to: string) => as(manager, 'base.admin/edit_rule', { id, path: to });
      const held = await server.data('base.admin/create_rule', { title: 'Held', path: 'base.extra/held', pid: 0 });
      await server.data('base.admin/edit_role', {
        id: managerRole,
        rule_method: [...((await roleOf(managerRole))?.rule_method ?? []), held.id],
      });
      expect(said(await path(held.id, 'base.base/addColumn2'))).toEqual(notHeld);
      expect(said(await path(ids.get('base.base/addColumn') ?? 0, 'base.extra/away'))).toEqual(notHeld);
      expect(said(await as(manager, 'base.admin/edit_rule', { id: held.id, title: 'Renamed' }))[0]).toBe(1);
      expect(
        (await server.call('base.base/addColumn', { title: 'x', model: 'article' }, { token: manager.token })).status,
      ).toBe(403);
    });
  });

  describe('An administrator with more rights', () => {
    test('can be neither edited, disabled, given a password nor deleted', async () => {
      const stronger = await server.makeAdmin(await server.makeRole(['/adminList', '/content']));
      const { id: superId } = await server.data('base.admin/getAdminInfo');
      for (const id of [stronger.id, superId]) {
        for (const change of [{ nickname: 'x' }, { status: 0 }, { password: 'taken-over-1' }, { groupId: managerRole }])
          expect(said(await as(manager, 'base.admin/editAdmin', { id, ...change }))).toEqual(beyond);
        expect(said(await as(manager, 'base.admin/deleteAdmin', { aid: id }))).toEqual(beyond);
      }
      await server.signIn(stronger.username, stronger.password);
    });

    test('is told as such in the lists, and so is a role with more rights', async () => {
      const strong = await server.makeRole(['/adminList', '/content']);
      const weak = await server.makeRole(['/adminList']);
      await server.makeAdmin(strong);
      await server.makeAdmin(weak);
      const { body } = await as(manager, 'base.admin/getAdminList', { limit: 100 });
      const { data } = body.data as { data: { groupId: number; beyond: number }[] };
      const beyondOf = (groupId: number) =>
        new Set(data.filter((one) => one.groupId === groupId).map((one) => one.beyond));
      expect([beyondOf(strong), beyondOf(weak), beyondOf(managerRole)]).toEqual([
        new Set([1]),
        new Set([0]),
        new Set([0]),
      ]);
      const roles = (await as(manager, 'base.admin/getRoleList', {})).body.data as (Role & { beyond: number })[];
      const role = (id: number) => roles.find((one) => one.id === id);
      expect([role(strong)?.beyond, role(weak)?.beyond, role(await superRole())?.beyond]).toEqual([1, 0, 1]);
      await expect(roleOf(strong)).resolves.toMatchObject({ admins: 1, beyond: 0 });
    });

    test('may be listed, without the password', async () => {
      const { body } = await as(manager, 'base.admin/getAdminList', { limit: 100 });
      expect(JSON.stringify(body)).toContain('超级管理员');
      expect(JSON.stringify(body)).not.toMatch(/password|argon2/);
    });
  });

  describe('The built-in super administrator role', () => {
    test('holds every rule, also a new one, and can be neither edited nor deleted', async () => {
      const id = await superRole();
      await server.data('base.admin/create_rule', { title: 'New', path: 'base.extra/new' });
      const { rules: held } = await server.data<{ rules: string[] }>('base.admin/getAdminInfo');
      expect(held).toContain('base.extra/new');
      for (const change of [{ title: 'x' }, { rule_method: '1' }])
        expect(said(await server.call('base.admin/edit_role', { id, ...change }))).toEqual([
          0,
          '内置的超级管理员角色不能修改或删除',
        ]);
      expect(said(await server.call('base.admin/delete_role', { rid: id }))).toEqual([
        0,
        '内置的超级管理员角色不能修改或删除',
      ]);
    });

    test('keeps its last administrator', async () => {
      const { id } = await server.data('base.admin/getAdminInfo');
      const last = [0, '不能删除或停用最后一个超级管理员'];
      expect(said(await server.call('base.admin/editAdmin', { id, groupId: managerRole }))).toEqual(last);
      for (const [path, params] of Object.entries({
        'base.admin/editAdmin': { id, status: 0 },
        'base.admin/deleteAdmin': { aid: id },
      }))
        expect(said(await server.call(path, params))).toEqual([0, '不能删除或停用自己']);

      const second = await server.makeAdmin(await superRole());
      await server.data('base.admin/editAdmin', { id: second.id, status: 0 });
      expect(said(await server.call('base.admin/editAdmin', { id, groupId: managerRole }))).toEqual(last);
      await server.data('base.admin/deleteAdmin', { aid: second.id });
    });

    test('keeps one also where two delete each other at the same time', async () => {
      let { token } = server;
      const { id } = await server.data('base.admin/getAdminInfo');
      const others = [1, 2, 3].map(() => server.makeAdmin(managerRole));
      const [promote, demote] = [{ groupId: await superRole() }, { groupId: managerRole }];
      for (const other of await Promise.all(others)) {
        await server.data('base.admin/editAdmin', { id: other.id, ...promote }, { token });
        other.token = await server.signIn(other.username, other.password);
        const replies = await Promise.all([
          server.call('base.admin/editAdmin', { id: other.id, ...demote }, { token }),
          server.call('base.admin/editAdmin', { id, ...demote }, { token: other.token }),
        ]);
        const codes = replies.map(({ body }) => body.code);
        expect(codes.filter((code) => code === 1)).toHaveLength(1);
        // Whoever is left puts the first one back, whose session has ended.
        if (codes[1] === 1) {
          await server.data('base.admin/editAdmin', { id, ...promote }, { token: other.token });
          token = await server.signIn(server.settings.adminUsername, server.password);
        }
        await server.data('base.admin/deleteAdmin', { aid: other.id }, { token });
      }
    });
  });
});
