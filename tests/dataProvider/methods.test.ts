import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { consoleAt } from '../support/provider.ts';
import { type Asked, done, page, useStandIn } from '../support/standIn.ts';

const standIn = useStandIn();
const open = () => consoleAt(standIn.url, 'the-token').provider;
type Provider = ReturnType<typeof open>;

const list = { pagination: { page: 2, perPage: 20 }, sort: { field: 'title', order: 'DESC' as const } };
const wire = ({ verb, path, query, form }: Asked) => [verb, path, { ...query, ...form }];

/** Per entity: the name of a method, a function that calls it, and verb, path and parameters of every request. */
const sent: Record<string, [string, (provider: Provider) => Promise<unknown>, ...unknown[][]][]> = {
  column: [
    [
      'getList',
      (provider) => provider.getList('column', { ...list, filter: { model: 'article', status: 0, searchKey: '新' } }),
      [
        'GET',
        'base.base/getColumnList',
        { page: '2', limit: '20', sort: 'title', order: 'desc', model: 'article', status: '0', searchKey: '新' },
      ],
    ],
    [
      'getManyReference',
      (provider) => provider.getManyReference('column', { ...list, target: 'pid', id: 3, filter: {} }),
      ['GET', 'base.base/getColumnList', { page: '2', limit: '20', sort: 'title', order: 'desc', pid: '3' }],
    ],
    ['getMany', (provider) => provider.getMany('column', { ids: [3, 4] }), ['GET', 'base.base/getAllColumnList', {}]],
    [
      'create',
      (provider) =>
        provider.create('column', { data: { title: '新闻', model: 'article', pid: null, is_nav: 1, status: 0 } }),
      ['POST', 'base.base/addColumn', { title: '新闻', model: 'article', pid: '0', is_nav: '1', status: '0' }],
    ],
    [
      'update',
      (provider) =>
        provider.update('column', {
          id: 7,
          data: { title: 'b', sort: 5 },
          previousData: { id: 7, title: 'a', sort: 5, version: 4 },
        }),
      ['POST', 'base.base/editColumn', { id: '7', title: 'b', version: '4' }],
    ],
    [
      'updateMany',
      (provider) => provider.updateMany('column', { ids: [7, 8], data: { status: 0 } }),
      ['POST', 'base.base/editColumn', { id: '7', status: '0' }],
      ['POST', 'base.base/editColumn', { id: '8', status: '0' }],
    ],
    [
      'delete',
      (provider) => provider.delete('column', { id: 7, meta: { move_to: 8 } }),
      ['POST', 'base.base/deleteColumn', { col_id: '7', move_to: '8' }],
    ],
    [
      'deleteMany',
      (provider) => provider.deleteMany('column', { ids: [7, 8] }),
      ['POST', 'base.base/deleteColumn', { col_id: '7' }],
      ['POST', 'base.base/deleteColumn', { col_id: '8' }],
    ],
  ],
  article: [
    [
      'getList',
      (provider) => provider.getList('article', { ...list, filter: { col_id: 5, is_top: 1, author: '' } }),
      [
        'POST',
        'base.content/getContentList',
        { model: 'article', page: '2', limit: '20', sort: 'title', order: 'desc', id: '5', is_top: '1', searchKey: '' },
      ],
    ],
    [
      'getMany',
      (provider) => provider.getMany('article', { ids: [3, 4] }),
      ['POST', 'base.content/getContentList', { id: '0', model: 'article', page: '1', ids: '3,4', searchKey: '' }],
    ],
    [
      'create',
      (provider) =>
        provider.create('article', { data: { col_id: 5, title: 'a&b', content: '<p>=</p>', publish_time: null } }),
      ['POST', 'base.content/addArticle', { col_id: '5', title: 'a&b', content: '<p>=</p>', publish_time: '' }],
    ],
    [
      'update',
      (provider) =>
        provider.update('article', {
          id: 9,
          data: { id: 9, subtitle: null, views: 3, column_title: 'x' },
          previousData: { id: 9, subtitle: 'old', views: 3, column_title: 'y', version: 1 },
        }),
      ['POST', 'base.content/editArticle', { id: '9', subtitle: '', version: '1' }],
    ],
    [
      'delete',
      (provider) => provider.delete('article', { id: 9 }),
      ['GET', 'base.content/deleteArticle', { aid: '9' }],
    ],
    [
      'deleteMany',
      (provider) => provider.deleteMany('article', { ids: [9] }),
      ['GET', 'base.content/deleteArticle', { aid: '9' }],
    ],
  ],
  role: [
    ['getList', (provider) => provider.getList('role', list), ['GET', 'base.admin/getRoleList', {}]],
    ['getMany', (provider) => provider.getMany('role', { ids: [1] }), ['GET', 'base.admin/getRoleList', {}]],
    [
      'getManyReference',
      (provider) => provider.getManyReference('role', { ...list, target: 'built_in', id: 1, filter: {} }),
      ['GET', 'base.admin/getRoleList', {}],
    ],
    [
      'create',
      (provider) => provider.create('role', { data: { title: '编辑', rule_method: [3, 1] } }),
      ['POST', 'base.admin/create_role', { title: '编辑', rule_method: '3,1' }],
    ],
    [
      'update',
      (provider) =>
        provider.update('role', {
          id: 2,
          data: { rule_method: [] },
          previousData: { id: 2, rule_method: [1], version: 3 },
        }),
      ['POST', 'base.admin/edit_role', { id: '2', rule_method: '', version: '3' }],
    ],
    ['delete', (provider) => provider.delete('role', { id: 2 }), ['GET', 'base.admin/delete_role', { rid: '2' }]],
  ],
};

