import { expect, test } from 'vitest';
import { webData } from '../../contract/calls/console.ts';
import { fileUpload } from '../../contract/calls/upload.ts';
import { consoleAt } from '../support/provider.ts';
import { done, page, refused, useStandIn } from '../support/standIn.ts';

const standIn = useStandIn();

/** Before a back end that speaks only what console.md states. */
function open() {
  const console = consoleAt(standIn.url, 'the-token');
  console.features.learn(undefined);
  return console;
}
const list = { pagination: { page: 1, perPage: 10 }, sort: { field: 'id', order: 'ASC' as const }, filter: {} };
const paths = () => standIn.asked.map(({ path }) => path.split('/')[1]);

test('C6: a password in rows is neither given to a form nor sent back', async () => {
  const row = { id: '3', username: 'wang', password: '5f4dcc3b', mobile: '1', email: '', groupId: '1' };
  standIn.answers(page(row));
  const { provider } = open();
  const { data } = await provider.getList('admin', list);
  expect(data[0]).not.toHaveProperty('password');
  const { data: one } = await provider.getOne('admin', { id: 3 });
  expect(one).not.toHaveProperty('password');
  await provider.update('admin', { id: 3, data: { ...one, mobile: '2' }, previousData: one as never });
  expect(standIn.asked.at(-1)?.form).toEqual({ id: '3', username: 'wang', mobile: '2', email: '', groupId: '1' });
  await provider.update('admin', { id: 3, data: { ...one, password: 'a new one' }, previousData: one as never });
  expect(standIn.asked.at(-1)?.form.password).toBe('a new one');
});

test.each([[['article', 'product']], [[{ model: 'article' }, { model: 'product' }]]])(
  'C6: the models may be a list of names: %j',
  async (models) => {
    standIn.answers(done({ models }));
    const data = await open().http.call(webData);
    expect(data.models.map(({ model }) => model)).toEqual(['article', 'product']);
  },
);

test('C6: the single pages of all columns are found column by column', async () => {
  standIn.answers((asked) =>
    asked.path.endsWith('getContentTopMenu')
      ? done([
          { id: '4', title: '关于' },
          { id: '6', title: '联系' },
        ])
      : done({ id: `1${asked.form.id}`, col_id: asked.form.id, title: `页 ${asked.form.id}` }),
  );
  const { provider } = open();
  const { data, total } = await provider.getList('single', list);
  expect([data.map(({ id, title }) => [id, title]), total]).toEqual([
    [
      [14, '页 4'],
      [16, '页 6'],
    ],
    2,
  ]);
  expect(standIn.asked[0]?.query).toEqual({ model: 'single' });
  expect((await provider.getOne('single', { id: 16 })).data.title).toBe('页 6');
  standIn.asked = [];
  await provider.getList('single', { ...list, filter: { col_id: 4 } });
  expect(standIn.asked.map(({ form }) => form.id)).toEqual(['4']);
});

test('specification D1: the contents of a column are listed although their rows do not name it', async () => {
  standIn.answers(done([{ id: '1', name: '王先生' }]));
  const { data } = await open().provider.getList('message', { ...list, filter: { col_id: 4 } });
  expect(data.map(({ id }) => id)).toEqual([1]);
});

test('specification D1: the single pages of all columns belong to the columns for which they were answered', async () => {
  standIn.answers(({ path, form }) =>
    done(path.endsWith('getContentTopMenu') ? [{ id: '4' }, { id: '6' }] : form.id === '4' ? { id: '14' } : []),
  );
  const { data } = await open().provider.getList('single', list);
  expect(data.map(({ id, col_id }) => [id, col_id])).toEqual([[14, 4]]);
});

test('C6: the single pages of many columns are asked for a few at once', async () => {
  const columns = Array.from({ length: 30 }, (_, at) => ({ id: at + 1, title: `${at}` }));
  let [running, most] = [0, 0];
  standIn.answers(async ({ path, form }) => {
    if (path.endsWith('getContentTopMenu')) return done(columns);
    most = Math.max(most, ++running);
    await new Promise((go) => setTimeout(go, 5));
    running--;
    return done({ id: `${form.id}`, col_id: form.id, title: 'a' });
  });
  const { data, total } = await open().provider.getList('single', { ...list, pagination: { page: 1, perPage: 50 } });
  expect([data.length, total]).toEqual([30, 30]);
  expect(most).toBeLessThanOrEqual(4);
});

test.each([
  [true, 1],
  [false, 0],
  ['1', 1],
  [1, 1],
])('C6: a status of %j is the choice %j', async (status, expected) => {
  standIn.answers(page({ id: 1, title: 'a', status, publish_time: '2026-01-02T03:04:05.678Z' }));
  const { data } = await open().provider.getList('article', list);
  expect([data[0]?.status, data[0]?.publish_time]).toEqual([expected, '2026-01-02T03:04:05Z']);
});

test('C6: what several parts of a screen read at once is asked for once, and anew after a write', async () => {
  standIn.answers(done([{ id: '1', title: 'a' }]));
  const { provider } = open();
  await Promise.all([provider.getAll('column'), provider.getMany('column', { ids: [1] })]);
  await provider.getAll('column');
  expect(paths()).toEqual(['getAllColumnList']);
  await provider.delete('column', { id: 1 });
  await provider.getAll('column');
  expect(paths()).toEqual(['getAllColumnList', 'deleteColumn', 'getAllColumnList']);
});

test('C6: a read that nobody waits for any more does not have another one asked for again', async () => {
  standIn.answers(done([{ id: '1', title: 'a' }]));
  const { provider } = open();
  await provider.getAll('column');
  await expect(provider.getList('nav', { ...list, signal: AbortSignal.abort() })).rejects.toThrow();
  await provider.getAll('column');
  expect(paths()).toEqual(['getAllColumnList']);
});

