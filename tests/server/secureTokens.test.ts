import { expect, test } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { entityList } from '../../contract/index.ts';
import { publishDue } from '../../server/content/liveCopies.ts';
import { generic } from '../../server/database/tables.ts';
import { rethrow } from '../support/rethrow.ts';
import { describeTestedDatabases, type Refused, type TestAdmin } from '../support/server.ts';

interface Token {
  id: number;
  token: string;
}

describeTestedDatabases('secure: a token of a program', (server) => {
  const makeToken = (owner: TestAdmin, more: object = {}) =>
    server.data<Token>('base.admin/createToken', { title: 'ERP', role: 1, days: 30, ...more }, { token: owner.token });

  async function importCsv(entity: string, token: string) {
    const form = new FormData();
    form.append('entity', entity);
    form.append('file', new Blob(['id,title\n1,imported\n'], { type: 'text/csv' }), 'x.csv');
    const headers = { authorization: token };
    const reply = await fetch(`${server.url}/api/base.Transfer/import`, { method: 'POST', headers, body: form });
    return { status: reply.status, body: (await reply.json()) as { code: number; msg: string } };
  }

  const genericWrites: {
    name: string;
    role: 'create' | 'update' | 'delete';
    /** The entities, of those closed to programs, that people may write with this call. It refuses all others. */
    writableByPeople: string[];
    make: (entity: string, token: string) => Promise<{ body: { code: number; msg: string } }>;
  }[] = [
    {
      name: 'Bulk/edit',
      role: 'update',
      writableByPeople: ['role', 'rule'],
      make: (entity, token) => server.call('base.Bulk/edit', { entity, ids: '1', fields: '{"title":"x"}' }, { token }),
    },
    {
      name: 'Bulk/delete',
      role: 'delete',
      writableByPeople: ['admin', 'role', 'rule'],
      make: (entity, token) => server.call('base.Bulk/delete', { entity, ids: '1' }, { token }),
    },
    {
      name: 'Bulk/duplicate',
      role: 'create',
      writableByPeople: [],
      make: (entity, token) => server.call('base.Bulk/duplicate', { entity, ids: '1' }, { token }),
    },
    { name: 'Transfer/import', role: 'update', writableByPeople: ['role', 'rule'], make: importCsv },
    {
      name: 'Recycle/restore',
      role: 'delete',
      writableByPeople: [],
      make: (entity, token) => server.call('base.Recycle/restore', { entity, ids: '1' }, { token }),
    },
    {
      name: 'Recycle/purge',
      role: 'delete',
      writableByPeople: [],
      make: (entity, token) => server.call('base.Recycle/purge', { entity, ids: '1' }, { token }),
    },
  ];

  test.each(genericWrites)(
    'secure A1: $name does nothing in its name that the record’s own call refuses it',
    async ({ role, writableByPeople: reaches, make }) => {
      const { token } = await makeToken(await server.makeAdmin(1), { per_minute: 6000 });
      const refused: string[] = [];
      const told: string[] = [];
      const rowsOf = async (name: string) =>
        JSON.stringify(await generic(server.database.db).selectFrom(name).selectAll().execute());
      for (const entity of entityList) {
        const call: Call | undefined = entity.calls[role];
        if (!call || (await server.call(call.path, {}, { token })).status !== 403) continue;
        const before = await rowsOf(entity.name);
        const { body } = await make(entity.name, token);
        expect([entity.name, body.code]).not.toEqual([entity.name, 1]);
        if (body.msg === '程序令牌不能使用此接口') told.push(entity.name);
        expect(await rowsOf(entity.name)).toBe(before);
        refused.push(entity.name);
      }
      expect(refused).toEqual(expect.arrayContaining(['admin', 'role', 'rule']));
      expect(told).toEqual(reaches);
    },
  );

  test('secure A1: rights are not changed by a bulk edit of roles, which a person may make', async () => {
    const boss = await server.makeAdmin(1);
    const { token } = await makeToken(boss);
    const role = await server.makeRole(['/content']);
    const fields = JSON.stringify({ rule_method: [...(await server.ruleIds()).values()] });
    const edit = { entity: 'role', ids: String(role), fields };
    const held = () =>
      server.database.db.selectFrom('role_rule_method').selectAll().where('owner_id', '=', role).execute();
    expect((await server.call('base.Bulk/edit', edit, { token })).status).toBe(403);
    expect(await held()).toHaveLength(1);
    expect((await server.call('base.Bulk/edit', edit, { token: boss.token })).body).toMatchObject({
      code: 1,
      data: { done: 1 },
    });
    expect((await held()).length).toBeGreaterThan(1);
  });

  test('secure A1: nor is what a person did with roles undone', async () => {
    const boss = await server.makeAdmin(1);
    const { token } = await makeToken(boss);
    const role = await server.makeRole(['/content']);
    const removed = { entity: 'role', ids: String(role) };
    const { batch } = await server.data<{ batch: string }>('base.Bulk/delete', removed, { token: boss.token });
    expect((await server.call('base.Batch/undo', { batch }, { token })).body.code).not.toBe(1);
    expect(await server.database.db.selectFrom('role').select('id').where('id', '=', role).execute()).toEqual([]);
  });

  test('secure A1: who receives the codes of sign-in is chosen by super administrators, not by a program or by one right', async () => {
    const boss = await server.makeAdmin(1);
    const program = await makeToken(boss);
    const limited = await server.makeAdmin(await server.makeRole(['base.Config/saveConfig']));
    const stored = () =>
      server.database.db.selectFrom('config_item').select(['en_name', 'value']).orderBy('en_name').execute();
    const save = async (config: object, token: string) =>
      (await server.call<Refused>('base.Config/saveConfig', { ...config }, { token })).body;
    const gateway = { sms_secret_id: 'other', sms_secret_key: 'other-key', sms_app_id: '14000' };
    for (const isSet of [false, true]) {
      const before = await stored();
      expect((await save(gateway, program.token)).msg).toBe('程序令牌不能使用此接口');
      expect((await save({ clear: 'sms_secret_key', sms_secret_id: 'other' }, limited.token)).code).toBe(isSet ? 0 : 1);
      const refused = await save(gateway, limited.token);
      expect(refused).toMatchObject({
        code: 0,
        data: { errors: { sms_secret_key: expect.stringContaining('超级管理员') } },
      });
      if (isSet) expect(await stored()).toEqual(before);
      expect((await save({ ...gateway, sms_secret_id: 'own' }, boss.token)).code).toBe(1);
    }
    expect((await save({ web_copyright: 'by a program' }, program.token)).code).toBe(1);
    expect((await save({ smtp_host: 'smtp.example.com' }, program.token)).code).toBe(403);
    await server.data('base.Config/saveConfig', { clear: 'sms_secret_key', sms_secret_id: '', sms_app_id: '' });
  });

  test('secure A4: one whose owner was disabled has ended, and is not there again when the owner is enabled', async () => {
    const owner = await server.makeAdmin(1);
    const { token } = await makeToken(owner);
    const isAlive = async () => (await server.call('base.admin/getAdminInfo', {}, { token })).status === 200;
    expect(await isAlive()).toBe(true);
    await server.data('base.admin/editAdmin', { id: owner.id, status: 0 });
    await server.data('base.admin/editAdmin', { id: owner.id, status: 1 });
    expect(await isAlive()).toBe(false);
  });

  const rules = [
    '/content',
    'base.content/getContentList?model=article',
    'base.content/addArticle',
    'base.content/editArticle',
  ];
  /** Makes a token that sees one column only, for an owner who sees all. */
  async function limitedToken(more: string[] = []) {
    const { id: col_id } = await server.data('base.base/addColumn', { title: 'Shown', model: 'article' });
    const role = await server.makeRole([...rules, ...more]);
    await server.data('base.admin/edit_role', { id: role, columns: `[${col_id}]` });
    const owner = await server.makeAdmin(1);
    const { token, id } = await makeToken(owner, { role });
    return { owner, token, id, col_id };
  }

  test('secure A5: what its owner has typed and not saved is somebody else’s', async () => {
    const { owner, token, col_id } = await limitedToken();
    const [own, program] = [{ token: owner.token }, { token }];
    const fresh = { entity: 'article', id: 0 };
    const { copy } = await server.data<{ copy: number }>(
      'base.content/saveWorkingCopy',
      { ...fresh, values: { title: 'Of the owner' } },
      own,
    );
    const copies = async (by: object, id = 0) =>
      (
        await server.data<{ copies: { values: { title: string } }[] }>(
          'base.content/getWorkingCopy',
          { entity: 'article', id },
          by,
        )
      ).copies.map(({ values }) => values.title);
    expect(await copies(program)).toEqual([]);
    await server.data('base.content/saveWorkingCopy', { ...fresh, copy, values: { title: 'Overwritten' } }, program);
    await server.data('base.content/discardWorkingCopy', { ...fresh, copy }, program);
    expect(await copies(own)).toEqual(['Of the owner']);
    expect(await copies(program)).toEqual(['Overwritten']);

    const { id } = await server.data('base.content/addArticle', { title: 'Saved', col_id, status: 1 }, own);
    await server.data(
      'base.content/saveWorkingCopy',
      { entity: 'article', id, values: { title: 'Not published' } },
      own,
    );
    for (const path of ['saveWorkingCopy', 'discardWorkingCopy'])
      expect(
        (await server.call(`base.content/${path}`, { entity: 'article', id, values: { title: 'x' } }, program)).body
          .code,
      ).toBe(0);
    expect(await copies(own, id)).toEqual(['Not published']);
  });

  test.each(['revoked', 'expired'])('secure A5: what it began is its owner’s once it is %s', async (how) => {
    const { owner, token, id: tokenId, col_id } = await limitedToken();
    const { id } = await server.data('base.content/addArticle', { title: 'Saved', col_id, status: 1 });
    for (const record of [0, id])
      await server.data(
        'base.content/saveWorkingCopy',
        { entity: 'article', id: record, values: { title: 'Left behind' } },
        { token },
      );
    const copies = async () =>
      Promise.all(
        [0, id].map(async (record) => {
          const about = { entity: 'article', id: record };
          const found = await server.data<{ copies: { is_own: number }[] }>('base.content/getWorkingCopy', about, {
            token: owner.token,
          });
          return found.copies.map(({ is_own }) => is_own);
        }),
      );
    expect(await copies()).toEqual([[], [0]]);
    if (how === 'revoked') await server.data('base.admin/revokeToken', { id: tokenId }, { token: owner.token });
    else
      await server.database.db
        .updateTable('program_token')
        .set({ expires: '2020-01-01T00:00:00Z' })
        .where('id', '=', tokenId)
        .execute();
    expect(await copies()).toEqual([[1], [1]]);
    await server.data(
      'base.content/saveWorkingCopy',
      { entity: 'article', id, values: { title: 'Gone on with' } },
      { token: owner.token },
    );
  });

  test('secure A5: of the operations it sees its own, not its owner’s', async () => {
    const { owner, token, col_id } = await limitedToken(['/operateLog', 'base.base/getOperateLog']);
    await server.data('base.base/addColumn', { title: 'Of the owner alone', model: 'article' }, { token: owner.token });
    await server.data('base.content/addArticle', { title: 'Of the program', col_id }, { token });
    const told = async (path: string) => JSON.stringify(await server.data(path, {}, { token }));
    for (const path of ['base.base/getOperateLog', 'base.Data/welcomeDate']) {
      expect(await told(path)).toContain('addArticle');
      expect(await told(path)).not.toContain('addColumn');
    }
  });

  test('secure A5: it is told no administrator’s contacts and second factors', async () => {
    const owner = await server.makeAdmin(1);
    const contacts = { mobile: '13800007777', email: 'owner@example.com' };
    await server.data('base.admin/editAdmin', { id: owner.id, ...contacts });
    const { token } = await makeToken(owner, { title: 'Info' });
    const info = async (by: string) => server.data('base.admin/getAdminInfo', {}, { token: by });
    expect(await info(owner.token)).toMatchObject(contacts);
    const told = { mobile: '', email: '', totp: false, passkeys: 0, recovery_left: 0 };
    expect(await info(token)).toMatchObject({ id: owner.id, ...told });
    const edit = await server.database.db
      .selectFrom('operation_log')
      .select('id')
      .where('path', '=', 'base.admin/editAdmin')
      .where('target_id', '=', owner.id)
      .executeTakeFirstOrThrow();
    const logged = async (by: string) => server.data('base.base/getOperateLog', { ids: edit.id }, { token: by });
    expect(JSON.stringify(await logged(owner.token))).toContain(contacts.mobile);
    expect(JSON.stringify(await logged(token))).toContain('"target":"admin"');
    for (const contact of Object.values(contacts)) expect(JSON.stringify(await logged(token))).not.toContain(contact);
    const listed = async (by: string, query: object = {}) =>
      (await server.data<{ data: object[] }>('base.admin/getAdminList', { ...query }, { token: by })).data;
    const withheld = ['mobile', 'email', 'totp', 'passkeys', 'last_ip', 'locked_until'];
    const toldOf = (rows: object[]) => withheld.filter((name) => rows.some((row) => name in row));
    expect(toldOf(await listed(owner.token))).toEqual(withheld);
    expect(toldOf(await listed(token))).toEqual([]);
    expect((await listed(owner.token, { searchKey: '13800007777' })).length).toBe(1);
    expect(await listed(token, { searchKey: '13800007777' })).toEqual([]);
  });

  test('secure A5: its home screen counts its own operations, not its owner’s', async () => {
    const { owner, token, col_id } = await limitedToken();
    const { id: hidden } = await server.data('base.base/addColumn', { title: 'Hidden', model: 'article' });
    for (let n = 0; n < 3; n++)
      await server.data('base.content/addArticle', { title: 'x', col_id: hidden }, { token: owner.token });
    await server.data('base.content/addArticle', { title: 'Of the program', col_id }, { token });
    const { week } = await server.data<{ week: { article: number } }>('base.Data/welcomeDate', {}, { token });
    expect(week.article).toBe(1);
  });

  test('secure A5: a time that it set is kept by its rights, and ends with it', async () => {
    const { owner, token, id: tokenId, col_id } = await limitedToken(['base.content/publish?entity=article']);
    for (const isRevoked of [false, true]) {
      const { id } = await server.data('base.content/addArticle', { title: 'Before', col_id, status: 1 }, { token });
      const about = { entity: 'article', id };
      await server.data('base.content/saveWorkingCopy', { ...about, values: { title: 'After' } }, { token });
      await server.data('base.content/scheduleWorkingCopy', { ...about, live_time: '2099-01-01T00:00:00Z' }, { token });
      if (isRevoked) await server.data('base.admin/revokeToken', { id: tokenId }, { token: owner.token });
      await server.database.db
        .updateTable('working_copy')
        .set({ live_time: '2020-01-01T00:00:00Z' })
        .where('record_id', '=', id)
        .execute();
      await publishDue(server.database, rethrow);
      const titles = await server.database.db.selectFrom('article').select('title').where('id', '=', id).execute();
      expect(titles).toEqual([{ title: isRevoked ? 'Before' : 'After' }]);
      const { versions } = await server.data<{ versions: { username: string }[] }>('base.Version/list', about);
      expect(new Set(versions.map(({ username }) => username))).toEqual(new Set([`${owner.username} · ERP`]));
    }
  });

  test('secure A13: a preview ends with the token that made it, and its owner’s stay', async () => {
    const { owner, token, id: tokenId, col_id } = await limitedToken();
    const { id } = await server.data('base.content/addArticle', { title: 'Draft', col_id }, { token });
    const link = async (by: string) => {
      const { url } = await server.data<{ url: string }>(
        'base.content/previewLink',
        { entity: 'article', id },
        { token: by },
      );
      return new URL(url, 'http://x').searchParams.get('preview');
    };
    const [ofProgram, ofOwner] = [await link(token), await link(owner.token)];
    const isShown = async (preview: string | null) =>
      (await server.call('site.content/read', { model: 'article', id, preview }, { token: '' })).body.code === 1;
    expect([await isShown(ofProgram), await isShown(ofOwner)]).toEqual([true, true]);
    const reader = await makeToken(owner, { title: 'Reader', role: await server.makeRole(rules.slice(0, 2)) });
    await server.data('base.content/revokePreviews', { entity: 'article', id }, { token: reader.token });
    expect([await isShown(ofProgram), await isShown(ofOwner)]).toEqual([true, true]);
    await server.data('base.admin/revokeToken', { id: tokenId }, { token: owner.token });
    expect([await isShown(ofProgram), await isShown(ofOwner)]).toEqual([false, true]);
  });

  test('secure A11: wrong passwords at one’s own account count with those of other calls, right ones do not', async () => {
    const admin = await server.makeAdmin(1);
    const edit = (password: string) =>
      server.call(
        'base.admin/editAdmin',
        { id: admin.id, nickname: 'x', email: 'a@b.example', password },
        { token: admin.token },
      );
    for (let n = 0; n < 12; n++) expect((await edit(admin.password)).body.code).toBe(1);
    for (let n = 0; n < 6; n++) expect((await edit('wrong-password-1')).body.code).toBe(0);
    const confirm = (password: string) => server.call('auth.auth/confirm', { password }, { token: admin.token });
    for (let n = 0; n < 4; n++) expect((await confirm('wrong-password-1')).body.code).toBe(0);
    expect((await confirm(admin.password)).status).toBe(429);
    expect((await edit(admin.password)).status).toBe(429);
  });

  test('secure A1: a program restores a column with its contents as its rights allow', async () => {
    const { token } = await makeToken(await server.makeAdmin(1));
    const { id: col_id } = await server.data('base.base/addColumn', { title: 'Gone', model: 'article' });
    await server.data('base.content/addArticle', { title: 'x', col_id, status: 1 });
    await server.data('base.base/deleteColumn', { col_id, cascade: 1 });
    const restored = await server.data('base.Recycle/restore', { entity: 'column', ids: col_id }, { token });
    expect(restored).toMatchObject({ done: 1, failed: [] });
  });

  test('secure A5: its keys of repeats and of batches are its own, and so is its title', async () => {
    const { owner, token, col_id } = await limitedToken();
    const { id: other } = await server.data('base.base/addColumn', { title: 'Hidden', model: 'article' });
    const headers = { 'idempotency-key': 'predictable-1' };
    const draft = { title: 'Of the owner', col_id: other };
    const { id } = await server.data('base.content/addArticle', draft, { token: owner.token, headers });
    expect((await server.call('base.content/addArticle', draft, { token, headers })).body).toMatchObject({
      code: 0,
      data: { errors: { col_id: expect.any(String) } },
    });
    const own = await server.data('base.content/addArticle', { title: 'Own', col_id }, { token });
    const edit = async (ids: number, by: string) => {
      const params = { entity: 'article', ids, fields: '{"author":"x"}', batch_key: 'predictable-2' };
      return (await server.data<{ batch: string }>('base.Bulk/edit', params, { token: by })).batch;
    };
    expect(await edit(id, owner.token)).not.toBe(await edit(own.id, token));
    const again = await server.call(
      'base.admin/createToken',
      { title: 'ERP', role: 1, days: 30 },
      { token: owner.token },
    );
    expect(again.body).toMatchObject({ code: 0, data: { errors: { title: expect.any(String) } } });
  });

  test('secure A5: a token that has ended keeps its title while the log has operations of it', async () => {
    const owner = await server.makeAdmin(1);
    const make = (title: string) =>
      server.call<Token>('base.admin/createToken', { title, role: 1, days: 30 }, { token: owner.token });
    const revoke = (id: number) => server.data('base.admin/revokeToken', { id }, { token: owner.token });
    const [used, unused] = [(await make('Used')).body.data, (await make('Unused')).body.data];
    await server.data('base.base/addColumn', { title: 'Of the first', model: 'article' }, { token: used.token });
    await Promise.all([revoke(used.id), revoke(unused.id)]);
    const { body } = await server.call<Refused>('base.admin/createToken', { title: 'Used', role: 1, days: 30 }, owner);
    expect(body.data.errors.title).toMatch(/^以前的令牌写过同样的用途/);
    expect((await make('Unused')).body.code).toBe(1);
  });

  test('secure A5: the versions that it saved are its own, and nobody else’s', async () => {
    const { owner, token, col_id } = await limitedToken();
    const { id } = await server.data('base.content/addArticle', { title: 'x', col_id }, { token });
    await server.data('base.content/editArticle', { id, title: 'y' }, { token: owner.token });
    const about = { entity: 'article', id };
    const owns = async (by: string) => {
      const { versions } = await server.data<{ versions: { n: number; is_own: number }[] }>(
        'base.Version/list',
        about,
        { token: by },
      );
      return versions.toSorted((one, other) => one.n - other.n).map(({ is_own }) => is_own);
    };
    expect([await owns(token), await owns(owner.token)]).toEqual([
      [1, 0],
      [0, 1],
    ]);
    const describe = async (n: number, by: string) =>
      (await server.call('base.Version/describe', { ...about, n, words: 'why' }, { token: by })).body.code;
    expect([await describe(1, token), await describe(2, token)]).toEqual([1, 0]);
    expect([await describe(1, owner.token), await describe(2, owner.token)]).toEqual([0, 1]);
  });
});
