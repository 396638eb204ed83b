import { beforeAll, expect, test } from 'vitest';
import { describeTestedDatabases, type Refused } from '../support/server.ts';

interface Nav {
  id: number;
  title: string;
  level: number;
}

describeTestedDatabases('Navigation', (server) => {
  let head: number;
  let foot: number;
  const add = (params: Record<string, unknown>) => server.data('base.base/addNav', params);
  const refused = async (path: string, params: Record<string, unknown>) =>
    (await server.call<Refused>(path, params)).body.data.errors;

  beforeAll(async () => {
    head = (await server.data('base.base/addNavGroup', { title: '顶部导航' })).id;
    foot = (await server.data('base.base/addNavGroup', { title: 'Foot', ident: 'foot' })).id;
  });

  test('groups come all at once, with a name for templates made of their title where none is given', async () => {
    const groups = await server.data<{ title: string; ident: string }[]>('base.base/getNavGroup');
    expect(groups.map(({ title, ident }) => [title, ident])).toEqual([
      ['顶部导航', 'ding-bu-dao-hang'],
      ['Foot', 'foot'],
    ]);
    expect(await refused('base.base/addNavGroup', { title: 'x', ident: 'foot' })).toEqual({ ident: '已被使用' });
  });

  test('entries come as pages of a group and all at once in tree order', async () => {
    const { id: about } = await add({ group_id: head, title: 'About', sort: 2 });
    await add({ group_id: head, title: 'Home', sort: 1 });
    await add({ group_id: head, title: 'Team', pid: about });
    await add({ group_id: foot, title: 'Imprint', sort: 3 });
    const all = await server.data<Nav[]>('base.base/getAllNavList');
    expect(all.map(({ title, level }) => [title, level])).toEqual([
      ['Home', 1],
      ['About', 1],
      ['Team', 2],
      ['Imprint', 1],
    ]);
    const page = await server.data<{ data: Nav[]; total: number }>('base.base/getNavList', { group_id: head, page: 1 });
    expect([page.total, page.data.map(({ title, level }) => [title, level])]).toEqual([
      3,
      [
        ['Team', 2],
        ['Home', 1],
        ['About', 1],
      ],
    ]);
  });

  test('entries stand under one of their own group, and never under themselves', async () => {
    const [home, about, team, imprint] = await server.data<Nav[]>('base.base/getAllNavList');
    expect(await refused('base.base/editNav', { id: about?.id, pid: team?.id })).toEqual({
      pid: '不能移动到自己或自己的下级之下',
    });
    expect(await refused('base.base/editNav', { id: home?.id, pid: imprint?.id })).toEqual({ pid: '所选记录不存在' });
  });

  test('an entry with others below it stays, and a group with entries, also with deleted ones', async () => {
    const [, about, team, imprint] = await server.data<Nav[]>('base.base/getAllNavList');
    const remove = (path: string, id: number | undefined) => server.call(path, { id });
    expect((await remove('base.base/deleteNav', about?.id)).body).toMatchObject({
      code: 0,
      data: { holds: { nav: 1 } },
    });
    expect((await remove('base.base/deleteNav', team?.id)).body.code).toBe(1);
    expect((await remove('base.base/deleteNav', about?.id)).body.code).toBe(1);
    expect((await remove('base.base/deleteNav', imprint?.id)).body.code).toBe(1);
    const { body } = await remove('base.base/deleteNavGroup', foot);
    expect(body).toMatchObject({ code: 0, data: { holds: { nav: 1 } } });
    const { id } = await server.data('base.base/addNavGroup', { title: 'Empty' });
    expect((await remove('base.base/deleteNavGroup', id)).body.code).toBe(1);
  });

  test('leads to a column or to a link that no browser runs', async () => {
    const column = (await server.data('base.base/addColumn', { title: 'News', model: 'article' })).id;
    expect((await add({ group_id: head, title: 'News', col_id: column })).id).toBeGreaterThan(0);
    const bad = { group_id: head, title: 'x', col_id: 9999, url: 'javascript:alert(1)' };
    expect(Object.keys(await refused('base.base/addNav', bad)).sort()).toEqual(['col_id', 'url']);
  });
});

describeTestedDatabases('Advertisements', (server) => {
  let place: number;
  const hours = (n: number) => `${new Date(Date.now() + n * 3600_000).toISOString().slice(0, 19)}Z`;
  const live = async (more: object) => {
    const { id } = await server.data('base.base/addAd', {
      group_id: place,
      title: 'Ad',
      org_img: '/upload/a.png',
      ...more,
    });
    const { data } = await server.data<{ data: { live: number }[] }>('base.base/getAdList', { ids: [id] });
    return data[0]?.live;
  };

  beforeAll(async () => {
    place = (await server.data('base.base/addAdGroup', { title: 'Slides', width: 1920, height: 600 })).id;
  });

  test('are live while they are switched on and within their times', async () => {
    expect(await live({})).toBe(1);
    expect(await live({ start_time: hours(-2), end_time: hours(2) })).toBe(1);
    expect(await live({ start_time: hours(1) })).toBe(0);
    expect(await live({ end_time: hours(-1) })).toBe(0);
    expect(await live({ status: 0 })).toBe(0);
  });

  test('need a picture and a place, and count no click by an edit', async () => {
    const { body } = await server.call<Refused>('base.base/addAd', { title: 'Ad', clicks: 5 });
    expect(Object.keys(body.data.errors).sort()).toEqual(['clicks', 'group_id', 'org_img']);
  });

  test('hold their place, which says how many', async () => {
    const { body } = await server.call('base.base/deleteAdGroup', { id: place });
    expect(body).toMatchObject({ code: 0, data: { holds: { ad: 5 } } });
  });
});
