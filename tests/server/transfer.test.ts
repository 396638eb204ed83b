import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { type KyselyPlugin, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { formatsZh } from '../../contract/formats.ts';
import { asWritten, harmless } from '../../server/csv/csvCells.ts';
import { fileWords } from '../../server/csv/csvText.ts';
import { hasMoreRows } from '../../server/csv/importCsv.ts';
import { generic } from '../../server/database/tables.ts';
import { cpuTimeOf } from '../support/cpuTime.ts';
import { describeTestedDatabases, type Refused } from '../support/server.ts';

interface Report {
  rows: number;
  created: number;
  updated: number;
  errors: { row: number; field: string; value: string; msg: string }[];
  more: number;
  repeated?: 0 | 1;
}
interface Row {
  id: number;
  [field: string]: unknown;
}

describeTestedDatabases('CSV', (server, kind) => {
  const column = async (title: string, fields: Record<string, unknown> = {}) =>
    (await server.data('base.base/addColumn', { title, model: 'article', ...fields })).id;
  const product = async (fields: Record<string, unknown>) => (await server.data('base.content/addProduct', fields)).id;
  const list = async (model: string, id: number) =>
    (await server.data<{ data: Row[] }>('base.content/getContentList', { model, id, limit: 100 })).data;

  async function exported(params: Record<string, unknown>, token = server.token) {
    const query = new URLSearchParams(
      Object.entries(params).map(([name, value]) => [
        name,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]),
    );
    const response = await fetch(`${server.url}/api/base.Transfer/export?${query}`, {
      headers: { authorization: token },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { response, bytes, rows: () => parse(bytes, { bom: true, columns: true }) as Record<string, string>[] };
  }

  async function imported(
    entity: string,
    file: string | Buffer,
    fields: Record<string, string> = {},
    token = server.token,
    options: { key?: string; signal?: AbortSignal } = {},
  ) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ entity, ...fields })) form.append(name, value);
    form.append('file', new Blob([file as never], { type: 'text/csv' }), '记录.csv');
    const headers = { authorization: token, ...(options.key && { 'idempotency-key': options.key }) };
    const { signal = null } = options;
    const address = `${server.url}/api/base.Transfer/import`;
    const response = await fetch(address, { method: 'POST', headers, body: form, signal });
    const body = (await response.json()) as { code: number; msg: string; data: Report };
    return { status: response.status, ...body };
  }

  test('names no column by a title that several have, but by its title and id', async () => {
    const [one] = [await column('Same name'), await column('Same name')];
    const refused = await imported('article', 'title,col_id\nx,Same name\n');
    expect(refused.data.errors).toMatchObject([{ row: 2, field: 'col_id', msg: '有多条同名记录，请写成“名称#编号”' }]);
    expect((await imported('article', `title,col_id\nx,Same name#${one}\n`)).data).toMatchObject({
      created: 1,
      errors: [],
    });
    expect((await list('article', one)).map(({ title }) => title)).toEqual(['x']);
  });

  test('day C15: tags are separated in a cell and a call as in the form, and one from before that holds a separator stays whole', async () => {
    const col_id = await column('Tags');
    const { id } = await server.data('base.content/addArticle', { title: 'called', col_id, tags: '红茶、绿茶；白茶' });
    const cells = '"tag 1；tag 2;tag 3，tag 1"';
    expect((await imported('article', `title,col_id,tags\nfile,Tags,${cells}\n`)).data.errors).toEqual([]);
    const tags = async () => Object.fromEntries((await list('article', col_id)).map((row) => [row.title, row.tags]));
    expect(await tags()).toEqual({ called: '红茶,绿茶,白茶', file: 'tag 1,tag 2,tag 3' });

    // As earlier versions stored it.
    await server.database.db.updateTable('article').set({ tags: 'R&D；lab,甲' }).where('id', '=', id).execute();
    await server.data('base.content/editArticle', { id, author: 'a' });
    expect(await tags()).toMatchObject({ called: 'R&D；lab,甲' });
    await server.data('base.content/editArticle', { id, tags: '乙、丙，R&D；lab' });
    expect(await tags()).toMatchObject({ called: '乙,丙,R&D；lab' });
    const { body } = await server.call<Refused>('base.Tag/rename', { title: '乙', to: '丁；戊' });
    expect(body.data.errors).toEqual({ to: '标签里不能有逗号、顿号或分号' });
    await server.data('base.Tag/rename', { title: 'R&D；lab', to: '研发' });
    expect(await tags()).toMatchObject({ called: '乙,丙,研发' });
  });

  test('holds what the filter shows, in the order of the list, as a file in UTF-8 with BOM', async () => {
    const col = await column('News, "quoted"');
    for (const title of ['一', '二', '三'])
      await server.data('base.content/addArticle', { title, col_id: col, content: `<p>${title}</p>`, status: 1 });
    await server.data('base.content/addArticle', { title: '别处', col_id: await column('Elsewhere') });
    const { response, bytes, rows } = await exported({
      entity: 'article',
      filter: { col_id: col },
      sort: 'id',
      order: 'asc',
    });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''article.csv");
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(rows().map(({ title, col_id, content, status }) => [title, col_id, content, status])).toEqual(
      ['一', '二', '三'].map((title) => [title, 'News, "quoted"', `<p>${title}</p>`, '1']),
    );
    // Most readers end a row at any line break that is not in quotes (RFC 4180, 2.6).
    await server.data('base.content/addArticle', { title: '四', col_id: col, content: '<p>上</p>\n<p>下</p>' });
    const broken = await exported({ entity: 'article', filter: { col_id: col, searchKey: '四' } });
    expect(broken.bytes.toString()).toContain('"<p>上</p>\n<p>下</p>"');
    const found = await exported({ entity: 'article', filter: { col_id: col, searchKey: '二' } });
    expect(found.rows().map(({ title }) => title)).toEqual(['二']);
  });

  test('with one id twice is refused at the later row, and a dry run does not say that it saved', async () => {
    const col_id = await column('Same id');
    const { id } = await server.data('base.content/addArticle', { title: 'a', col_id });
    const twice = await imported('article', `id,title\n${id},b\n0${id},c\n`);
    expect(twice.data.errors).toMatchObject([
      { row: 3, field: 'id', value: `0${id}`, msg: '文件里已有一行使用此编号' },
    ]);
    expect(twice.msg).toBe('');
    expect(await imported('article', `id,title\n${id},b\n`, { dry_run: '1' })).toMatchObject({ code: 1, msg: '' });
    expect(await imported('article', `id,title\n${id},b\n`)).toMatchObject({ code: 1, msg: '保存成功' });
  });

  test('makes cells harmless that a spreadsheet would run, and reads them back as they were', async () => {
    const col = await column('Formulas');
    const titles = ['=1+1', '+86', '-5', '@SUM(A1)', "'=quoted", '\t=Tab', '＝宽', "it's", 'a=b'];
    const description = '\t=1+1'; // unlike a title it may have tabs
    for (const title of titles) await server.data('base.content/addArticle', { title, description, col_id: col });
    const { bytes, rows } = await exported({ entity: 'article', filter: { col_id: col }, sort: 'id', order: 'asc' });
    for (const row of rows()) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
    const report = await imported('article', bytes);
    expect(report.data).toMatchObject({ rows: 9, updated: 9, created: 0, errors: [] });
    const after = await list('article', col);
    expect(new Set(after.map(({ title }) => title))).toEqual(new Set(titles.map((title) => title.trim())));
    expect(after.every((row) => row.version === 2 && row.description === description)).toBe(true);
  });

  test('day C12: negative numbers are written as numbers', async () => {
    const col_id = await column('Below zero');
    await server.data('base.content/addContentParams', { title: '温度', name: 'celsius', type: 'number', cid: col_id });
    await server.data('base.content/addArticle', { title: '-5', col_id, sort: -3, params: { celsius: -18.5 } });
    const { bytes, rows } = await exported({ entity: 'article', filter: { col_id } });
    expect(rows()).toMatchObject([{ title: "'-5", sort: '-3', 温度: '-18.5' }]);
    expect((await imported('article', bytes)).data).toMatchObject({ updated: 1, errors: [] });
    expect(await list('article', col_id)).toMatchObject([{ title: '-5', sort: -3, params: { celsius: -18.5 } }]);
    // A parameter that was a text can hold anything.
    await server.database.db
      .updateTable('article')
      .set({ params: JSON.stringify({ celsius: '=1+1' }) })
      .where('col_id', '=', col_id)
      .execute();
    expect((await exported({ entity: 'article', filter: { col_id } })).rows()).toMatchObject([{ 温度: "'=1+1" }]);
  });

  test('day C1: where records are named by numbers, a number is a name', async () => {
    const col_id = await column('Shoes', { model: 'product' });
    const sizes: { id: number; title: string }[] = [];
    for (const title of ['39', '40'])
      sizes.push({ title, id: (await server.data('base.Size/addEditSize', { title })).id });
    const [first, second] = sizes;
    // The id of one is the name of the other, whatever the ids are.
    await server.data('base.Size/addEditSize', { id: second?.id, title: String(first?.id) });
    const file = (size: unknown) => `title,col_id,size_ids\nShoe,#${col_id},${size}\n`;
    expect((await imported('product', file(first?.id))).data).toMatchObject({ created: 1, errors: [] });
    const sizesOf = async () => (await list('product', col_id)).map(({ size_ids }) => size_ids);
    expect(await sizesOf()).toEqual([[second?.id]]);
    expect((await imported('product', file(second?.id))).data.errors).toMatchObject([
      { row: 2, field: 'size_ids', msg: `没有“${second?.id}”` },
    ]);
    expect((await imported('product', file(`#${first?.id} | 39`))).data).toMatchObject({ created: 1, errors: [] });
    const { bytes } = await exported({ entity: 'product', filter: { col_id } });
    expect((await imported('product', bytes)).data).toMatchObject({ updated: 2, errors: [] });
    expect((await sizesOf()).toSorted()).toEqual([[first?.id], [second?.id]]);
  });

  test('day C1: rows may end in several ways within one file, and none of it comes into the data', async () => {
    const col_id = await column('Line ends', { model: 'product' });
    const lines = [
      'title,col_id,description,sn\n',
      'a,"Line ends",,LJ-001\r\n',
      'b,Line ends,"c\r\nd",LJ-002\r',
      'e,Line ends,f,LJ-003\n',
    ];
    const { data } = await imported('product', lines.join(''));
    expect(data).toMatchObject({ rows: 3, created: 3, errors: [] });
    const rows = await list('product', col_id);
    expect(rows.map(({ title, description, sn }) => [title, description, sn].join()).toSorted()).toEqual([
      ...['a,,LJ-001', 'b,c\r\nd,LJ-002', 'e,f,LJ-003'],
    ]);
  });

  test('day C1: an empty cell of a row that edits keeps the value, unless emptying is asked for or the file is our own', async () => {
    const col_id = await column('Gaps', { model: 'product' });
    const id = await product({ col_id, title: 'Tea', unit: 'box', market_price: '20.00', sn: 'T-1' });
    const fieldsOf = async () => {
      const [row] = await list('product', col_id);
      return [row?.title, row?.unit, row?.market_price, row?.sn];
    };
    const prices = `id,market_price,unit,sn\n${id},,,T-2\n`;
    expect((await imported('product', prices)).data).toMatchObject({ updated: 1, errors: [], empty_cells: 0 });
    expect(await fieldsOf()).toEqual(['Tea', 'box', '20.00', 'T-2']);
    const asked = await imported('product', prices, { empty_cells: '1' });
    expect(asked.data).toMatchObject({ updated: 1, errors: [], empty_cells: 1 });
    expect(await fieldsOf()).toEqual(['Tea', '', null, 'T-2']);

    const { bytes } = await exported({ entity: 'product', filter: { col_id } });
    await server.data('base.content/editProduct', { id, unit: 'bag' });
    expect((await imported('product', bytes, { empty_cells: '0' })).data).toMatchObject({ empty_cells: 0 });
    expect((await fieldsOf())[1]).toBe('bag');
    expect((await imported('product', bytes)).data).toMatchObject({ updated: 1, errors: [], empty_cells: 1 });
    expect((await fieldsOf())[1]).toBe('');
    // One column less, and it is somebody's own.
    const [heading = '', row = ''] = bytes.toString().split('\r\n');
    const fewer = [heading, row].map((line) => line.slice(0, line.lastIndexOf(','))).join('\n');
    expect((await imported('product', fewer)).data).toMatchObject({ errors: [], empty_cells: 0 });
  });

  test('comes back as it went out: references, lists, money, times, parameters', async () => {
    const col = await column('Goods', { model: 'product' });
    await column('Goods', { model: 'product' });
    const size = (await server.data('base.Size/addEditSize', { title: 'XL|wide' })).id;
    const other = (await server.data('base.Size/addEditSize', { title: '大' })).id;
    await server.data('base.content/addContentParams', { title: '颜色', name: 'colour', cid: col });
    const draft = {
      title: '杯子',
      col_id: col,
      price: '12.50',
      size_ids: [size, other],
      params: { colour: '红' },
      tags: 'a,b',
      images: [{ url: '/upload/a.png', title: '图', intro: '', sort: 1 }],
      skus: [{ size_id: size, price: '3.00', stock: 2 }],
      publish_time: '2026-02-03T04:05:06Z',
      sort: -3,
    };
    const id = await product(draft);
    const read = async () =>
      (await server.data<{ data: Row[] }>('base.content/getContentList', { model: 'product', ids: id })).data[0] as Row;
    const before = await read();
    const { bytes, rows } = await exported({ entity: 'product', filter: { col_id: col } });
    // Two columns have this name.
    expect(rows()[0]?.col_id).toBe(`Goods#${col}`);
    await server.data('base.content/editProduct', {
      id,
      price: '1.00',
      size_ids: [],
      images: [],
      params: { colour: '绿' },
      sort: 9,
    });
    expect((await imported('product', bytes)).data).toMatchObject({ updated: 1, errors: [] });
    const { version: _was, update_time: _then, ...same } = before;
    expect(await read()).toMatchObject(same);
  });

  const words = {
    labels: { title: ['标题', 'Title'], status: ['状态', 'Status'], is_top: ['置顶', 'Top'] },
    choices: {
      status: { 0: ['草稿', 'Draft'], 1: ['已发布', 'Published'], 2: ['待审'] },
      is_top: { 0: ['否'], 1: ['是'] },
    },
    zone: 'Asia/Shanghai',
  };
  const sent = Object.fromEntries(
    Object.entries(words).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );

  test('secure A9: a time zone is kept in one spelling', () => {
    expect([fileWords({ zone: 'aSIA/sHANGHAI' }).zone, fileWords({}).zone]).toEqual(['Asia/Shanghai', undefined]);
  });

  test('goes out in the words and the time zone of who asks, and comes back in changing nothing', async () => {
    const col = await column('Words');
    const draft = { title: '夏', col_id: col, status: 0, is_top: 1, publish_time: '2026-02-03T20:05:06Z' };
    const { id } = await server.data('base.content/addArticle', draft);
    const { bytes, rows } = await exported({ entity: 'article', filter: { col_id: col }, ...words });
    expect(rows()[0]).toMatchObject({ 状态: '草稿', 置顶: '是', publish_time: '2026-02-04 04:05:06+08:00' });
    const before = (await list('article', col))[0];
    await server.data('base.content/editArticle', { id, status: 1, is_top: 0, publish_time: '2020-01-01' });
    expect((await imported('article', bytes, sent)).data).toMatchObject({ updated: 1, errors: [] });
    const { version: _was, update_time: _then, ...same } = before as Row;
    expect((await list('article', col))[0]).toMatchObject(same);
  });

  test('day C5: takes what people write: labels of either language, yes and no, dates of spreadsheets, amounts in thousands and in full width', async () => {
    const col = await column('People', { model: 'product' });
    const file = [
      'title,col_id,Status,置顶,publish_time,price,views',
      'a,People,Draft,否,2026/1/2 3:04,"1,234.50","12,345"',
      'b,People,已发布,yes,2026-01-02 03:04:05,"¥1,234,567",7',
      'c,People,0,TRUE,2026/1/2,12.5,',
      'd,People,0,0,2026/1/2,￥１，２３４．５,１２',
      'e,People,0,0,2026/1/2,12。5,－０',
      'f,People,0,0,2026/1/2,"1,299 元",1',
    ].join('\n');
    expect((await imported('product', file, sent)).data).toMatchObject({ created: 6, errors: [] });
    const rows = await list('product', col);
    const cells = (title: string) => {
      const row = rows.find((each) => each.title === title);
      return ['status', 'is_top', 'publish_time', 'price', 'views'].map((name) => row?.[name]);
    };
    expect(cells('a')).toEqual([0, 0, '2026-01-01T19:04:00Z', '1234.50', 12_345]);
    expect(cells('b')).toEqual([1, 1, '2026-01-01T19:04:05Z', '1234567.00', 7]);
    expect(cells('c')).toEqual([0, 1, '2026-01-01T16:00:00Z', '12.50', 0]);
    expect(cells('d')).toEqual([0, 0, '2026-01-01T16:00:00Z', '1234.50', 12]);
    expect(cells('e')).toEqual([0, 0, '2026-01-01T16:00:00Z', '12.50', 0]);
    expect(cells('f')).toEqual([0, 0, '2026-01-01T16:00:00Z', '1299.00', 1]);
  });

  test('says of each wrong cell what would be right', async () => {
    await column('Wrong', { model: 'product' });
    const file = 'title,col_id,status,is_top,publish_time,price,views\na,Wrong,半,maybe,46024,"1,23",1.5\n';
    const { data } = await imported('product', file, { ...sent, dry_run: '1' });
    expect(Object.fromEntries(data.errors.map(({ row, field, msg }) => [`${row} ${field}`, msg]))).toEqual({
      '2 status': '只能是：草稿 / 已发布 / 待审',
      '2 is_top': formatsZh.format_flag,
      '2 publish_time': formatsZh.format_time,
      '2 price': formatsZh.format_money,
      '2 views': formatsZh.format_int,
    });
    const user = await imported('user', 'username,birthday\nday_of_excel,1990/2/3\n', { dry_run: '1' });
    expect(user.data).toMatchObject({ created: 1, errors: [] });
    expect((await imported('size', 'title\nx\n', { zone: 'Mars/Base' })).data).toMatchObject({
      errors: { zone: '不在可选范围内' },
    });
  });

  test('day C1: a long number that a spreadsheet has shortened is refused, unless it is stored so', async () => {
    const col_id = await column('Shortened', { model: 'product' });
    await server.data('base.content/addContentParams', { title: '条码', name: 'barcode', cid: col_id });
    const file = 'title,col_id,sn,条码\nlong,Shortened,1.23457E+12,6.9E+12\nshort,Shortened,1.5E+3,E+12\n';
    const { data } = await imported('product', file);
    expect(data.errors.map(({ row, field, msg }) => `${row} ${field} ${msg.slice(0, 12)}`)).toEqual([
      '2 sn 电子表格把这个长数字缩短',
      '2 params.barcode 电子表格把这个长数字缩短',
    ]);
    const fields = { title: 'stored', col_id, sn: '1.23457E+12', params: JSON.stringify({ barcode: '6.9e+12' }) };
    await product(fields);
    const { bytes } = await exported({ entity: 'product', filter: { col_id } });
    expect((await imported('product', bytes)).data).toMatchObject({ updated: 1, errors: [] });
    expect(await list('product', col_id)).toMatchObject([{ sn: '1.23457E+12', params: { barcode: '6.9e+12' } }]);
    for (const text of [' 1.23457E+12', '1.23457E+12 ', "'1.5E+10", ' =1+1'])
      expect(asWritten(harmless(text))).toBe(text);
  });

  test('day C1: a file whose columns are separated by something else says so', async () => {
    const said = async (file: string) => (await imported('size', file)).msg;
    expect(await said('"title";"sort"\nx;1\n')).toMatch('列是用分号分隔的');
    expect(await said(`\uFEFFtitle;sort;${'x'.repeat(600)}\r\n`)).toMatch('列是用分号分隔的');
    expect(await said('title\tsort\nx\t1\n')).toMatch('列是用制表符分隔的');
    expect(await said('title\n"a;b"\n')).toBe('保存成功');
  });

  test('looks again at what a row refers to where one before it has changed that', async () => {
    for (const title of ['茶具', '茶叶']) await server.data('base.base/addColumn', { title, model: 'product' });
    const made = await imported('category', 'title,cid,type\n壶,茶具,product\n');
    expect(made.data).toMatchObject({ created: 1, errors: [] });
    const { data } = await server.data<{ data: { id: number }[] }>('base.Category/getCategoryList', {
      searchKey: '壶',
    });
    const child = (title: string) => `,${title},茶具,product,壶`;
    const moved = `${data[0]?.id},壶,茶叶,product,`;
    const rows = ['id,title,cid,type,pid', child('紫砂'), moved, child('银壶')];
    expect((await imported('category', `${rows.join('\n')}\n`)).data.errors).toMatchObject([
      { row: 4, field: 'pid', value: '壶', msg: '所选记录不存在' },
    ]);
  });

  test('adds rows without an id and edits those with one, by labels or by field names', async () => {
    const col = await column('标签列');
    const id = (await server.data('base.content/addArticle', { title: '旧', col_id: col, views: 5, status: 1 })).id;
    const labels = JSON.stringify({ title: '标题', col_id: '栏目', id: '编号' });
    const file = `编号,标题,栏目,status\r\n,新,标签列,0\r\n\r\n${id},改过,${col},\r\n`;
    const report = await imported('article', file, { labels });
    expect(report.data).toMatchObject({
      rows: 2,
      created: 1,
      updated: 1,
      errors: [],
      more: 0,
      unknown: [],
      repeated: 0,
    });
    const rows = await list('article', col);
    expect(rows.map(({ title, status, views }) => [title, status, views]).toSorted()).toEqual(
      [
        ['新', 0, 0],
        ['改过', 1, 5],
      ].toSorted(),
    );
  });

  test('reads the encoding of Chinese spreadsheets too', async () => {
    // "title" and 尺寸 in GB 18030
    const file = Buffer.concat([
      Buffer.from('title\r\n'),
      Buffer.from([0xb3, 0xdf, 0xb4, 0xe7]),
      Buffer.from('甲'.slice(1)),
    ]);
    expect((await imported('size', file)).data).toMatchObject({ created: 1 });
    const { data } = await server.data<{ data: Row[] }>('base.Size/getSizeList', { limit: 100 });
    expect(data.map(({ title }) => title)).toContain('尺寸');
  });

  test('secure A9: refuses names that are no texts', async () => {
    const names = { labels: '{"title":{"toString":1}}', choices: '{"status":{"1":{"toString":1}}}' };
    for (const [param, given] of Object.entries(names)) {
      const refused = { code: 0, data: { errors: { [param]: expect.any(String) } } };
      const { body } = await server.call('base.Transfer/export', { entity: 'article', [param]: given });
      expect(body).toMatchObject(refused);
    }
  });

  test('names every bad cell, and saves nothing then', async () => {
    const col = await column('Strict');
    const file = [
      'id,title,col_id,status,views,nonsense',
      ',fine,Strict,1,1,',
      ',,Strict,5,x,',
      ',no column,Nowhere,1,1,',
      '987654,unknown,Strict,1,1,',
      'abc,unreadable,Strict,1,1,',
      ',too,Strict,1,1,,more',
    ].join('\n');
    for (const dry_run of ['0', '1']) {
      const { data } = await imported('article', file, { dry_run });
      const cells = data.errors.map(({ row, field, value }) => [row, field, value]);
      expect(cells).toEqual(
        expect.arrayContaining([
          [1, '', 'nonsense'],
          [3, 'title', ''],
          [3, 'status', '5'],
          [3, 'views', 'x'],
          [4, 'col_id', 'Nowhere'],
          [5, 'id', '987654'],
          [6, 'id', 'abc'],
          [7, '', ''],
        ]),
      );
      expect(cells).toHaveLength(8);
      expect(data.errors.every(({ msg }) => msg.length > 0)).toBe(true);
      expect(await list('article', col)).toEqual([]);
    }
  });

  test('a file has too many rows from the first beyond the limit', async () => {
    const file = (rows: number) => Buffer.from(`title\n${'a\n'.repeat(rows)}`);
    expect([await hasMoreRows(file(3), 3), await hasMoreRows(file(4), 3)]).toEqual([false, true]);
  });

  test('has each record once, though one is added while they are read', async () => {
    const col_id = await column('Grows');
    const { database } = server;
    const { db } = database;
    const made = { col_id, status: 1, version: 1, sort: 0 };
    const times = { create_time: '2026-01-02T03:04:05Z', update_time: '2026-01-02T03:04:05Z' };
    const insert = (from: number, n: number) =>
      generic(db)
        .insertInto('article')
        .values(
          Array.from({ length: n }, (_, at) => ({
            ...made,
            ...times,
            title: `Row ${from + at}`,
            slug: `grows-${from + at}`,
          })),
        )
        .execute();
    const n = 501; // one more than are read at once
    await insert(0, n);
    let isAdded = false;
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (result.rows.length === n - 1 && !isAdded) {
          isAdded = true;
          await insert(n, 1);
        }
        return result;
      },
    };
    onTestFinished(() => void Object.assign(database, { db }));
    Object.assign(database, { db: db.withPlugin(plugin) });
    const titles = (await exported({ entity: 'article', filter: { col_id } })).rows().map(({ title }) => title);
    expect([isAdded, titles.length, new Set(titles).size]).toEqual([true, n, n]);
  });

  test('saves nothing on a dry run, and leaves no trace in the operation log', async () => {
    const col = await column('Dry');
    const count = async () =>
      (
        await server.database.db
          .selectFrom('operation_log')
          .select('id')
          .where('path', '=', 'base.Transfer/import')
          .execute()
      ).length;
    const before = await count();
    const file = 'title,col_id\na,Dry\nb,Dry\n';
    expect((await imported('article', file, { dry_run: '1' })).data).toMatchObject({ rows: 2, created: 2, errors: [] });
    expect([await list('article', col), await count()]).toEqual([[], before]);
    await imported('article', file);
    expect([(await list('article', col)).length, await count()]).toEqual([2, before + 2]);
  });

  test('secure A9: one administrator has one at a time: three more wait, and the next is refused', async () => {
    await column('Queue');
    const file = 'title,col_id\na,Queue\n';
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    // Every transaction holds SQLite's only write lock.
    const holding = server.database.transaction(async (db) => {
      if (kind === 'postgres') await sql`lock table article in exclusive mode`.execute(db);
      await released;
    });
    const replies = Array.from({ length: 5 }, () => imported('article', file));
    expect((await Promise.race(replies)).status).toBe(429);
    release();
    await holding;
    const statuses = (await Promise.all(replies)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 429]);
  });

  test('secure A9: an import that nobody waits for any more leaves its place in the queue', async () => {
    await column('Left');
    const file = 'title,col_id\na,Left\n';
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const holding = server.database.transaction(async (db) => {
      if (kind === 'postgres') await sql`lock table article in exclusive mode`.execute(db);
      await released;
    });
    const leaving = new AbortController();
    const options = { signal: leaving.signal };
    const replies = Array.from({ length: 5 }, () =>
      imported('article', file, {}, server.token, options).catch(() => undefined),
    );
    expect((await Promise.race(replies))?.status).toBe(429);
    leaving.abort();
    let next = Promise.resolve<{ status: number } | undefined>(undefined);
    const tried = async () => {
      next = imported('article', file);
      return (await Promise.race([next, pause(300)]))?.status;
    };
    // Earlier than SQLite gives up waiting for its lock, which would empty the queue too.
    await expect.poll(tried, { timeout: 3000 }).not.toBe(429);
    release();
    await holding;
    expect((await next)?.status).toBe(200);
  });

  test('refuses what another row of the file has taken', async () => {
    const file = 'username\nfile_user\nother_user\nfile_user\n';
    const { data } = await imported('user', file);
    expect(data.errors).toMatchObject([{ row: 4, field: 'username', value: 'file_user', msg: '已被使用' }]);
  });

  test('lets a row refer to one above it', async () => {
    const { data } = await imported('column', 'title,model,pid\nUpper row,article,\nLower row,article,Upper row\n');
    expect(data).toMatchObject({ created: 2, errors: [] });
  });

  test('says what is wrong with a file that is none', async () => {
    const said = async (file: string) => {
      const { code, msg } = await imported('size', file);
      return [code, msg];
    };
    expect(await said('')).toEqual([0, '文件是空的']);
    expect(await said('\uFEFF\r\n')).toEqual([0, '文件里没有记录']);
    expect(await said('title\n')).toEqual([0, '文件里没有记录']);
    expect(await said('什么,都不是\n1,2\n')).toEqual([0, '第一行没有可识别的列名']);
    expect(await said('title\n"open\n')).toEqual([0, '第 2 行附近不是可读的 CSV']);
    expect((await server.call('base.Transfer/import', { entity: 'size' })).status).toBe(415);
  });

  test('A4: of a tree is refused beyond the rows that come in at once, with their number', async () => {
    const { code, msg, data } = await imported('column', `title,model\n${'x,article\n'.repeat(1001)}`);
    expect([code, msg]).toEqual([0, '这类记录一次最多导入 1000 行，请把文件分成几份']);
    expect(data).toEqual({ errors: { file: '最多 1000 项' } });
  });

  test('A19: with a row of more than 1,000 cells is refused before they cost time', async () => {
    const cells = (n: number) => Array.from({ length: n }, (_, at) => `c${at}`).join();
    const said = async (file: string) => {
      const { code, msg } = await imported('size', file);
      return [code, msg];
    };
    const beyond = (row: number) => [0, `第 ${row} 行超过 1000 个单元格，请删去多余的列后再导入`];
    expect(await said(`title\n${cells(1001)}\n`)).toEqual(beyond(2));
    // Each kind of line end ends a row, whatever the others have.
    expect(await said(`title\r${'x\r'.repeat(3)}${cells(1001)}`)).toEqual(beyond(5));
    expect(await said(`title\r\nx\n\ry\n\n${cells(1001)}`)).toEqual(beyond(6));
    // Blank rows cost as much as others.
    for (const end of ['\n', '\r'])
      expect(await said(`title\n${end.repeat(100_000)}`)).toEqual([0, '文件超过 100000 行，请分成几份']);
    // Commas within a text are no cells, and a thousand cells are taken.
    expect(await said(`title\n"${','.repeat(2000)}"\n`)).not.toEqual(beyond(2));
    expect(await said(`title,${cells(999)}\nx\n`)).not.toEqual(beyond(1));
    const wide = `title\n${',\u4e2d'.repeat(1_500_000)}\n`;
    expect(await cpuTimeOf(async () => expect(await said(wide)).toEqual(beyond(2)))).toBeLessThan(2000);
  });

  test('A19: with a cell longer than any text is refused before it costs time', async () => {
    const said = async (file: string) => {
      const { code, msg } = await imported('size', file);
      return [code, msg];
    };
    const beyond = (row: number, limit: number) => [
      0,
      `第 ${row} 行有单元格超过 ${limit} 个字，请检查分隔符和引号后再导入`,
    ];
    const heading = ';'.repeat(3_000_000);
    for (const file of [heading, `"${heading}"\nx\n`, `"${heading.replaceAll(';', '"')}`, `"${heading}`])
      expect(await said(file)).toEqual(beyond(1, 500));
    expect(await said(`title\n${'中'.repeat(400_003)}\n`)).toEqual(beyond(2, 400_000));
    // The longest text is taken, and what is wrong with it shown in part.
    const { data } = await imported('size', `title,sort\nx,"'${'中""'.repeat(200_000)}"\n`);
    expect(data.errors).toEqual([
      expect.objectContaining({ row: 2, field: 'sort', value: expect.stringMatching(/…$/) }),
    ]);
    expect(data.errors[0]?.value).toHaveLength(501);
  });

  const many = 250;
  test(`of ${many} rows with 3 bad cells names these on the dry run, and mended comes in as a whole`, async () => {
    const col = await column('Very many');
    const row = (n: number) => ['', `第 ${n} 行`, 'Very many', n % 2, n, '2026-03-04 05:06:07', `<p>正文 ${n}</p>`];
    const rows = Array.from({ length: many }, (_, n) => row(n + 1));
    const text = (all: unknown[][]) =>
      ['id,title,col_id,status,views,publish_time,content', ...all.map((each) => each.join())].join('\r\n');
    const bad = rows
      .with(17, row(18).with(3, 3))
      .with(many / 2 - 1, row(many / 2).with(4, '很多'))
      .with(many - 1, row(many).with(2, '没有这个栏目'));
    const dry = await imported('article', text(bad), { dry_run: '1' });
    expect(dry.data).toMatchObject({ rows: many, more: 0 });
    expect(dry.data.errors.map(({ row, field, value }) => [row, field, value])).toEqual([
      [19, 'status', '3'],
      [many / 2 + 1, 'views', '很多'],
      [many + 1, 'col_id', '没有这个栏目'],
    ]);
    expect(await list('article', col)).toEqual([]);
    expect((await imported('article', text(rows))).data).toMatchObject({
      repeated: 0,
      rows: many,
      created: many,
      updated: 0,
      errors: [],
      more: 0,
      unknown: [],
    });
    const { total } = await server.data<{ total: number }>('base.content/getContentList', {
      model: 'article',
      id: col,
    });
    expect(total).toBe(many);
    const back = await exported({ entity: 'article', filter: { col_id: col }, sort: 'id', order: 'asc' });
    const lines = back.rows();
    expect(lines).toHaveLength(many);
    expect(lines.at(-1)).toMatchObject({
      title: `第 ${many} 行`,
      content: `<p>正文 ${many}</p>`,
      publish_time: '2026-03-04T05:06:07Z',
    });
  });

  describe('for a role', () => {
    test('needs its own rule and those of the entity', async () => {
      const out = await server.makeAdmin(
        await server.makeRole(['base.Transfer/export?entity=size', 'base.Transfer/import']),
      );
      expect((await exported({ entity: 'size' }, out.token)).response.status).toBe(403);
      expect((await imported('size', 'title\nx\n', {}, out.token)).status).toBe(403);
      const none = await server.makeAdmin(await server.makeRole(['/user_list', 'base.User/list']));
      expect((await exported({ entity: 'user' }, none.token)).response.status).toBe(403);
    });
  });

  test('writes once what comes twice under one key, and says so', async () => {
    const col = await column('Twice');
    const file = 'title,col_id\n一,Twice\n二,Twice';
    const [first, second] = [
      await imported('article', file, {}, server.token, { key: 'article.twice' }),
      await imported('article', file, {}, server.token, { key: 'article.twice' }),
    ];
    expect([first, second].map(({ data }) => [data.created, data.repeated])).toEqual([
      [2, 0],
      [2, 1],
    ]);
    expect(await list('article', col)).toHaveLength(2);
  });

  test('tells on a dry run under its key that it came in already, and keeps no key itself', async () => {
    const col = await column('Known');
    const file = 'title,col_id\n一,Known';
    const options = { key: 'article.known' };
    const dry = () => imported('article', file, { dry_run: '1' }, server.token, options);
    expect((await dry()).data).toMatchObject({ created: 1, repeated: 0 });
    expect((await dry()).data).toMatchObject({ created: 1, repeated: 0 });
    expect((await imported('article', file, {}, server.token, options)).data).toMatchObject({
      created: 1,
      repeated: 0,
    });
    expect((await dry()).data).toMatchObject({ created: 1, repeated: 1 });
    expect(await list('article', col)).toHaveLength(1);
  });

  test('writes nothing for a caller that has hung up', async () => {
    const col = await column('Gone');
    const length = kind === 'sqlite' ? 800 : 400; // several times longer under way than it takes to hang up
    const lines = Array.from({ length }, (_, n) => `第 ${n} 行,Gone`);
    const file = ['title,col_id', ...lines].join('\n');
    const key = 'article.gone';
    const leaving = new AbortController();
    const left = imported('article', file, {}, server.token, { key, signal: leaving.signal });
    await fetch(`${server.url}/api/site/info`);
    leaving.abort();
    await expect(left).rejects.toThrow();
    // Waits for the first one, as it has the same key; where that takes longer than a lock is waited for, it comes again.
    const again = () => imported('article', file, {}, server.token, { key });
    let reply = await again();
    while (reply.status === 503) reply = await again();
    expect(reply.data).toMatchObject({ created: length, repeated: 0 });
    const { total } = await server.data<{ total: number }>('base.content/getContentList', {
      model: 'article',
      id: col,
    });
    expect(total).toBe(length);
  });
});
