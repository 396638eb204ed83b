import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestAdmin, useServer } from '../support/server.ts';

const adminCalls = ['base.admin/getAdminList', 'base.admin/addAdmin', 'base.admin/editAdmin', 'base.admin/deleteAdmin'];
const roleCalls = ['base.admin/getRoleList', 'base.admin/create_role', 'base.admin/edit_role'];

/** Ways in which an administrator with few rights may try to get more. role.test.ts tests each rule by itself. */
describe('Nobody rises', () => {
  const server = useServer();
  let clerk: TestAdmin;
  let role = 0;
  let ids: Map<string, number>;
  let superId = 0;
  let superRole = 0;
  beforeAll(async () => {
    ids = await server.ruleIds();
    role = await server.makeRole([...adminCalls, ...roleCalls]);
    const me = await server.data<{ id: number; role: { id: number } }>('base.admin/getAdminInfo');
    superId = me.id;
    superRole = me.role.id;
  });
  beforeEach(async () => {
    clerk = await server.makeAdmin(role);
  });
  const as = (path: string, params: Record<string, unknown> | string, options = {}) =>
    server.call(path, params, { token: clerk.token, ...options });
  const standing = async () => {
    const { rules, role: mine } = await server.data<{ rules: string[]; role: { id: number } }>(
      'base.admin/getAdminInfo',
      {},
      { token: clerk.token },
    );
    return { rules: rules.toSorted(), role: mine.id };
  };
  const idOf = (path: string) => ids.get(path) ?? 0;

  test('by editing the own role', async () => {
    const before = await standing();
    const rule_method = [...before.rules.map(idOf), idOf('base.base/addColumn')];
    const { body } = await as('base.admin/edit_role', { id: role, rule_method });
    const refusal = '不能授予自己没有的权限';
    expect(body).toMatchObject({ code: 0, msg: refusal, data: { errors: { rule_method: refusal } } });
    expect(await standing()).toEqual(before);
  });

  test('by giving oneself another role', async () => {
    const before = await standing();
    const stronger = await server.makeRole(['base.base/addColumn']);
    for (const groupId of [superRole, stronger]) {
      const { body } = await as('base.admin/editAdmin', { id: clerk.id, groupId });
      expect(body).toMatchObject({ code: 0, data: { errors: { groupId: '不能授予自己没有的权限' } } });
    }
    expect(await standing()).toEqual(before);
  });

  test('by making a role, or a second self, that may do more', async () => {
    const made = await as('base.admin/create_role', { title: 'more', rule_method: [idOf('base.base/addColumn')] });
    expect(made.body.code).toBe(0);
    const second = { username: 'second-self', password: 'long-enough-1', groupId: superRole };
    expect((await as('base.admin/addAdmin', second)).body.code).toBe(0);
    expect((await server.call('auth.auth/login', second, { token: '' })).body.code).toBe(0);
  });

  test('by many edits at once, which are not made of administrators', async () => {
    const before = await standing();
    const { body } = await as('base.Bulk/edit', { entity: 'admin', ids: clerk.id, fields: { groupId: superRole } });
    expect(body).toMatchObject({ code: 0, data: { errors: { entity: expect.any(String) } } });
    expect(await standing()).toEqual(before);
  });

  test('by resetting the super administrator’s password', async () => {
    const { body } = await as('base.admin/editAdmin', { id: superId, password: 'taken-over-1' });
    expect([body.code, body.msg]).toEqual([0, '此管理员拥有您没有的权限，不能修改']);
    await server.signIn('admin', server.password);
    await expect(server.signIn('admin', 'taken-over-1')).rejects.toThrow('账户或密码错误');
  });

  test('from a session found open to the account itself: nobody sets the own password without the old one', async () => {
    for (const [id, token, password] of [
      [clerk.id, clerk.token, clerk.password],
      [superId, server.token, server.password],
    ] as const) {
      const taken = { id, password: 'taken-over-1' };
      const { body } = await server.call('base.admin/editAdmin', taken, { token });
      expect(body).toMatchObject({ code: 0, data: { errors: { password: '请在个人中心修改自己的密码' } } });
      const { username } = await server.data<{ username: string }>('base.admin/getAdminInfo', {}, { token });
      await server.signIn(username, password);
    }
  });

  test.each([
    ['mobile', '13900000001'],
    ['email', 'thief@example.com'],
  ])('A18: from a session found open to the own %s, which changes only with the password', async (name, value) => {
    const edit = (fields: object) => as('base.admin/editAdmin', { id: clerk.id, ...fields });
    const said = async (fields: object) => (await edit({ [name]: value, ...fields })).body;
    const needed = '修改自己的手机或邮箱，须填写当前密码';
    expect(await said({})).toMatchObject({ code: 0, msg: needed, data: { errors: { password: needed } } });
    const wrong = { code: 0, data: { errors: { password: '原密码错误' } } };
    expect(await said({ password: 'not-the-right-one' })).toMatchObject(wrong);
    expect(await server.data('base.admin/getAdminInfo', {}, clerk)).toMatchObject({ [name]: '' });
    expect(await said({ password: clerk.password })).toMatchObject({ code: 1 });
    expect(await server.data('base.admin/getAdminInfo', {}, clerk)).toMatchObject({ [name]: value });
    // A value that stays as it is needs no password, and the session goes on.
    expect((await edit({ [name]: value, nickname: 'the same' })).body.code).toBe(1);
    await edit({ [name]: '', password: clerk.password });
  });

  test('A18: not where the own mobile is only typed in another way, for which a form asks for the password too', async () => {
    const number = { mobile: '13800000041', password: clerk.password };
    const saved = async (fields: object) => (await as('base.admin/editAdmin', { id: clerk.id, ...fields })).body;
    expect(await saved(number)).toMatchObject({ code: 1 });
    expect(await saved({ ...number, mobile: '138 0000 0041', nickname: 'spaced' })).toMatchObject({ code: 1 });
    const { mobile, nickname } = await server.data<Record<string, string>>('base.admin/getAdminInfo', {}, clerk);
    expect({ mobile, nickname }).toEqual({ mobile: '13800000041', nickname: 'spaced' });
    expect(await saved({ mobile: '', nickname: '', password: clerk.password })).toMatchObject({ code: 1 });
  });

  test('A18: by guessing the password that the own mobile asks for', async () => {
    const other = await server.makeAdmin(await server.makeRole(['/adminList', 'base.admin/editAdmin']));
    const guess = (n: number) =>
      server.call(
        'base.admin/editAdmin',
        { id: other.id, mobile: '13900000002', password: n < 10 ? `a-wrong-guess-${n}` : other.password },
        other,
      );
    for (let n = 0; n < 10; n++) expect((await guess(n)).body.code).toBe(0);
    expect((await guess(10)).status).toBe(429);
  });

  describe('by fields that a write does not take:', () => {
    const extra: [string, Record<string, unknown>][] = [
      ['role', { role: '{"id":1}' }],
      ['create_time', { create_time: '2020-01-01T00:00:00Z' }],
      ['logintimes', { logintimes: 99 }],
      ['built_in', { built_in: 1 }],
      ['beyond', { beyond: 0 }],
      ['must_change', { must_change: 0 }],
      ['isSuper', { isSuper: true }],
      ['constructor', { constructor: 'x' }],
      ['toString', { toString: 'x' }],
    ];
    test.each(extra)('%s is refused, and nothing of the edit is written', async (name, field) => {
      const { body } = await as('base.admin/editAdmin', { id: clerk.id, nickname: 'risen', ...field });
      expect(body).toMatchObject({ code: 0, data: { errors: { [name]: '没有这个参数' } } });
      expect(await nicknameOf(clerk.id)).toBe('');
    });

    test('built_in makes no role the super administrator’s', async () => {
      for (const path of ['base.admin/create_role', 'base.admin/edit_role']) {
        const id = path.endsWith('edit_role') ? { id: role } : {};
        const { body } = await as(path, { ...id, title: 'risen', built_in: 1 });
        expect(body).toMatchObject({ code: 0, data: { errors: { built_in: '没有这个参数' } } });
      }
    });

    test('an id makes no record of another’s number', async () => {
      const draft = { id: superId, username: 'twice', password: 'long-enough-1', groupId: role };
      expect((await as('base.admin/addAdmin', draft)).body).toMatchObject({
        code: 0,
        data: { errors: { id: '没有这个参数' } },
      });
    });

    const json = { 'content-type': 'application/json' };
    test.each([
      ['__proto__ in JSON', `{"id":ID,"nickname":"x","__proto__":{"isSuper":true,"groupId":1}}`, json],
      ['constructor.prototype in JSON', `{"id":ID,"constructor":{"prototype":{"isSuper":true}}}`, json],
      ['__proto__ in a form', 'id=ID&nickname=x&__proto__=1', {}],
      ['__proto__[x] in a form', 'id=ID&__proto__[isSuper]=1', {}],
      ['a field twice in a form', 'id=ID&groupId=ROLE&groupId=SUPER', {}],
      ['an id twice in a form', 'id=ID&id=ADMIN&nickname=x', {}],
    ])('%s is refused, and leaves no trace', async (_name, text, headers) => {
      const before = await standing();
      const filled = text
        .replaceAll('ID', String(clerk.id))
        .replaceAll('ROLE', String(role))
        .replaceAll('SUPER', String(superRole))
        .replaceAll('ADMIN', String(superId));
      const { status, body } = await as('base.admin/editAdmin', filled, { headers });
      expect([status === 400 || body.code === 0, await standing()]).toEqual([true, before]);
      expect(Object.hasOwn(Object.prototype, 'isSuper')).toBe(false);
    });
  });

  test('by another’s record under its id', async () => {
    const other = await server.makeAdmin(await server.makeRole(['base.base/addColumn', 'base.admin/getAdminList']));
    for (const [path, params] of Object.entries({
      'base.admin/editAdmin': { id: other.id, password: 'taken-over-1' },
      'base.admin/deleteAdmin': { aid: other.id },
    }))
      expect((await as(path, params)).body.msg).toBe('此管理员拥有您没有的权限，不能修改');
    const named = { name: 'theme', value: '"dark"', admin_id: other.id };
    expect((await as('auth.auth/savePreference', named)).body.code).toBe(0);
    await server.signIn(other.username, other.password);
  });

  test.each([
    '//base.base/addColumn',
    '/base.base//addColumn',
    '/base.base%2faddColumn',
    '/base.base%2FaddColumn',
    '/%62ase.base/addColumn',
    '/BASE.BASE/addColumn',
    '/base.base/ADDCOLUMN',
    '/base.base/addColumn.',
    '/base.base/addColumn/',
    '/base.base/addColumn/..;/addColumn',
    '/base.base/..;/base.base/addColumn',
    '/base.content/%2e%2e/base.base/addColumn',
    '/base.base/addColumn%00',
    '/base.base/addColumn;x=1',
    '/base.base/addColumn%20',
    '/base.base\\addColumn',
  ])('by another spelling of a path: %s', async (path) => {
    const response = await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { authorization: clerk.token, 'content-type': 'application/json' },
      body: '{"title":"Risen","model":"article"}',
    });
    expect([400, 403, 404, 405]).toContain(response.status);
    expect(await server.data('base.base/getAllColumnList')).toEqual([]);
  });

  test.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])(
    'by a header that names another verb: %s',
    async (header) => {
      const spare = await server.makeAdmin(role);
      const query = `aid=${spare.id}&_method=GET`;
      const { status } = await as('base.admin/deleteAdmin', query, { verb: 'POST', headers: { [header]: 'GET' } });
      expect(status).toBe(405);
      await server.signIn(spare.username, spare.password);
    },
  );

  test.each(['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Path'])(
    'by a header that names another path: %s',
    async (header) => {
      const headers = { [header]: '/api/auth.auth/ini' };
      expect((await as('base.base/addColumn', { title: 'x' }, { headers })).status).toBe(403);
    },
  );

  test.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/json\t;a', ''])(
    'by a content type that would skip what is checked: "%s"',
    async (type) => {
      const before = await standing();
      const sent = JSON.stringify({ id: clerk.id, groupId: superRole });
      const { status, body } = await as('base.admin/editAdmin', sent, { headers: { 'content-type': type } });
      expect([200, 400, 415]).toContain(status);
      expect([body.code === 1, await standing()]).toEqual([false, before]);
    },
  );

  test.each(['HEAD', 'OPTIONS'])('by %s on a GET that deletes', async (verb) => {
    const spare = await server.makeAdmin(role);
    const response = await fetch(`${server.url}/api/base.admin/deleteAdmin?aid=${spare.id}`, {
      method: verb,
      headers: { authorization: server.token },
    });
    expect([404, 405]).toContain(response.status);
    await server.signIn(spare.username, spare.password);
  });

  test('by a token from anywhere but its header', async () => {
    const other = { authorization: clerk.token, token: server.token, Authorization2: server.token };
    const params = { title: 'Risen', model: 'article', token: server.token, Authorization: server.token };
    const headers = { cookie: `token=${server.token}; Authorization=${server.token}`, 'x-token': server.token };
    expect((await server.call('base.base/addColumn', params, { token: '', headers })).status).toBe(401);
    expect((await server.call('base.base/addColumn', params, { token: clerk.token, headers })).status).toBe(403);
    const query = new URLSearchParams(other).toString();
    expect((await server.call('base.base/getColumnList', query, { token: clerk.token })).status).toBe(403);
    expect((await server.call('base.base/getColumnList', query, { token: '' })).status).toBe(401);
  });

  async function nicknameOf(id: number): Promise<string> {
    const { data } = await server.data<{ data: { nickname: string }[] }>('base.admin/getAdminList', { ids: id });
    return data[0]?.nickname ?? '';
  }
});
