import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { endConfirmation } from '../support/confirmation.ts';
import { beginFactor, halfAMinuteLater, turnOnFactor } from '../support/factor.ts';
import { runInProcess } from '../support/runInProcess.ts';
import { describeTestedDatabases, type Refused, type TestAdmin } from '../support/server.ts';

describeTestedDatabases('The second factor', (server) => {
  let admin: TestAdmin;
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterAll(() => {
    vi.useRealTimers();
  });
  beforeEach(async () => {
    admin = await server.makeAdmin(await server.makeRole([]));
  });
  let peers = 0;
  const login = (verify?: string, password = admin.password) =>
    server.call<Refused & { token: string }>(
      'auth.auth/login',
      { username: admin.username, password, verify },
      { token: '', headers: { 'x-forwarded-for': `192.0.2.${peers++ % 250}` } },
    );
  const totp = (params: Record<string, string>, token = admin.token) =>
    server.call<Refused>('auth.auth/totp', params, { token });
  const info = () => server.data<{ totp: boolean; recovery_left: number }>('base.admin/getAdminInfo', {}, admin);
  const flagOf = async (id: number) =>
    (await server.data<{ data: { totp: number }[] }>('base.admin/getAdminList', { ids: id })).data[0]?.totp;

  test('is asked for with 428 after the right password alone, and lets in with a code', async () => {
    const factor = await turnOnFactor(server, admin);
    expect((await login(undefined, 'wrong password')).body).toMatchObject({ code: 0, msg: '账户或密码错误' });
    const asked = await login();
    expect([asked.status, asked.body]).toEqual([
      200,
      { code: 428, msg: '请使用通行密钥，或输入验证码或恢复码', data: { factors: ['totp'] } },
    ]);
    const { body } = await login(factor.code());
    expect(body.code).toBe(1);
    expect(await info()).toEqual(expect.objectContaining({ totp: true, recovery_left: 10 }));
    expect(await flagOf(admin.id)).toBe(1);
  });

  test('says that a code is wrong, and takes none twice', async () => {
    const factor = await turnOnFactor(server, admin);
    const said = { code: 0, msg: '验证码错误或已使用', data: { errors: { verify: '验证码错误或已使用' } } };
    const code = factor.code();
    expect((await login(code)).body.code).toBe(1);
    expect((await login(code)).body).toEqual(said);
    expect((await login('12345')).body).toEqual(said);
    expect((await login('aaaaa-bbbbb')).body).toEqual(said);
    const codes = await Promise.all(
      Array(5)
        .fill(factor.code())
        .map((same) => login(same)),
    );
    expect(codes.map(({ body }) => body.code).toSorted()).toEqual([0, 0, 0, 0, 1]);
  });

  test('takes each of its ten recovery codes once, however it is typed', async () => {
    const { recovery } = await turnOnFactor(server, admin);
    expect(new Set(recovery).size).toBe(10);
    const [first = '', second = ''] = recovery;
    expect((await login(` ${first.toUpperCase()} `)).body.code).toBe(1);
    expect((await login(first)).body.code).toBe(0);
    expect((await login(second.replace('-', ''))).body.code).toBe(1);
    expect(await info()).toMatchObject({ recovery_left: 8 });
  });

  test('does not let its codes be guessed: the eleventh is refused with 429, the right one with it', async () => {
    const factor = await turnOnFactor(server, admin);
    for (let n = 0; n < 5; n++) expect((await login('000000')).body.code).toBe(0);
    // The password is right, so more come from where the account was signed in and are counted for themselves.
    await server.database.db.deleteFrom('attempt').where('key', 'like', 'login:%').execute();
    for (let n = 0; n < 5; n++) expect((await login('000000')).body.code).toBe(0);
    await server.database.db.deleteFrom('attempt').where('key', 'like', 'login:%').execute();
    expect((await login(factor.code())).status).toBe(429);
  });

  test('changes nothing before the first code of it, and ends the other sessions then', async () => {
    const other = await server.signIn(admin.username, admin.password);
    const factor = await beginFactor(server, admin);
    expect(factor.uri).toMatch(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}/);
    expect((await login()).body.code).toBe(1);
    expect(await info()).toMatchObject({ totp: false, recovery_left: 0 });
    expect((await totp({ action: 'confirm', code: '000000' })).body.data.errors).toEqual({
      code: '验证码错误或已使用',
    });
    expect((await totp({ action: 'confirm', code: factor.code() }, other)).body.code).toBe(0); // not of that session
    expect((await totp({ action: 'confirm', code: factor.code() })).body.code).toBe(1);
    expect((await server.call('auth.auth/checkLogin', {}, { token: other })).body.code).toBe(0);
    expect((await server.call('auth.auth/checkLogin', {}, admin)).body.code).toBe(1);
  });

  test('begins and ends for a confirmed identity alone; a new one replaces the old one and its recovery codes', async () => {
    const old = await turnOnFactor(server, admin);
    await endConfirmation(server, admin.token);
    for (const action of ['begin', 'end']) expect((await totp({ action })).body.code).toBe(428);
    const { password } = admin;
    await server.data('auth.auth/confirm', { password, code: old.code() }, admin);
    const next = await beginFactor(server, admin);
    expect((await login(old.code())).body.code).toBe(1);
    await server.data('auth.auth/totp', { action: 'confirm', code: next.code() }, admin);
    expect((await login(old.code())).body.code).toBe(0);
    expect((await login(old.recovery[0])).body.code).toBe(0);
    expect((await login(next.recovery[0])).body.code).toBe(1);
    // The log tells that it was on before.
    const [logged] = await server.database.db
      .selectFrom('operation_log')
      .select(['before', 'after'])
      .where('path', '=', 'auth.auth/totp')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(logged).toEqual({ before: '{"totp":1}', after: '{"totp":1}' });
  });

  test('A8: ends the other sessions with it', async () => {
    const factor = await turnOnFactor(server, admin);
    const other = (await login(factor.code())).body.data.token;
    expect((await totp({ action: 'end' })).body.code).toBe(1);
    // A8: the factor is another, so the other sessions are over.
    expect((await server.call('auth.auth/checkLogin', {}, { token: other })).body.code).toBe(0);
    expect((await login()).body.code).toBe(1);
    expect(await info()).toMatchObject({ totp: false, recovery_left: 0 });
  });

  test('A8: that is lost is ended, with every session, by another administrator with the rule and every rule of that one, never by oneself', async () => {
    await turnOnFactor(server, admin);
    const rules = ['/adminList', 'base.admin/endTotp', 'base.admin/getAdminList'];
    const helper = await server.makeAdmin(await server.makeRole(rules));
    const [boss, stranger] = [
      await server.makeAdmin(await server.makeRole(['/columnList'])),
      await server.makeAdmin(await server.makeRole([])),
    ];
    const end = (aid: number, token: string) => server.call('base.admin/endTotp', { aid }, { token });
    expect((await end(admin.id, stranger.token)).status).toBe(403);
    expect((await end(boss.id, helper.token)).body.msg).toBe('此管理员拥有您没有的权限，不能修改');
    expect((await end(helper.id, helper.token)).body.msg).toBe('请在个人资料中关闭自己的两步验证');
    expect((await end(9999, helper.token)).body.code).toBe(404);
    const isAlive = async () => (await server.call('auth.auth/checkLogin', {}, admin)).body.code === 1;
    expect(await isAlive()).toBe(true);
    expect((await end(admin.id, helper.token)).body.code).toBe(1);
    expect(await isAlive()).toBe(false); // A8
    expect(await flagOf(admin.id)).toBe(0);
    expect((await login()).body.code).toBe(1);
  });

  test('that is lost is ended from the shell where that is asked for', async () => {
    await turnOnFactor(server, admin);
    const said = async (...args: string[]) => (await runInProcess('resetPassword', args, server.settings)).stdout;
    const passwordIn = (text: string) => / is (\w{16}) /.exec(text)?.[1] ?? '';
    expect((await login(undefined, passwordIn(await said(admin.username)))).body.code).toBe(428);
    expect((await login(undefined, passwordIn(await said(admin.username, '--totp')))).body.code).toBe(1);
  });

  test('that begins is forgotten after half an hour', async () => {
    const factor = await beginFactor(server, admin);
    for (let n = 0; n < 61; n++) halfAMinuteLater();
    const { body } = await totp({ action: 'confirm', code: factor.code() });
    expect(body.msg).toBe('两步验证的设置已过期，请重新开始');
  });
});
