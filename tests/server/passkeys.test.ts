import { beforeEach, expect, test } from 'vitest';
import { type AuthenticatorFaults, makeAuthenticator } from '../support/authenticator.ts';
import { runInProcess } from '../support/runInProcess.ts';
import { describeTestedDatabases, type Refused, type TestAdmin } from '../support/server.ts';

type Json = Record<string, unknown>;

describeTestedDatabases('A passkey', (server) => {
  let admin: TestAdmin;
  let key: ReturnType<typeof makeAuthenticator>;
  const host = 'admin.example.test';
  const headers = { 'x-forwarded-host': host };
  let peers = 0;
  const stranger = () => ({
    token: '',
    headers: { ...headers, 'x-forwarded-for': `198.51.100.${peers++ % 250}` },
  });

  const begin = async (whose: TestAdmin) =>
    (await server.data<{ options: Json }>('auth.auth/beginPasskey', {}, { token: whose.token, headers })).options;
  const add = (whose: TestAdmin, passkey: Json) =>
    server.call<Refused & { recovery: string[] }>('auth.auth/addPasskey', { passkey }, { token: whose.token, headers });
  const challenge = async () =>
    (await server.data<{ options: Json }>('auth.auth/passkeyChallenge', {}, stranger())).options;
  const signIn = (passkey: Json) => server.call<{ token: string }>('auth.auth/passkeyLogin', { passkey }, stranger());
  const login = (more: Json = {}, { username, password } = admin) =>
    server.call<Refused & { token: string; factors: string[] }>(
      'auth.auth/login',
      { username, password, ...more },
      stranger(),
    );
  const list = (whose = admin) =>
    server.data<{ id: number; title: string; host: string }[]>('auth.auth/passkeys', {}, whose);
  const info = (whose = admin) =>
    server.data<{ passkeys: number; recovery_left: number; factor_due: string | null }>(
      'base.admin/getAdminInfo',
      {},
      whose,
    );

  beforeEach(async () => {
    admin = await server.makeAdmin(await server.makeRole([]));
    key = makeAuthenticator(`http://${host}`);
  });
  const addOne = async () => (await add(admin, key.register(await begin(admin)))).body;

  test('signs in alone, and tells whose it is', async () => {
    const other = await server.signIn(admin.username, admin.password);
    const added = await addOne();
    expect([added.code, added.data.recovery.length]).toEqual([1, 10]);
    expect((await server.call('auth.auth/checkLogin', {}, { token: other })).body.code).toBe(0);
    expect(await info()).toMatchObject({ passkeys: 1, recovery_left: 10 });

    const { body } = await signIn(key.sign(await challenge()));
    expect(body.code).toBe(1);
    expect(await server.data('base.admin/getAdminInfo', {}, body.data)).toMatchObject({ id: admin.id });
    expect(await list()).toEqual([expect.objectContaining({ host, last_used: expect.any(String) })]);
    const logged = await server.database.db
      .selectFrom('operation_log')
      .select(['username', 'code', 'params'])
      .where('path', '=', 'auth.auth/passkeyLogin')
      .where('admin_id', '=', admin.id)
      .execute();
    expect(logged).toEqual([{ username: admin.username, code: 1, params: expect.not.stringContaining('signature') }]);
  });

  test('is a second factor: with it a password alone is not enough', async () => {
    const { data } = await addOne();
    const asked = await login();
    expect(asked.body).toMatchObject({ code: 428, data: { factors: ['passkey'] } });
    expect((await login({ passkey: key.sign(await challenge()) })).body.code).toBe(1);
    expect(
      (await login({ passkey: key.sign(await challenge()) }, { ...admin, password: 'another one 123' })).body.code,
    ).toBe(0);
    expect((await login({ verify: data.recovery[0] })).body.code).toBe(1);
    expect((await login({ verify: data.recovery[0] })).body.data.errors).toHaveProperty('verify');
  });

  test('of another administrator is no second factor', async () => {
    await addOne();
    const thief = await server.makeAdmin(await server.makeRole([]));
    const thiefs = makeAuthenticator(`http://${host}`);
    await add(thief, thiefs.register(await begin(thief)));
    const { body } = await login({ passkey: thiefs.sign(await challenge()) });
    expect([body.code, body.msg]).toEqual([0, '通行密钥未被接受，请重试或换一种方式']);
  });

  const wrong: [string, () => AuthenticatorFaults | Promise<AuthenticatorFaults>][] = [
    ['another origin', () => ({ origin: 'http://evil.example.test' })],
    ['another port', () => ({ origin: `http://${host}:8443` })],
    ['another host name', () => ({ host: 'evil.example.test' })],
    ['another challenge', () => ({ challenge: 'bm90IG9mIHRoaXMgc2VydmVy' })],
    ['a counter that went back', () => ({ counter: 1 })],
    ['another user handle', () => ({ userHandle: Buffer.from('somebody else').toString('base64url') })],
    ['no user handle', () => ({ userHandle: '' })],
    ['nobody who was verified', () => ({ isUnverified: true })],
  ];
  test.each(wrong)('with %s is refused, alone and as a second factor', async (_what, otherwise) => {
    await addOne();
    expect((await signIn(key.sign(await challenge()))).body.code).toBe(1);
    const alone = await signIn(key.sign(await challenge(), await otherwise()));
    expect([alone.status, alone.body.code, alone.body.data]).toEqual([200, 0, null]);
    expect((await login({ passkey: key.sign(await challenge(), await otherwise()) })).body.code).toBe(0);
    // A right answer is still accepted afterwards.
    expect((await signIn(key.sign(await challenge(), { counter: 50 }))).body.code).toBe(1);
  });

  test('secure A9: that is none at all is refused, and no error of the server', async () => {
    for (const passkey of [null, '', 'x', 1, [], { id: 'aaaa', response: null }] as Json[]) {
      const { status, body } = await signIn(passkey);
      expect([status, body.code]).toEqual([200, 0]);
      expect((await add(admin, passkey)).status).toBe(200);
    }
  });

  test('is bound to its origin, whatever host a request names', async () => {
    await addOne();
    for (const named of [`evil.${host}`, `${host}:8443`, 'evil.example.test']) {
      const answer = key.sign(await challenge(), { origin: `http://${named}` });
      const options = { token: '', headers: { 'x-forwarded-host': named, 'x-forwarded-for': '198.51.100.7' } };
      expect((await server.call('auth.auth/passkeyLogin', { passkey: answer }, options)).body.code).toBe(0);
    }
  });

  test('comes without certificates, which take long to check, and in the size that browsers send', async () => {
    for (const attested of ['apple', 'tpm', 'packed', 'android-key'])
      expect((await add(admin, key.register(await begin(admin), { attested }))).body.code).toBe(0);
    // They are refused before they are checked, not for a fault in them.
    const whys = () =>
      server.database.db.selectFrom('run_log').select('message').where('event', '=', 'passkey_refused').execute();
    await expect.poll(async () => (await whys()).filter(({ message }) => message.includes('attested')).length).toBe(4);
    const right = key.register(await begin(admin));
    expect((await add(admin, { ...right, more: 'x'.repeat(16_000) })).body.code).toBe(0);
    expect(
      (await add(admin, { ...right, response: { ...(right.response as Json), transports: ['internal', 'x', 1] } })).body
        .code,
    ).toBe(1);
    const stored = await server.database.db
      .selectFrom('passkey')
      .select('transports')
      .where('admin_id', '=', admin.id)
      .execute();
    expect(stored).toEqual([{ transports: '["internal"]' }]);
  });

  test('leaves no session that began without it, also where one signs in at that moment', async () => {
    for (let n = 0; n < 4; n++) {
      admin = await server.makeAdmin(await server.makeRole([]));
      key = makeAuthenticator(`http://${host}`);
      const answer = key.register(await begin(admin));
      const signIns = Array(4)
        .fill(0)
        .map(() => login());
      const [added] = await Promise.all([add(admin, answer), ...signIns]);
      expect(added.body.code).toBe(1);
      const living = await server.database.db
        .selectFrom('session')
        .select('id')
        .where('admin_id', '=', admin.id)
        .execute();
      expect(living).toHaveLength(1);
    }
  });

  test('answers a challenge once, within five minutes', async () => {
    await addOne();
    const answer = key.sign(await challenge());
    expect((await signIn(answer)).body.code).toBe(1);
    expect((await signIn(answer)).body.code).toBe(0);
    const options = await challenge();
    await server.database.db.updateTable('passkey_challenge').set({ until: '2020-01-01T00:00:00Z' }).execute();
    expect((await signIn(key.sign(options))).body.code).toBe(0);
    const several = await Promise.all(
      Array(5)
        .fill(key.sign(await challenge()))
        .map(signIn),
    );
    expect(several.map(({ body }) => body.code).toSorted()).toEqual([0, 0, 0, 0, 1]);
  });

  test('whose answer is signed by another key is refused', async () => {
    await addOne();
    const [mine, forged] = [key.sign(await challenge()), makeAuthenticator(`http://${host}`).sign(await challenge())];
    expect((await signIn({ ...forged, id: mine.id, rawId: mine.id })).body.code).toBe(0);
    for (const broken of [
      {},
      { id: mine.id },
      { ...mine, response: {} },
      { ...mine, response: 'x' },
      { ...mine, id: 7 },
    ])
      expect((await signIn(broken as Json)).body.code).toBe(0);
  });

  test('is made in the session that began it alone, and at this host', async () => {
    const other = { ...admin, token: await server.signIn(admin.username, admin.password) };
    const options = await begin(admin);
    expect((await add(other, key.register(options))).body.code).toBe(0);
    expect((await add(admin, key.register(options, { origin: 'http://evil.example.test' }))).body.code).toBe(0);
    expect((await add(admin, key.register(await begin(admin), { host: 'evil.example.test' }))).body.code).toBe(0);
    // A challenge for a sign-in makes no passkey, and one for a passkey signs nobody in.
    expect(
      (await add(admin, key.register({ ...(await begin(admin)), ...(await challenge()), user: options.user }))).body
        .code,
    ).toBe(0);
    expect((await add(admin, key.register(await begin(admin)))).body.code).toBe(1);
    expect((await signIn(key.sign(await begin(admin)))).body.code).toBe(0);
    // A credential belongs to one account.
    const thief = await server.makeAdmin(await server.makeRole([]));
    expect((await add(thief, key.register(await begin(thief)))).body.code).toBe(0);
  });

  test('does not work at an address of numbers, which says so', async () => {
    for (const address of ['127.0.0.1:3000', '[::1]:3000']) {
      const { body } = await server.call(
        'auth.auth/beginPasskey',
        {},
        { token: admin.token, headers: { 'x-forwarded-host': address } },
      );
      expect([body.code, body.msg]).toEqual([0, '用 IP 地址访问时不能使用通行密钥，请用域名或 localhost 打开后台']);
    }
  });

  test('is removed by its owner alone; with the last one the recovery codes are gone', async () => {
    await addOne();
    const [mine] = await list();
    const thief = await server.makeAdmin(await server.makeRole([]));
    const remove = (id: unknown, token: string) => server.call('auth.auth/removePasskey', { id }, { token });
    expect((await remove(mine?.id, thief.token)).body.code).toBe(404);
    expect((await remove(mine?.id, admin.token)).body.code).toBe(1);
    expect(await info()).toMatchObject({ passkeys: 0, recovery_left: 0 });
    expect((await login()).body.code).toBe(1);
    expect((await signIn(key.sign(await challenge()))).body.code).toBe(0);
  });

  test('confirms who one is, alone, where a password needs a code beside it', async () => {
    const { data } = await addOne();
    await server.database.db
      .updateTable('session')
      .set({ confirmed_time: null })
      .where('admin_id', '=', admin.id)
      .execute();
    const begun = () => server.call('auth.auth/beginPasskey', {}, { token: admin.token, headers });
    const confirm = (proof: Json) => server.call<Refused>('auth.auth/confirm', proof, { token: admin.token, headers });
    expect((await begun()).body.code).toBe(428);

    const thief = await server.makeAdmin(await server.makeRole([]));
    const thiefs = makeAuthenticator(`http://${host}`);
    await add(thief, thiefs.register(await begin(thief)));
    expect((await confirm({ passkey: thiefs.sign(await challenge()) })).body.code).toBe(0);
    expect(
      (await confirm({ passkey: key.sign(await challenge(), { origin: 'http://evil.example.test' }) })).body.code,
    ).toBe(0);
    expect((await confirm({ password: admin.password })).body.data.errors).toHaveProperty('code');
    expect((await confirm({})).body.data.errors).toHaveProperty('password');
    expect((await begun()).body.code).toBe(428);
    expect((await confirm({ passkey: key.sign(await challenge(), { counter: 50 }) })).body.code).toBe(1);
    expect((await begun()).body.code).toBe(1);

    await server.database.db
      .updateTable('session')
      .set({ confirmed_time: null })
      .where('admin_id', '=', admin.id)
      .execute();
    expect((await confirm({ password: admin.password, code: data.recovery[0] })).body.code).toBe(1);
    expect((await begun()).body.code).toBe(1);
  });

  test('of a disabled account signs nobody in', async () => {
    await addOne();
    await server.data('base.admin/editAdmin', { id: admin.id, status: 0 });
    expect((await signIn(key.sign(await challenge()))).body).toMatchObject({ code: 0, msg: '账户或密码错误' });
  });

  test('that is lost is ended by another administrator, and from the shell', async () => {
    await addOne();
    const row = async () => (await server.data<{ data: Json[] }>('base.admin/getAdminList', { ids: admin.id })).data[0];
    expect(await row()).toMatchObject({ totp: 0, passkeys: 1 });
    await server.data('base.admin/endTotp', { aid: admin.id });
    expect(await row()).toMatchObject({ passkeys: 0 });
    admin.token = (await login()).body.data.token;
    await addOne();
    const { stdout } = await runInProcess('resetPassword', [admin.username, '--totp'], server.settings);
    const password = / is (\w{16}) /.exec(stdout)?.[1] ?? '';
    expect((await login({}, { ...admin, password })).body.code).toBe(1);
  });
});

