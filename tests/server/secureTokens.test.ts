import { expect, test } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { entityList } from '../../contract/index.ts';
import { generic } from '../../server/database/tables.ts';
import { describeTestedDatabases, type TestAdmin } from '../support/server.ts';

interface Token {
  id: number;
  token: string;
}

describeTestedDatabases('secure: a token of a program', (server) => {
  const makeToken = (owner: TestAdmin, more: object = {}) =>
    server.data<Token>('base.admin/createToken', { title: 'ERP', days: 30, ...more }, { token: owner.token });

  async function importCsv(entity: string, token: string) {
    const form = new FormData();
    form.append('entity', entity);
    form.append('file', new Blob(['id,title\n1,imported\n'], { type: 'text/csv' }), 'x.csv');
    const headers = { authorization: token };
    const reply = await fetch(`${server.url}/api/base.Transfer/import`, { method: 'POST', headers, body: form });
    return { status: reply.status, body: (await reply.json()) as { code: number } };
  }

  const inItsName: {
    name: string;
    role: 'create' | 'update' | 'delete';
    make: (entity: string, token: string) => Promise<{ body: { code: number } }>;
  }[] = [
    {
      name: 'Bulk/edit',
      role: 'update',
      make: (entity, token) => server.call('base.Bulk/edit', { entity, ids: '1', fields: '{"title":"x"}' }, { token }),
    },
    {
      name: 'Bulk/delete',
      role: 'delete',
      make: (entity, token) => server.call('base.Bulk/delete', { entity, ids: '1' }, { token }),
    },
    {
      name: 'Bulk/duplicate',
      role: 'create',
      make: (entity, token) => server.call('base.Bulk/duplicate', { entity, ids: '1' }, { token }),
    },
    { name: 'Transfer/import', role: 'update', make: importCsv },
    {
      name: 'Recycle/restore',
      role: 'delete',
      make: (entity, token) => server.call('base.Recycle/restore', { entity, ids: '1' }, { token }),
    },
    {
      name: 'Recycle/purge',
      role: 'delete',
      make: (entity, token) => server.call('base.Recycle/purge', { entity, ids: '1' }, { token }),
    },
  ];

  test.each(inItsName)(
    'secure A1: $name does nothing in its name that the record’s own call refuses it',
    async ({ role, make }) => {
      const { token } = await makeToken(await server.makeAdmin(1), { per_minute: 6000 });
      const refused: string[] = [];
      const rowsOf = async (name: string) =>
        JSON.stringify(await generic(server.database.db).selectFrom(name).selectAll().execute());
      for (const entity of entityList) {
        const call: Call | undefined = entity.calls[role];
        if (!call || (await server.call(call.path, {}, { token })).status !== 403) continue;
        const before = await rowsOf(entity.name);
        const { body } = await make(entity.name, token);
        expect([entity.name, body.code]).not.toEqual([entity.name, 1]);
        expect(await rowsOf(entity.name)).toBe(before);
        refused.push(entity.name);
      }
      expect(refused).toEqual(expect.arrayContaining(['admin', 'role', 'rule']));
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
});
