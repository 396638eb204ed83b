import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listen } from '../support/listen.ts';
import { type MailServer, readMail, startMailServer } from '../support/mailServer.ts';
import { describeTestedDatabases, type TestAdmin } from '../support/server.ts';

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36';
const over = { code: 0, msg: '链接已使用过或已过期', data: null };
let names = 0;

describeTestedDatabases('A sign-in from a new device', (server) => {
  let mail: MailServer;
  let admin: TestAdmin;
  /** The mails to this administrator, whose address no other test uses. */
  const mails = () => mail.mails.filter((each) => each.includes(`To: ${admin.username}@example.com`)).map(readMail);
  const db = () => server.database.db;
  const save = (params: object) => server.data('base.Config/saveConfig', { ...params });
  const working = () => ({ smtp_host: '127.0.0.1', smtp_port: mail.port, smtp_from: 'site@example.com' });

  beforeAll(async () => {
    mail = await startMailServer();
    await save({ ...working(), web_title: '兰亭', console_url: 'https://admin.example.com/' });
  });
  afterAll(() => mail.stop());
  beforeEach(async () => {
    admin = await server.makeAdmin(await server.makeRole([]));
    await server.data('base.admin/editAdmin', { id: admin.id, email: `${admin.username}@example.com` });
  });

  const login = (more: Record<string, string> = {}, headers: Record<string, string> = {}) => {
    const from = { 'x-forwarded-for': `198.18.${names >> 8}.${names++ & 255}`, 'user-agent': chrome, ...headers };
    const { username, password } = admin;
    const params = { username, password, device: 'this-device', ...more };
    return server.data<{ token: string }>('auth.auth/login', params, { token: '', headers: from });
  };
  const isAlive = async (token: string) => (await server.call('auth.auth/checkLogin', {}, { token })).body.code === 1;
  const visit = (path: 'newSession' | 'endNewSession', token: string) =>
    server.call(`auth.auth/${path}`, { token }, { token: '' });
  /** Waits until `n` mails are there and no more can come: when another administrator's is there, earlier ones are. */
  const settled = async (n: number) => {
    await expect.poll(mails).toHaveLength(n);
    const one = admin;
    admin = await server.makeAdmin(await server.makeRole([]));
    await server.data('base.admin/editAdmin', { id: admin.id, email: `${admin.username}@example.com` });
    await login();
    await expect.poll(mails).toHaveLength(1);
    admin = one;
    expect(mails()).toHaveLength(n);
  };
  const linkIn = async (n = 1) => {
    await expect.poll(mails).toHaveLength(n);
    return /#([\w-]{43})$/m.exec(mails().at(-1)?.text ?? '')?.[1] ?? expect.fail('no link');
  };

  test('is told once by mail: who, when, with what and where from; one that is known is not', async () => {
    await login({}, { 'x-forwarded-for': '203.0.113.77' });
    await login();
    await settled(1);
    const [{ subject, text } = { subject: '', text: '' }] = mails();
    expect(subject).toBe(`兰亭：新设备登录了 ${admin.username}`);
    const time = expect.stringMatching(/^时间：\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d\d:\d\d \(\S+\)$/);
    const lines = text.split('\n');
    expect(lines.slice(0, 6)).toEqual([
      `账户 ${admin.username} 刚刚在一台新设备上登录了“兰亭”的管理后台。`,
      ...['', time, '设备：Chrome 141 · Windows 10', 'IP：203.0.113.77', ''],
    ]);
    expect(text).toMatch(/\nhttps:\/\/admin\.example\.com\/rTopAdmin\/EndSession#[\w-]{43}$/);
    await login({ device: 'another-device' });
    await settled(2);
  });

  test('that says nothing of itself is known by its network, browser and system, whatever their version', async () => {
    const as = (ip: string, userAgent: string) =>
      login({ device: '' }, { 'x-forwarded-for': ip, 'user-agent': userAgent });
    await as('203.0.113.1', chrome);
    await as('203.0.113.1', chrome.replace('141', '142'));
    await settled(1);
    await as('203.0.113.2', chrome);
    await settled(2);
    await as('203.0.113.1', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
    await settled(3);
  });

  test('speaks the language that the administrator has chosen, else that of the browser', async () => {
    await login({ device: 'one' }, { 'accept-language': 'en' });
    await expect.poll(mails).toHaveLength(1);
    expect(mails()[0]?.subject).toBe(`兰亭: ${admin.username} signed in from a new device`);
    await server.data('auth.auth/savePreference', { name: 'locale', value: '"zh"' }, { token: admin.token });
    await login({ device: 'two' }, { 'accept-language': 'en' });
    await expect.poll(mails).toHaveLength(2);
    expect(mails()[1]?.text).toContain('如果是本人登录，不用理会。');
  });

  test('names no host that the request names, nor a line or link that its browser is called', async () => {
    const host = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'http://evil.example' };
    await login({ device: 'one' }, { ...host, 'user-agent': 'see https://evil.example/now and call/1.0 x' });
    await expect.poll(mails).toHaveLength(1);
    await save({ console_url: '' });
    await login({ device: 'two' });
    await save({ console_url: 'https://admin.example.com/' });
    await expect.poll(mails).toHaveLength(2);
    const [first, second] = mails();
    expect(first?.text).not.toMatch(/evil\.example|evil.*:\/\//);
    expect(second?.text).not.toMatch(/http|EndSession/);
    expect(second?.text).toContain('个人中心 › 登录设备');
  });

  test('is told after a change of the password, but for the device on which it was changed', async () => {
    const { token } = await login({ device: 'mine' });
    await login({ device: 'other' });
    await expect.poll(mails).toHaveLength(2);
    const change = { password: admin.password, new_password: 'a-quite-other-one' };
    await server.data('auth.auth/changePassword', change, { token });
    admin.password = change.new_password;
    await login({ device: 'mine' });
    await settled(2);
    await login({ device: 'other' });
    await settled(3);
    // Somebody else set the password, so no device is known any more.
    await server.data('base.admin/editAdmin', { id: admin.id, password: 'set-by-the-others' });
    admin.password = 'set-by-the-others';
    await login({ device: 'mine' });
    await settled(4);
  });

  test('that nobody could be told of is told at its next sign-in', async () => {
    const { db } = server.database;
    const known = () => db.selectFrom('known_device').select('device').where('admin_id', '=', admin.id).execute();
    const before = await known();
    await save({ smtp_host: '127.0.0.1', smtp_port: 1 }); // where nobody listens
    await login({ device: 'one' });
    await expect.poll(known).toEqual(before);
    await save(working());
    await login({ device: 'one' });
    await settled(1);
    expect(await known()).toHaveLength(before.length + 1);
  });

  test('is told again once its session was signed out from elsewhere, or 90 days have gone', async () => {
    const { token } = await login({ device: 'mine' });
    await login({ device: 'other' });
    await expect.poll(mails).toHaveLength(2);
    const rows = await server.data<{ id: number; ip: string; current: boolean }[]>('auth.auth/sessions', {}, { token });
    const [other] = rows.filter(({ current }) => !current);
    await server.data('auth.auth/revokeSession', { id: other?.id }, { token });
    await login({ device: 'other' });
    await expect.poll(mails).toHaveLength(3);
    await login({ device: 'mine' });
    await settled(3);
    const past = (days: number) => `${new Date(Date.now() - days * 24 * 3600_000).toISOString().slice(0, 19)}Z`;
    await db()
      .updateTable('known_device')
      .set({ last_seen: past(89) })
      .where('admin_id', '=', admin.id)
      .execute();
    await login({ device: 'mine' });
    await settled(3);
    await db()
      .updateTable('known_device')
      .set({ last_seen: past(91) })
      .where('admin_id', '=', admin.id)
      .execute();
    await login({ device: 'mine' });
    await settled(4);
  });

  test('keeps no more than fifty devices of an administrator, and of each a keyed hash alone', async () => {
    const edit = (email: string) => server.data('base.admin/editAdmin', { id: admin.id, email });
    await edit('');
    for (let n = 0; n < 52; n++) await login({ device: `device-${n}` });
    const rows = await db().selectFrom('known_device').selectAll().where('admin_id', '=', admin.id).execute();
    expect(rows).toHaveLength(50);
    expect(JSON.stringify(rows)).not.toContain('device-');
    // Somebody who has the password cannot fill the mailbox either.
    await edit(`${admin.username}@example.com`);
    for (let n = 0; n < 22; n++) await login({ device: `another-${n}` });
    await settled(20);
  });

  test('goes on without a mail: without an address, without a mail server, and beside one that never answers', async () => {
    const silent = await startSilentServer();
    await server.data('base.admin/editAdmin', { id: admin.id, email: '' });
    expect(await isAlive((await login({ device: 'no address' })).token)).toBe(true);
    await server.data('base.admin/editAdmin', { id: admin.id, email: `${admin.username}@example.com` });

    await save({ smtp_host: '' });
    expect(await isAlive((await login({ device: 'no mail' })).token)).toBe(true);
    expect(await db().selectFrom('new_session').select('ip').where('admin_id', '=', admin.id).execute()).toEqual([]);

    await save({ smtp_host: '127.0.0.1', smtp_port: silent.port });
    const begun = performance.now();
    expect(await isAlive((await login({ device: 'silence' })).token)).toBe(true);
    expect(performance.now() - begun).toBeLessThan(9000); // a mail server may take 10 s
    await silent.hasCaller;
    await silent.stop();
    await expect
      .poll(async () =>
        JSON.stringify(
          await server.data('base.base/getSystemLog', { limit: 5, searchKey: 'work after a reply failed' }),
        ),
      )
      .toContain('devices');
    await save(working());
    await settled(0);
  });

  test('is ended by the link: that session alone, once; its device is new again', async () => {
    const mine = await login({ device: 'mine' });
    await expect.poll(mails).toHaveLength(1);
    const thief = await login({ device: 'his' }, { 'x-forwarded-for': '203.0.113.9' });
    const token = await linkIn(2);
    const stored = await db().selectFrom('new_session').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);
    // Opening the link ends nothing, since scanners of mail open links too.
    for (let n = 0; n < 2; n++)
      expect((await visit('newSession', token)).body).toMatchObject({
        code: 1,
        data: { ip: '203.0.113.9', browser: 'Chrome 141', os: 'Windows 10', device: 'pc' },
      });
    expect((await server.call('auth.auth/endNewSession', { token }, { token: '', verb: 'GET' })).status).toBe(405);
    expect([await isAlive(mine.token), await isAlive(thief.token)]).toEqual([true, true]);

    expect((await visit('endNewSession', token)).body.code).toBe(1);
    expect([await isAlive(mine.token), await isAlive(thief.token), await isAlive(admin.token)]).toEqual([
      true,
      false,
      true,
    ]);
    for (const path of ['newSession', 'endNewSession'] as const)
      for (const each of [token, 'x'.repeat(43), '']) {
        const { body } = await visit(path, each);
        if (each) expect(body).toEqual(over);
        else expect(body).toMatchObject({ code: 0, data: { errors: { token: '必填' } } });
      }
    const known = db().selectFrom('known_network').select('network').where('admin_id', '=', admin.id);
    expect((await known.execute()).map(({ network }) => network)).not.toContain('203.0.113.9');
    // The account is unchanged, because a link must not lock its owner out.
    expect(await server.data('base.admin/getAdminInfo', {}, { token: mine.token })).toMatchObject({
      must_change: false,
    });
    await login({ device: 'mine' });
    await settled(2);
    await login({ device: 'his' });
    await settled(3);
  });

  test('that was signed out since, by whomever, is still forgotten by the link; one of a week ago is not', async () => {
    const { token: session } = await login({ device: 'his' });
    const token = await linkIn();
    await server.data('auth.auth/logout', {}, { token: session });
    expect((await visit('endNewSession', token)).body.code).toBe(1);
    await login({ device: 'his' });
    const second = await linkIn(2);
    const expires = `${new Date(Date.now() - 1000).toISOString().slice(0, 19)}Z`;
    await db().updateTable('new_session').set({ expires }).where('admin_id', '=', admin.id).execute();
    for (const path of ['newSession', 'endNewSession'] as const) expect((await visit(path, second)).body).toEqual(over);
  });

  test('that was ended by its link stands in the operation log, without the token', async () => {
    await login();
    const token = await linkIn();
    await visit('endNewSession', token);
    const path = 'auth.auth/endNewSession';
    const { data } = await server.data<{ data: object[] }>('base.base/getOperateLog', { path, target_id: admin.id });
    expect(data).toMatchObject([{ title: '结束新设备的登录', target: 'admin', username: '', code: 1 }]);
    expect(JSON.stringify(data)).not.toContain(token);
  });
});

/** A server that accepts connections and never replies. */
async function startSilentServer() {
  const sockets: Socket[] = [];
  let called = () => {};
  const hasCaller = new Promise<void>((resolve) => {
    called = resolve;
  });
  const server = createServer((socket) => {
    socket.on('error', () => {});
    sockets.push(socket);
    called();
  });
  const port = await listen(server);
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, hasCaller, stop };
}
