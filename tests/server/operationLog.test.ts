import { expect, onTestFinished, test, vi } from 'vitest';
import { renameTable } from '../support/renameTable.ts';
import { describeTestedDatabases, startServer } from '../support/server.ts';
import { allText } from '../support/tables.ts';

describeTestedDatabases('The operation log', (server) => {
  const lastId = async () => {
    const row = await server.database.db
      .selectFrom('operation_log')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return row?.id ?? 0;
  };
  /** The rows that some work leaves. */
  async function rowsOf(work: () => Promise<unknown>, from?: number) {
    const before = from ?? (await lastId());
    await work();
    const rows = await server.database.db
      .selectFrom('operation_log')
      .selectAll()
      .where('id', '>', before)
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      ...row,
      params: JSON.parse(row.params ?? ''),
      before: row.before && JSON.parse(row.before),
      after: row.after && JSON.parse(row.after),
    }));
  }
  const column = (title: string) => server.data('base.base/addColumn', { title, model: 'article' });

  test('says who did what to which record, from where', async () => {
    const options = { headers: { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Console/1' } };
    const [row, ...others] = await rowsOf(() =>
      server.data('base.base/addColumn', { title: 'Logged', model: 'article', sort: 4 }, options),
    );
    expect(others).toEqual([]);
    const { id: admin_id } = await server.data('base.admin/getAdminInfo');
    expect(row).toMatchObject({
      admin_id,
      username: 'admin',
      title: '新增栏目',
      path: 'base.base/addColumn',
      target: 'column',
      code: 1,
      params: { title: 'Logged', model: 'article', sort: 4 },
      ip: '203.0.113.9',
      user_agent: 'Console/1',
      before: null,
      after: { title: 'Logged', url_name: 'logged', sort: 4 },
      create_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    expect(row?.target_id).toBeGreaterThan(0);
    expect(row?.cost_ms).toBeGreaterThanOrEqual(0);
  });

  test.each([
    ['203.0.113.9:443', '203.0.113.9'],
    ['[2001:db8::9]:443', '2001:db8::9'],
    ['198.51.100.1, [2001:db8::9]', '2001:db8::9'],
    ['garbage', '127.0.0.1'],
    ['198.51.100.1, unknown', '127.0.0.1'],
    ['garbage, 203.0.113.9', '203.0.113.9'],
    [' , ', '127.0.0.1'],
  ])('A11: of a proxy that forwards for "%s" it is %s who did it', async (forwarded, ip) => {
    const options = { headers: { 'x-forwarded-for': forwarded } };
    const add = () => server.data('base.base/addColumn', { title: 'Forwarded', model: 'article' }, options);
    expect(await rowsOf(add)).toMatchObject([{ ip }]);
  });

  test('keeps of an edit the changed fields alone, as they were and as they are', async () => {
    const { id } = await column('Before');
    const [row] = await rowsOf(() =>
      server.data('base.base/editColumn', {
        id,
        title: 'After',
        model: 'article',
        content: '<p>x<script>y</script></p>',
      }),
    );
    expect(row).toMatchObject({ target: 'column', target_id: id });
    expect(row?.before).toEqual({ title: 'Before', content: '' });
    expect(row?.after).toEqual({ title: 'After', content: '<p>x</p>' });
  });

  test('keeps the name of what is deleted', async () => {
    const { id } = await column('Goes');
    const [row] = await rowsOf(() => server.data('base.base/deleteColumn', { col_id: id }));
    expect(row).toMatchObject({ target: 'column', target_id: id, before: { title: 'Goes' }, after: null });
  });

  test('has no row of a refused write, and nothing of such a write stays', async () => {
    const { id } = await column('Refused');
    const rows = await rowsOf(async () => {
      await server.call('base.base/addColumn', { title: 'x', model: 'article', pid: 4711 });
      await server.call('base.base/addColumn', {});
      await server.call('base.base/editColumn', { id, version: 9, title: 'late' });
      await server.call('base.base/editColumn', { id: 4711, title: 'x' });
      await server.call('base.base/addColumn', { title: 'x', model: 'article' }, { token: 'dead' });
      await server.call('base.base/getColumnList');
    });
    expect(rows).toEqual([]);
  });

  test('is part of the write: where the row cannot be written, nothing is', async () => {
    await renameTable(server, 'operation_log', 'operation_log_away');
    const { status } = await server.call('base.base/addColumn', { title: 'Half', model: 'article' });
    await renameTable(server, 'operation_log_away', 'operation_log');
    expect(status).toBe(500);
    expect(await server.data('base.base/getColumnList', { searchKey: 'Half' })).toMatchObject({ total: 0 });
  });

  test('holds no secret', async () => {
    const secrets = ['first-Secret-19', 'second-Secret-19', 'third-Secret-19'];
    const [first, second, third] = secrets;
    const rows = await rowsOf(async () => {
      const groupId = await server.makeRole([]);
      const { id } = await server.data('base.admin/addAdmin', { username: 'masked', password: first, groupId });
      await server.data('base.admin/editAdmin', { id, password: second });
      const token = await server.signIn('masked', second ?? '');
      await server.data('auth.auth/changePassword', { password: second, new_password: third }, { token });
      await server.call('auth.auth/login', { username: 'masked', password: `wrong ${first}` }, { token: '' });
      secrets.push(token);
    });
    const text = JSON.stringify(rows);
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toContain('$argon2');
    expect(rows.find(({ path }) => path === 'base.admin/editAdmin')).toMatchObject({
      params: { password: '***' },
      before: {},
      after: { password: '***' },
    });
    expect(rows.find(({ path }) => path === 'auth.auth/changePassword')).toMatchObject({
      params: { password: '***', new_password: '***' },
    });
    expect(rows.map(({ username, path, code }) => `${username} ${path} ${code}`)).toEqual([
      'admin base.admin/create_role 1',
      'admin base.admin/addAdmin 1',
      'admin base.admin/editAdmin 1',
      'masked auth.auth/login 1',
      'masked auth.auth/changePassword 1',
      ' auth.auth/login 0',
    ]);
  });

  test('holds no code of a sign-in, also of one that failed', async () => {
    const rows = await rowsOf(() =>
      server.call('auth.auth/login', { username: 'admin', password: 'not the one', verify: '481516' }, { token: '' }),
    );
    expect(rows).toMatchObject([{ code: 0, params: { username: 'admin', password: '***' } }]);
    expect(JSON.stringify(rows)).not.toMatch(/481516|not the one/);
  });

  test('A16: keeps the name of a failed sign-in where that account exists alone: a password may have been typed there', async () => {
    const mobile = '13812340099';
    const { id, username } = await server.makeAdmin(await server.makeRole([]));
    await server.data('base.admin/editAdmin', { id, mobile });
    const sms = { sms_secret_id: 'id', sms_secret_key: 'key', sms_app_id: '1', sms_sign: 's', sms_template: '2' };
    await server.data('base.Config/saveConfig', sms); // without it no code is taken
    const typed = ['my-Typed-Password-16', 'Typed.Instead-16'];
    const rows = await rowsOf(async () => {
      const fail = (name: string, given: object) => {
        const headers = { 'x-forwarded-for': '198.51.100.16' };
        return server.call('auth.auth/login', { username: name, ...given }, { token: '', headers });
      };
      for (const name of [username, ...typed]) await fail(name, { password: 'wrong' });
      for (const name of [mobile, ...typed]) await fail(name, { verify: '000000' });
    });
    expect(rows.map(({ params }) => params.username)).toEqual([
      ...[username, '***', '***'],
      ...['…0099', '***', '***'],
    ]);
    for (const name of typed) expect(await allText(server.database)).not.toContain(name);
  });

  test('A21: names who signed out', async () => {
    const { id, username, token } = await server.makeAdmin(await server.makeRole([]));
    const rows = await rowsOf(() => server.data('auth.auth/logout', {}, { token }));
    expect(rows).toMatchObject([
      { admin_id: id, username, title: '退出登录', path: 'auth.auth/logout', target: 'admin', target_id: id, code: 1 },
    ]);
  });

  test('A21: names what was refused to whom for want of a right, once an hour for each call, of all processes together', async () => {
    const other = await startServer({ beside: server });
    vi.useFakeTimers({ toFake: ['performance', 'Date'] });
    onTestFinished(async () => {
      vi.useRealTimers();
      await other.stop();
    });
    const { id, username, token } = await server.makeAdmin(await server.makeRole(['base.Transfer/export?entity=size']));
    const secret = { web_title: 'x', smtp_password: 'refused-Secret-21' };
    const options = { token, headers: { 'x-forwarded-for': '203.0.113.21' } };
    const refused = ({ call } = server) =>
      Promise.all([
        call('base.base/getColumnList', { searchKey: 'typed' }, options),
        call('base.Config/saveConfig', secret, options),
        call('base.Transfer/export', { entity: 'size' }, options),
      ]);
    const from = await lastId();
    const own = async () => (await rowsOf(async () => {}, from)).filter((row) => row.admin_id === id);
    for (let n = 0; n < 20; n++) expect((await refused()).map(({ status }) => status)).toEqual([403, 403, 403]);
    await expect.poll(own).toHaveLength(3);
    const saidElsewhere = () =>
      server.database.db.selectFrom('attempt').select('count').where('key', 'like', `refusal:${id} %`).execute();
    await refused(other);
    await expect.poll(saidElsewhere).toEqual([{ count: 2 }, { count: 2 }, { count: 2 }]);
    const rows = (await own()).toSorted((one, other) => (one.path < other.path ? -1 : 1));
    const shared = { username, code: 403, ip: '203.0.113.21', target: '', before: null, after: null };
    expect(rows).toMatchObject([
      { ...shared, path: 'base.Config/saveConfig', title: '保存配置', params: {} },
      { ...shared, path: 'base.Transfer/export', params: { rule: 'base.Size/getSizeList' } },
      { ...shared, path: 'base.base/getColumnList', params: {} },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/refused-Secret-21|typed/);
    vi.advanceTimersByTime(3600_001);
    await refused();
    await expect.poll(own).toHaveLength(6);
    await refused(other);
    await expect.poll(saidElsewhere).toEqual([{ count: 2 }, { count: 2 }, { count: 2 }]);
    expect(await own()).toHaveLength(6);
    expect((await own()).slice(3).map(({ params }) => params.repeats)).toEqual([19, 19, 19]);
  });

  test('A21: names a call that was refused until the password is changed, and no call without a session', async () => {
    const groupId = await server.makeRole([]);
    const { id } = await server.data('base.admin/addAdmin', {
      username: 'fresh-21',
      password: 'fresh-Secret-21',
      groupId,
    });
    const token = await server.signIn('fresh-21', 'fresh-Secret-21');
    const from = await lastId();
    expect((await server.call('base.Menu', {}, { token })).status).toBe(403);
    expect((await server.call('base.Menu', {}, { token: 'dead' })).status).toBe(401);
    const rows = () => rowsOf(async () => {}, from);
    await expect.poll(rows).toMatchObject([{ admin_id: id, path: 'base.Menu', code: 403 }]);
  });

  test('cuts long values', async () => {
    const content = `<p>${'长'.repeat(50_000)}</p>`;
    const { id: col_id } = await column('Long');
    const [row] = await rowsOf(() => server.data('base.content/addArticle', { title: 'Long', col_id, content }));
    expect(JSON.stringify(row).length).toBeLessThan(10_000);
  });

  test('keeps a line break inside its field', async () => {
    const draft = { title: 'Lines', description: 'a\r\nb', model: 'article' };
    const [row] = await rowsOf(() => server.data('base.base/addColumn', draft));
    expect(row?.params.description).toBe('a\r\nb');
  });
});
