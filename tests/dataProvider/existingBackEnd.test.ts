import { describe, expect, test } from 'vitest';
import { column } from '../../contract/entities/column.ts';
import { configItem } from '../../contract/entities/configItem.ts';
import type { Entity } from '../../contract/entity.ts';
import { createFeatures } from '../../dataProvider/features.ts';
import { consoleAt, memoryStorage } from '../support/provider.ts';
import { type Answer, done, page, useStandIn } from '../support/standIn.ts';

const standIn = useStandIn();

/** The console before a back end that speaks only what console.md states (contract.md section 5). */
function open() {
  const console = consoleAt(standIn.url, 'the-token');
  console.features.learn(undefined);
  return console.provider;
}
const list = { pagination: { page: 3, perPage: 50 }, sort: { field: 'title', order: 'ASC' as const } };
const common = ['host', 'connection', 'accept', 'accept-language', 'accept-encoding', 'user-agent', 'sec-fetch-mode'];

describe('to a back end that names no extensions', () => {
  test('no header goes but the token', async () => {
    const provider = open();
    await provider.create('column', { data: { title: 'a', model: 'article' } });
    await provider.delete('article', { id: 1 });
    const own = standIn.asked.map(({ headers }) =>
      Object.keys(headers).filter((name) => !common.includes(name) && !name.startsWith('content-')),
    );
    expect(own).toEqual([['authorization'], ['authorization']]);
    // The default of the platform's own fetch.
    expect(standIn.asked[0]?.headers['accept-language']).toBe('*');
  });

  test('a list is asked for by its page alone', async () => {
    standIn.answers(page());
    await open().getList('column', list);
    expect(standIn.asked[0]?.query).toEqual({ page: '3' });
  });

  test('a list is narrowed and searched where the specification says so, and nowhere else', async () => {
    standIn.answers(page());
    const filter = { cid: 2, col_id: 2, status: 1, searchKey: 'a', from: '2026-01-01T00:00:00Z' };
    for (const name of ['user', 'ad', 'operation_log']) await open().getList(name, { ...list, filter });
    expect(standIn.asked.map(({ query }) => query)).toEqual(Array(3).fill({ page: '3' }));
  });

  test('what a list cannot be searched for is looked for in all records, where they can be had', async () => {
    standIn.answers(
      done([
        { id: 1, title: '新闻' },
        { id: 2, title: '公司' },
      ]),
    );
    const params = { ...list, pagination: { page: 1, perPage: 10 }, filter: { searchKey: '公' } };
    expect((await open().getList('column', params)).data).toMatchObject([{ id: 2, children: [] }]);
    expect(standIn.asked.map(({ path, query }) => [path, query])).toEqual([['base.base/getAllColumnList', {}]]);
  });

  test('a list of all records is narrowed by what its call names, and else here', async () => {
    standIn.answers(
      done([
        { id: 1, name: 'a' },
        { id: 2, name: 'b' },
      ]),
    );
    const params = { ...list, pagination: { page: 1, perPage: 10 }, filter: { cid: 5, searchKey: 'b' } };
    await open().getList('content_param', params);
    expect(standIn.asked[0]?.form).toEqual({ col_id: '5', sid: '0' });
  });

  test('content is asked for by column, model, page and search', async () => {
    standIn.answers(page());
    await open().getList('article', { ...list, filter: { col_id: 5, searchKey: '新' } });
    expect(standIn.asked[0]?.form).toEqual({ id: '5', model: 'article', page: '3', searchKey: '新' });
  });

  test('an edit sends what was read, without a version', async () => {
    const previousData = { id: 7, title: 'a', sort: 1, version: 4 };
    await open().update('column', { id: 7, data: { ...previousData, title: 'b' }, previousData });
    expect(standIn.asked[0]?.form).toEqual({ id: '7', title: 'b', sort: '1' });
  });

  test('an edit does not clear what the list did not tell', async () => {
    const previousData = { id: 7, title: 'a', org_img: '' };
    const data = { ...previousData, title: 'b', org_img: '', content: null, keywords: '', pid: null, is_nav: 0 };
    await open().update('column', { id: 7, data, previousData });
    expect(standIn.asked[0]?.form).toEqual({ id: '7', title: 'b', org_img: '' });
  });

  test('a write whose reply is lost is asked once', async () => {
    standIn.answers('lost');
    const call = open().create('column', { data: { title: 'a', model: 'article' } });
    await expect(call).rejects.toMatchObject({ kind: 'unknown', message: 'failure.unknownOnce' });
    expect(standIn.asked).toHaveLength(1);
  });

  test('a write that a program breaks down at may be saved, and nobody is told to try again', async () => {
    standIn.answers({ status: 500, body: '<h1>System Error</h1>' });
    const call = open().create('column', { data: { title: 'a', model: 'article' } });
    await expect(call).rejects.toMatchObject({ kind: 'unknown', message: 'failure.unknownReply' });
    expect(standIn.asked).toHaveLength(1);
  });

  test('a write that it refuses in its own words is told in them', async () => {
    standIn.answers({ status: 500, body: { code: 0, msg: '标题重复', data: [] } });
    const call = open().create('column', { data: { title: 'a', model: 'article' } });
    await expect(call).rejects.toMatchObject({ kind: 'server', message: '标题重复' });
  });
});