describe.each(Object.keys(sent))('of %s', (entity) => {
  test.each(sent[entity] ?? [])('%s sends what the contract says', async (_method, act, ...expected) => {
    standIn.answers(done([]));
    await act(open());
    expect(standIn.asked.map(wire)).toEqual(expected);
  });
});

test('one column is read by its id, and found where it stands in the tree', async () => {
  standIn.answers(page({ id: '1', title: 'a', children: [{ id: '2', title: 'b', children: [] }] }));
  const { data } = await open().getOne('column', { id: 2 });
  expect(standIn.asked.map(wire)).toEqual([['GET', 'base.base/getColumnList', { page: '1', ids: '2' }]]);
  expect(data).toMatchObject({ id: 2, title: 'b' });
});

test('one article is read by its id, in the list of its model', async () => {
  standIn.answers(page({ id: 9, title: 'a', content: '<p>x</p>' }));
  const { data } = await open().getOne('article', { id: 9 });
  expect(standIn.asked.map(wire)).toEqual([
    ['POST', 'base.content/getContentList', { id: '0', model: 'article', page: '1', ids: '9', searchKey: '' }],
  ]);
  expect(data.content).toBe('<p>x</p>');
});

test('one role is found among all of them', async () => {
  standIn.answers(
    done([
      { id: 1, title: 'a' },
      { id: 2, title: 'b' },
    ]),
  );
  expect((await open().getOne('role', { id: 2 })).data.title).toBe('b');
});

test('a record that is not there is missing', async () => {
  standIn.answers(page());
  await expect(open().getOne('article', { id: 9 })).rejects.toMatchObject({ kind: 'missing' });
});

test('a post is a form, and a get has no body', async () => {
  const provider = open();
  await provider.create('role', { data: { title: 'a' } });
  await provider.delete('role', { id: 1 });
  expect(standIn.asked.map(({ headers }) => headers['content-type'])).toEqual([
    'application/x-www-form-urlencoded;charset=UTF-8',
    undefined,
  ]);
});

test('rows are decoded by the kinds of their fields, those below them too', async () => {
  const row = { id: '1', pid: '0', is_nav: '1', total: '3', create_time: 1770091506, org_img: null };
  standIn.answers({ data: { data: [{ ...row, children: [{ ...row, id: '2', pid: '1' }] }], total: '41' } });
  const { data, total } = await open().getList('column', list);
  const decoded = { pid: null, is_nav: 1, total: 3, create_time: '2026-02-03T04:05:06Z', org_img: '' };
  expect(total).toBe(41);
  expect(data).toEqual([{ ...decoded, id: 1, children: [{ ...decoded, children: [], id: 2, pid: 1 }] }]);
});

test('a choice among numbers that comes as text is one of them', async () => {
  standIn.answers(page({ id: 1, status: '0' }));
  expect((await open().getList('article', list)).data[0].status).toBe(0);
});

