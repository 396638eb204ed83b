import { beforeAll, expect, test } from 'vitest';
import { describeTestedDatabases, type TestAdmin } from '../support/server.ts';

type Values = Record<string, unknown>;
type List = { data: (Values & { ref_titles?: Values })[] };

/** Every place of the wire that says which administrator did something. */
describeTestedDatabases('day B10: what administrators are called', (server) => {
  let writer: TestAdmin;
  let reviewer: TestAdmin;
  let col_id: number;
  const as = <T = Values>(by: TestAdmin, path: string, params: object) =>
    server.data<T>(path, params as Values, { token: by.token });
  const article = async (values: Values = {}) =>
    Number((await as(writer, 'base.content/addArticle', { title: '春茶', col_id, ...values })).id);
  const entity = 'article';
  const inLog = async (params: Values) => (await server.data<List>('base.base/getOperateLog', params)).data[0];

  beforeAll(async () => {
    [writer, reviewer] = [await server.makeAdmin(1), await server.makeAdmin(1)];
    await as(writer, 'auth.auth/saveProfile', { nickname: '小王' });
    await as(reviewer, 'auth.auth/saveProfile', { nickname: '老李' });
    col_id = (await server.data('base.base/addColumn', { title: '新闻', model: entity })).id;
  });

  test('day B10: lists, history and who saved last have the nickname, the log the user name beside it', async () => {
    const id = await article();
    const { data } = await server.data<List>('base.content/getContentList', { model: entity, ids: id });
    expect(data[0]?.ref_titles).toMatchObject({ admin: { [writer.id]: '小王' } });
    const names = { username: writer.username, nickname: '小王' };
    expect(await server.data('base.Data/lastEdit', { entity, id })).toMatchObject(names);
    const stale = await server.call<Values>('base.content/editArticle', { id, version: 9, title: 'x' });
    expect(stale.body.data).toMatchObject({ by: names });
    const { versions } = await server.data<{ versions: Values[] }>('base.Version/list', { entity, id });
    expect(versions[0]).toMatchObject(names);
    expect(await inLog({ target: entity, target_id: id })).toMatchObject(names);
    expect((await server.data<{ recent: Values[] }>('base.Data/welcomeDate')).recent[0]).toMatchObject(names);
    await as(writer, 'base.content/deleteArticle', { aid: id });
    expect((await server.data<List>('base.Recycle/list', { entity })).data[0]).toMatchObject({
      id,
      deleted_by: '小王',
    });
  });

  test('day B10: working copies, reviews, what stops somebody else and batches name people by nickname', async () => {
    const id = await article({ status: 1 });
    await as(writer, 'base.content/saveWorkingCopy', { entity, id, values: { title: '新茶' } });
    const found = () => server.data<Values>('base.content/getWorkingCopy', { entity, id });
    expect(await found()).toMatchObject({ copies: [{ username: writer.username, nickname: '小王' }] });
    const taken = await server.call('base.content/saveWorkingCopy', { entity, id, values: { title: 'x' } });
    expect(taken.body).toMatchObject({ code: 0, msg: '小王 正在修改它' });
    await as(writer, 'base.content/submitForReview', { entity, id });
    expect(await found()).toMatchObject({ review: 'submitted', author: '小王' });
    await as(reviewer, 'base.content/returnToAuthor', { entity, id, note: '写明产地' });
    expect(await found()).toMatchObject({ review: 'returned', reviewer: '老李' });

    const one = await article();
    const { batch } = await server.data<{ batch: string }>('base.Bulk/edit', {
      entity,
      ids: [one],
      fields: { source: 'a' },
    });
    await as(writer, 'base.content/editArticle', { id: one, source: 'b' });
    const { changed } = await server.data<{ changed: Values[] }>('base.Batch/read', { batch });
    expect(changed).toMatchObject([{ id: one, username: writer.username, nickname: '小王' }]);
    await as(reviewer, 'base.Backup/create', {});
    const { backups } = await server.data<{ backups: Values[] }>('base.Backup/list');
    expect(backups[0]).toMatchObject({ username: reviewer.username, nickname: '老李' });
  });

  test('day B10: a program is called by its owner’s nickname, and the renamed by theirs; without one the user name stays', async () => {
    const { token } = await as<{ token: string }>(writer, 'base.admin/createToken', { title: 'ERP', role: 1, days: 1 });
    const add = (by: string) => server.data('base.content/addArticle', { title: '夏茶', col_id }, { token: by });
    const { id } = await add(token);
    expect(await inLog({ target: entity, target_id: id })).toMatchObject({
      username: `${writer.username} · ERP`,
      nickname: '小王 · ERP',
    });
    const own = await article();
    await server.data('base.admin/editAdmin', { id: writer.id, username: `${writer.username}x` });
    expect(await inLog({ target: entity, target_id: own })).toMatchObject({
      username: writer.username,
      nickname: '小王',
    });
    await server.data('base.admin/editAdmin', { id: writer.id, nickname: '' });
    expect(await inLog({ target: entity, target_id: own })).toMatchObject({ username: writer.username, nickname: '' });
    const { data } = await server.data<List>('base.content/getContentList', { model: entity, ids: own });
    expect(data[0]?.ref_titles).toMatchObject({ admin: { [writer.id]: `${writer.username}x` } });
  });

  test('day B5: in the palette an administrator stands where the user name or the nickname matches', async () => {
    const { username, token } = await server.makeAdmin(1);
    await server.data('auth.auth/saveProfile', { nickname: '小王' }, { token });
    await article({ title: '大小王' });
    await article({ title: 'Ask xiaowang' });
    const titles = async (q: string) =>
      (await server.data<{ title: string }[]>('base.Search/records', { q })).map(({ title }) => title);
    const name = `小王 (${username})`;
    expect((await titles('小王')).slice(0, 2)).toEqual([name, '大小王']);
    expect((await titles('小')).slice(0, 2)).toEqual([name, '大小王']);
    const byPinyin = await titles('xiaowang');
    expect([byPinyin[0], byPinyin.includes(name)]).toEqual(['Ask xiaowang', true]);
    expect((await titles(username.toUpperCase()))[0]).toBe(name);
  });
});
