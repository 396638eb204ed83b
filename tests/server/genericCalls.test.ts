import { expect, test } from 'vitest';
import { get } from '../../contract/call.ts';
import { entity } from '../../contract/entity.ts';
import { password, text } from '../../contract/fields.ts';
import { calls, entityList, takesGenericCalls } from '../../contract/index.ts';
import { hasSecrets } from '../../contract/secrets.ts';
import { up } from '../../server/database/migrations/0009-secrets-out-of-log.ts';
import { maskParams } from '../../server/engine/write/transaction.ts';
import { describeTestedDatabases, type Refused } from '../support/server.ts';
import { allText } from '../support/tables.ts';

const withSecrets = ['admin', 'config_item', 'config_group'];

test('A2: the contract says which entities the generic calls leave out: those with secrets, and what shares their list', () => {
  expect(entityList.filter((each) => !takesGenericCalls(each)).map(({ name }) => name)).toEqual(withSecrets);
  const calls = { list: get('base.Safe/list') };
  const safe = entity('safe', { title: '', screen: '/safe', label: 'pin', fields: { pin: password() }, calls });
  const open = entity('open', { title: '', screen: '/open', label: 'pin', fields: { pin: text(9) }, calls });
  expect([hasSecrets(safe), hasSecrets(open)]).toEqual([true, false]);
});

test('A3: parameters of another call are masked by that call’s fields, what no field declares too', () => {
  const routed = calls.get('base.Bulk/edit');
  if (!routed) throw new Error('there is no such call');
  const masked = (entity: unknown, fields: unknown) => maskParams(routed, { entity, ids: [1], fields }).fields;
  expect(masked('admin', { password: 'x', status: 0, other: 'x' })).toEqual({
    password: '***',
    status: 0,
    other: '***',
  });
  expect(masked('config_item', { value: 'x', tip: 'shown' })).toEqual({ value: '***', tip: 'shown' });
  expect(masked('nothing', { title: 'x' })).toEqual({ title: '***' });
  expect(masked('admin', 'x')).toBe('***');
  const filter = { searchKey: 'shown', password: 'x' };
  expect(maskParams(routed, { entity: 'admin', filter })).toEqual({
    entity: 'admin',
    filter: { searchKey: 'shown', password: '***' },
  });
});

