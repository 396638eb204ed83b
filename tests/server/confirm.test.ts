import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { calls } from '../../contract/index.ts';
import { endConfirmation, moveConfirmation } from '../support/confirmation.ts';
import { turnOnFactor } from '../support/factor.ts';
import { describeTestedDatabases, type Refused, type TestAdmin, type TestServer } from '../support/server.ts';

const always = [
  ...['auth.auth/beginPasskey', 'auth.auth/removePasskey'],
  ...['base.admin/addAdmin', 'base.admin/deleteAdmin', 'base.admin/endTotp', 'base.admin/createToken'],
  ...['base.admin/create_role', 'base.admin/edit_role'],
  ...['base.admin/create_rule', 'base.admin/edit_rule', 'base.admin/delete_rule'],
  ...['base.Backup/create', 'base.Backup/download', 'base.Backup/delete', 'base.Recycle/purge'],
];
const sometimes = [
  ...['auth.auth/totp', 'auth.auth/saveProfile', 'base.admin/editAdmin'],
  ...['base.Bulk/edit', 'base.Bulk/delete', 'base.Transfer/import'],
  ...['base.Config/saveConfig', 'base.Config/addExpendConfig', 'base.Config/editExpendConfig'],
  ...['base.Config/deleteExpendConfig', 'base.Config/deleteExtendGroup'],
];

test('which calls need a confirmed identity', () => {
  const flagged = (when: string) =>
    [...calls.values()].flatMap(({ call }) => (call.confirmed === when ? [call.path] : []));
  expect(flagged('always').toSorted()).toEqual(always.toSorted());
  expect(flagged('sometimes').toSorted()).toEqual(sometimes.toSorted());
});

let made = 0;
const fresh = (what: string) => `${what}-${++made}`;
const newAdmin = (groupId: number) => ({ username: fresh('admin'), password: 'a-word-of-its-own-5', groupId });

/** For each call, parameters with which it succeeds for a super administrator. */
const harmless: Record<string, (server: TestServer) => Promise<object>> = {
  'base.admin/addAdmin': async (server) => newAdmin(await server.makeRole([])),
  'base.admin/deleteAdmin': async (server) => ({ aid: (await server.makeAdmin(await server.makeRole([]))).id }),
  'base.admin/endTotp': async (server) => ({ aid: (await server.makeAdmin(await server.makeRole([]))).id }),
  'auth.auth/removePasskey': async () => ({ id: 99_999 }),
  'base.admin/createToken': async () => ({ title: 'ERP', role: 1, days: 30 }),
  'base.admin/create_role': async () => ({ title: fresh('role') }),
  'base.admin/edit_role': async (server) => ({ id: await server.makeRole([]), title: fresh('role') }),
  'base.admin/create_rule': async () => ({ title: 'x', path: `/${fresh('rule')}` }),
  'base.admin/edit_rule': async (server) => ({ id: await rule(server), title: fresh('rule') }),
  'base.admin/delete_rule': async (server) => ({ rid: await rule(server) }),
  'base.Backup/create': async (server) => {
    await server.database.db.deleteFrom('backup').execute();
    return {};
  },
  'base.Backup/delete': async (server) => ({ id: await backup(server) }),
  // The file of this backup is on another server.
  'base.Backup/download': async (server) => ({ id: await backup(server) }),
  'base.Recycle/purge': async (server) => {
    const { id } = await server.data('base.User/userAddEdit', { username: fresh('user') });
    await server.data('base.User/UserDelete', { id });
    return { entity: 'user', ids: id };
  },
};

/** These calls fail after the confirmation too; their messages show that they got beyond it. */
const beyondConfirmation: Record<string, string> = {
  'base.Backup/download': '不在这台服务器',
  // The test uses an IP address, where passkeys do not work.
  'auth.auth/beginPasskey': 'IP 地址',
  'auth.auth/removePasskey': '不存在',
};

async function rule(server: TestServer): Promise<number> {
  return (await server.data('base.admin/create_rule', { title: 'x', path: `/${fresh('rule')}` })).id;
}
async function backup({ database }: TestServer): Promise<number> {
  const texts = { slot: '', name: 'x.tar', owner: '', beat: '', phase: '', error: '', username: '' };
  const times = { create_time: '2026-01-01T00:00:00Z', end_time: '2026-01-01T00:00:00Z' };
  const values = { state: 'done', ...texts, ...times } as never;
  return Number((await database.db.insertInto('backup').values(values).returning('id').executeTakeFirstOrThrow()).id);
}