describe('a record to edit', () => {
  test('is the row of the list that was loaded, wherever it stands in a tree', async () => {
    standIn.answers(page({ id: 1, title: 'a', children: [{ id: '2', title: 'b' }] }));
    const provider = open();
    await provider.getList('column', list);
    const { data } = await provider.getOne('column', { id: 2 });
    expect(data).toMatchObject({ id: 2, title: 'b' });
    expect(standIn.asked).toHaveLength(1);
  });

  test('is looked for in the first page where no list was loaded', async () => {
    standIn.answers(page({ id: 1, title: 'a' }));
    const { data } = await open().getOne('article', { id: 1 });
    expect(data.title).toBe('a');
    expect(standIn.asked[0]?.form).toEqual({ id: '0', model: 'article', page: '1', searchKey: '' });
  });

  test('is missing where it is in no row', async () => {
    standIn.answers(page({ id: 1 }));
    await expect(open().getOne('article', { id: 9 })).rejects.toMatchObject({ kind: 'missing' });
  });

  test('is looked for page by page, until it is there', async () => {
    standIn.answers(...[1, 2, 3].map((id) => done({ data: [{ id }], total: 3 })));
    const { data } = await open().getOne('article', { id: 2 });
    expect(data.id).toBe(2);
    expect(standIn.asked.map(({ form }) => form.page)).toEqual(['1', '2']);
  });
});

test('a switch in a row, which knows its own field alone, sends the rest of the row with it', async () => {
  standIn.answers(page({ id: 1, title: 'a', sort: 5, status: 1 }));
  const provider = open();
  const { data: rows } = await provider.getList('nav', list);
  await provider.update('nav', { id: 1, data: { status: 0 }, previousData: rows[0] as never });
  expect(standIn.asked.at(-1)?.form).toEqual({ id: '1', title: 'a', sort: '5', status: '0' });
});

test('two switches of a row, the second before the first is saved, do not undo each other', async () => {
  standIn.answers(page({ id: 1, title: 'a', sort: 5, status: 1, target: 0 }));
  const provider = open();
  const { data: rows } = await provider.getList('nav', list);
  const row = { id: 1, previousData: rows[0] as never };
  await Promise.all([
    provider.update('nav', { ...row, data: { status: 0 } }),
    provider.update('nav', { ...row, data: { target: 1 } }),
  ]);
  await provider.update('nav', { ...row, data: { sort: 9 } });
  const sent = standIn.asked.filter(({ form }) => form.id).map(({ form }) => [form.sort, form.status, form.target]);
  expect(sent).toEqual([
    ['5', '0', '0'],
    ['5', '0', '1'],
    ['9', '0', '1'],
  ]);
});

