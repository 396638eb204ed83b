import { beforeAll, expect, test } from 'vitest';
import { formatsZh } from '../../contract/formats.ts';
import { messages } from '../../server/core/messages/zh.ts';
import { contentRules, describeTestedDatabases, type Refused } from '../support/server.ts';

describeTestedDatabases('Content parameters', (server) => {
  let cars: number;
  const add = (params: Record<string, unknown>) =>
    server.data('base.content/addContentParams', { cid: cars, sid: 0, ...params });
  const of = (params: Record<string, unknown>) =>
    server.data<{ id: number; name: string }[]>('base.content/getContentParams', params);
  const save = (params: object, more: object = {}) =>
    server.call<Refused & { id: number }>('base.content/addProduct', { title: 'Car', col_id: cars, params, ...more });
  const read = async (id: number) => {
    const page = await server.data<{ data: { params: object }[] }>('base.content/getContentList', {
      model: 'product',
      ids: [id],
    });
    return page.data[0]?.params;
  };

  beforeAll(async () => {
    cars = (await server.data('base.base/addColumn', { title: 'Cars', model: 'product' })).id;
  });

  test('of a column are listed in their order, those of another or of a single page are not', async () => {
    await add({ title: 'Colour', name: 'color', type: 'choice', options: 'red\nblue', sort: 2 });
    await add({ title: 'Seats', name: 'seats', type: 'number', required: 1, sort: 1 });
    await add({ title: 'Elsewhere', name: 'color', sid: 7 });
    expect((await of({ col_id: cars, sid: 0 })).map(({ name }) => name)).toEqual(['seats', 'color']);
    expect((await of({ col_id: `${cars}`, sid: '7' })).map(({ name }) => name)).toEqual(['color']);
  });

  test('B5: are read by whoever may open the contents, and changed by nobody without the right to them', async () => {
    const ask = async (rules: string[], path = 'base.content/getContentParams') => {
      const { token } = await server.makeAdmin(await server.makeRole(rules));
      return server.call<{ name: string }[]>(path, { col_id: cars, sid: 0 }, { token });
    };
    const seen = await ask([...contentRules, 'base.content/addProduct', 'base.content/editProduct']);
    expect(seen.body.data.map(({ name }) => name)).toEqual(['seats', 'color']);
    expect((await ask(['base.content/getContentParams'])).status).toBe(200);
    expect((await ask(['/columnList', 'base.base/addColumn'])).status).toBe(403);
    expect((await ask([...contentRules], 'base.content/addContentParams')).status).toBe(403);
  });

  test('C1: are asked for and added as the specification has it: both ids, 0 where there is none', async () => {
    const column = (await server.data('base.base/addColumn', { title: 'Boats', model: 'product' })).id;
    await add({ cid: `${column}`, sid: '0', title: 'Sails', name: 'sails' });
    const names = async (params: object) => (await of({ col_id: `${column}`, ...params })).map(({ name }) => name);
    expect(await names({ sid: '0' })).toEqual(['sails']);
    expect((await of({ col_id: '0', sid: '0' })).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['sails', 'seats', 'color']),
    );
    expect(await of({ col_id: '0', sid: '7' })).toHaveLength(1);
  });

  test('day C11: keep the name, column and page under which contents have values, so that nothing is lost', async () => {
    const column = (await server.data('base.base/addColumn', { title: 'Bikes', model: 'product' })).id;
    const other = (await server.data('base.base/addColumn', { title: 'Scooters', model: 'product' })).id;
    const gears = await add({ cid: column, title: 'Gears', name: 'gears' });
    const images = await add({ cid: column, title: 'Views', name: 'views', type: 'images' });
    const title = await add({ cid: column, title: 'Caption', name: 'title' });
    const bike = await server.data('base.content/addProduct', {
      title: 'Bike',
      col_id: column,
      params: { gears: '21', views: [{ url: '/upload/a.png', title: 'a' }] },
    });
    const change = (id: number, to: object) =>
      server.call<Refused>('base.content/addContentParams', { id, ...to } as Record<string, unknown>);
    const refusal = { name: messages.param_in_use };
    expect((await change(gears.id, { name: 'gear_count' })).body.data.errors).toEqual(refusal);
    expect((await change(gears.id, { cid: other })).body.data.errors).toEqual({ cid: messages.param_in_use_here });
    expect((await change(gears.id, { name: 'gears', title: 'Number of gears' })).body.code).toBe(1);
    // `title` is also a key within a value of `views`, which does not count as a value of this parameter.
    expect((await change(title.id, { name: 'caption' })).body.code).toBe(1);
    await server.data('base.content/deleteProduct', { pid: bike.id });
    expect((await change(images.id, { name: 'pictures' })).body.data.errors).toEqual(refusal);
    await server.data('base.Recycle/restore', { entity: 'product', ids: [bike.id] });
    await server.data('base.content/editProduct', { id: bike.id, params: { gears: '', views: [] } });
    expect((await change(gears.id, { name: 'gear_count' })).body.code).toBe(1);
  });

  test('day C11: keep the name under which only a working copy or a message of the site has a value', async () => {
    const column = (await server.data('base.base/addColumn', { title: 'Vans', model: 'product' })).id;
    const rename = async (id: number, name: string) =>
      (await server.call<Refused>('base.content/addContentParams', { id, name })).body.data.errors;
    const doors = await add({ cid: column, title: 'Doors', name: 'doors' });
    const van = await server.data('base.content/addProduct', { title: 'Van', col_id: column });
    const copy = { entity: 'product', id: van.id };
    await server.data('base.content/saveWorkingCopy', { ...copy, values: { params: { doors: '5' } } });
    expect(await rename(doors.id, 'door_count')).toEqual({ name: messages.param_in_use });
    await server.data('base.content/discardWorkingCopy', copy);
    const begun = { title: 'Not saved yet', col_id: column, params: { doors: '3' } };
    await server.data('base.content/saveWorkingCopy', { entity: 'product', id: 0, values: begun });
    expect(await rename(doors.id, 'door_count')).toEqual({ name: messages.param_in_use });

    const form = (await server.data('base.base/addColumn', { title: 'Enquiries', model: 'message' })).id;
    const [used, unused] = [
      await add({ cid: form, title: 'Wheels', name: 'wheels' }),
      await add({ cid: form, title: 'Roof', name: 'roof' }),
    ];
    const row = { col_id: form, name: 'Reader', content: 'Hello', data: JSON.stringify({ wheels: '4' }), version: 1 };
    await server.database.transaction((db) =>
      db
        .insertInto('message')
        .values(row as never)
        .execute(),
    );
    expect(await rename(used.id, 'wheel_count')).toEqual({ name: messages.param_in_use });
    expect(await rename(unused.id, 'roof_kind')).toBeUndefined();
  });

  test('have names of letters, digits and underscores, once within a column', async () => {
    const errors = async (name: string) =>
      (await server.call<Refused>('base.content/addContentParams', { cid: cars, sid: 0, title: 'x', name })).body.data
        .errors;
    expect(await errors('color')).toEqual({ name: '已被使用' });
    expect(await errors('a b')).toEqual({ name: formatsZh.format_param });
    expect(await errors('颜色')).toEqual({ name: formatsZh.format_param });
    for (const name of ['prototype', ...Object.getOwnPropertyNames(Object.prototype)])
      expect(await errors(name), name).toEqual({ name: formatsZh.format_param });
  });

  test('specification D6: the column and the page alone make one, with a title and a field name of the server’s', async () => {
    const cid = (await server.data('base.base/addColumn', { title: 'Bikes', model: 'product' })).id;
    const make = (more = {}) => server.call<Refused>('base.content/addContentParams', { cid, sid: 0, ...more });
    for (let n = 0; n < 2; n++) expect((await make()).body.code).toBe(1);
    expect(await of({ col_id: cid, sid: 0 })).toMatchObject([
      { title: '参数 1', name: 'param_1', type: 'text' },
      { title: '参数 2', name: 'param_2', type: 'text' },
    ]);
    // A title or name that is sent empty was left empty by somebody, so the server makes none up.
    expect((await make({ title: '', name: '' })).body.data.errors).toEqual({ title: '必填', name: '必填' });
  });

  test('are edited by the call that adds them, and deleted by their id', async () => {
    const { id } = await add({ title: 'Doors', name: 'doors', type: 'number' });
    await server.data('base.content/addContentParams', { id, title: 'Number of doors' });
    expect(await of({ col_id: cars, sid: 0 })).toContainEqual(
      expect.objectContaining({ id, name: 'doors', title: 'Number of doors', type: 'number' }),
    );
    await server.data('base.content/deleteContentParams', { id });
    expect((await of({ col_id: cars, sid: 0 })).map(({ name }) => name)).toEqual(['seats', 'color']);
  });

  test('are checked with the content that has them, each refusal by its own name', async () => {
    const { body } = await save({ seats: 'many', color: 'green' });
    expect(body).toMatchObject({
      code: 0,
      data: { errors: { 'params.seats': formatsZh.format_number, 'params.color': '只能是：red / blue' } },
    });
    expect((await save({ color: 'red' })).body.data.errors).toEqual({ 'params.seats': '必填' });
    expect((await save({}, { params: '' })).body.data.errors).toEqual({ 'params.seats': '必填' });
  });

  test('come back as values of their types, without names that are no parameter', async () => {
    for (const [name, type] of Object.entries({
      note: 'text',
      story: 'html',
      extras: 'choices',
      electric: 'flag',
      cover: 'image',
      views: 'images',
      manual: 'file',
      built: 'time',
    }))
      await add({ title: name, name, type, options: 'gps\nradio' });
    const { body } = await save({
      seats: '4',
      color: 'red',
      note: '  two  ',
      story: '<p>a<script>b</script></p>',
      extras: ['gps', 'radio'],
      electric: true,
      cover: '/upload/a.png',
      views: [{ url: '/upload/b.png', title: 'b' }],
      manual: 'https://example.com/a.pdf',
      built: '2026-02-03T04:05:06Z',
      unknown: 'x',
    });
    expect(await read(body.data.id)).toEqual({
      seats: 4,
      color: 'red',
      note: '  two  ',
      story: '<p>a</p>',
      extras: ['gps', 'radio'],
      electric: 1,
      cover: '/upload/a.png',
      views: [{ url: '/upload/b.png', title: 'b', intro: '', sort: 0 }],
      manual: 'https://example.com/a.pdf',
      built: '2026-02-03T04:05:06Z',
    });
  });

  test('that hold a link which a browser would run are refused', async () => {
    const link = 'javascript:alert(1)';
    const { body } = await save({ seats: 4, cover: link, manual: link, views: [{ url: link }] });
    expect(Object.keys(body.data.errors).sort()).toEqual(['params.cover', 'params.manual', 'params.views']);
  });

  test('begin with their own value where none is given', async () => {
    await add({ title: 'Fuel', name: 'fuel', type: 'text', value: 'petrol' });
    const { body } = await save({ seats: 2 });
    expect(await read(body.data.id)).toEqual({ seats: 2, fuel: 'petrol' });
  });

  test('are left as they are by an edit that does not name them', async () => {
    const { body } = await save({ seats: 5, fuel: 'none' });
    await server.data('base.content/editProduct', { id: body.data.id, title: 'Van' });
    expect(await read(body.data.id)).toEqual({ seats: 5, fuel: 'none' });
    await server.data('base.content/editProduct', { id: body.data.id, params: { seats: 6, fuel: '' } });
    expect(await read(body.data.id)).toEqual({ seats: 6 });
  });

  test('have none of the names that every object has, and options where something is chosen', async () => {
    const errors = async (params: object) =>
      (await server.call<Refused>('base.content/addContentParams', { cid: cars, sid: 0, title: 'x', ...params })).body
        .data.errors;
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString'])
      expect(await errors({ name })).toEqual({ name: '只能用字母、数字和 _，例如 colour' });
    for (const type of ['choice', 'choices'])
      expect(await errors({ name: 'empty', type, options: ' ' })).toEqual({ options: '必填' });
  });

  test('are checked also where a record moves to the column that has them', async () => {
    const plain = (await server.data('base.base/addColumn', { title: 'Plain', model: 'product' })).id;
    const { id } = await server.data('base.content/addProduct', { title: 'Boat', col_id: plain });
    const move = (more: object = {}) =>
      server.call<Refused>('base.content/editProduct', { id, col_id: cars, ...more } as Record<string, unknown>);
    expect((await move()).body.data.errors).toEqual({ 'params.seats': '必填' });
    expect((await move({ params: { seats: 3 } })).body.code).toBe(1);
    expect(await read(id)).toMatchObject({ seats: 3 });
  });
});
