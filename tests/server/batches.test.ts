import { expect, test } from 'vitest';
import type { ChangedRecord } from '../../contract/calls/batch.ts';
import { contentRules, describeEachDatabase } from '../support/server.ts';

type Values = Record<string, unknown>;
interface Preview {
  ready: number;
  undone: number;
  gone: number;
  changed: ChangedRecord[];
}
interface Undone {
  done: number;
  changed: ChangedRecord[];
  failed: { entity: string; id: number; title: string; msg: string }[];
  next: number;
  batch: string;
}

describeEachDatabase('A batch', (server) => {
  const column = async () => (await server.data('base.base/addColumn', { title: 'Batches', model: 'article' })).id;
  const add = async (title: string, values: Values = {}) =>
    (await server.data('base.content/addArticle', { title, col_id: await column(), ...values })).id;
  const edit = (id: number, values: Values) => server.data('base.content/editArticle', { id, ...values });
  const record = async (id: number) =>
    (await server.data<{ data: Values[] }>('base.content/getContentList', { model: 'article', ids: id })).data[0];
  const without = ({ version: _version, update_time: _time, update_ago: _ago, ...values }: Values = {}) => values;
  const bulk = async (ids: number[], fields: Values, more: Values = {}) =>
    (await server.data<{ batch: string }>('base.Bulk/edit', { entity: 'article', ids, fields, ...more })).batch;
  const preview = (batch: string, token = server.token) =>
    server.data<Preview>('base.Batch/read', { batch }, { token });
  const undo = (batch: string, params: Values = {}) => server.data<Undone>('base.Batch/undo', { batch, ...params });
  const rows = async (batch: string) =>
    (await server.data<{ data: Values[] }>('base.base/getOperateLog', { batch, limit: 100 })).data;
  const batchOfColumn = async (target_id: number) => {
    const logged = { path: 'base.base/deleteColumn', target: 'column', target_id };
    const found = await server.data<{ data: Values[] }>('base.base/getOperateLog', logged);
    return String(found.data[0]?.batch);
  };
  async function importRows(text: string): Promise<string> {
    const form = new FormData();
    form.append('entity', 'article');
    form.append('file', new Blob([text], { type: 'text/csv' }), 'a.csv');
    const headers = { authorization: server.token };
    const response = await fetch(`${server.url}/api/base.Transfer/import`, { method: 'POST', headers, body: form });
    return ((await response.json()) as { data: { batch: string } }).data.batch;
  }

  test('of an edit puts the changed fields back, names what has changed since, and leaves it alone unless it is forced', async () => {
    const ids = [await add('A', { status: 1 }), await add('B', { subtitle: 'b' }), await add('C'), await add('D')];
    const before = await Promise.all(ids.map(record));
    const [one = 0, two = 0, three = 0, four = 0] = ids;
    const batch = await bulk(ids, { subtitle: 'all', status: 2 });
    expect((await rows(batch)).map(({ target_id }) => target_id)).toEqual(ids.toReversed());
    await edit(one, { title: 'changed elsewhere' });
    await edit(three, { subtitle: 'since' });
    await server.data('base.content/deleteArticle', { aid: four });
    const found = await preview(batch);
    expect([found.ready, found.undone, found.gone]).toEqual([2, 0, 0]);
    expect(found.changed.map(({ id, title, username, is_deleted }) => [id, title, username, is_deleted])).toEqual([
      [four, 'D', 'admin', 1],
      [three, 'C', 'admin', 0],
    ]);
    const first = await undo(batch);
    expect([first.done, first.changed.map(({ id }) => id), first.failed, first.next]).toEqual([
      2,
      [four, three],
      [],
      0,
    ]);
    expect(without(await record(one))).toEqual({ ...without(before[0]), title: 'changed elsewhere' });
    expect(without(await record(two))).toEqual(without(before[1]));
    expect(await record(three)).toMatchObject({ subtitle: 'since', status: 2 });
    expect(await preview(batch)).toMatchObject({ ready: 0, undone: 2 });
    const force = found.changed.map(({ key }) => key);
    expect(await undo(batch, { force })).toMatchObject({ done: 1, changed: [{ id: four }] });
    expect(without(await record(three))).toEqual(without(before[2]));
  });

  test('that undid another is undone itself', async () => {
    const ids = [await add('Once'), await add('More')];
    const batch = await bulk(ids, { is_top: 1 });
    const { batch: undoing, done } = await undo(batch);
    expect([done, undoing === batch]).toEqual([2, false]);
    expect((await record(ids[0] ?? 0))?.is_top).toBe(0);
    expect(await preview(undoing)).toEqual({ ready: 2, undone: 0, gone: 0, changed: [] });
    expect((await undo(undoing)).done).toBe(2);
    expect((await record(ids[0] ?? 0))?.is_top).toBe(1);
  });

  test('of a deletion restores, of a restoration deletes, of copies deletes', async () => {
    const ids = [await add('Gone'), await add('Too')];
    const deletion = await server.data<{ batch: string }>('base.Bulk/delete', { entity: 'article', ids });
    expect(await preview(deletion.batch)).toMatchObject({ ready: 2 });
    await undo(deletion.batch);
    expect((await record(ids[1] ?? 0))?.title).toBe('Too');
    await server.data('base.Bulk/delete', { entity: 'article', ids });
    const { batch } = await server.data<{ batch: string }>('base.Recycle/restore', { entity: 'article', ids });
    await edit(ids[0] ?? 0, { title: 'Edited' });
    expect(await undo(batch)).toMatchObject({ done: 1, changed: [{ id: ids[0] }] });
    expect([await record(ids[0] ?? 0), await record(ids[1] ?? 0)]).toMatchObject([{ title: 'Edited' }, undefined]);
    const copies = await server.data<{ ids: number[]; batch: string }>('base.Bulk/duplicate', {
      entity: 'article',
      ids: ids[0],
    });
    await undo(copies.batch);
    expect(await record(copies.ids[0] ?? 0)).toBe(undefined);
  });

  test('of a deletion leaves alone what was deleted again since', async () => {
    const id = await add('deleted twice');
    const remove = () =>
      server.data<{ batch: string }>('base.Bulk/delete', { entity: 'article', ids: [id] }).then(({ batch }) => batch);
    const batch = await remove();
    await server.data('base.Recycle/restore', { entity: 'article', ids: [id] });
    await server.data('base.content/deleteArticle', { aid: id });
    expect(await preview(batch)).toMatchObject({ ready: 0, changed: [{ id, is_deleted: 1, username: 'admin' }] });
    expect(await undo(batch)).toMatchObject({ done: 0, changed: [{ id }], failed: [] });
    expect(await record(id)).toBeUndefined();
  });

  test('of an import deletes what it created and puts back what it edited', async () => {
    const col_id = await column();
    const id = await add('Before', { subtitle: 's', col_id });
    const before = await record(id);
    const batch = await importRows(
      `id,title,subtitle,col_id\n${id},After,x,${col_id}\n,New one,,${col_id}\n,New two,,${col_id}\n`,
    );
    const [made] = (await rows(batch)).filter(({ target_id }) => target_id !== id);
    await edit(Number(made?.target_id), { title: 'Worked on' });
    expect(await preview(batch)).toMatchObject({ ready: 2, changed: [{ id: made?.target_id, title: 'Worked on' }] });
    expect(await undo(batch)).toMatchObject({ done: 2, failed: [] });
    expect(without(await record(id))).toEqual(without(before));
    const { total } = await server.data<{ total: number }>('base.content/getContentList', {
      model: 'article',
      id: col_id,
    });
    expect(total).toBe(2);
  });

  test('of a merged tag gives each record its tags back', async () => {
    const ids = [await add('Tea', { tags: 'batch 茶,batch 绿茶' }), await add('Green', { tags: 'batch 绿茶' })];
    const { batch } = await server.data<{ batch: string }>('base.Tag/rename', { title: 'batch 茶', to: 'batch 绿茶' });
    expect((await record(ids[0] ?? 0))?.tags).toBe('batch 绿茶');
    expect(await undo(batch)).toMatchObject({ done: 1, failed: [] });
    expect((await record(ids[0] ?? 0))?.tags).toBe('batch 茶,batch 绿茶');
  });

  test('of a column that was deleted with all below it brings back all of it', async () => {
    const top = await column();
    const { id: below } = await server.data('base.base/addColumn', { title: 'Below', model: 'article', pid: top });
    const ids = [await add('In it', { col_id: top }), await add('Below it', { col_id: below })];
    await server.data('base.base/deleteColumn', { col_id: top, cascade: 1 });
    const batch = await batchOfColumn(top);
    expect(await preview(batch)).toMatchObject({ ready: 2, gone: 0, changed: [] });
    expect(await undo(batch)).toMatchObject({ done: 2, failed: [] });
    expect((await Promise.all(ids.map(record))).map((found) => found?.col_id)).toEqual([top, below]);
    expect(await preview(batch)).toMatchObject({ ready: 0, undone: 2 });
  });

  test('of a column whose contents were moved brings it back and them into it, also those that never had a version', async () => {
    const [from, to] = [await column(), await column()];
    const id = await add('Moved', { col_id: from });
    const [imported = 0, since = 0] = [await add('Imported', { col_id: from }), await add('Since', { col_id: from })];
    await server.database.db.deleteFrom('record_version').where('record_id', '=', imported).execute();
    const before = without(await record(imported));
    const reply = await server.data<{ batch: string }>('base.base/deleteColumn', { col_id: from, move_to: to });
    const elsewhere = await column();
    await edit(since, { col_id: elsewhere });
    const batch = await batchOfColumn(from);
    expect(reply.batch).toBe(batch);
    expect(await preview(batch)).toMatchObject({ ready: 3, changed: [{ id: since }] });
    expect(await undo(batch)).toMatchObject({ done: 3, failed: [] });
    expect((await Promise.all([id, since].map(record))).map((found) => found?.col_id)).toEqual([from, elsewhere]);
    expect(without(await record(imported))).toEqual(before);
  });

  test('is one over several calls with the same key, undone a hundred records at a time, each administrator’s own', async () => {
    const [first = 0, ...more] = [await add('K1'), await add('K2')];
    const other = await server.makeAdmin(await server.makeRole([...contentRules, 'base.content/editArticle']));
    const batch = await bulk([first], { sort: 7 }, { batch_key: 'one-run' });
    expect(await bulk(more, { sort: 7 }, { batch_key: 'one-run' })).toBe(batch);
    const params = { entity: 'article', ids: first, fields: { sort: 8 }, batch_key: 'one-run' };
    const theirs = await server.data<{ batch: string }>('base.Bulk/edit', params, { token: other.token });
    expect(theirs.batch).not.toBe(batch);
    const col_id = await column();
    const many = await importRows(
      `title,col_id\n${Array.from({ length: 130 }, (_, at) => `r${at},${col_id}`).join('\n')}`,
    );
    const step = await undo(many);
    expect([step.done, step.next > 0]).toEqual([100, true]);
    expect(await undo(many, { before: step.next })).toMatchObject({ done: 30, next: 0 });
  });

  test('is undone by whoever may make its changes by hand, and not into what the public sees without the right', async () => {
    const id = await add('Rights', { status: 1 });
    const batch = await bulk([id], { status: 0 });
    const deletion = (
      await server.data<{ batch: string }>('base.Bulk/delete', { entity: 'article', ids: await add('x') })
    ).batch;
    const tokenWith = async (...rules: string[]) => (await server.makeAdmin(await server.makeRole(rules))).token;
    const reader = await tokenWith(...contentRules);
    const writer = await tokenWith(...contentRules, 'base.content/editArticle');
    const stranger = await tokenWith('base.User/list');
    const codes = async (token: string, name: string) => [
      (await server.call('base.Batch/read', { batch: name }, { token })).status,
      (await server.call('base.Batch/undo', { batch: name }, { token })).status,
    ];
    expect(await codes(reader, batch)).toEqual([403, 403]);
    expect(await codes(stranger, batch)).toEqual([403, 403]);
    expect(await codes(writer, deletion)).toEqual([403, 403]);
    expect(await codes('', batch)).toEqual([401, 401]);
    const refused = await server.data<Undone>('base.Batch/undo', { batch }, { token: writer });
    expect([refused.done, refused.failed]).toMatchObject([0, [{ entity: 'article', id, title: 'Rights' }]]);
    expect((await record(id))?.status).toBe(0);
  });

  test('whose records or versions are gone says how many', async () => {
    const ids = [await add('P1'), await add('P2'), await add('P3')];
    const batch = await bulk(ids, { sort: 3 });
    await server.data('base.content/deleteArticle', { aid: ids[0] });
    await server.data('base.Recycle/purge', { entity: 'article', ids: ids[0] });
    const version = server.database.db.deleteFrom('record_version').where('entity', '=', 'article');
    await version.where('record_id', '=', ids[1] ?? 0).execute();
    expect(await preview(batch)).toEqual({ ready: 1, undone: 0, gone: 2, changed: [] });
  });

  test('is not made of records without versions, nor of a change of nothing', async () => {
    const { id } = await server.data('base.base/addAdGroup', { title: 'Group' });
    const groups = { entity: 'ad_group', ids: id, fields: { sort: 4 } };
    expect((await server.data<{ batch: string }>('base.Bulk/edit', groups)).batch).toBe('');
    const batch = await bulk([await add('Same', { sort: 5 })], { sort: 5 });
    expect(await rows(batch)).toEqual([]);
    expect(await preview(batch)).toEqual({ ready: 0, undone: 0, gone: 0, changed: [] });
    expect(await undo(batch)).toMatchObject({ done: 0, next: 0 });
  });
});
