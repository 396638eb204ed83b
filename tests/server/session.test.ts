import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeTestedDatabases, type TestAdmin } from '../support/server.ts';
import { allText } from '../support/tables.ts';

const seconds = (shift: number) => `${new Date(Date.now() + shift * 1000).toISOString().slice(0, 19)}Z`;
const hour = 3600;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describeTestedDatabases('A session', (server) => {
  let roleId = 0;
  let admin: TestAdmin;
  beforeAll(async () => {
    roleId = await server.makeRole(['/columnList', 'base.base/getColumnList']);
  });
  beforeEach(async () => {
    admin = await server.makeAdmin(roleId);
  });
  const status = async (token: string) => (await server.call('base.base/getColumnList', {}, { token })).status;
  const set = (values: { last_seen?: string; expires?: string }) =>
    server.database.db.updateTable('session').set(values).where('admin_id', '=', admin.id).execute();

  describe('ends at the very next request when', () => {
    test.each<[string, (status: 0 | 1) => [string, object]]>([
      ['by the form', (value) => ['base.admin/editAdmin', { id: admin.id, username: admin.username, status: value }]],
      ['by the switch of a row', (value) => ['base.admin/editAdmin', { id: admin.id, status: value }]],
    ])('A8: its administrator is disabled %s, and stays ended when enabled', async (_how, change) => {
      const set = (value: 0 | 1) => server.data(change(value)[0], { ...change(value)[1] });
      expect(await status(admin.token)).toBe(200);
      await set(0);
      expect(await status(admin.token)).toBe(401);
      expect((await server.call('auth.auth/checkLogin', {}, { token: admin.token })).body.code).toBe(0);
      await set(1);
      expect(await status(admin.token)).toBe(401);
      expect(await status(await server.signIn(admin.username, admin.password))).toBe(200);
    });

    test('A8: its administrator is enabled who was disabled before sessions ended by that', async () => {
      await server.database.db.updateTable('admin').set({ status: 0 }).where('id', '=', admin.id).execute();
      await server.data('base.admin/editAdmin', { id: admin.id, status: 1 });
      expect(await status(admin.token)).toBe(401);
    });

    test('its administrator is deleted', async () => {
      await server.data('base.admin/deleteAdmin', { aid: admin.id });
      expect(await status(admin.token)).toBe(401);
    });

    test('another administrator sets the password', async () => {
      await server.data('base.admin/editAdmin', { id: admin.id, password: 'set-by-another' });
      expect(await status(admin.token)).toBe(401);
    });

    test('it is signed out', async () => {
      await server.data('auth.auth/logout', {}, { token: admin.token });
      expect(await status(admin.token)).toBe(401);
    });

    test('it was idle for twelve hours', async () => {
      await set({ last_seen: seconds(-12 * hour + 60) });
      expect(await status(admin.token)).toBe(200);
      await set({ last_seen: seconds(-12 * hour - 1) });
      expect(await status(admin.token)).toBe(401);
    });

    test('the configuration shortens how long it may be idle or last', async () => {
      const save = (values: Record<string, number>) => server.data('base.Config/saveConfig', values);
      await set({ last_seen: seconds(-2 * hour) });
      await save({ session_idle_hours: 1 });
      expect(await status(admin.token)).toBe(401);
      await save({ session_idle_hours: 3 });
      expect(await status(admin.token)).toBe(200);
      await server.database.db
        .updateTable('session')
        .set({ create_time: seconds(-25 * hour) })
        .where('admin_id', '=', admin.id)
        .execute();
      await save({ session_days: 1 });
      expect(await status(admin.token)).toBe(401);
      await save({ session_days: 30, session_idle_hours: 12 });
      expect(await status(admin.token)).toBe(200);
    });

    test('its thirty days are over, however busy it was', async () => {
      await set({ expires: seconds(-1) });
      expect(await status(admin.token)).toBe(401);
    });
  });

  test('where the configuration limits how many there are at once, the least recently used one ends', async () => {
    const { username, password } = await server.makeAdmin(roleId);
    const signIn = () => server.signIn(username, password);
    await server.data('base.Config/saveConfig', { session_limit: 2 });
    const [first, second] = [await signIn(), await signIn()];
    const used = (token: string, last_seen: string) =>
      server.database.db.updateTable('session').set({ last_seen }).where('token_hash', '=', sha256(token)).execute();
    await used(first, seconds(-10));
    await used(second, seconds(-60));
    const third = await signIn();
    expect(await Promise.all([first, second, third].map(status))).toEqual([200, 401, 200]);
    expect(await status(server.token)).toBe(200);
    // This session was last seen by a clock that was ahead, and must not take another one's place.
    await used(third, seconds(9 * 24 * hour));
    const fourth = await signIn();
    expect(await Promise.all([first, third, fourth].map(status))).toEqual([200, 401, 200]);
    await server.data('base.Config/saveConfig', { session_limit: 0 });
    await signIn();
    expect(await Promise.all([first, fourth].map(status))).toEqual([200, 200]);
  });

  test('A8: ends with another role, and goes on through new rules of its role, with them at once', async () => {
    await server.data('base.admin/editAdmin', { id: admin.id, groupId: roleId });
    expect(await status(admin.token)).toBe(200);
    const mine = await server.makeRole(['/columnList', 'base.base/getColumnList']);
    await server.data('base.admin/editAdmin', { id: admin.id, groupId: mine });
    expect(await status(admin.token)).toBe(401);
    const again = await server.signIn(admin.username, admin.password);
    await server.data('base.admin/edit_role', { id: mine, rule_method: '' });
    expect(await status(again)).toBe(403);
  });

  test('outlives a change of its own password, which ends all others', async () => {
    const other = await server.signIn(admin.username, admin.password);
    const change = { password: admin.password, new_password: 'another-choice' };
    await server.data('auth.auth/changePassword', change, { token: admin.token });
    expect(await status(admin.token)).toBe(200);
    expect(await status(other)).toBe(401);
    await expect(server.signIn(admin.username, admin.password)).rejects.toThrow('账户或密码错误');
    expect(await status(await server.signIn(admin.username, 'another-choice'))).toBe(200);
  });

  test('changes its password only for who knows it, and never to a common one', async () => {
    const change = (password: string, new_password: string) =>
      server.call('auth.auth/changePassword', { password, new_password }, { token: admin.token });
    expect((await change('not-this-one', 'another-choice')).body).toMatchObject({
      data: { errors: { password: '原密码错误' } },
    });
    for (const [common = '', said] of [
      ['qwertyuiop', '此密码过于常见，请换一个'],
      [admin.username, '此密码除了数字和标点，只有网站或账户的名称，请换一个别人猜不到的'],
    ])
      expect((await change(admin.password, common)).body, common).toMatchObject({
        data: { errors: { new_password: said } },
      });
    expect((await change(admin.password, 'short')).body).toMatchObject({
      data: { errors: { new_password: '至少 10 个字符' } },
    });
    await server.signIn(admin.username, admin.password);
  });

  test('does not let its password be guessed: the eleventh attempt gets 429', async () => {
    const change = { new_password: 'another-choice' };
    const attempt = (password: string) =>
      server.call('auth.auth/changePassword', { ...change, password }, { token: admin.token });
    for (let n = 0; n < 10; n++) expect((await attempt(`guess ${n}`)).body.code).toBe(0);
    const { status, headers } = await attempt(admin.password);
    expect([status, Number(headers.get('retry-after')) > 800]).toEqual([429, true]);
  });

  test('keeps its password where an edit sends an empty one', async () => {
    await server.data('base.admin/editAdmin', { id: admin.id, nickname: 'Li', password: '' });
    expect(await status(admin.token)).toBe(200);
    await server.signIn(admin.username, admin.password);
  });

  test('is as alive as checkLogin says, which answers HTTP 200 and does not count as use', async () => {
    const check = (token: string) => server.call('auth.auth/checkLogin', {}, { token });
    const last_seen = seconds(-2 * hour);
    await set({ last_seen });
    expect((await check(admin.token)).body).toMatchObject({ code: 1, msg: '' });
    for (const token of ['', 'dead', `${admin.token}x`, 'x'.repeat(3000)]) {
      const { status: http, body } = await check(token);
      expect([http, body.code]).toEqual([200, 0]);
    }
    const rows = server.database.db.selectFrom('session').select('last_seen').where('admin_id', '=', admin.id);
    expect(await rows.execute()).toEqual([{ last_seen }]);
    await status(admin.token);
    await expect.poll(() => rows.execute()).not.toEqual([{ last_seen }]);
  });

  test('leaves neither its token nor a password in any table, nor a fast hash of the password', async () => {
    const token = await server.signIn(admin.username, admin.password);
    const headers = { 'idempotency-key': 'key-of-passwords' };
    const change = { password: admin.password, new_password: 'quite-another-choice' };
    await server.data('auth.auth/changePassword', change, { token, headers });
    const text = await allText(server.database);
    for (const secret of [token, server.token, admin.password, server.password, 'quite-another-choice'])
      expect(text.includes(secret)).toBe(false);
    expect(text.includes(sha256(JSON.stringify(['auth.auth/changePassword', change])))).toBe(false);
    expect(text.includes(sha256(token))).toBe(true);
    // login.test.ts and resetPassword.test.ts prove the cost of the hash.
    expect(text).toMatch(/\$argon2id\$v=19\$m=\d+,t=2,p=1\$/);
  });
});
