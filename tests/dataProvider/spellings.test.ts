import { describe, expect, test } from 'vitest';
import { ini, preferences } from '../../contract/calls/auth.ts';
import { sysConfig } from '../../contract/calls/config.ts';
import { getAdminInfo, menu, webData } from '../../contract/calls/console.ts';
import { getAllCaseList, getContentTopMenu } from '../../contract/calls/content.ts';
import { mediaUsage } from '../../contract/calls/media.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { consoleAt } from '../support/provider.ts';
import { type Answer, done, useStandIn } from '../support/standIn.ts';

const standIn = useStandIn();

function open(token = 'the-token') {
  const console = consoleAt(standIn.url, token);
  console.features.learn(undefined);
  return console;
}
const all = { pagination: { page: 1, perPage: 10 }, sort: { field: 'id', order: 'ASC' as const }, filter: {} };
const rowsOf = async (resource: string, answer: Answer) => {
  standIn.answers(answer);
  return (await open().provider.getList(resource, all)).data;
};
const local = (...parts: [number, number, number, number, number, number]) => toIsoSeconds(new Date(...parts));

test('what may be of every type is as it came: a text too', async () => {
  const kept = [
    { name: 'density', value: 'compact' },
    { name: 'tabs.open', value: [{ path: '/home' }] },
    { name: 'tabs.on', value: false },
    { name: 'theme', value: null },
  ];
  standIn.answers(done(kept));
  expect(await open().http.call(preferences)).toEqual(kept);
});

test.each([
  ['list', 'count', 23],
  ['rows', 'total', 23],
  ['items', 'pages', 2],
])('specification D8: a page may name its rows %s and their number %s', async (name, number, total) => {
  const rows = [
    { id: 4, title: '红茶' },
    { id: 5, title: '绿茶' },
  ];
  standIn.answers(done({ [name]: rows, [number]: 23 }));
  const read = await open().provider.getList('size', all);
  expect(read).toMatchObject({ data: rows, total });
  standIn.answers(done({ [name]: [], [number]: 0 }));
  expect(await open().provider.getList('size', all)).toMatchObject({ data: [], total: 0 });
});

describe('a row', () => {
  test.each([
    ['numbers', { id: 7, is_top: 1, views: 12, category_id: 3, publish_time: 1770091506 }],
    ['texts', { id: '7', is_top: '1', views: '12', category_id: '3', publish_time: '1770091506' }],
    ['other types', { id: '7', is_top: true, views: '12', category_id: '3', publish_time: '2026-02-03T04:05:06Z' }],
  ])('that is spelled in %s is the same', async (_what, row) => {
    const [read] = await rowsOf('article', done([row]));
    expect(read).toEqual({ id: 7, is_top: 1, views: 12, category_id: 3, publish_time: '2026-02-03T04:05:06Z' });
  });

  test.each([[null], [''], [[]]])('has nothing where the wire says %j', async (nothing) => {
    const names = ['title', 'category_id', 'publish_time', 'images', 'params', 'price', 'size_ids'];
    const [read] = await rowsOf('product', done([{ id: 1, ...Object.fromEntries(names.map((n) => [n, nothing])) }]));
    expect(read).toEqual({
      id: 1,
      title: '',
      category_id: null,
      publish_time: null,
      images: [],
      params: {},
      price: null,
      size_ids: [],
    });
  });

  test('keeps what is missing missing', async () => {
    expect(await rowsOf('article', done([{ id: 1 }]))).toEqual([{ id: 1 }]);
  });

  test('without an id is shown, and with none that another has', async () => {
    const rows = await rowsOf('operation_log', done([{ title: 'a' }, { id: 'x', title: 'b' }]));
    expect(rows).toMatchObject([
      { id: -2, title: 'b' },
      { id: -1, title: 'a' },
    ]);
  });

  test('whose id came before is the same record again: the first stays', async () => {
    const joined = [
      { id: 1, title: 'a' },
      { id: '1', title: 'b' },
      { id: 2, title: 'c' },
    ];
    expect(await rowsOf('size', done({ data: joined, total: 3 }))).toMatchObject([
      { id: 1, title: 'a' },
      { id: 2, title: 'c' },
    ]);
    const branch = [{ id: 1, children: [...joined, { id: 4, title: 'd' }] }, { id: 2 }];
    const [first, ...others] = await rowsOf('column', done({ data: branch, total: 2 }));
    expect(first?.children).toMatchObject([{ id: 2 }, { id: 4 }]);
    expect(others).toEqual([]);
  });

  test('of another entity is another record, whatever its id', async () => {
    const cases = [
      { id: 1, model: 'product', title: 'a' },
      { id: 1, model: 'atlas', title: 'b' },
    ];
    standIn.answers(done(cases));
    expect(await open().http.call(getAllCaseList)).toEqual(cases);
  });

  test('of the id 0 is not taken for what 0 stands for: all, or none', async () => {
    standIn.answers(
      done([
        { id: 0, title: 'a' },
        { id: '0', title: 'b' },
      ]),
    );
    const columns = await open().http.call(getContentTopMenu, { model: 'article' });
    expect(columns).toMatchObject([
      { id: -1, title: 'a' },
      { id: -2, title: 'b' },
    ]);
  });

  test('has pictures from a list of addresses, from text, from JSON', async () => {
    const spelled = [['/a.png', '/b.png'], '/a.png,/b.png', '[{"url":"/a.png"},{"url":"/b.png"}]'];
    const rows = await rowsOf('atlas', done(spelled.map((images, id) => ({ id: id + 1, images }))));
    const picture = { title: '', intro: '', sort: 0 };
    for (const row of rows)
      expect(row.images).toEqual([
        { ...picture, url: '/a.png' },
        { ...picture, url: '/b.png' },
      ]);
  });
});

