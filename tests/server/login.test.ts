import { hash, verify } from '@node-rs/argon2';
import { expect, test, vi } from 'vitest';
import { formatsZh } from '../../contract/formats.ts';
import { describeTestedDatabases, startServer } from '../support/server.ts';

// Replaces argon2 by spies on a cheap version. The bench measures what the real one takes.
vi.mock('@node-rs/argon2', async () => {
  const quick = await import('../support/quickArgon2.ts');
  return { hash: vi.fn(quick.hash), verify: vi.fn(quick.verify) };
});

const anonymous = (from: string) => ({ token: '', headers: { 'x-forwarded-for': from } });
type SignedIn = { token: string; expires: string };

describeTestedDatabases('Signing in', (server) => {
  const login = (params: Record<string, string>, from = '198.51.100.1') =>
    server.call<SignedIn>('auth.auth/login', params, anonymous(from));
  const own = (token: string) => server.data<Record<string, unknown>>('base.admin/getAdminInfo', {}, { token });

  test('gives a token of 256 bits that is new each time, and says when it ends', async () => {
    const first = await login({ username: 'admin', password: server.password });
    const second = await login({ username: 'admin', password: server.password });
    expect(first.body.code).toBe(1);
    expect(Buffer.from(first.body.data.token, 'base64url')).toHaveLength(32);
    expect(second.body.data.token).not.toBe(first.body.data.token);
    const days = (Date.parse(first.body.data.expires) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.headers.get('set-cookie')).toBeNull();
  });

  test('counts and remembers when and from where', async () => {
    const admin = await server.makeAdmin(await server.makeRole([]));
    expect(await own(admin.token)).toMatchObject({ logintimes: 1 });
    await login({ username: admin.username, password: admin.password }, '198.51.100.7');
    const last_login = expect.stringMatching(/Z$/);
    expect(await own(admin.token)).toMatchObject({ logintimes: 2, last_login });
    const { data } = await server.data<{ data: unknown[] }>('base.admin/getAdminList', { ids: admin.id });
    expect(data).toMatchObject([{ last_ip: '198.51.100.7', logintimes: 2 }]);
  });

  test('with an unknown name, a wrong password or a disabled account gets one and the same reply', async () => {
    const disabled = await server.makeAdmin(await server.makeRole([]));
    await server.data('base.admin/editAdmin', { id: disabled.id, status: 0 });
    const replies = await Promise.all([
      login({ username: 'nobody', password: 'wrong password' }),
      login({ username: 'admin', password: 'wrong password' }),
      login({ username: 'ADMIN', password: server.password }),
      login({ username: "admin' or '1'='1", password: server.password }),
      login({ username: disabled.username, password: disabled.password }),
    ]);
    for (const { status, body } of replies) {
      expect(status).toBe(200);
      expect(body).toEqual({ code: 0, msg: '账户或密码错误', data: null });
    }
  });

  test('day C14: a password is the same however a keyboard spells its letters, also one that was stored as it was typed', async () => {
    const { username, password, token, id } = await server.makeAdmin(await server.makeRole([]));
    const [composed, decomposed] = ['café-crème-brûlée'.normalize('NFC'), 'café-crème-brûlée'.normalize('NFD')];
    const opens = async (typed: string) => (await login({ username, password: typed }, '198.51.108.1')).body.code;
    await server.data('auth.auth/changePassword', { password, new_password: decomposed }, { token });
    expect([await opens(composed), await opens(decomposed), await opens('cafe-creme-brulee')]).toEqual([1, 1, 0]);
    const same = { password: composed, new_password: decomposed };
    const { body } = await server.call('auth.auth/changePassword', same, { token });
    expect(body.data).toEqual({ errors: { new_password: '新密码不能与原密码相同' } });
    for (const typed of [composed, decomposed]) {
      const stored = { password: await hash(typed) };
      await server.database.db.updateTable('admin').set(stored).where('id', '=', id).execute();
      expect([await opens(composed), await opens(decomposed)]).toEqual([1, 1]);
    }
  });

  test('with an unknown name compares with a hash of the same cost, as with a wrong password', async () => {
    const known = await server.makeAdmin(await server.makeRole([]));
    const costOf = async (username: string) => {
      vi.mocked(verify).mockClear();
      await login({ username, password: 'wrong password' }, '198.51.100.50');
      return vi.mocked(verify).mock.calls.map(([hash]) => String(hash).replace(/\$[^$]+\$[^$]+$/, ''));
    };
    const cost = ['$argon2id$v=19$m=64,t=2,p=1'];
    expect([await costOf('no-such-name'), await costOf(known.username)]).toEqual([cost, cost]);
    // The hashes were requested with the real cost. Only their memory is reduced here.
    const asked = new Set(vi.mocked(hash).mock.calls.map(([, options]) => JSON.stringify(options)));
    expect([...asked]).toEqual(['{"algorithm":2,"memoryCost":19456,"timeCost":2,"parallelism":1}']);
  });

  test.each(['password', 'status'] as const)('is refused where the %s changed while it was under way', async (what) => {
    const { id, username, password } = await server.makeAdmin(await server.makeRole([]));
    const actual = await vi.importActual<typeof import('@node-rs/argon2')>('@node-rs/argon2');
    vi.mocked(verify).mockImplementationOnce(async (...args) => {
      const isRight = await actual.verify(...args);
      const changed = what === 'status' ? { status: 0 } : { password: await actual.hash('another-one-1') };
      await server.database.db.updateTable('admin').set(changed).where('id', '=', id).execute();
      return isRight;
    });
    const { body } = await login({ username, password }, '198.51.100.60');
    expect(body).toEqual({ code: 0, msg: '账户或密码错误', data: null });
  });

  const wrong = (username: string, from: string) => login({ username, password: 'wrong password' }, from);
  /** Tries wrong passwords, each from its own address, 25 at once: a busy machine would refuse more as busy. */
  const attack = async (username: string, n: number, first = 0) => {
    const replies: Awaited<ReturnType<typeof wrong>>[] = [];
    let at = 0;
    const lane = async () => {
      while (at < n) replies.push(await wrong(username, `203.0.113.${first + at++}`));
    };
    await Promise.all(Array.from({ length: Math.min(n, 25) }, lane));
    return replies;
  };
  const rowOf = async (id: number) =>
    (await server.data<{ data: { locked_until: string | null }[] }>('base.admin/getAdminList', { ids: id })).data[0];

  // These tests run concurrently because they mostly wait, each for the rate limit of its own account.
  test.concurrent('with 100 wrong passwords from 100 addresses is throttled, and the owner still gets in from a new one', async () => {
    const { id, username, password } = await server.makeAdmin(await server.makeRole([]));
    const begun = Date.now();
    const replies = await attack(username, 100);
    expect(replies.filter(({ body }) => body.msg === '账户或密码错误')).toHaveLength(10);
    const slowed = replies.filter(({ status }) => status === 429);
    expect(slowed).toHaveLength(90);
    for (const { headers } of slowed) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Date.parse((await rowOf(id))?.locked_until ?? '')).toBeGreaterThan(begun);

    const { body } = await login({ username, password }, '198.51.100.200');
    expect(body.code).toBe(1);
    expect(await rowOf(id)).toMatchObject({ locked_until: null });
  });

  test.concurrent('from an address where the account was signed in does not wait for an attacker’s turns', async () => {
    const { username, password } = await server.makeAdmin(await server.makeRole([]));
    await login({ username, password }, '198.51.104.1');
    await attack(username, 10);
    // The last of these attempts waits for four seconds, and only the owner's password is compared meanwhile.
    const under = attack(username, 20, 10);
    const first = await Promise.race([under, login({ username, password }, '198.51.104.1')]);
    expect(first).toMatchObject({ body: { code: 1 } });
    await under;
  });

  test.concurrent('in an account under attack says how long one waits: seconds, and minutes after the third attempt of a network', async () => {
    const { username } = await server.makeAdmin(await server.makeRole([]));
    await attack(username, 10);
    const replies = [await wrong(username, '198.51.107.1'), await wrong(username, '198.51.107.1')];
    const slowed = '账户或密码错误。此账户近期尝试过多，请在 ';
    for (const { body } of replies) expect(body.msg).toBe(`${slowed}1 秒后重试`);
    const { headers, body } = await wrong(username, '198.51.107.1');
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(800);
    expect(body).toEqual({ code: 429, msg: `${slowed}${Math.ceil(seconds / 60)} 分钟后重试`, data: null });
    expect((await wrong(username, '198.51.107.1')).body.msg).toMatch(/^尝试次数过多，请在 1[45] 分钟后重试$/);
  });

  test.concurrent('from such an address still has the peer’s own limit', async () => {
    const { username, password } = await server.makeAdmin(await server.makeRole([]));
    await login({ username, password }, '198.51.105.1');
    const replies = await Promise.all(Array.from({ length: 30 }, () => wrong(username, '198.51.105.1')));
    expect(replies.every(({ body }) => body.msg === '账户或密码错误')).toBe(true);
    const { status, headers, body } = await login({ username, password }, '198.51.105.1');
    const seconds = Number(headers.get('retry-after'));
    expect([status, seconds > 800, seconds <= 900]).toEqual([429, true, true]);
    expect(body).toEqual({ code: 429, msg: `尝试次数过多，请在 ${Math.ceil(seconds / 60)} 分钟后重试`, data: null });
    const words = { 'x-forwarded-for': '198.51.105.1', 'accept-language': 'en' };
    const said = await server.call('auth.auth/login', { username, password }, { token: '', headers: words });
    expect(said.body.msg).toMatch(/^Too many attempts. Try again in 1[45] minutes$/);
  });

  test.concurrent('an address is no longer known once the password was changed elsewhere', async () => {
    const { username, password, token } = await server.makeAdmin(await server.makeRole([]));
    await login({ username, password }, '198.51.106.1');
    const change = { password, new_password: 'another-choice' };
    const headers = { 'x-forwarded-for': '198.51.106.2' };
    await server.data('auth.auth/changePassword', change, { token, headers });
    const replies = await Promise.all(Array.from({ length: 14 }, () => wrong(username, '198.51.106.1')));
    expect(replies.some(({ status }) => status === 429)).toBe(true);
  });

  test('forgets the failures of an account after a success', async () => {
    const { username, password } = await server.makeAdmin(await server.makeRole([]));
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 5; n++) await login({ username, password: 'wrong password' }, `198.51.102.${round}`);
      expect((await login({ username, password }, `198.51.102.${round}`)).body.code).toBe(1);
    }
  });

  test('is throttled by peer after thirty attempts, whatever the names', async () => {
    const attempts = Array.from({ length: 31 }, (_, n) =>
      login({ username: `name-${n}`, password: 'wrong password' }, '198.51.103.1'),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
    expect((await login({ username: 'admin', password: server.password }, '198.51.103.2')).body.code).toBe(1);
  });

  test('A20: counts an IPv6 peer by 64, 56 and 48 bits, each of which has twice as much as the one within it', async () => {
    let names = 0;
    const attempt = async (ip: string) =>
      (await login({ username: `name-6-${names++}`, password: 'wrong password' }, ip)).status;
    const home = '2001:db8:7:1200';
    for (const [network, most, within, beside] of [
      [home, 30, `${home}:abcd::1`, '2001:DB8:7:1201::1'],
      ['2001:db8:7:1200/56', 60, '2001:0db8:7:12ff::1', '2001:db8:7:1300::1'],
      ['2001:db8:7/48', 120, '2001:db8:7:ffff::1', '2001:db8:8::1'],
    ] as const) {
      expect(await attempt(`${home}::1`)).toBe(200);
      const counted = (count: number) =>
        server.database.db.updateTable('attempt').set({ count }).where('key', '=', `login-peer:${network}`).execute();
      await counted(most - 1);
      expect([await attempt(within), await attempt(within), await attempt(beside)], network).toEqual([200, 429, 200]);
      await counted(0);
    }
  });

  test('takes a password of 128 characters whole and refuses a longer one', async () => {
    const password = `${'密'.repeat(127)}x`;
    const groupId = await server.makeRole([]);
    await server.data('base.admin/addAdmin', { username: 'long-password', password, groupId });
    expect((await login({ username: 'long-password', password })).body.code).toBe(1);
    expect((await login({ username: 'long-password', password: `${'密'.repeat(127)}y` })).body.code).toBe(0);
    const { body } = await login({ username: 'long-password', password: `${password}x` });
    expect(body).toMatchObject({ code: 0, data: { errors: { password: '最多 128 个字符' } } });
  });
});

