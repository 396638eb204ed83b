import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { beginFactor, turnOnFactor } from '../support/factor.ts';
import { describeTestedDatabases, type Refused, type TestAdmin, useServer } from '../support/server.ts';
import { waitForValue } from '../support/waitForValue.ts';

const dayMs = 24 * 3600_000;
const iso = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`;

const leap = (ms: number) => vi.setSystemTime(Date.now() + ms);

describeTestedDatabases('A15: While a clock jumps back and forth', (server) => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
  /** A session that a clock began which is ahead by now has ended. */
  const signIn = async () => ({ token: await server.signIn('admin', server.password) });

  test('saves get through one after another, each in a version of its own, and repeats are known by their key', async () => {
    const { id: col_id } = await server.data('base.base/addColumn', { title: 'Clock', model: 'article' });
    const { id } = await server.data('base.content/addArticle', { title: 'first', col_id });
    let version = 1;
    for (const hours of [1, -2, 5, -9, 3]) {
      const headers = { 'idempotency-key': `clock-jumps-before-${version}` };
      const edit = { id, version, title: `after ${version}` };
      const save = async () =>
        (await server.data<{ version: number }>('base.content/editArticle', edit, { headers, ...(await signIn()) }))
          .version;
      leap(hours * 3600_000);
      const saved = await save();
      leap(-hours * 1800_000);
      expect(await save()).toBe(saved);
      version = saved;
    }
    const about = { entity: 'article', id };
    const { versions } = await server.data<{ versions: { n: number }[] }>('base.Version/list', about, await signIn());
    expect([version, versions.map(({ n }) => n)]).toEqual([6, [6, 5, 4, 3, 2, 1]]);
  });
});

describe('A15: While a clock jumps, writes on SQLite', () => {
  const server = useServer();
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  /** Another process has the file; one write waits for it, and one for the first. */
  async function waiting(): Promise<{ free: () => void; replies: Promise<{ status: number }[]> }> {
    const other = new DatabaseSync(join(server.settings.dataDir, 'rtop.db'));
    other.exec('begin immediate');
    const replies = Promise.all(['one', 'two'].map((title) => server.call('base.Size/addEditSize', { title })));
    await expect.poll(() => server.database.waiting()).toBe(1);
    const free = () => {
      other.exec('rollback');
      other.close();
    };
    return { free, replies };
  }

  test('wait for no longer than ever when it is set back', async () => {
    const consoleGivesUp = wait(6000, undefined, { ref: false });
    const { free, replies } = await waiting();
    leap(-3600_000);
    const answered = await Promise.race([replies, consoleGivesUp]);
    free();
    await replies;
    expect(answered).toMatchObject([{ status: 503 }, { status: 503 }]);
  });

  test('are not given up when it is set ahead', async () => {
    const { free, replies } = await waiting();
    leap(24 * 3600_000);
    const soon = wait(1000, undefined, { ref: false });
    expect(await Promise.race([replies, soon])).toBeUndefined();
    free();
    expect(await replies).toMatchObject([
      { status: 200, body: { code: 1 } },
      { status: 200, body: { code: 1 } },
    ]);
  });
});

describeTestedDatabases('A15: After a clock that was ahead by a day', (server) => {
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
        return waitForValue(() => codes[length] ?? expect.fail('not sent'));
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
