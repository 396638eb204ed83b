import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { describeTestedDatabases } from '../support/server.ts';

interface Report {
  created: number;
  updated: number;
  errors: { row: number; field: string; column: string; value: string; msg: string }[];
  unknown: string[];
}

describeTestedDatabases('B4: CSV with content parameters', (server) => {
  let [tea, tools] = [0, 0];
  const params = [
    { title: '茶园', name: 'garden', type: 'choice', options: '东坡\n西坡', required: 1 },
    { title: '香气', name: 'aroma', type: 'choices', options: '兰香\n板栗香' },
    { title: '有机', name: 'organic', type: 'flag' },
    { title: '采摘', name: 'picked', type: 'time' },
    { title: '实拍', name: 'photos', type: 'images' },
    // A field has this title, too.
    { title: '单位', name: 'pack', type: 'text' },
  ];
  beforeAll(async () => {
    const column = async (title: string) => (await server.data('base.base/addColumn', { title, model: 'product' })).id;
    [tea, tools] = [await column('茶叶'), await column('工具')];
    for (const [sort, param] of params.entries())
      await server.data('base.content/addContentParams', { ...param, sort, cid: tea });
    await server.data('base.content/addContentParams', { title: '茶园', name: 'place', type: 'text', cid: tools });
  });
  const labels = { title: '标题', col_id: '栏目', unit: '单位', params: '参数' };
  const choices = { params: { 0: '否', 1: '是' } };
  const words = { labels, choices, zone: 'Asia/Shanghai' };
  const spelled = (given: object) =>
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : `${value}`,
    ]);

  async function exported(filter: object, given: object = {}) {
    const asked = { entity: 'product', filter, sort: 'id', order: 'asc', ...words, ...given };
    const query = new URLSearchParams(spelled(asked));
    const response = await fetch(`${server.url}/api/base.Transfer/export?${query}`, {
      headers: { authorization: server.token },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { bytes, rows: parse(bytes, { bom: true, columns: true }) as Record<string, string>[] };
  }
  async function imported(file: string | Buffer, given: object = {}): Promise<Report> {
    const form = new FormData();
    for (const [name, value] of spelled({ entity: 'product', ...words, ...given }))
      form.append(name as string, value as string);
    form.append('file', new Blob([file as never]), 'a.csv');
    const address = `${server.url}/api/base.Transfer/import`;
    const reply = await fetch(address, { method: 'POST', headers: { authorization: server.token }, body: form });
    return ((await reply.json()) as { data: Report }).data;
  }
  type Page = { data: { id: number; params: Record<string, unknown> }[] };
  const paramsOfAll = async (ids: number[]) => {
    const found = { model: 'product', ids: ids.join() };
    const { data } = await server.data<Page>('base.content/getContentList', found);
    return ids.map((id) => data.find((row) => row.id === id)?.params);
  };
  const paramsOf = async (title: string) => {
    const found = { model: 'product', searchKey: title };
    return (await server.data<Page>('base.content/getContentList', found)).data[0];
  };

  test('has a column of each under its title, in plain words, and comes back as it went out', async () => {
    const values = {
      garden: '东坡',
      aroma: ['兰香', '板栗香'],
      organic: 1,
      picked: '2026-03-20T01:00:00Z',
      pack: '袋',
      photos: [{ url: '/upload/1.png', title: '', intro: '', sort: 0 }],
    };
    const { id } = await server.data('base.content/addProduct', { title: '龙井', col_id: tea, params: values });
    const { bytes, rows } = await exported({ col_id: tea });
    expect(rows[0]).toMatchObject({
      茶园: '东坡',
      香气: '兰香 | 板栗香',
      有机: '是',
      采摘: '2026-03-20 09:00:00+08:00',
      '单位#pack': '袋',
      实拍: '/upload/1.png',
    });
    expect(Object.keys(rows[0] ?? {})).not.toContain('参数');
    const changed = { id, params: { garden: '西坡' } };
    await server.data('base.content/editProduct', changed);
    expect(await imported(bytes)).toMatchObject({ updated: 1, errors: [] });
    expect((await paramsOf('龙井'))?.params).toEqual(values);
  });

  test('keeps the parameters that a file says nothing of, clears those whose cell is empty if that is asked for, and takes one title for each column', async () => {
    const made = await imported('标题,栏目,茶园,有机\n碧螺春,茶叶,西坡,yes\n剪刀,工具,随处,\n');
    expect(made).toMatchObject({ created: 2, errors: [] });
    expect((await paramsOf('碧螺春'))?.params).toEqual({ garden: '西坡', organic: 1 });
    expect((await paramsOf('剪刀'))?.params).toEqual({ place: '随处' });
    const { id } = (await paramsOf('碧螺春')) ?? {};
    expect(await imported(`id,params.aroma\n${id},兰香\n`)).toMatchObject({ updated: 1, errors: [] });
    // day C1: an empty cell empties where that is asked for.
    expect(await imported(`id,有机\n${id},\n`)).toMatchObject({ updated: 1, errors: [], empty_cells: 0 });
    expect((await paramsOf('碧螺春'))?.params).toMatchObject({ organic: 1 });
    const emptied = await imported(`id,有机\n${id},\n`, { empty_cells: 1 });
    expect(emptied).toMatchObject({ updated: 1, errors: [], empty_cells: 1 });
    expect((await paramsOf('碧螺春'))?.params).toEqual({ garden: '西坡', aroma: ['兰香'] });
  });

  test('names a bad cell by the title of its parameter', async () => {
    const { errors } = await imported('标题,栏目,茶园,有机,香气\na,茶叶,火星,也许,\nb,茶叶,,,\nc,工具,,,兰香\n');
    expect(errors.map(({ row, column, value }) => [row, column, value])).toEqual([
      [2, '有机', '也许'],
      [2, '茶园', '火星'],
      [3, '茶园', ''],
      [4, '香气', '兰香'],
    ]);
    const wrong = await imported('标题,栏目,茶园\na,茶叶,火星\n');
    expect(wrong.errors).toMatchObject([{ row: 2, field: 'params.garden', column: '茶园', value: '火星' }]);
    // All that is wrong in a row is told at once, in the order of its checks.
    const both = await imported('标题,栏目,status,茶园,规格\na,茶叶,卖完,火星,没有的\n', {
      labels: { ...labels, size_ids: '规格' },
    });
    expect(both.errors.map(({ column, msg }) => [column, msg])).toEqual([
      ['status', expect.stringContaining('只能是')],
      ['规格', '没有“没有的”'],
      ['茶园', expect.stringContaining('东坡')],
    ]);
    // None of its columns is of it.
    expect((await imported('标题,栏目\na,茶叶\n')).errors).toMatchObject([{ row: 2, column: '茶园', value: '' }]);
  });

  test('A19: refuses a cell of items that are nested too deep', async () => {
    const deep = `[{""sku"":${'['.repeat(5000)}${']'.repeat(5000)}}]`;
    expect((await imported(`标题,栏目,skus\na,工具,"${deep}"\n`)).errors).toMatchObject([
      { row: 2, msg: expect.stringContaining('嵌套') },
    ]);
  });

  test('leaves out columns that no field has where that is asked for, and tells which they are', async () => {
    const file = '标题,栏目,备注\n扳手,工具,内部\n';
    const refused = await imported(file, { dry_run: 1 });
    expect(refused.errors).toMatchObject([{ row: 1, column: '备注', msg: '没有这一列' }]);
    expect(refused.unknown).toEqual(['备注']);
    expect(await imported(file, { skip_unknown: 1 })).toMatchObject({ created: 1, errors: [], unknown: ['备注'] });
  });

  test.each([
    [
      'is the name of another',
      [['Colour', 'colour']],
      [
        ['colour', 'farbe'],
        ['farbe', 'paint'],
      ],
    ],
    [
      'is marked elsewhere',
      [['Size', 'size']],
      [
        ['Size', 'size'],
        ['Size', 'size2'],
      ],
    ],
    [
      'reads like a mark',
      [
        ['b', 'a'],
        ['b#a', 'b'],
      ],
      [
        ['Size', 's'],
        ['Size#s', 't'],
        ['Size', 'u'],
      ],
    ],
    [
      'reads like a name',
      [
        ['params.b', 'a'],
        ['x', 'b'],
      ],
      [['b', 'x']],
    ],
  ])('comes back as it went out where the title of a parameter %s', async (_, ...owners) => {
    const ids: number[] = [];
    const values: Record<string, string>[] = [];
    for (const own of owners) {
      const { id: col_id } = await server.data('base.base/addColumn', { title: 'Titles', model: 'product' });
      for (const [title, name] of own)
        await server.data('base.content/addContentParams', { cid: col_id, title, name, type: 'text' });
      const params = Object.fromEntries(own.map(([, name]) => [name, `${name} of ${col_id}`]));
      ids.push((await server.data('base.content/addProduct', { title: 'x', col_id, params })).id);
      values.push(params);
    }
    for (const some of [ids, ids.slice(0, 1), ids.slice(1)]) {
      expect(await imported((await exported({ ids: some })).bytes)).toMatchObject({ updated: some.length, errors: [] });
      expect(await paramsOfAll(ids)).toEqual(values);
    }
  });

  test('comes back as it went out whatever the values are: words of flags, signs between parts, white space, the last year', async () => {
    const { id: col_id } = await server.data('base.base/addColumn', { title: 'Values', model: 'product' });
    const made = [
      { name: 'line', type: 'text' },
      { name: 'lines', type: 'longtext' },
      { name: 'amount', type: 'number' },
      { name: 'isOn', type: 'flag' },
      { name: 'one', type: 'choice', options: '0\n1' },
      { name: 'some', type: 'choices', options: 'a|b\na\nb\n[c' },
      { name: 'shots', type: 'images' },
      { name: 'until', type: 'time' },
    ];
    for (const param of made)
      await server.data('base.content/addContentParams', { cid: col_id, title: param.name, ...param });
    const picture = (url: string) => ({ url, title: '', intro: '', sort: 0 });
    const sets = [
      { line: '1', lines: ' 0 ', amount: 1, isOn: 1, one: '1', some: ['a|b'], shots: [picture('/a|b.png')] },
      { line: '0', lines: ' a\n', amount: 0, isOn: 0, one: '0', some: ['a', 'b', '[c'], until: '9999-12-31T20:00:00Z' },
    ];
    const add = async (params: object) =>
      (await server.data('base.content/addProduct', { title: 'x', col_id, params })).id;
    const ids = [await add(sets[0] as object), await add(sets[1] as object)];
    const before = await paramsOfAll(ids);
    expect(before).toMatchObject(sets);
    expect(await imported((await exported({ ids })).bytes)).toMatchObject({ updated: 2, errors: [] });
    expect(await paramsOfAll(ids)).toEqual(before);
  });

  test('is not headed by what another language calls a field', async () => {
    const { id: col_id } = await server.data('base.base/addColumn', { title: 'Languages', model: 'product' });
    await server.data('base.content/addContentParams', { cid: col_id, title: 'Unit', name: 'of', type: 'text' });
    const params = { of: 'the parameter' };
    const { id } = await server.data('base.content/addProduct', { title: 'x', col_id, unit: 'of the field', params });
    const both = { labels: { ...labels, unit: ['单位', 'Unit'] } };
    const { bytes, rows } = await exported({ ids: [id] }, both);
    expect(rows[0]).toMatchObject({ 单位: 'of the field', 'Unit#of': 'the parameter' });
    expect(await imported(bytes, both)).toMatchObject({ updated: 1, errors: [] });
  });

  test('names the cell that another column of the row repeats, and the one whose parameter is of another column', async () => {
    const repeated = await imported('标题,栏目,params.organic,有机,茶园\n乙,茶叶,1,0,东坡\n');
    expect(repeated.errors).toMatchObject([{ row: 2, column: '有机', value: '0', msg: '此列出现了两次' }]);
    const foreign = await imported('标题,栏目,香气,茶园\n丙,工具,兰香,随处\n');
    expect(foreign.errors).toMatchObject([{ row: 2, column: '香气', value: '兰香' }]);
  });

  test('has no column of a parameter whose content column is in the recycle bin', async () => {
    const gone = await server.data('base.base/addColumn', { title: '收起', model: 'product' });
    await server.data('base.content/addContentParams', { title: '旧参数', name: 'old', type: 'text', cid: gone.id });
    const headings = async () => Object.keys((await exported({})).rows[0] ?? {});
    expect(await headings()).toContain('旧参数');
    await server.data('base.base/deleteColumn', { col_id: gone.id });
    expect(await headings()).toEqual(expect.arrayContaining(['茶园']));
    expect(await headings()).not.toContain('旧参数');
  });
});