describeTestedDatabases('Generic calls', (server) => {
  const file = async (name: string, csv: string, token = server.token) => {
    const form = new FormData();
    form.append('entity', name);
    form.append('file', new Blob([csv], { type: 'text/csv' }), 'records.csv');
    const address = `${server.url}/api/base.Transfer/import`;
    const headers = { authorization: token, 'idempotency-key': `import-of-${name}` };
    const response = await fetch(address, { method: 'POST', headers, body: form });
    return { status: response.status, body: (await response.json()) as { code: number; msg: string; data: Refused } };
  };
  const secretItem = async (en_name: string, value: string) => {
    const { id: groupId } = await server.data('base.Config/addExtendGroup', { title: en_name });
    const item = { groupId, zh_name: en_name, en_name, type: 'secret', value };
    return (await server.data('base.Config/addExpendConfig', item)).id;
  };

  test('A2: records that may hold secrets are neither exported, imported, edited, selected nor searched', async () => {
    const id = await secretItem('left_out', 'left-out-secret');
    const { value: sealed } = await server.database.db
      .selectFrom('config_item')
      .select('value')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (const name of withSecrets) {
      const replies = [
        await server.call('base.Transfer/export', { entity: name }),
        await file(name, 'id,zh_name\n1,x\n'),
        await server.call('base.Bulk/edit', { entity: name, ids: id, fields: { sort: 1 } }),
        await server.call('base.Bulk/edit', { entity: name, filter: {}, fields: { sort: 1 } }),
        await server.call('base.Bulk/select', { entity: name, filter: {} }),
        await server.call('base.Bulk/delete', { entity: name, filter: { sort: 'id' } }),
      ];
      for (const { body } of replies) {
        expect(body).toMatchObject({ code: 0, data: { errors: { entity: expect.stringContaining('可能含有密钥') } } });
        expect(JSON.stringify(body)).not.toContain(sealed);
      }
    }
    expect(await server.data('base.Search/records', { q: 'left_out' })).toEqual([]);
    const after = await server.database.db.selectFrom('config_item').selectAll().where('id', '=', id).execute();
    expect(after).toMatchObject([{ value: sealed, sort: 0, zh_name: 'left_out' }]);
  });

  test('A1: a text where an object of fields belongs is refused as one value, not by each of its characters', async () => {
    const json = { headers: { 'content-type': 'application/json' } };
    for (const [path, name] of [
      ['base.Bulk/edit', 'fields'],
      ['base.Bulk/delete', 'filter'],
    ] as const) {
      const params = { entity: 'article', ids: [1], fields: { title: 'x' }, [name]: 'a'.repeat(1000) };
      const { body } = await server.call<{ errors: object }>(
        path,
        path === 'base.Bulk/edit' ? params : { ...params, fields: undefined },
        json,
      );
      expect([body.code, Object.keys(body.data.errors)]).toEqual([0, [name]]);
    }
  });

  test('A2: what goes by a filter needs the rule of the entity’s own list', async () => {
    const rules = ['base.Size/addEditSize', 'base.Size/deleteSize', 'base.Transfer/export?entity=size'];
    const { token } = await server.makeAdmin(await server.makeRole(rules));
    const filter = { searchKey: 'x' };
    const replies = [
      await server.call('base.Bulk/edit', { entity: 'size', filter, fields: { sort: 1 } }, { token }),
      await server.call('base.Bulk/delete', { entity: 'size', filter }, { token }),
      await server.call('base.Bulk/select', { entity: 'size', filter }, { token }),
      await server.call('base.Transfer/export', { entity: 'size', filter }, { token }),
    ];
    for (const { status, body } of replies)
      expect([status, body.msg]).toEqual([403, '没有权限：base.Size/getSizeList']);
  });

  test('A2: a stale edit of a secret does not answer it, sealed or not', async () => {
    const id = await secretItem('stale_one', 'stale-secret');
    const { body } = await server.call('base.Config/editExpendConfig', { id, version: 7, tip: 'x' });
    expect(body).toMatchObject({ code: 409, data: { current: { en_name: 'stale_one', value: '', is_set: 1 } } });
  });

  test('A3: no password or secret comes into the logs, the kept replies or the database by any way in', async () => {
    const secrets = ['bulk-Secret-77', 'item-Secret-77', 'mail-Secret-77', 'list-Secret-77', 'file-Secret-77'];
    const [bulk, item, mail, listed, imported] = secrets as [string, string, string, string, string];
    const keyed = (n: number) => ({ headers: { 'idempotency-key': `secrets-${n}` } });
    const { id } = await server.makeAdmin(await server.makeRole([]));
    const itemId = await secretItem('masked_one', item);
    await server.call('base.Bulk/edit', { entity: 'admin', ids: id, fields: { password: bulk } }, keyed(1));
    await server.call('base.Bulk/edit', { entity: 'config_item', ids: itemId, fields: { value: bulk } }, keyed(2));
    await server.call('base.Bulk/edit', { entity: 'size', filter: { password: bulk }, fields: { sort: 1 } }, keyed(3));
    await server.data('base.Config/saveConfig', { smtp_password: mail }, keyed(4));
    const config = JSON.stringify([{ en_name: 'smtp_password', value: listed }]);
    await server.data('base.Config/saveConfig', { config }, keyed(5));
    await server.data('base.Config/editExpendConfig', { id: itemId, value: `${item}-2` }, keyed(6));
    await file('config_item', `id,value\n${itemId},${imported}\n`);
    await file('admin', `username,password\nfrom_file,${imported}\n`);

    const rows = await allText(server.database);
    const log = await server.data<{ data: { id: number }[] }>('base.base/getOperateLog', { limit: 20 });
    const details = await Promise.all(
      log.data.map((row) => server.data('base.base/getOperateLog', { ids: String(row.id) })),
    );
    const headers = { authorization: server.token };
    const csv = await fetch(`${server.url}/api/base.Transfer/export?entity=operation_log`, { headers });
    const places = { rows, log: JSON.stringify(details), csv: await csv.text() };
    expect(places.csv).toContain('base.Config/saveConfig');
    for (const [place, text] of Object.entries(places))
      for (const secret of secrets) expect(text.includes(secret), `${secret} in ${place}`).toBe(false);
  });

  test('A3, A16: the migration takes the secrets out of the rows that are there, and changes nothing else', async () => {
    const { db } = server.database;
    const row = (path: string, params: object, given: object = {}) => ({
      username: '',
      title: '',
      path,
      target: '',
      ip: '',
      user_agent: '',
      cost_ms: 1,
      code: 1,
      params: JSON.stringify(params),
      create_time: '2026-01-02T03:04:05Z',
      ...given,
    });
    const bulk = (name: string, fields: object) => row('base.Bulk/edit', { entity: name, fields });
    const login = (username: string, given = {}) => row('auth.auth/login', { username, password: '***' }, given);
    const kept = [
      bulk('content_param', { value: 'kept' }),
      row('base.base/addColumn', { title: 'kept', value: 'kept' }),
      login('admin', { code: 0 }),
      login('gone', { target_id: 4711, target: 'admin' }),
    ];
    const many = Array.from({ length: 1200 }, (_, n) => bulk('admin', { password: `old-secret-${n}`, status: 1 }));
    const cleaned = [...many, bulk('config_item', { value: 'old-secret' }), login('old-secret', { code: 0 })];
    const from = Number(
      (await db.selectFrom('operation_log').select('id').orderBy('id', 'desc').executeTakeFirst())?.id,
    );
    await server.database.transaction(async (tx) => {
      for (let at = 0; at < cleaned.length; at += 500)
        await tx
          .insertInto('operation_log')
          .values(cleaned.slice(at, at + 500) as never)
          .execute();
      await tx
        .insertInto('operation_log')
        .values(kept as never)
        .execute();
    });
    const after = async () => {
      await server.database.transaction((tx) => up(tx as never));
      const rows = await db.selectFrom('operation_log').select('params').where('id', '>', from).orderBy('id').execute();
      return rows.map(({ params }) => params);
    };
    const once = await after();
    expect(JSON.stringify(once)).not.toContain('old-secret');
    expect(once[0]).toBe('{"entity":"admin","fields":{"password":"***","status":1}}');
    expect(once.slice(-4)).toEqual(kept.map(({ params }) => params));
    expect(once.slice(-6, -4)).toEqual([
      '{"entity":"config_item","fields":{"value":"***"}}',
      '{"username":"***","password":"***"}',
    ]);
    expect(await after()).toEqual(once);
  });
});
