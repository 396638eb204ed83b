import { expect, test } from 'vitest';
import { article } from '../../contract/entities/article.ts';
import { revertEntry } from '../../server/steps/undoEntries.ts';
import { contentRules, describeTestedDatabases, type Refused } from '../support/server.ts';

const script = '<b>x</b><img src="x" onerror="alert(1)"><script>alert(2)</script>';
const clean = '<b>x</b><img src="x" />';

describeTestedDatabases('secure: content parameters', (server) => {
  const add = (params: object, token = server.token) =>
    server.call<Refused & { id: number }>('base.content/addContentParams', { title: 'x', ...params }, { token });
  const addColumn = async (model = 'article') =>
    (await server.data('base.base/addColumn', { title: 'News', model })).id;
  const editor = async () =>
    (await server.makeAdmin(await server.makeRole([...contentRules, 'base.content/addContentParams']))).token;
  const shownOf = async (id: number) =>
    (await server.data<{ params: { value: string }[] }>('site.column/read', { id }, { token: '' })).params;

  test('secure A2: a default value is checked as a value of its type, also where the type changes', async () => {
    const [cid, token] = [await addColumn(), await editor()];
    expect((await add({ cid, name: 'html', type: 'html', value: script }, token)).body.code).toBe(1);
    const { id } = (await add({ cid, name: 'text', type: 'longtext', value: script }, token)).body.data;
    expect((await add({ id, type: 'html' }, token)).body.code).toBe(1);
    expect((await shownOf(cid)).map(({ value }) => value)).toEqual([clean, clean]);
    for (const type of ['file', 'image'])
      expect(
        (await add({ cid, name: type, type, value: 'javascript:alert(3)' }, token)).body.data.errors,
      ).toHaveProperty('value');
  });

  test('secure A2: what was written as text does not become HTML with its parameter', async () => {
    const [cid, token] = [await addColumn(), await editor()];
    const { id } = (await add({ cid, name: 'body', type: 'longtext' }, token)).body.data;
    await server.data('base.content/addArticle', { title: 'x', col_id: cid, status: 1, params: { body: script } });
    for (const type of ['html', 'file', 'image', 'images'])
      expect((await add({ id, type }, token)).body.data.errors).toHaveProperty('type');
    // Nor by another parameter of its name.
    await server.data('base.content/deleteContentParams', { id });
    expect((await add({ cid, name: 'body', type: 'html' }, token)).body.data.errors).toHaveProperty('type');
    const other = (await add({ cid, name: 'other', type: 'html' }, token)).body.data;
    expect((await add({ id: other.id, name: 'body' }, token)).body.data.errors).toHaveProperty('type');
  });

  test('secure A2: what is typed and not saved yet has clean HTML in its parameters, too', async () => {
    const cid = await addColumn();
    await add({ cid, name: 'body', type: 'html' });
    await add({ cid, name: 'text', type: 'longtext' });
    const typed = { body: script, text: script, other: 1 };
    const stored = { ...typed, body: clean };
    const { id } = await server.data('base.content/addArticle', { title: 'x', col_id: cid });
    const save = (values: object) => server.data('base.content/saveWorkingCopy', { entity: 'article', ...values });
    const copy = async (id: number) =>
      (await server.data<{ copies: { values: object }[] }>('base.content/getWorkingCopy', { entity: 'article', id }))
        .copies[0]?.values;
    await save({ id, values: { params: typed } });
    expect(await copy(id)).toEqual({ params: stored });
    await save({ id: 0, values: { col_id: cid, params: typed } });
    expect(await copy(0)).toEqual({ col_id: cid, params: stored });
  });

  test('secure A2: nor does what was typed for one column become HTML in another', async () => {
    const [plain, cid] = [await addColumn(), await addColumn()];
    await add({ cid, name: 'body', type: 'html' });
    const { id } = await server.data('base.content/addArticle', { title: 'x', col_id: plain });
    const save = (values: object) => server.data('base.content/saveWorkingCopy', { entity: 'article', id, values });
    await save({ params: { body: script } });
    await save({ col_id: cid });
    const { copies } = await server.data<{ copies: { values: object }[] }>('base.content/getWorkingCopy', {
      entity: 'article',
      id,
    });
    expect(copies).toMatchObject([{ values: { col_id: cid, params: { body: clean } } }]);
  });

  test('secure A2: nor does a text become HTML, or a link, where a deleted column’s contents move to another', async () => {
    const [plain, cid] = [await addColumn(), await addColumn()];
    for (const name of ['body', 'more']) await add({ cid: plain, name, type: 'longtext' });
    await add({ cid, name: 'body', type: 'html' });
    await add({ cid, name: 'more', type: 'file' });
    const about = { title: 'x', col_id: plain };
    const { id } = await server.data('base.content/addArticle', { ...about, params: { body: script } });
    const move = () => server.call<Refused>('base.base/deleteColumn', { col_id: plain, move_to: cid });
    const expectRefused = async () => {
      expect((await move()).body.data.errors).toHaveProperty('move_to');
      const read = await server.data<{ data: object[] }>('base.content/getContentList', { model: 'article', ids: id });
      expect(read.data).toMatchObject([{ col_id: plain }]);
    };
    await expectRefused();
    await server.data('base.content/editArticle', { id, params: { more: 'javascript:alert(3)' } });
    await expectRefused();
    await server.data('base.content/editArticle', { id, params: { body: clean, more: '/upload/a.pdf' } });
    const copy = { entity: 'article', id };
    await server.data('base.content/saveWorkingCopy', { ...copy, values: { params: { body: script } } });
    await expectRefused();
    await server.data('base.content/discardWorkingCopy', copy);
    expect((await move()).body.code).toBe(1);
    const read = await server.data<{ data: object[] }>('base.content/getContentList', { model: 'article', ids: id });
    expect(read.data).toMatchObject([{ col_id: cid, params: { body: clean, more: '/upload/a.pdf' } }]);
  });

  test('secure A2: nor where a move is taken back, after somebody saved a text there', async () => {
    const [from, to] = [await addColumn(), await addColumn()];
    await add({ cid: from, name: 'body', type: 'html' });
    await add({ cid: to, name: 'body', type: 'longtext' });
    const addTo = async (body: string) =>
      (await server.data('base.content/addArticle', { title: 'x', col_id: to, params: { body } })).id;
    const ids = [await addTo(clean), await addTo(script)];
    const moved = { ids, before: { col_id: from }, after: { col_id: to }, event: 'update' as const };
    const author = { routed: { call: article.calls.update }, admin: null };
    await server.database.transaction((db) => revertEntry(db, author, article, moved));
    const columns = server.database.db.selectFrom('article').select('col_id').where('id', 'in', ids).orderBy('id');
    expect((await columns.execute()).map(({ col_id }) => Number(col_id))).toEqual([from, to]);
  });

  test('secure A8: a parameter for a column beyond one’s limits tells nothing of the values there', async () => {
    const [own, other] = [await addColumn(), await addColumn()];
    const { id } = (await add({ cid: own, name: 'own', type: 'text' })).body.data;
    await add({ cid: other, name: 'cost', type: 'text' });
    await server.data('base.content/addArticle', { title: 'x', col_id: other, params: { cost: '1' } });
    const role = await server.makeRole([...contentRules, 'base.content/addContentParams']);
    await server.data('base.admin/edit_role', { id: role, columns: `[${own}]` });
    const { token } = await server.makeAdmin(role);
    for (const params of [{ cid: other }, { id, cid: other }])
      for (const name of ['cost', 'none'])
        expect((await add({ ...params, name, type: 'html' }, token)).body.data.errors).toEqual({
          cid: expect.any(String),
        });
  });

  test('secure A8: what is typed tells nothing of records and columns of others, nor of their parameters', async () => {
    const [own, other] = [await addColumn(), await addColumn()];
    await add({ cid: other, name: 'secret', type: 'html' });
    const { id } = await server.data('base.content/addArticle', { title: 'x', col_id: other });
    const role = await server.makeRole([...contentRules, 'base.content/addArticle', 'base.content/editArticle']);
    await server.data('base.admin/edit_role', { id: role, columns: `[${own}]` });
    const { token } = await server.makeAdmin(role);
    const save = async (id: number, values: object) => {
      const about = { entity: 'article', id };
      const { body } = await server.call<Refused>('base.content/saveWorkingCopy', { ...about, values }, { token });
      if (body.code !== 1) return body;
      const { copies } = await server.data<{ copies: { id: number; values: { params: object } }[] }>(
        'base.content/getWorkingCopy',
        about,
        { token },
      );
      await server.data('base.content/discardWorkingCopy', { ...about, copy: copies[0]?.id }, { token });
      return Object.values(copies[0]?.values.params ?? {});
    };
    const deep = '<b>'.repeat(300);
    for (const typed of [script, deep]) {
      const [secret, none] = [{ secret: typed }, { none: typed }];
      expect(await save(id, { params: secret })).toEqual(await save(4_711_000, { params: none }));
      const said = JSON.stringify(await save(0, { col_id: other, params: secret }));
      expect(said.replace('secret', 'none')).toEqual(JSON.stringify(await save(0, { col_id: other, params: none })));
    }
    for (const col_id of ['abc', 1e30, 1.5, -1])
      expect([col_id, await save(0, { col_id: String(col_id), params: { text: 'x' } })]).toEqual([col_id, ['x']]);
  });

  test('secure A9: what is typed in the parameters of a form has a bound, before it is read as HTML', async () => {
    const cid = await addColumn();
    for (const name of ['a', 'b', 'c']) await add({ cid, name, type: 'html' });
    const { id } = await server.data('base.content/addArticle', { title: 'x', col_id: cid });
    const save = (params: object) =>
      server.call<Refused>('base.content/saveWorkingCopy', { entity: 'article', id, values: { params } });
    const long = '<p>x</p>'.repeat(12_500);
    expect((await save({ a: long, b: long })).body.code).toBe(1);
    expect((await save({ a: long, b: long, c: long })).body.data.errors).toEqual({
      'params.c': '这些参数合起来最多 250000 个字符',
    });
  });

  test('secure A9: how long the parameters of a column and of all columns are is bounded', async () => {
    const long = '字'.repeat(20_000);
    const limit = (n: number) => ({ value: `这些参数合起来最多 ${n} 个字符` });
    const fill = async (cid: number, n: number) => {
      const bodies = [];
      for (let at = 0; at < n; at++)
        bodies.push((await add({ cid, name: `long${at}`, type: 'longtext', value: long, options: 'x' })).body);
      return bodies;
    };
    const cid = await addColumn();
    const bodies = await fill(cid, 10);
    expect(bodies.map(({ code }) => code)).toEqual([...Array(9).fill(1), 0]);
    expect(bodies.at(-1)?.data.errors).toEqual(limit(200_000));
    const { id } = bodies[0]?.data ?? {};
    expect((await add({ id, value: 'short' })).body.code).toBe(1);
    expect((await add({ id, value: long, options: long })).body.data.errors).toEqual({ options: limit(200_000).value });
    const all = [];
    for (let at = 0; at < 12; at++) all.push(...(await fill(await addColumn(), 9)));
    expect(all.find(({ code }) => code === 0)?.data.errors).toEqual(limit(2_000_000));
    expect((await server.call('base.content/getContentParams', {})).body.code).toBe(1);
  });
});
