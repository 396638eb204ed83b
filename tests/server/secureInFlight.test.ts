import { request } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { beginFactor } from '../support/factor.ts';
import { contentRules, describeTestedDatabases, type TestAdmin } from '../support/server.ts';

interface Answer {
  code: number;
  data: object | null;
}

describeTestedDatabases('secure: a call whose body is on its way', (server) => {
  /** Sends the head of a call, does something when the server has read it, and then sends the body. */
  async function callAround(
    path: string,
    params: Record<string, unknown>,
    { token }: Pick<TestAdmin, 'token'>,
    work: () => Promise<unknown>,
  ): Promise<Answer> {
    const body = JSON.stringify(params);
    const headers = {
      authorization: token,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    };
    const sent = request(`${server.url}/api/${path}`, { method: 'POST', headers });
    const answered = Promise.withResolvers<Answer>();
    sent.on('error', answered.reject);
    sent.on('response', async (reply) => {
      let text = '';
      for await (const part of reply) text += part;
      answered.resolve(JSON.parse(text));
    });
    const isRead = new Promise((resolve) => sent.on('continue', resolve));
    sent.flushHeaders();
    await isRead;
    // Whoever asks later is answered later: the session of the call has been looked at.
    await server.call('auth.auth/checkLogin', {}, { token });
    await work();
    sent.end(body);
    return answered.promise;
  }

  const everyRule = async () => [...(await server.ruleIds()).keys()];
  const moveTo = (who: TestAdmin, groupId: number) => server.data('base.admin/editAdmin', { id: who.id, groupId });
  const tokensOf = (who: TestAdmin) =>
    server.database.db.selectFrom('program_token').select('id').where('admin_id', '=', who.id).execute();
  const isThere = (username: string) =>
    server.database.db.selectFrom('admin').select('id').where('username', '=', username).executeTakeFirst();
  const token = { title: 'ERP', role: 1, days: 30 };
  const beyond = '不能超出您自己的权限范围';

  test('secure A4: makes no token and no account when its session has ended, or its administrator has another role', async () => {
    const [moved, ended] = [await server.makeAdmin(1), await server.makeAdmin(1)];
    const weak = await server.makeRole([]);
    const elsewhere = { token: await server.signIn(ended.username, ended.password) };
    const endOthers = () => server.data('auth.auth/revokeSession', { all: 1 }, elsewhere);
    expect(await callAround('base.admin/createToken', token, ended, endOthers)).toMatchObject({ code: 401 });
    expect(await callAround('base.admin/createToken', token, moved, () => moveTo(moved, weak))).toMatchObject({
      code: 401,
    });
    expect([await tokensOf(ended), await tokensOf(moved)]).toEqual([[], []]);
    const maker = await server.makeAdmin(1);
    const account = { username: `ghost-${maker.id}`, password: 'Kk83-hd73-Lpw2', groupId: 1 };
    expect(await callAround('base.admin/addAdmin', account, maker, () => moveTo(maker, weak))).toMatchObject({
      code: 401,
    });
    expect(await isThere(account.username)).toBeUndefined();
  });

  test.each([
    ['base.admin/edit_role', (id: number) => ({ id, columns: '[]' }), { errors: { columns: beyond } }],
    ['base.Bulk/edit', (id: number) => ({ entity: 'role', ids: [id], fields: { columns: '[]' } }), { done: 0 }],
  ])('secure A4: does not take back the limits that its role got meanwhile: %s', async (path, lift, data) => {
    const role = await server.makeRole(await everyRule());
    const member = await server.makeAdmin(role);
    const { id } = await server.data('base.base/addColumn', { title: 'Only', model: 'article' });
    const limit = () => server.data('base.admin/edit_role', { id: role, columns: `[${id}]` });
    expect(await callAround(path, lift(role), member, limit)).toMatchObject({ data });
    const stored = server.database.db.selectFrom('role').select('columns').where('id', '=', role);
    expect(await stored.executeTakeFirstOrThrow()).toEqual({ columns: `[${id}]` });
  });

  test('secure A4: gives no second factor to an account whose password was changed meanwhile', async () => {
    const owner = await server.makeAdmin(1);
    const stranger = { ...owner, token: await server.signIn(owner.username, owner.password) };
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { code } = await beginFactor(server, stranger);
    const passwords = { password: owner.password, new_password: 'Kk83-hd73-Lpw2-zz' };
    const change = () => server.data('auth.auth/changePassword', passwords, { token: owner.token });
    expect(await callAround('auth.auth/totp', { action: 'confirm', code: code() }, stranger, change)).toMatchObject({
      code: 401,
    });
    expect((await server.call('auth.auth/checkLogin', {}, { token: owner.token })).body.code).toBe(1);
  });

  test('secure A13: makes no link to a preview when its administrator has another role', async () => {
    const author = await server.makeAdmin(await server.makeRole([...contentRules, 'base.content/editArticle']));
    const weak = await server.makeRole([]);
    const { id: col_id } = await server.data('base.base/addColumn', { title: 'Drafts', model: 'article' });
    const { id } = await server.data('base.content/addArticle', { title: 'Draft', col_id });
    const about = { entity: 'article', id };
    expect(await callAround('base.content/previewLink', about, author, () => moveTo(author, weak))).toMatchObject({
      code: 401,
    });
  });

  test('secure A4: tokens that are made at once have titles of their own, and none outlives a role that is changed at once', async () => {
    const owner = await server.makeAdmin(1);
    const weak = await server.makeRole([]);
    const make = (title: string) => server.call('base.admin/createToken', { ...token, title }, { token: owner.token });
    const made = await Promise.all(Array.from({ length: 8 }, () => make('ERP')));
    expect(made.filter(({ body }) => body.code === 1)).toHaveLength(1);
    await Promise.all([...Array.from({ length: 8 }, (_, n) => make(`ERP ${n}`)), moveTo(owner, weak)]);
    expect(await tokensOf(owner)).toEqual([]);
  });
});
