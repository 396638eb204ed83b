import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginFactor, turnOnFactor } from '../support/factor.ts';
import { describeEachDatabase, type Refused, type TestAdmin } from '../support/server.ts';

const dayMs = 24 * 3600_000;
const iso = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`;

describeEachDatabase('A15: After a clock that was ahead by a day', (server) => {
  let admin: TestAdmin;
  let peers = 0;
  beforeEach(async () => {
    admin = await server.makeAdmin(await server.makeRole([]));
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
  const login = (params: object = {}, ip = `192.0.2.${peers++ % 250}`) =>
    server.call<Refused & { token: string }>(
      'auth.auth/login',
      { username: admin.username, password: admin.password, ...params },
      { token: '', headers: { 'x-forwarded-for': ip } },
    );
  const isAlive = async (token: string) => (await server.call('auth.auth/checkLogin', {}, { token })).body.code === 1;
  const db = () => server.database.db;

  test('a limit that it filled holds nobody, and one of today holds for its own length', async () => {
    const peer = '203.0.113.200';
    const fill = (until: number) =>
      db()
        .insertInto('attempt')
        .values({ key: `login-peer:${peer}`, count: 30, until: iso(until) })
        .execute();
    await fill(Date.now() + dayMs);
    expect((await login({}, peer)).body.code).toBe(1);
    await db().deleteFrom('attempt').where('key', '=', `login-peer:${peer}`).execute();
    await fill(Date.now() + 900_000);
    const { status, headers } = await login({}, peer);
    expect([status, Number(headers.get('retry-after')) <= 900]).toEqual([429, true]);
    later(901_000);
    expect((await login({}, peer)).body.code).toBe(1);
  });

  test('the turns of an account under attack come as soon as ever, and nobody is shown as locked for a day', async () => {
    for (let n = 0; n < 12; n++) await login({ password: 'wrong password' }, `198.51.100.${n}`);
    const turns = db().updateTable('attempt').where('key', 'like', 'login:%:turn');
    const { numUpdatedRows } = await turns.set({ next_turn: Date.now() + dayMs }).executeTakeFirst();
    expect(Number(numUpdatedRows)).toBeGreaterThan(0);
    const until = { locked_until: iso(Date.now() + dayMs) };
    await db().updateTable('admin').set(until).where('id', '=', admin.id).execute();
    const { data } = await server.data<{ data: unknown[] }>('base.admin/getAdminList', { ids: admin.id });
    expect(data).toMatchObject([{ locked_until: null }]);
    expect((await login()).body.code).toBe(1);
  });

  test('a second factor whose code was used then takes the next one now', async () => {
    later(dayMs);
    const token = (await login()).body.data.token;
    const factor = await turnOnFactor(server, { ...admin, token });
    expect((await login({ verify: factor.code() })).body.code).toBe(1);
    later(-dayMs);
    const code = factor.code();
    expect((await login({ verify: code })).body.code).toBe(1);
    expect((await login({ verify: code })).body.code).toBe(0);
  });

  test('a session or a factor that was begun then does not outlive its length, and one signs in anew', async () => {
    later(dayMs);
    const token = (await login()).body.data.token;
    expect(await isAlive(token)).toBe(true);
    later(-dayMs);
    expect(await isAlive(token)).toBe(false);
    const again = (await login()).body.data.token;
    expect(await isAlive(again)).toBe(true);

    const factor = await beginFactor(server, { ...admin, token: again });
    await db()
      .updateTable('totp')
      .set({ create_time: iso(Date.now() + dayMs) })
      .where('admin_id', '=', admin.id)
      .execute();
    const confirm = { action: 'confirm', code: factor.code() };
    const { body } = await server.call('auth.auth/totp', confirm, { token: again });
    expect(body.msg).toBe('两步验证的设置已过期，请重新开始');
  });

  test('a network that was known then is known no longer than its month, and does not push out those of today', async () => {
    const { id } = admin;
    const row = (n: number) => ({ admin_id: id, network: `10.0.0.${n}`, last_seen: iso(Date.now() + dayMs) });
    await db()
      .insertInto('known_network')
      .values(Array.from({ length: 50 }, (_, n) => row(n)))
      .execute();
    expect((await login({}, '198.51.100.250')).body.code).toBe(1);
    const known = await db().selectFrom('known_network').select('network').where('admin_id', '=', id).execute();
    expect(known.map(({ network }) => network)).toContain('198.51.100.250');
    expect(known.map(({ network }) => network)).not.toContain('10.0.0.1');
  });

  test('a code sent by SMS then is no longer good, and another may be asked for', async () => {
    const codes: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((line) => void codes.push(String(line).slice(-6)));
    server.settings.smsConsole = true;
    const mobile = `1390000${String(++peers).padStart(4, '0')}`;
    try {
      await server.data('base.admin/editAdmin', { id: admin.id, mobile });
      const from = () => ({ token: '', headers: { 'x-forwarded-for': `192.0.2.${peers++ % 250}` } });
      const ask = async () => {
        const { length } = codes;
        expect((await server.call('auth.auth/sendVerify', { mobile }, from())).body.code).toBe(1);
        return vi.waitFor(() => codes[length] ?? expect.fail('not sent'));
      };
      later(dayMs);
      const old = await ask();
      later(-dayMs);
      expect((await login({ username: mobile, password: '', verify: old })).body.code).toBe(0);
      expect((await login({ username: mobile, password: '', verify: await ask() })).body.code).toBe(1);
    } finally {
      server.settings.smsConsole = false;
      log.mockRestore();
    }
  });
});