describeTestedDatabases('A role that demands a second factor', (server) => {
  const dayMs = 24 * 3600_000;
  const host = 'admin.example.test';
  const edit = async (role: number, changes: Json) =>
    server.call<Refused>('base.admin/edit_role', { id: role, ...changes });

  test('gives days to set it up, and then takes nothing else', async () => {
    const role = await server.makeRole(['/adminList', 'base.admin/getAdminList']);
    const admin = await server.makeAdmin(role);
    const due = async () =>
      (await server.data<{ factor_due: string | null }>('base.admin/getAdminInfo', {}, admin)).factor_due;
    const list = () => server.call('base.admin/getAdminList', {}, admin);
    expect(await due()).toBeNull();
    expect((await edit(role, { factor: 1, factor_days: 3 })).body.code).toBe(1);
    const ends = Date.parse((await due()) ?? '');
    expect(Math.abs(ends - Date.now() - 3 * dayMs)).toBeLessThan(60_000);
    expect((await list()).body.code).toBe(1);

    // Other edits of the role do not restart the days.
    await server.database.db
      .updateTable('role')
      .set({ factor_since: '2026-01-01T00:00:00Z' })
      .where('id', '=', role)
      .execute();
    await server.database.db
      .updateTable('admin')
      .set({ create_time: '2026-01-01T00:00:00Z' })
      .where('id', '=', admin.id)
      .execute();
    await edit(role, { title: `demanding ${role}`, factor: 1 });
    expect(await due()).toBe('2026-01-04T00:00:00Z');
    expect(await list()).toMatchObject({ status: 403, body: { msg: '您的角色要求两步验证：请先设置' } });
    expect((await server.call('auth.auth/savePreference', { name: 'x', value: '1' }, admin)).status).toBe(403);

    const key = makeAuthenticator(`http://${host}`);
    const options = { token: admin.token, headers: { 'x-forwarded-host': host } };
    const begun = await server.data<{ options: Json }>('auth.auth/beginPasskey', {}, options);
    await server.data('auth.auth/addPasskey', { passkey: key.register(begun.options) }, options);
    expect((await list()).body.code).toBe(1);
    expect(await due()).toBeNull();
  });

  test('demands it of new administrators from their first day on, and of nobody once it does not', async () => {
    const role = await server.makeRole([]);
    await edit(role, { factor: 1, factor_days: 7 });
    await server.database.db
      .updateTable('role')
      .set({ factor_since: '2026-01-01T00:00:00Z' })
      .where('id', '=', role)
      .execute();
    const admin = await server.makeAdmin(role);
    const info = () => server.data<{ factor_due: string | null }>('base.admin/getAdminInfo', {}, admin);
    expect(Date.parse((await info()).factor_due ?? '')).toBeGreaterThan(Date.now() + 6 * dayMs);
    await edit(role, { factor: 0 });
    expect((await info()).factor_due).toBeNull();
    await edit(role, { factor: 1 });
    const { factor_since } = await server.database.db
      .selectFrom('role')
      .select('factor_since')
      .where('id', '=', role)
      .executeTakeFirstOrThrow();
    expect(Date.parse(factor_since ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  test('is not lifted or eased by those of whom it is made', async () => {
    const rules = [
      '/authGroup',
      '/adminList',
      'base.admin/edit_role',
      'base.admin/create_role',
      'base.admin/editAdmin',
    ];
    const role = await server.makeRole(rules);
    const free = await server.makeRole(rules);
    await edit(role, { factor: 1, factor_days: 5 });
    const admin = await server.makeAdmin(role);
    const as = (path: string, params: Json) => server.call<Refused>(path, params, { token: admin.token });
    for (const changes of [{ factor: 0 }, { factor_days: 90 }])
      expect((await as('base.admin/edit_role', { id: role, ...changes })).body.data.errors).toHaveProperty('factor');
    expect((await as('base.admin/editAdmin', { id: admin.id, groupId: free })).body.data.errors).toHaveProperty(
      'groupId',
    );
    expect((await as('base.admin/edit_role', { id: role, factor_days: 1 })).body.code).toBe(1);
    expect((await as('base.admin/edit_role', { id: free, factor: 0, title: `free ${free}` })).body.code).toBe(1);
  });

  test('is over where a clock that was ahead wrote when it began', async () => {
    const role = await server.makeRole([]);
    await edit(role, { factor: 1, factor_days: 5 });
    const admin = await server.makeAdmin(role);
    const factor_since = new Date(Date.now() + 30 * dayMs).toISOString();
    await server.database.db.updateTable('role').set({ factor_since }).where('id', '=', role).execute();
    expect((await server.call('auth.auth/preferences', {}, admin)).status).toBe(403);
  });

  test('can be the built-in one, of which nothing else changes', async () => {
    const { id } = await server.database.db
      .selectFrom('role')
      .select('id')
      .where('built_in', '=', 1)
      .executeTakeFirstOrThrow();
    expect((await edit(id, { title: 'another', factor: 1 })).body.code).toBe(0);
    expect((await edit(id, { rule_method: [1], factor: 1 })).body.code).toBe(0);
    expect((await edit(id, { title: '超级管理员', rule_method: [], factor: 0 })).body.code).toBe(1);
    expect((await edit(id, { factor: 1, factor_days: 30 })).body.code).toBe(1);
    expect(await server.data('base.admin/getAdminInfo')).toMatchObject({ factor_due: expect.any(String) });
    expect((await edit(id, { factor: 0 })).body.code).toBe(1);
    expect((await edit(id, { factor: 1, factor_days: 91 })).body.data.errors).toHaveProperty('factor_days');
  });
});
