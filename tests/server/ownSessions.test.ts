import { beforeEach, expect, test } from 'vitest';
import type { Returned } from '../../contract/call.ts';
import type { sessions } from '../../contract/calls/session.ts';
import { describeTestedDatabases, type Refused, type TestAdmin } from '../support/server.ts';

type Sessions = Returned<typeof sessions>;

const seconds = (shift: number) => `${new Date(Date.now() + shift * 1000).toISOString().slice(0, 19)}Z`;
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 Version/18.3 Mobile/15E148 Safari/604.1';

describeTestedDatabases('One’s own sessions', (server) => {
  let admin: TestAdmin;
  beforeEach(async () => {
    admin = await server.makeAdmin(await server.makeRole([]));
  });
  const list = (token = admin.token) => server.data<Sessions>('auth.auth/sessions', {}, { token });
  const isAlive = async (token: string) => (await server.call('auth.auth/checkLogin', {}, { token })).body.code === 1;
  const signIn = async (userAgent: string, ip: string) => {
    const { username, password } = admin;
    const headers = { 'user-agent': userAgent, 'x-forwarded-for': ip };
    const options = { token: '', headers };
    return (await server.data<{ token: string }>('auth.auth/login', { username, password }, options)).token;
  };
  const end = (params: object, token = admin.token) =>
    server.call<Refused>('auth.auth/revokeSession', { ...params }, { token });

  test('are told with their device, address and times: this one first, then as they were last used', async () => {
    const phone = await signIn(iphone, '203.0.113.7');
    await signIn(chrome, '203.0.113.8');
    const age = (id: number, shift: number) =>
      server.database.db
        .updateTable('session')
        .set({ last_seen: seconds(shift) })
        .where('id', '=', id)
        .execute();
    const told = await list(phone);
    expect(told[0]).toMatchObject({
      current: true,
      ip: '203.0.113.7',
      user_agent: iphone,
      device: 'mobile',
      browser: 'Safari 18',
      os: 'iOS 18',
    });
    const desktop = { current: false, ip: '203.0.113.8', device: 'pc', browser: 'Chrome 141', os: 'Windows 10' };
    expect(told.find(({ ip }) => ip === '203.0.113.8')).toMatchObject(desktop);
    expect(told).toHaveLength(3);
    for (const [at, { id }] of told.entries()) await age(id, at === 0 ? -900 : at * -60);
    expect((await list(phone)).map(({ id }) => id)).toEqual(told.map(({ id }) => id));
    const [, second] = told;
    await age(second?.id ?? 0, -600);
    expect((await list(phone)).map(({ id }) => id)).toEqual([told[0]?.id, told[2]?.id, second?.id]);
    for (const { create_time, last_seen } of await list(phone))
      expect([create_time, last_seen].join()).toMatch(/^[\d-]+T[\d:]+Z,[\d-]+T[\d:]+Z$/);
  });

  test('hold no token, and nobody else’s', async () => {
    const { body } = await server.call('auth.auth/sessions', {}, { token: admin.token });
    expect(Object.keys((body.data as object[])[0] ?? {}).filter((name) => /token|hash/.test(name))).toEqual([]);
    const mine = await list(server.token);
    expect(mine.map(({ id }) => id)).not.toContain((await list())[0]?.id);
  });

  test.each([
    ['idle for twelve hours', { last_seen: seconds(-12 * 3600 - 1) }],
    ['over', { expires: seconds(-1) }],
  ])('are told no more once they are %s', async (_how, values) => {
    const other = await signIn(chrome, '203.0.113.9');
    const [, gone] = await list();
    expect(gone?.ip).toBe('203.0.113.9');
    await server.database.db
      .updateTable('session')
      .set(values)
      .where('id', '=', gone?.id ?? 0)
      .execute();
    expect(await list()).toHaveLength(1);
    expect(await isAlive(other)).toBe(false);
  });

  test('end one at a time at the very next request', async () => {
    const tokens = [await signIn(chrome, '203.0.113.10'), await signIn(iphone, '203.0.113.11')] as const;
    const id = (await list()).find(({ ip }) => ip === '203.0.113.10')?.id;
    expect((await end({ id })).body.code).toBe(1);
    expect(await Promise.all([...tokens, admin.token].map(isAlive))).toEqual([false, true, true]);
    expect((await end({ id })).body.code).toBe(404);
  });

  test('end all but the one that says so, and no other administrator’s', async () => {
    const tokens = [await signIn(chrome, '203.0.113.12'), await signIn(iphone, '203.0.113.13')];
    expect((await end({ all: 1 })).body.code).toBe(1);
    expect(await Promise.all([...tokens, admin.token, server.token].map(isAlive))).toEqual([false, false, true, true]);
    expect(await list()).toHaveLength(1);
    expect((await end({ all: 1 })).body.code).toBe(1);
  });

  test('are never another administrator’s to end', async () => {
    const [theirs] = await list(server.token);
    const { body } = await end({ id: theirs?.id });
    expect([body.code, body.msg]).toEqual([404, '记录不存在或已被删除']);
    expect(await isAlive(server.token)).toBe(true);
  });

  test('are not ended by a call that names none', async () => {
    for (const params of [{}, { all: 0 }, { id: '' }])
      expect((await end(params)).body.data.errors).toEqual({ id: '必填' });
    expect(await isAlive(admin.token)).toBe(true);
  });

  test('leave a row in the operation log when they are ended', async () => {
    await signIn(chrome, '203.0.113.14');
    await end({ all: 1 });
    const filter = { path: 'auth.auth/revokeSession', username: admin.username };
    const { data } = await server.data<{ data: object[] }>('base.base/getOperateLog', filter);
    expect(data).toMatchObject([{ title: '退出登录设备', target: 'admin', target_id: admin.id, code: 1 }]);
  });
});
