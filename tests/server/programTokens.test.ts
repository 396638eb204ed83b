import { expect, test } from 'vitest';
import { calls } from '../../contract/index.ts';
import { describeTestedDatabases, type TestAdmin } from '../support/server.ts';

interface Token {
  id: number;
  title: string;
  role: { id: number; title: string };
  last_used: string | null;
}

describeTestedDatabases('A token for a program', (server) => {
  const make = async (admin: TestAdmin, more: object = {}) => {
    const draft = { title: 'ERP', days: 30, ...more };
    return server.call<{ id: number; token: string }>('base.admin/createToken', draft, { token: admin.token });
  };
  const tokenOf = async (admin: TestAdmin, more: object = {}) => (await make(admin, more)).body.data.token;
  const listed = (admin: TestAdmin) => server.data<Token[]>('base.admin/listTokens', {}, { token: admin.token });
  const bearer = (token: string) => ({ token: `Bearer ${token}` });
  const articles = (token: string) =>
    server.call<{ total: number }>('base.content/getContentList', { model: 'article' }, bearer(token));

  test('has a role that a super administrator has to say; of all rights nothing is given away unasked', async () => {
    const boss = await server.makeAdmin(1);
    for (const role of [undefined, 0, true]) {
      const draft = { title: 'ERP', days: 30, role };
      const json = { token: boss.token, headers: { 'content-type': 'application/json' } };
      const { body } = await server.call('base.admin/createToken', draft, json);
      expect(body).toMatchObject({ code: 0, data: { errors: { role: expect.any(String) } } });
    }
    expect(await listed(boss)).toEqual([]);
    expect((await make(boss, { role: 1 })).body.code).toBe(1);
  });

  test('calls with the rights and limits of its role, and its name stands in log and versions', async () => {
    const { id: col_id } = await server.data('base.base/addColumn', { title: 'c', model: 'article' });
    const { id: other } = await server.data('base.base/addColumn', { title: 'other', model: 'article' });
    await server.data('base.content/addArticle', { title: 'elsewhere', col_id: other });
    const rules = ['/content', 'base.content/getContentList?model=article', 'base.content/addArticle'];
    const role = await server.makeRole(rules);
    await server.data('base.admin/edit_role', { id: role, columns: `[${col_id}]` });
    const boss = await server.makeAdmin(1);
    const token = await tokenOf(boss, { role });
    expect(token).toMatch(/^rtop_[\w-]{43}$/);
    expect((await articles(token)).body.data.total).toBe(0);
    const draft = { title: 'from the ERP', col_id };
    const { id } = await server.data('base.content/addArticle', draft, bearer(token));
    expect((await articles(token)).body.data.total).toBe(1);
    const beyond = await server.call('base.content/addArticle', { ...draft, col_id: other }, bearer(token));
    expect(beyond.body.code).toBe(0);
    expect((await server.call('base.content/deleteArticle', { aid: id }, bearer(token))).status).toBe(403);
    const about = { entity: 'article', id };
    const { versions } = await server.data<{ versions: { username: string }[] }>('base.Version/list', about);
    expect(versions.map(({ username }) => username)).toEqual([`${boss.username} · ERP`]);
    expect(await listed(boss)).toMatchObject([{ title: 'ERP', role: { id: role }, last_used: expect.any(String) }]);
    // Only its hash is kept.
    expect(JSON.stringify(await server.database.db.selectFrom('program_token').selectAll().execute())).not.toContain(
      token.slice(5),
    );
  });

  test('makes no call of accounts and sessions, nor one that a password proves', async () => {
    const boss = await server.makeAdmin(1);
    const token = await tokenOf(boss, { role: 1 });
    const refused: string[] = [];
    for (const [path, { call }] of calls) {
      if (call.access === 'public') continue;
      const isOfPeople =
        path.startsWith('auth.auth/') ||
        (path.startsWith('base.admin/') && call.writes) ||
        call.throttled ||
        /Token|viewAs|endView|explain|whoCan/.test(path);
      if (!isOfPeople) continue;
      const { status } = await server.call(path, {}, bearer(token));
      if (status === 403) refused.push(path);
      else expect([path, status]).toEqual([path, 403]);
    }
    expect(refused).toEqual(expect.arrayContaining(['auth.auth/changePassword', 'base.admin/createToken']));
    const info = await server.data<{ username: string }>('base.admin/getAdminInfo', {}, bearer(token));
    expect(info.username).toBe(boss.username);
  });

  test('makes links to previews that show what its role may see, not its owner', async () => {
    const role = await server.makeRole([
      '/content',
      'base.content/getContentList?model=article',
      'base.content/editArticle',
    ]);
    await server.data('base.admin/edit_role', {
      id: role,
      field_limits: JSON.stringify({ article: { author: 'hidden' } }),
    });
    const boss = await server.makeAdmin(1);
    const token = await tokenOf(boss, { role });
    const { id: col_id } = await server.data('base.base/addColumn', { title: 'Previewed', model: 'article' });
    const { id } = await server.data('base.content/addArticle', {
      col_id,
      title: 'Draft',
      author: 'Secret Author',
      status: 0,
    });
    const seenBy = async (options: object) => {
      const { url } = await server.data<{ url: string }>(
        'base.content/previewLink',
        { entity: 'article', id },
        options,
      );
      const preview = new URL(url, 'http://x').searchParams.get('preview');
      return JSON.stringify(await server.data('site.content/read', { model: 'article', id, preview }, { token: '' }));
    };
    expect(await seenBy({ token: boss.token })).toContain('Secret Author');
    expect(await seenBy(bearer(token))).not.toContain('Secret Author');
  });

  test('is made with one’s own role or, by a super administrator, with any', async () => {
    const role = await server.makeRole(['/content', 'base.admin/createToken']);
    const plain = await server.makeAdmin(role);
    expect((await make(plain, { role: 1 })).body).toMatchObject({
      code: 0,
      data: { errors: { role: expect.any(String) } },
    });
    expect((await make(plain)).body.code).toBe(1);
    for (const days of [0, 367]) expect((await make(plain, { days })).body.code).toBe(0);
    const none = await server.makeAdmin(await server.makeRole(['/content']));
    expect((await make(none)).status).toBe(403);
  });

  test('ends when it is revoked, with its time, and with its owner’s account, password and role', async () => {
    const role = await server.makeRole([
      '/content',
      'base.content/getContentList?model=article',
      'base.admin/createToken',
    ]);
    const owner = async () => {
      const admin = await server.makeAdmin(role);
      const { id, token } = (await make(admin)).body.data;
      expect((await articles(token)).status).toBe(200);
      return { admin, id, token };
    };
    const revoked = await owner();
    const other = await owner();
    const revoke = (admin: TestAdmin) => server.call('base.admin/revokeToken', { id: revoked.id }, admin);
    expect((await revoke(other.admin)).body.code).toBe(404);
    expect((await revoke(revoked.admin)).body.code).toBe(1);
    expect((await articles(revoked.token)).status).toBe(401);
    const timed = await owner();
    const past = { expires: '2026-01-01T00:00:00Z' };
    await server.database.db.updateTable('program_token').set(past).where('id', '=', timed.id).execute();
    expect((await articles(timed.token)).status).toBe(401);
    for (const changes of [
      { status: 0 },
      { password: 'another-word-66' },
      { groupId: await server.makeRole(['/content']) },
    ]) {
      const { admin, token } = await owner();
      await server.data('base.admin/editAdmin', { id: admin.id, ...changes });
      expect([changes, (await articles(token)).status]).toEqual([changes, 401]);
    }
    const deleted = await owner();
    await server.data('base.admin/deleteAdmin', { aid: deleted.admin.id });
    expect((await articles(deleted.token)).status).toBe(401);
    expect((await articles('rtop_')).status).toBe(401);
    expect((await articles(`rtop_${'x'.repeat(43)}`)).status).toBe(401);
  });

  test('has a rate of its own', async () => {
    const boss = await server.makeAdmin(1);
    const token = await tokenOf(boss, { role: 1, per_minute: 20 });
    const other = await tokenOf(boss, { role: 1, per_minute: 20, title: 'Another' });
    const statuses: number[] = [];
    for (let n = 0; n < 25; n++) statuses.push((await articles(token)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
    expect((await articles(other)).status).toBe(200);
  });
});