test('C6: a list that failed is asked for again', async () => {
  standIn.answers({ status: 500, body: '' }, done([]));
  const { provider } = open();
  await expect(provider.getAll('column')).rejects.toThrow();
  await provider.getAll('column');
  expect(standIn.asked).toHaveLength(2);
});

test.each([
  ['a text', '/upload/a.png'],
  ['`url`', { url: '/upload/a.png', src: 'http://cdn/a.png' }],
  ['`src`', { src: '/upload/a.png' }],
  ['`path`', { path: '/upload/a.png' }],
  ['`data.url`', { data: { url: '/upload/a.png' } }],
  ['`data.src`', { data: { src: '/upload/a.png' } }],
  ['one file of a list', [{ url: '/upload/a.png' }]],
])('specification D8: an upload answers its address as %s', async (_how, data) => {
  const post = async () => ({ status: 200, body: JSON.stringify({ code: 1, msg: '', data }) });
  const { http, features } = consoleAt(standIn.url, 'the-token', { post });
  const upload = () => http.upload(fileUpload, {}, new File(['a'], 'a.png'));
  features.learn([]);
  expect((await upload()).url).toBe('/upload/a.png');
  // Our own server's replies are read as strictly as ever.
  features.learn(['list']);
  const url = typeof data === 'object' && 'url' in data ? data.url : undefined;
  expect((await upload().catch(() => undefined))?.url).toBe(url);
});

const [title, logo] = [
  { id: '7', en_name: 'web_title', zh_name: '标题' },
  { id: '8', en_name: 'web_logo', zh_name: '标志' },
];
test.each([
  ...['items', 'sunList', 'children', 'list', 'config', 'configList'].map(
    (name) =>
      [
        `under \`${name}\``,
        [
          { id: '1', title: '站点', [name]: [title, logo] },
          { id: '2', title: '空' },
        ],
      ] as const,
  ),
  [
    'flat with `groupId`',
    [
      { id: '1', title: '站点' },
      { id: '2', title: '空' },
      { ...title, groupId: '1' },
      { ...logo, groupId: '1' },
    ],
  ] as const,
])('specification D8: the items of extension groups may come %s', async (_how, rows) => {
  standIn.answers(done(rows));
  const { provider } = open();
  const groups = await provider.getList('config_group', list);
  expect(groups.data.map(({ id, title }) => [id, title])).toEqual([
    [1, '站点'],
    [2, '空'],
  ]);
  const items = await provider.getList('config_item', list);
  expect(items.data.map(({ id, en_name, groupId }) => [id, en_name, groupId])).toEqual([
    [7, 'web_title', 1],
    [8, 'web_logo', 1],
  ]);
});

test('specification D8: the title of a row may be called `name`', async () => {
  standIn.answers(page({ id: '1', name: '新闻', children: [{ id: '2', name: '公司新闻' }] }));
  const { data } = await open().provider.getList('column', list);
  expect([data[0]?.title, data[0]?.children[0].title]).toEqual(['新闻', '公司新闻']);
});

test('specification D8: of a reply of all rows where a page was asked each page has its own', async () => {
  standIn.answers(page(...Array.from({ length: 13 }, (_, at) => ({ id: `${at + 1}`, title: `第 ${at + 1} 条` }))));
  const { provider } = open();
  const idsOf = async (number: number) => {
    const { data, total } = await provider.getList('nav', { ...list, pagination: { page: number, perPage: 10 } });
    return [data.map(({ id }) => id), total];
  };
  expect(await idsOf(1)).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 13]);
  expect(await idsOf(2)).toEqual([[11, 12, 13], 13]);
});

test('specification D8: pages of a back end that are longer than the console’s are cut to them, none is empty', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => ({ id: `${at + 1}`, title: `第 ${at + 1} 条` }));
  const { provider } = open();
  const idsOf = async (number: number) => {
    const { data } = await provider.getList('nav', { ...list, pagination: { page: number, perPage: 10 } });
    return data.map(({ id }) => id);
  };
  standIn.answers(page(...rows));
  expect(await idsOf(1)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  standIn.answers(done({ data: [], total: 12 }), page(...rows));
  expect(await idsOf(2)).toEqual([11, 12]);
});

test('specification D8: an edit that is refused for its verb is made once by the other one, no other refusal is repeated', async () => {
  const { provider } = open();
  const edit = () => provider.update('column', { id: 7, data: { title: 'b' }, previousData: { id: 7, title: 'a' } });
  standIn.answers(refused(0, '请求方式错误'), done());
  await edit();
  await edit();
  expect(standIn.asked.map(({ verb }) => verb)).toEqual(['POST', 'GET', 'GET']);
  standIn.asked = [];
  standIn.answers(refused(0, '请求方式错误'));
  await expect(edit()).rejects.toMatchObject({ sentence: '请求方式错误' });
  expect(standIn.asked.map(({ verb }) => verb)).toEqual(['GET']);
  standIn.asked = [];
  for (const refusal of ['标题重复', 'Unknown payment method', 'method not exist: app\\Column->edit']) {
    standIn.asked = [];
    standIn.answers(refused(0, refusal));
    await expect(edit()).rejects.toMatchObject({ sentence: refusal });
    expect(standIn.asked, refusal).toHaveLength(1);
  }
});

test('specification D8: the rules of a role may be JSON', async () => {
  standIn.answers(done([{ id: '1', title: '编辑', rule_method: '[1,11]' }]));
  expect((await open().provider.getList('role', list)).data[0]?.rule_method).toEqual([1, 11]);
});