test.each([
  ['a list', [1, 2]],
  ['a list of texts', ['1', '2']],
  ['text', '1,2'],
  ['JSON', '["1",2]'],
  ['records', [{ id: 1 }, { id: '2' }]],
  ['an object of numbers', { 0: 1, 2: 2 }],
])('the rules of a role are read from %s', async (_what, rule_method) => {
  const [role] = await rowsOf('role', done([{ id: 1, title: 'a', rule_method }]));
  expect(role?.rule_method).toEqual([1, 2]);
});

const row = { id: '1', title: 'a' };
test.each<[string, unknown, number]>([
  ['a page', { data: [row], total: '11' }, 11],
  ['a page that tells no total', { data: [row] }, 1],
  ['a page whose total is no number', { data: [row], total: 'many' }, 1],
  ['a bare array', [row], 1],
  ['an array with gaps', { 3: row }, 1],
  ['a page of an array with gaps', { data: { 3: row }, total: 1 }, 1],
  ['a list with what is no row', [row, null, 'b', 5], 1],
])('a list is read from %s', async (_what, data, total) => {
  standIn.answers(done(data));
  expect(await open().provider.getList('user', all)).toMatchObject({ data: [{ id: 1 }], total });
});

test.each([
  ['a page that tells no total', { data: [row] }],
  ['a bare array', [row]],
])('what is asked for without the provider is a page too, of %s', async (_what, data) => {
  standIn.answers(done(data));
  const used = await open().http.call(mediaUsage, { id: 1 });
  expect(used).toMatchObject({ data: [{ title: 'a' }], total: 1 });
});

test.each([[null], [''], [[]], [{}], [false]])('a list of %j is empty', async (nothing) => {
  standIn.answers(done(nothing));
  expect(await open().provider.getList('user', all)).toEqual({ data: [], total: 0 });
});

test.each<[string, unknown]>([
  ['values', { web_title: '茶园', web_logo: null }],
  ['rows', { web_title: { value: '茶园' }, web_logo: { id: 7, value: '' } }],
  ['rows without what is null', { web_title: { value: '茶园' }, web_logo: { zh_name: '标志', tip: '' } }],
  ['values in groups', { data: { site: { web_title: '茶园' }, look: { web_logo: '' } } }],
  ['rows in groups', { site: [{ en_name: 'web_title', value: '茶园' }], look: [{ en_name: 'web_logo', value: '' }] }],
])('the configuration as %s by their names is its items', async (_what, told) => {
  standIn.answers(done(told));
  const items = await open().http.call(sysConfig);
  expect(items.map(({ en_name, value }) => [en_name, value])).toEqual([
    ['web_title', '茶园'],
    ['web_logo', ''],
  ]);
});

test.each(['children', 'sunList'])('what stands below a row is read from %s', async (name) => {
  const tree = [{ id: '1', title: 'a', [name]: [{ id: '2', title: 'b' }] }];
  const [column] = await rowsOf('column', done({ data: tree, total: 1 }));
  expect(column?.children).toMatchObject([{ id: 2, children: [] }]);
  const [rule] = await rowsOf('rule', done(tree));
  expect(rule?.sunList).toMatchObject([{ id: 2, sunList: [] }]);
  const { http } = open();
  expect(await http.call(menu, { pid: 0 })).toMatchObject([{ id: 1, path: '', children: [{ id: 2, children: [] }] }]);
});