test('a list is sorted by no field that is not declared sortable', async () => {
  standIn.answers(page());
  await open().getList('column', { ...list, sort: { field: 'link', order: 'ASC' } });
  expect(standIn.asked[0]?.query).toEqual({ page: '2', limit: '20' });
});

test('a list begins at page 1', async () => {
  standIn.answers(page());
  await open().getList('column', {});
  expect(standIn.asked[0]?.query).toEqual({ page: '1' });
});

test('a page beyond the last one is the last', async () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({ id: at + 1, title: `${at}` }));
  standIn.answers(({ form }) => {
    const at = (Number(form.page) - 1) * 20;
    return done({ data: rows.slice(at, at + 20), total: 20 });
  });
  const { data, total } = await open().getList('article', { ...list, pagination: { page: 99_999, perPage: 20 } });
  expect([data.length, total]).toEqual([20, 20]);
  expect(standIn.asked.map(({ form }) => form.page)).toEqual(['99999', '1']);
});

test('of an empty list no page is asked for twice', async () => {
  standIn.answers(page());
  expect(await open().getList('article', { ...list, pagination: { page: 7, perPage: 20 } })).toEqual({
    data: [],
    total: 0,
  });
  expect(standIn.asked).toHaveLength(1);
});

test('a list that nobody waits for any more is cancelled', async () => {
  const controller = new AbortController();
  standIn.answers(() => {
    controller.abort();
    return 'never';
  });
  const provider = open();
  expect(provider.supportAbortSignal).toBe(true);
  await expect(provider.getList('column', { ...list, signal: controller.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
});

test.each([[null], [{ data: null, total: 0 }]])('a list answered with %j is empty', async (data) => {
  standIn.answers(done(data));
  expect(await open().getList('column', list)).toEqual({ data: [], total: 0 });
});

test('one record in the place of a list is a list of one', async () => {
  standIn.answers(done({ id: 5, title: '关于' }));
  expect(await open().getList('single', { filter: { col_id: 2 } })).toEqual({
    data: [{ id: 5, title: '关于' }],
    total: 1,
  });
});

describe('a bare array', () => {
  const roles = [
    { id: 1, title: '编辑', built_in: 0, sort: 2 },
    { id: 2, title: 'Admin', built_in: 1, sort: 10 },
    { id: 3, title: '作者', built_in: 0, sort: 1 },
  ];
  const found = async (params: Parameters<Provider['getList']>[1]) => {
    standIn.answers(done(roles));
    const { data, total } = await open().getList('role', params);
    return [data.map(({ id }) => id), total];
  };

  test('is paged here', async () => {
    expect(await found({ pagination: { page: 2, perPage: 2 } })).toEqual([[3], 3]);
  });

  test.each([
    ['ASC', [3, 1, 2]],
    ['DESC', [2, 1, 3]],
  ] as const)('is sorted here, %s, numbers as numbers', async (order, ids) => {
    expect(await found({ sort: { field: 'sort', order } })).toEqual([ids, 3]);
  });

  test('is filtered here', async () => {
    expect(await found({ filter: { built_in: 0, title: '', sort: undefined } })).toEqual([[1, 3], 2]);
  });

  test('is searched here, in what it says and not in the names of its fields', async () => {
    expect(await found({ filter: { searchKey: 'admin' } })).toEqual([[2], 1]);
    expect(await found({ filter: { searchKey: 'title' } })).toEqual([[], 0]);
  });

  test('is filtered by what its records refer to', async () => {
    standIn.answers(done(roles));
    const { total } = await open().getManyReference('role', { ...list, target: 'built_in', id: 1, filter: {} });
    expect(total).toBe(1);
  });

  test('takes 0 of a reference for all', async () => {
    standIn.answers(done([{ id: 1, col_id: 3 }]));
    expect((await open().getList('article', { filter: { col_id: 0 } })).total).toBe(1);
  });
});

describe('many records', () => {
  const ids = Array.from({ length: 250 }, (_, at) => at + 1);

  test('are read in parts of 100', async () => {
    standIn.answers(({ form }) => page(...(form.ids ?? '').split(',').map((id) => ({ id }))));
    const { data } = await open().getMany('article', { ids });
    expect(standIn.asked.map(({ form }) => form.ids?.split(',').length).sort()).toEqual([100, 100, 50]);
    expect(data.map(({ id }) => id)).toEqual(ids);
  });

  test('are chosen from all of them where there is such a call', async () => {
    standIn.answers(done([{ id: '1' }, { id: '2' }, { id: '3' }]));
    const { data } = await open().getMany('column', { ids: ['3', 1] });
    expect(data.map(({ id }) => id)).toEqual([1, 3]);
  });

  test('of a tree are found below others', async () => {
    standIn.answers(done([{ id: 1, sunList: [{ id: 2, sunList: [] }] }]));
    const { data } = await open().getMany('rule', { ids: [2] });
    expect(data.map(({ id }) => id)).toEqual([2]);
  });

  test('to choose from stand one after the other, parents first', async () => {
    standIn.answers(
      done([
        { id: 1, sunList: [{ id: 2 }] },
        { id: 3, sunList: [] },
      ]),
    );
    expect((await open().getAll('rule')).map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  test('D2: to choose from are never the first few of an entity that has no call for all of them', async () => {
    await expect(open().getAll('user')).rejects.toThrow('user has no call for all of its records');
    expect(standIn.asked).toEqual([]);
  });
});

describe('an edit', () => {
  test('that changes nothing is no call', async () => {
    const record = { id: 7, title: 'a', pid: null, is_nav: 1, link: '', version: 4 };
    const { data } = await open().update('column', { id: 7, data: { ...record, link: null }, previousData: record });
    expect(standIn.asked).toEqual([]);
    expect(data).toEqual(record);
  });

  test('gives the record as it is now, with its new version', async () => {
    standIn.answers(done({ id: '7', version: 5 }));
    const { data } = await open().update('column', {
      id: 7,
      data: { title: 'b' },
      previousData: { id: 7, title: 'a', sort: 1, version: 4 },
    });
    expect(data).toEqual({ id: 7, title: 'b', sort: 1, version: 5 });
  });

  test('A18: keeps nothing that is only ever written, so that it is sent when it is typed once more', async () => {
    standIn.answers(done({ id: '1', version: 2 }));
    const previousData = { id: 1, email: '', version: 1 };
    const { data } = await open().update('admin', {
      id: 1,
      data: { ...previousData, email: 'a@b.example', password: 'my-password-1' },
      previousData,
    });
    expect(data).toEqual({ id: 1, email: 'a@b.example', version: 2 });
  });

  test('clears what is emptied', async () => {
    await open().update('column', {
      id: 7,
      data: { pid: null, title: 'a' },
      previousData: { id: 7, pid: 3, title: 'a', version: 4 },
    });
    expect(standIn.asked[0]?.form).toEqual({ id: '7', pid: '0', version: '4' });
  });
});

test('a new record has the id that the back end gave it', async () => {
  standIn.answers(done({ id: '12' }));
  const { data } = await open().create('column', { data: { title: 'a', model: 'article', level: 3 } });
  expect(data).toEqual({ id: 12, title: 'a', model: 'article', level: 3 });
  expect(standIn.asked[0]?.form).not.toHaveProperty('level');
});

test('what there is no call for is refused before anything is sent', async () => {
  await expect(open().create('single', { data: {} })).rejects.toThrow('single has no create call');
  await expect(open().getList('nothing', {})).rejects.toThrow('there is no entity nothing');
  expect(standIn.asked).toEqual([]);
});

test.each([
  ['today', new Date(2026, 10, 22)],
  ['week', new Date(2026, 10, 16)],
  ['month', new Date(2026, 9, 24)],
])('B6: the span %s of a filter is sent as the times that it has when the list is asked for', async (range, begin) => {
  const provider = open();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 9, 30) });
  onTestFinished(() => void vi.useRealTimers());
  const asked = async () => {
    standIn.answers(page([]));
    await provider.getList('article', { ...list, filter: { range, state: 'draft' } });
    const { form } = standIn.asked.at(-1) as Asked;
    return [form.from, form.to, form.range, form.state].map((time) => (time?.endsWith('Z') ? new Date(time) : time));
  };
  expect(await asked()).toEqual([begin, new Date(2026, 10, 22, 23, 59, 59), undefined, 'draft']);
  // A day later, the same filter asks for the times of that day.
  vi.setSystemTime(new Date(2026, 10, 23, 0, 0, 1));
  begin.setDate(begin.getDate() + 1);
  expect(await asked()).toEqual([begin, new Date(2026, 10, 23, 23, 59, 59), undefined, 'draft']);
});