test.each<[string, object, boolean]>([
  ['a dead session', { status: 401, body: { message: 'Unauthenticated.' } }, false],
  ['a brake on calls', { status: 429, body: '<html>' }, false],
  ['a page', { body: '<!doctype html>' }, true],
  ['a web server without such a file', { status: 404, body: '<Error/>' }, true],
  ['a storage that lets nobody in', { status: 403, body: '<Error/>' }, true],
  ['a program that broke down', { status: 500, body: '<h1>System Error</h1>' }, false],
  ['an envelope without a word', { status: 404, body: { code: 404, msg: '', data: null } }, false],
  ['a refusal', { status: 403, body: { code: 403, msg: '', data: null } }, false],
])('%s is no back end: %j, %s', async (_what, answer, isForeign) => {
  standIn.answers(answer as Answer);
  await expect(open().getList('nav', list)).rejects.toMatchObject({ isForeign });
});

test('a call that a back end lacks is said to be one', async () => {
  standIn.answers({ status: 404, body: '<h1>404</h1>' });
  await expect(open().getList('nav', list)).rejects.toMatchObject({ kind: 'server', message: 'failure.absent' });
});

test('an edit of several sends the rest of each with it', async () => {
  standIn.answers(page({ id: 1, title: 'a', sort: 5 }));
  const provider = open();
  await provider.getList('nav', list);
  await provider.updateMany('nav', { ids: [1], data: { status: 0 } });
  expect(standIn.asked.at(-1)?.form).toEqual({ id: '1', title: 'a', sort: '5', status: '0' });
});

test('references are chosen from all records', async () => {
  standIn.answers(done([{ id: 1 }, { id: 2 }]));
  const { data } = await open().getMany('column', { ids: [2] });
  expect(data.map(({ id }) => id)).toEqual([2]);
});

test('a save that tells no id is saved', async () => {
  standIn.answers(done(null));
  const { data } = await open().create('column', { data: { title: 'a' } });
  expect(data).toEqual({ id: 0, title: 'a' });
});

test('a new record has what must agree with another one, also where nobody said it', async () => {
  standIn.answers(done([{ id: '7', title: '产品', model: 'product' }]), done({ id: '3' }));
  await open().create('category', { data: { title: 'a', cid: 7 } });
  expect(standIn.asked.at(-1)).toMatchObject({
    path: 'base.Category/addEditCategory',
    form: { cid: '7', type: 'product' },
  });
  await open().create('category', { data: { title: 'a', cid: 7, type: 'article' } });
  expect(standIn.asked.map(({ path }) => path).slice(2)).toEqual(['base.Category/addEditCategory']);
});

describe('what a back end can do', () => {
  test('is all of it until it has said so', () => {
    expect(createFeatures(memoryStorage()).has('version')).toBe(true);
  });

  test.each([
    [['list', 'ids'], true, false],
    [[], false, false],
    [undefined, false, false],
    ['list', false, false],
  ])('is what it named: %j', (names, list, version) => {
    const features = createFeatures(memoryStorage());
    features.learn(names);
    expect([features.has('sorting'), features.has('version')]).toEqual([list, version]);
  });

  test('are the fields that the specification lists, where it lists them all', () => {
    const features = createFeatures(memoryStorage());
    features.learn([]);
    const known = (entity: Entity) => Object.keys(entity.fields).filter((name) => features.knows(entity, name));
    expect(known(configItem)).toEqual(['zh_name', 'en_name', 'groupId', 'sort']);
    expect(known(column)).toEqual(Object.keys(column.fields));
    features.learn(['list']);
    expect(known(configItem)).toEqual(Object.keys(configItem.fields));
  });

  test.each([[['list']], [[]]])('is remembered for the next page load: %j', (names) => {
    const storage = memoryStorage();
    createFeatures(storage).learn(names);
    expect(createFeatures(storage).has('sorting')).toBe(names.length > 0);
    expect(createFeatures(storage).has('version')).toBe(false);
  });
});
