import { beforeAll, describe, expect, test } from 'vitest';
import { describeTestedDatabases, type Refused, type TestAdmin } from '../support/server.ts';

interface Preference {
  name: string;
  value: unknown;
}

describeTestedDatabases('Preferences', (server) => {
  let anna: TestAdmin;
  let bert: TestAdmin;
  beforeAll(async () => {
    const role = await server.makeRole([]);
    [anna, bert] = [await server.makeAdmin(role), await server.makeAdmin(role)];
  });
  const of = async (token: string) =>
    Object.fromEntries(
      (await server.data<Preference[]>('auth.auth/preferences', {}, { token })).map(({ name, value }) => [name, value]),
    );
  const save = (token: string, name: string, value: unknown) =>
    server.call<Refused>('auth.auth/savePreference', { name, value: JSON.stringify(value) }, { token });

  test('are kept as they were given: lists, objects, texts, numbers, flags', async () => {
    const given = {
      'list.article.columns': ['title', 'status'],
      theme: 'dark',
      'tabs-open': { paths: ['/home'], 标题: '首页 "1"' },
      density: 2,
      expanded: false,
      empty: '',
    };
    for (const [name, value] of Object.entries(given)) expect((await save(anna.token, name, value)).body.code).toBe(1);
    expect(await of(anna.token)).toEqual(given);
  });

  test('take a JSON body too', async () => {
    const options = { token: anna.token, headers: { 'content-type': 'application/json' } };
    await server.data('auth.auth/savePreference', { name: 'json', value: { a: [1, null] } }, options);
    expect(await of(anna.token)).toMatchObject({ json: { a: [1, null] } });
  });

  test('are one’s own: another administrator neither sees nor overwrites them', async () => {
    await save(anna.token, 'colour', 'red');
    expect(await of(bert.token)).toEqual({});
    await save(bert.token, 'colour', 'blue');
    await save(bert.token, 'theme', null);
    expect(await of(anna.token)).toMatchObject({ colour: 'red', theme: 'dark' });
    expect(await of(bert.token)).toEqual({ colour: 'blue' });
  });

  test('are overwritten by the next value, and forgotten by null, as the console spells it too', async () => {
    await save(anna.token, 'size', 1);
    await save(anna.token, 'size', 2);
    expect(await of(anna.token)).toMatchObject({ size: 2 });
    await save(anna.token, 'size', null);
    expect(await of(anna.token)).not.toHaveProperty('size');
    await save(anna.token, 'size', 3);
    await server.data('auth.auth/savePreference', { name: 'size', value: '' }, { token: anna.token });
    expect(await of(anna.token)).not.toHaveProperty('size');
    expect((await save(anna.token, 'never there', null)).body.data.errors).toHaveProperty('name');
    expect((await save(anna.token, 'never.there', null)).body.code).toBe(1);
  });

  test('outlive a sign-out', async () => {
    const token = await server.signIn(anna.username, anna.password);
    await save(token, 'lasting', { page: 3 });
    await server.data('auth.auth/logout', {}, { token });
    expect((await server.call('auth.auth/preferences', {}, { token })).status).toBe(401);
    expect(await of(await server.signIn(anna.username, anna.password))).toMatchObject({ lasting: { page: 3 } });
  });

  test('go with their administrator', async () => {
    const gone = await server.makeAdmin(await server.makeRole([]));
    await save(gone.token, 'theme', 'dark');
    await server.data('base.admin/deleteAdmin', { aid: gone.id });
    const left = server.database.db.selectFrom('preference').select('name').where('admin_id', '=', gone.id);
    expect(await left.execute()).toEqual([]);
  });

  test('leave no row in the operation log', async () => {
    const rows = async () => (await server.database.db.selectFrom('operation_log').select('id').execute()).length;
    const before = await rows();
    await save(anna.token, 'theme', 'light');
    expect(await rows()).toBe(before);
  });

  test('wait until a first password is changed', async () => {
    const [username, password] = ['newcomer', 'a first password'];
    await server.data('base.admin/addAdmin', { username, password, groupId: await server.makeRole([]) });
    const token = await server.signIn(username, password);
    expect((await server.call('auth.auth/preferences', {}, { token })).status).toBe(403);
    expect((await save(token, 'theme', 'dark')).status).toBe(403);
  });

  describe('are refused', () => {
    const refused = async (name: string, value: unknown) => {
      const { status, body } = await save(bert.token, name, value);
      expect([status, body.code]).toEqual([200, 0]);
      return body.data.errors;
    };

    test.each(['', ' ', 'a b', 'a/b', '标题', "a'b", 'a\nb', 'x'.repeat(101)])('under the name %j', async (name) => {
      expect(await refused(name, 1)).toEqual({ name: expect.any(String) });
    });

    test('without a value', async () => {
      const { body } = await server.call<Refused>('auth.auth/savePreference', { name: 'theme' }, { token: bert.token });
      expect([body.code, body.data.errors]).toEqual([0, { value: '必填' }]);
    });

    test('beyond 64 KB of JSON, counted in bytes', async () => {
      const fits = '宽'.repeat((64 * 1024 - 2) / 3);
      expect((await save(bert.token, 'large', fits)).body.code).toBe(1);
      expect(await refused('large', `${fits}xxx`)).toEqual({ value: '最多 64 KB' });
      expect(await of(bert.token)).toMatchObject({ large: fits });
    });

    test('nested deeper than anybody means', async () => {
      const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
      const save = (value: string) =>
        server.call<Refused>('auth.auth/savePreference', { name: 'deep', value }, { token: bert.token });
      expect((await save(nested(50))).body.code).toBe(1);
      for (const levels of [200, 30_000, 400_000])
        expect([0, 400], `${levels} levels`).toContain((await save(nested(levels))).body.code);
    });

    test('under more than 200 names, whichever come at once', async () => {
      const own = await server.makeAdmin(await server.makeRole([]));
      for (let n = 1; n <= 195; n++) await save(own.token, `n${n}`, n);
      const replies = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => save(own.token, `m${n}`, n)));
      const over = replies.filter(({ body }) => body.code !== 1);
      expect(over.map(({ body }) => body.data.errors)).toEqual(Array(3).fill({ name: '最多 200 项' }));
      expect(Object.keys(await of(own.token))).toHaveLength(200);
      expect((await save(own.token, 'n1', 'changed')).body.code).toBe(1);
      await save(own.token, 'n2', null);
      expect((await save(own.token, 'another', 1)).body.code).toBe(1);
    });
  });
});
