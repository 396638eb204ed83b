import { expect, test } from 'vitest';
import { consoleAt } from '../support/provider.ts';
import { type Answer, done, page, useStandIn } from '../support/standIn.ts';

const standIn = useStandIn();

/** A data provider for a back end with these extensions, or for one that speaks only what console.md states. */
function open(extensions?: string[]) {
  const console = consoleAt(standIn.url, 'the-token');
  console.features.learn(extensions);
  return console.provider;
}
const own = ['list', 'ids', 'version', 'idempotency'];
const list = { pagination: { page: 2, perPage: 10 }, sort: { field: 'sort', order: 'ASC' as const } };
const last = () => {
  const { path = '', query = {}, form = {} } = standIn.asked.at(-1) ?? {};
  return [path.split('/')[1], { ...query, ...form }];
};

/** Calls that always send every parameter that section 7 of console.md names for them, whatever was filled in. */
const specified: [call: string, act: (at: ReturnType<typeof open>) => Promise<unknown>, sent: object][] = [
  [
    'addContentParams',
    (at) => at.create('content_param', { data: { name: 'a', title: 'A', cid: 3 } }),
    { name: 'a', title: 'A', cid: '3', sid: '0' },
  ],
  ['getContentParams', (at) => at.getList('content_param', { ...list, filter: { cid: 3 } }), { col_id: '3', sid: '0' }],
  [
    'create_rule',
    (at) => at.create('rule', { data: { title: 'a', path: '/a' } }),
    { title: 'a', path: '/a', pid: '0' },
  ],
  ['create_role', (at) => at.create('role', { data: { title: 'a' } }), { title: 'a', rule_method: '' }],
  [
    'addEditCategory',
    (at) => at.create('category', { data: { title: 'a', cid: 3, type: 'product' } }),
    { id: '0', org_img: '', cid: '3', title: 'a', pid: '0', sid: '0', sort: '0', type: 'product' },
  ],
  ['addEditSize', (at) => at.create('size', { data: { title: 'a' } }), { id: '0', title: 'a', sort: '0' }],
  [
    'addAdmin',
    (at) => at.create('admin', { data: { username: 'abc', password: 'a long one', groupId: 1 } }),
    { username: 'abc', password: 'a long one', groupId: '1', mobile: '', email: '' },
  ],
  ['addExtendGroup', (at) => at.create('config_group', { data: { title: 'a' } }), { title: 'a', ident: '', sort: '0' }],
  [
    'addExpendConfig',
    (at) => at.create('config_item', { data: { groupId: 1, zh_name: 'a', en_name: 'a' } }),
    { groupId: '1', zh_name: 'a', en_name: 'a', sort: '0' },
  ],
  ['getAllCategoryList', (at) => at.getAll('category'), { id: '0', type: '' }],
  ['getAllCategoryList', (at) => at.getAll('category', { cid: 3, type: 'product' }), { id: '3', type: 'product' }],
  ['getAll', (at) => at.getAll('size'), { id: '0' }],
  [
    'getContentParams',
    (at) => at.getList('content_param', { ...list, filter: { cid: 3, sid: 9 } }),
    { col_id: '3', sid: '9' },
  ],
];

/** Creating a record from an empty form sends these parameters. */
const madeEmpty: [call: string, entity: string, sent: object][] = [
  ['create_rule', 'rule', { title: '', path: '', pid: '0' }],
  ['create_role', 'role', { title: '', rule_method: '' }],
  ['addAdmin', 'admin', { username: '', mobile: '', email: '', password: '', groupId: '0' }],
  ['addExtendGroup', 'config_group', { title: '', ident: '', sort: '0' }],
  ['addExpendConfig', 'config_item', { groupId: '0', zh_name: '', en_name: '', sort: '0' }],
];

test.each(madeEmpty)(
  'specification D8: %s of %s sends what the specification names, also where nothing is filled in',
  async (call, entity, sent) => {
    standIn.answers(done([]));
    await open().create(entity, { data: {} });
    expect(last()).toEqual([call, sent]);
  },
);

test.each(specified.flatMap((each) => [[...each, own] as const, [...each, undefined] as const]))(
  'C1: %s always sends what the specification names: %#',
  async (call, act, sent, extensions) => {
    standIn.answers(done([]));
    await act(open(extensions));
    expect(last()).toEqual([call, sent]);
  },
);

test('C1: an edit sends what console.md names of its record, not what a new one begins with', async () => {
  const at = open(own);
  const record = { id: 7, title: 'a', cid: 3, pid: 5, sid: 0, sort: 4, type: 'product', org_img: '/a.png', version: 2 };
  await at.update('category', { id: 7, data: { title: 'b' }, previousData: record });
  const { version: _, ...rest } = record;
  const sent = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  expect(last()).toEqual(['addEditCategory', { ...sent, title: 'b', version: '2' }]);
  // If the record was not read, only the changed fields are sent.
  await at.update('category', { id: 7, data: { sort: 1 }, previousData: undefined as never });
  expect(last()).toEqual(['addEditCategory', { id: '7', sort: '1' }]);
  const role = { id: 2, title: 'a', rule_method: [1, 2], version: 1 };
  await at.update('role', { id: 2, data: { title: 'b' }, previousData: role });
  expect(last()).toEqual(['edit_role', { id: '2', title: 'b', rule_method: '1,2', version: '1' }]);
});

test.each([
  ['category', 'getCategoryList', { page: '2', id: '3' }, { cid: 3 }],
  ['nav', 'getNavList', { page: '2' }, {}],
])('C1: without extensions %s is listed by %s, page by page: %j', async (entity, call, sent, filter) => {
  const rows: Answer = done({
    data: [
      { id: '11', title: 'a', pid: '0' },
      { id: '12', title: 'b', pid: '11' },
    ],
    total: '12',
  });
  standIn.answers(rows);
  const { data, total } = await open().getList(entity, { ...list, filter });
  expect(standIn.asked).toHaveLength(1);
  expect(last()).toEqual([call, sent]);
  expect([data.map(({ id }) => id), total]).toEqual([[11, 12], 12]);
});

test('C1: with our extensions a tree is shown as a whole', async () => {
  standIn.answers(
    done([
      { id: 1, title: 'a', pid: null },
      { id: 2, title: 'b', pid: 1 },
    ]),
  );
  const { data } = await open(own).getList('category', { ...list, pagination: { page: 1, perPage: 100 }, filter: {} });
  expect(last()).toEqual(['getAllCategoryList', { id: '0', type: '' }]);
  expect(data).toMatchObject([{ id: 1, children: [{ id: 2 }] }]);
});

test('C1: content is always asked for by column, model, page and search', async () => {
  standIn.answers(page());
  await open(own).getList('article', { ...list, filter: {} });
  expect(last()).toEqual([
    'getContentList',
    { id: '0', model: 'article', page: '2', searchKey: '', limit: '10', sort: 'sort', order: 'asc' },
  ]);
});