test('X-Forwarded-For counts for nothing where no proxy is trusted', async () => {
  const server = await startServer({ settings: { trustProxy: [] } });
  const statuses: number[] = [];
  for (let n = 0; n < 31; n++)
    statuses.push(
      (await server.call('auth.auth/login', { username: `n${n}`, password: 'x' }, anonymous(`10.0.0.${n}`))).status,
    );
  await server.stop();
  expect(statuses.slice(0, 30)).not.toContain(429); // a sign-in that succeeds, as the server's own, does not count
  expect(statuses[30]).toBe(429);
});

describeTestedDatabases('The first password', (server) => {
  test('made by another administrator lets only one’s own data, the change of password and signing out pass', async () => {
    const groupId = await server.makeRole(['/columnList', 'base.base/getColumnList']);
    await server.data('base.admin/addAdmin', { username: 'newcomer', password: 'given-by-other', groupId });
    const token = await server.signIn('newcomer', 'given-by-other');
    const may = (path: string, params = {}) => server.call(path, params, { token });

    expect(await server.data('base.admin/getAdminInfo', {}, { token })).toMatchObject({ must_change: true });
    for (const path of ['base.base/getColumnList', 'base.Menu', 'base.Data/webData', 'base.base/getModelList']) {
      const { status, body } = await may(path);
      expect([status, body.msg], path).toEqual([403, '请先修改初始密码']);
    }
    expect((await may('auth.auth/checkLogin')).body.code).toBe(1);
    const changed = await may('auth.auth/changePassword', {
      password: 'given-by-other',
      new_password: 'my-own-choice',
    });
    expect(changed.body.code).toBe(1);
    expect(await server.data('base.admin/getAdminInfo', {}, { token })).toMatchObject({ must_change: false });
    expect((await may('base.base/getColumnList')).body.code).toBe(1);
    expect((await may('auth.auth/logout')).body.code).toBe(1);
  });

  test('may not be common, short, or the name itself', async () => {
    const groupId = await server.makeRole([]);
    const add = (password: string) =>
      server.call<{ errors: Record<string, string> }>('base.admin/addAdmin', {
        username: 'longer-name',
        password,
        groupId,
      });
    for (const [password, said] of [
      ['qwertyuiop', '此密码过于常见，请换一个'],
      ['QWERTYUIOP', '此密码过于常见，请换一个'],
      ['longer-name', '此密码除了数字和标点，只有网站或账户的名称，请换一个别人猜不到的'],
      ['nine-char', '至少 10 个字符'],
      ['', '至少 10 个字符'],
    ])
      expect((await add(password ?? '')).body.data.errors, password).toEqual({ password: said });
  });

  test('goes with a name that nobody takes for another by blanks or what nobody sees', async () => {
    const groupId = await server.makeRole([]);
    const taken = [' admin', 'admin ', 'admin\u3000', 'ad\u200bmin'].map((username) => [username, '已被使用']);
    for (const [username, said] of [...taken, ['ad  min', formatsZh.format_name]]) {
      const draft = { username, password: 'long-enough-1', groupId };
      const { body } = await server.call('base.admin/addAdmin', draft);
      expect(body, username).toMatchObject({ code: 0, data: { errors: { username: said } } });
    }
    await server.data('base.admin/addAdmin', { username: '王 小明', password: 'long-enough-1', groupId });
  });

  test('may not become common or the name itself by an edit', async () => {
    const { id, username } = await server.makeAdmin(await server.makeRole([]));
    for (const [password, said] of [
      ['qwertyuiop', '此密码过于常见，请换一个'],
      [username, '此密码除了数字和标点，只有网站或账户的名称，请换一个别人猜不到的'],
    ]) {
      const { body } = await server.call('base.admin/editAdmin', { id, password });
      expect(body).toMatchObject({ code: 0, data: { errors: { password: said } } });
    }
  });
});