describeTestedDatabases('What a stolen session must not do', (server) => {
  const path = 'auth.auth/confirm';
  const confirm = (admin: TestAdmin, more: object = {}) =>
    server.call<Refused>(path, { password: admin.password, ...more }, { token: admin.token });
  /** Makes a super administrator whose sign-in was more than ten minutes ago. */
  async function idle(): Promise<TestAdmin> {
    const admin = await server.makeAdmin(1);
    await endConfirmation(server, admin.token);
    return admin;
  }
  const code = async (admin: Pick<TestAdmin, 'token'>, call: string, params: object = {}) =>
    (await server.call(call, { ...params }, { token: admin.token })).body.code;
  const makesRole = (admin: Pick<TestAdmin, 'token'>) =>
    code(admin, 'base.admin/create_role', { title: fresh('role') });

  test.each(always)('%s is refused without a fresh confirmation, and works with one', async (call) => {
    const admin = await idle();
    const params = await harmless[call]?.(server);
    const refused = await server.call(call, { ...params }, { token: admin.token });
    expect(refused).toMatchObject({ status: 200, body: { code: 428, msg: expect.stringContaining('确认') } });
    expect((await confirm(admin)).body.code).toBe(1);
    const taken = await server.call(call, { ...params }, { token: admin.token });
    const reached = beyondConfirmation[call];
    if (reached) expect(taken.body.msg).toContain(reached);
    else expect(taken.body).toMatchObject({ code: 1 });
  });

  test('the API page says which calls need one', async () => {
    const page = (await (await fetch(`${server.url}/api/docs/json`)).json()) as {
      paths: Record<string, Record<string, { description: string }>>;
    };
    const told = (call: string) => Object.values(page.paths[`/api/${call}`] ?? {})[0]?.description;
    expect(told('base.admin/create_role')).toMatch(/，须在 10 分钟内登录过或确认过身份（auth\.auth\/confirm）$/);
    expect(told('base.Config/saveConfig')).toMatch(/，部分修改须在 10 分钟内登录过或确认过身份/);
    expect(told('base.content/addArticle')).not.toContain('confirm');
  });

  test('a right that is lacking is said first', async () => {
    const admin = await server.makeAdmin(await server.makeRole(['/content']));
    await endConfirmation(server, admin.token);
    expect((await server.call('base.admin/create_role', { title: 'x' }, { token: admin.token })).status).toBe(403);
  });

  test.each([
    ['nine minutes ago', -9 * 60, 1],
    ['ten minutes ago', -10 * 60 - 2, 428],
    ['by a clock that is four minutes ahead', 4 * 60, 1],
    ['by a clock that was an hour ahead', 3600, 428],
    ['never', null, 428],
  ])('a confirmation %s', async (_when, seconds, expected) => {
    const admin = await server.makeAdmin(1);
    await moveConfirmation(server, admin.token, seconds);
    expect(await makesRole(admin)).toBe(expected);
  });

  test('signing in confirms this session alone, and so does the password', async () => {
    const admin = await idle();
    const other = { token: await server.signIn(admin.username, admin.password) };
    expect([await makesRole(admin), await makesRole(other)]).toEqual([428, 1]);
    await endConfirmation(server, other.token);
    await confirm(admin);
    expect([await makesRole(admin), await makesRole(other)]).toEqual([1, 428]);
  });

  test('a wrong password confirms nothing, and ten of them are all in a quarter of an hour; right ones do not count', async () => {
    const admin = await idle();
    for (let n = 0; n < 12; n++) expect((await confirm(admin)).body.code).toBe(1);
    await endConfirmation(server, admin.token);
    for (let n = 0; n < 10; n++) {
      const { body } = await confirm(admin, { password: 'not-the-word-77' });
      expect(body).toMatchObject({ code: 0, data: { errors: { password: expect.any(String) } } });
    }
    expect(await makesRole(admin)).toBe(428);
    expect((await confirm(admin)).status).toBe(429);
    expect(await makesRole(admin)).toBe(428);
  });

  test('a confirmation stands in the operation log, without the password', async () => {
    const admin = await idle();
    await confirm(admin, { code: '' });
    const log = await server.data<{ data: object[] }>('base.base/getOperateLog', { path });
    expect(log.data[0]).toMatchObject({ username: admin.username, target: 'admin', target_id: admin.id, code: 1 });
    expect(JSON.stringify(log.data)).not.toContain(admin.password);
  });

  test('a repeat with the same key is made once it is confirmed', async () => {
    const admin = await idle();
    const headers = { 'idempotency-key': fresh('confirmed-key') };
    const title = fresh('role');
    const edit = () => server.call('base.admin/create_role', { title }, { token: admin.token, headers });
    expect((await edit()).body.code).toBe(428);
    await confirm(admin);
    const first = await edit();
    expect(first.body.code).toBe(1);
    expect((await edit()).body).toEqual(first.body);
  });

  test('a program passes, because it cannot be asked; a backup is not for programs', async () => {
    const admin = await server.makeAdmin(1);
    const token = (
      await server.data<{ token: string }>('base.admin/createToken', { title: 'ERP', role: 1, days: 1 }, admin)
    ).token;
    const purged = await harmless['base.Recycle/purge']?.(server);
    expect(await code({ token: `Bearer ${token}` }, 'base.Recycle/purge', purged)).toBe(1);
    const download = { id: await backup(server) };
    expect((await server.call('base.Backup/download', download, { token: `Bearer ${token}` })).status).toBe(403);
    expect((await server.call(path, { password: admin.password }, { token: `Bearer ${token}` })).status).toBe(403);
  });

  test('while one looks as somebody else, none of it and no confirmation is taken', async () => {
    const admin = await server.makeAdmin(1);
    await server.data('base.admin/viewAs', { role: 1 }, admin);
    for (const call of [...always, path])
      expect(await server.call(call, {}, { token: admin.token })).toMatchObject({ body: { code: 0, msg: /查看/ } });
  });

  describe('of another administrator', () => {
    const boss = () => idle();
    const edit = (admin: TestAdmin, id: number, changes: object) =>
      code(admin, 'base.admin/editAdmin', { id, ...changes });
    const colleague = async () => {
      const { id } = await server.makeAdmin(await server.makeRole([]));
      await server.data('base.admin/editAdmin', { id, mobile: '', email: `${id}@example.com` });
      return id;
    };

    test.each<[string, (role: number) => object]>([
      ['the role', (role) => ({ groupId: role })],
      ['the password', () => ({ password: 'another-word-of-9' })],
      ['the status', () => ({ status: 0 })],
      ['the mobile number', () => ({ mobile: '13800138000' })],
      ['the e-mail address', () => ({ email: 'else@example.com' })],
      ['the user name', () => ({ username: fresh('renamed') })],
    ])('%s is changed after a confirmation alone', async (_what, changes) => {
      const [admin, id, role] = [await boss(), await colleague(), await server.makeRole([])];
      expect(await edit(admin, id, changes(role))).toBe(428);
      await confirm(admin);
      expect(await edit(admin, id, changes(role))).toBe(1);
      await server.data('base.admin/deleteAdmin', { aid: id });
    });

    test('anything else is changed without, also when the rest is sent along as it is', async () => {
      const [admin, id] = [await boss(), await colleague()];
      expect(await edit(admin, id, { nickname: 'Wang', status: 1, mobile: '', email: `${id}@example.com` })).toBe(1);
    });

    test('of oneself the form asks for the password itself', async () => {
      const admin = await boss();
      expect(await edit(admin, admin.id, { nickname: 'Me' })).toBe(1);
      expect(await edit(admin, admin.id, { email: 'me@example.com', password: admin.password })).toBe(1);
      // A change of the own role ends program tokens too, so it needs a confirmation.
      expect(await edit(admin, admin.id, { groupId: await server.makeRole([]) })).toBe(428);
    });
  });

  describe('of the configuration', () => {
    const save = (admin: TestAdmin, values: object) => code(admin, 'base.Config/saveConfig', values);

    test('secrets, and where a stored one is sent, are changed after a confirmation alone', async () => {
      const admin = await idle();
      // Mails would lead elsewhere or come from nowhere, sessions would last longer, and records of the past less long.
      for (const values of [
        { console_url: 'https://evil.example' },
        { smtp_from: 'x@example.com' },
        { session_days: 60 },
        { message_mail_to: 'x@example.com' },
        { version_days: 1 },
        { backup_daily: 1 },
        { backup_on: '1' },
      ])
        expect(await save(admin, values)).toBe(428);
      expect(await save(admin, { web_title: fresh('title') })).toBe(1);
      const first = { smtp_host: 'smtp.example.com', smtp_password: 'a secret' };
      expect(await save(admin, first)).toBe(428);
      await confirm(admin);
      expect(await save(admin, first)).toBe(1);
      await endConfirmation(server, admin.token);
      const host = { smtp_host: 'smtp.example.org', smtp_password: 'a secret' };
      for (const changes of [host, { smtp_host: '' }, { clear: 'smtp_password' }])
        expect(await save(admin, changes)).toBe(428);
      // A form sends the other values along, unchanged or masked.
      const rest = { web_title: fresh('title'), smtp_host: 'smtp.example.com', smtp_password: '***' };
      expect(await save(admin, rest)).toBe(1);
      expect(await save(await confirmed(admin), { clear: 'smtp_password' })).toBe(1);
    });

    test('secrets of one’s own are added, changed and deleted after a confirmation alone', async () => {
      const admin = await idle();
      const groupId = (await server.data('base.Config/addExtendGroup', { title: fresh('group') })).id;
      const draft = { groupId, zh_name: 'key', type: 'secret', value: 'a secret' };
      const add = (more: object = {}) =>
        server.call<{ id: number }>(
          'base.Config/addExpendConfig',
          { ...draft, en_name: fresh('item').replace('-', '_'), ...more },
          { token: admin.token },
        );
      expect((await add({ type: 'text' })).body.code).toBe(1);
      expect((await add({ value: '' })).body.code).toBe(1);
      expect((await add()).body.code).toBe(428);
      await confirm(admin);
      const { id } = (await add()).body.data;
      await endConfirmation(server, admin.token);
      const edit = (changes: object) => code(admin, 'base.Config/editExpendConfig', { id, ...changes });
      expect(await edit({ zh_name: 'another', value: '***' })).toBe(1);
      for (const changes of [{ value: 'new' }, { type: 'text' }]) expect(await edit(changes)).toBe(428);
      expect(await code(admin, 'base.Config/deleteExpendConfig', { id })).toBe(428);
      expect(await code(admin, 'base.Config/deleteExtendGroup', { gid: groupId })).toBe(428);
      expect(await code(admin, 'base.Bulk/delete', { entity: 'config_item', ids: id })).toBe(428);
      expect(await code(await confirmed(admin), 'base.Config/deleteExtendGroup', { gid: groupId })).toBe(1);
    });

    async function confirmed(admin: TestAdmin): Promise<TestAdmin> {
      await confirm(admin);
      return admin;
    }
  });

  describe('by way of a call for many records', () => {
    const importRoles = async (admin: TestAdmin) => {
      const form = new FormData();
      form.append('entity', 'role');
      form.append('file', new Blob([`title\n${fresh('role')}\n`], { type: 'text/csv' }), 'roles.csv');
      const request = { method: 'POST', headers: { authorization: admin.token }, body: form };
      return (await (await fetch(`${server.url}/api/base.Transfer/import`, request)).json()).code;
    };

    test('needs it too; the same of contents does not', async () => {
      const admin = await idle();
      const ids = await server.makeRole([]);
      const edit = { entity: 'role', ids, fields: JSON.stringify({ title: fresh('role') }) };
      expect(await code(admin, 'base.Bulk/edit', edit)).toBe(428);
      expect(await code(admin, 'base.Bulk/delete', { entity: 'rule', ids: await rule(server) })).toBe(428);
      expect(await importRoles(admin)).toBe(428);
      const { id } = await server.data('base.User/userAddEdit', { username: fresh('user') });
      expect(await code(admin, 'base.Bulk/delete', { entity: 'user', ids: id })).toBe(1);
      await confirm(admin);
      expect([await code(admin, 'base.Bulk/edit', edit), await importRoles(admin)]).toEqual([1, 1]);
    });
  });

  describe('with a second factor', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
    afterEach(() => void vi.useRealTimers());

    test('needs a code too, or a recovery code, and takes none twice', async () => {
      const admin = await server.makeAdmin(1);
      const factor = await turnOnFactor(server, admin);
      await endConfirmation(server, admin.token);
      for (const wrong of [{}, { code: '000000' }, { code: 'abcde-fghjk' }]) {
        const { body } = await confirm(admin, wrong);
        expect(body).toMatchObject({ code: 0, data: { errors: { code: expect.any(String) } } });
      }
      expect(await makesRole(admin)).toBe(428);
      const once = factor.code();
      expect((await confirm(admin, { code: once })).body.code).toBe(1);
      expect(await makesRole(admin)).toBe(1);
      expect((await confirm(admin, { code: once })).body.code).toBe(0);
      expect((await confirm(admin, { code: factor.recovery[0] })).body.code).toBe(1);
      expect((await confirm(admin, { code: factor.recovery[0] })).body.code).toBe(0);
    });
  });
});