describe('what is no row', () => {
  test.each<[string, unknown]>([
    ['nothing', null],
    ['text', 'x'],
    ['a list', []],
  ])('is read from %s as if it told nothing', async (_what, data) => {
    standIn.answers(done(data));
    const { http } = open();
    expect(await http.call(ini)).toEqual({ web_title: '', web_logo: '', sms: 0 });
    expect(await http.call(webData)).toEqual({ models: [] });
    expect((await http.call(getAdminInfo)).rules).toBeUndefined();
    expect(await http.call(getContentTopMenu, { model: 'article' })).toEqual([]);
  });

  test('is of its kinds', async () => {
    standIn.answers(done({ username: 5, role: '管理员', rules: 'a,b', logintimes: '7', must_change: '0' }));
    const info = await open().http.call(getAdminInfo);
    expect(info).toMatchObject({ username: '5', rules: ['a', 'b'], logintimes: 7, must_change: false });
    expect(info.role.title).toBe('');
  });
});

test('a sign-in that gives no token is no sign-in', async () => {
  standIn.answers(done(null));
  const { authProvider, session } = open('');
  await expect(authProvider.login({ username: 'a' })).rejects.toMatchObject({ kind: 'unreadable' });
  expect([session.status(), session.token()]).toEqual(['out', '']);
});

test('an administrator without an id is known by the name', async () => {
  standIn.answers(done({ username: 'anna' }));
  expect(await open().authProvider.getIdentity?.()).toMatchObject({ id: 'anna', fullName: 'anna' });
});

describe('what an edit sends back', () => {
  const came = {
    id: '7',
    title: 'a',
    publish_time: '1770091506',
    expire_time: 0,
    price: '12.5',
    images: '/a.png,/b.png',
    is_top: '1',
    size_ids: '1,2',
  };
  const edit = async (change: object, row: object = came) => {
    const { provider } = open();
    standIn.answers(done({ data: [row], total: 1 }), done());
    const { data } = await provider.getList('product', all);
    await provider.update('product', { id: 7, data: { ...data[0], ...change }, previousData: data[0] as never });
    return standIn.asked.at(-1)?.form;
  };

  test('is what came, where it was not changed', async () => {
    expect(await edit({ title: 'b' })).toEqual({ ...came, title: 'b', expire_time: '0' });
  });

  test.each([
    ['Unix seconds', '1770091506', '2026-02-03T04:05:07Z', '1770091507'],
    ['a time without a zone', '2026-02-03 04:05:06', local(2026, 1, 3, 4, 5, 7), '2026-02-03 04:05:07'],
    ['ISO', '2026-02-03T04:05:06Z', '2026-02-03T04:05:07Z', '2026-02-03T04:05:07Z'],
  ])('is a time in %s, where that came', async (_what, spelled, publish_time, expected) => {
    const form = await edit({ publish_time }, { ...came, publish_time: spelled });
    expect(form?.publish_time).toBe(expected);
  });

  test('is a time as others are spelled, where it had none', async () => {
    const form = await edit({ expire_time: '2026-02-03T04:05:07Z' }, { ...came, create_time: '1700000000' });
    expect(form?.expire_time).toBe('1770091507');
  });
});

test('a new record has its times as the others have them', async () => {
  const { provider } = open();
  standIn.answers(done({ data: [{ id: 1, create_time: 1700000000 }], total: 1 }), done({ id: 2 }));
  await provider.getList('article', all);
  await provider.create('article', { data: { title: 'a', publish_time: '2026-02-03T04:05:06Z' } });
  expect(standIn.asked.at(-1)?.form.publish_time).toBe('1770091506');
});

describe('a call that the specification has by another verb', () => {
  test.each([404, 405])('is made so where HTTP %d refuses the first', async (status) => {
    standIn.answers({ status, body: '<html></html>' }, done({ id: 1 }));
    const previousData = { id: 1, title: 'a' };
    const { provider } = open();
    await provider.update('column', { id: 1, data: { title: 'b' }, previousData });
    await provider.update('column', { id: 1, data: { title: 'c' }, previousData });
    expect(standIn.asked.map(({ verb, query, form }) => [verb, query.title ?? form.title])).toEqual([
      ['POST', 'b'],
      ['GET', 'b'],
      ['GET', 'c'],
    ]);
  });

  test('is not made again where it has no other', async () => {
    standIn.answers({ status: 405, body: '' });
    const edit = open().provider.update('nav', { id: 1, data: { title: 'b' }, previousData: { id: 1 } });
    await expect(edit).rejects.toMatchObject({ status: 405 });
    expect(standIn.asked).toHaveLength(1);
  });

  test('is not made again where the refusal is its own', async () => {
    standIn.answers({ status: 500, body: { code: 500, msg: '编号 7' } });
    const draft = { title: 'a', col_id: 1 };
    await expect(open().provider.create('recruitment', { data: draft })).rejects.toMatchObject({ status: 500 });
    expect(standIn.asked).toHaveLength(1);
  });
});
