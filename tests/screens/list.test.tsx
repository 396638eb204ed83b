import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { DataProvider, GetListParams, RaRecord } from 'ra-core';
import { Notification } from 'ra-ui-materialui';
import { Fragment } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { get, post } from '../../contract/call.ts';
import { entity } from '../../contract/entity.ts';
import {
  choice,
  flag,
  html,
  image,
  images,
  int,
  money,
  password,
  ref,
  refs,
  text,
  time,
} from '../../contract/fields.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import type { ConsoleProvider } from '../../dataProvider/index.ts';
import { type Resource, resource } from '../../src/declaration/resource.ts';
import { mediaResource } from '../../src/media/mediaResource.tsx';
import { adResource } from '../../src/resources/ad.tsx';
import { articleResource } from '../../src/resources/article.tsx';
import { categoryResource } from '../../src/resources/category.tsx';
import { columnResource } from '../../src/resources/column.tsx';
import { contentParamResource } from '../../src/resources/contentParam.tsx';
import { navResource } from '../../src/resources/nav.tsx';
import { EntityScreen } from '../../src/screen/EntityScreen.tsx';
import { basename, http, store } from '../../src/services/services.ts';
import { LanguageMenu } from '../../src/ui/preferenceMenus.tsx';
import { fakeAuth, fakeProvider, listing, show } from '../support/screen.tsx';

/** The list of articles without the pane of columns beside it. */
const articles: Resource = {
  ...articleResource,
  list: { ...articleResource.list, Aside: undefined, useDefaultFilter: undefined },
};
const article = {
  id: 7,
  title: '第一篇',
  org_img: '/upload/a.png',
  column_title: '新闻',
  is_top: 0,
  is_recommend: 1,
  status: 1,
  views: 1234,
  publish_time: '2026-02-03T04:05:06Z',
  version: 4,
};

const samples = resource(
  entity('sample', {
    title: '样本',
    screen: '/sample',
    label: 'name',
    fields: {
      name: text(60),
      body: html(),
      cover: image(),
      gallery: images(),
      count: int({ sortable: true }),
      price: money(),
      owner: ref('column'),
      others: refs('column'),
      kind: choice(['a', 'b']),
      made: time(),
      secret: password(),
      fixed: flag({ computed: true }),
    },
    calls: { list: get('base.Sample/list'), create: post('base.Sample/add') },
  }),
  {
    list: {
      columns: [
        'name',
        'body',
        'cover',
        'gallery',
        'count',
        'price',
        'owner',
        'others',
        'kind',
        'made',
        'secret',
        'fixed',
      ],
    },
    form: { tabs: { base: { main: ['name'] } } },
  },
);

type List = DataProvider['getList'];
type Methods = Partial<ConsoleProvider>;
const open = (shown: Resource, methods: Methods, path = shown.path, auth = fakeAuth()) =>
  show(screenOf(shown), { provider: fakeProvider(methods), path, auth });
const screenOf = (shown: Resource) => (
  <Routes>
    <Route path={`${shown.path}/*`} element={<EntityScreen resource={shown} />} />
  </Routes>
);

/** Finds the cell in the row of this record, under the heading of a field. */
async function cellOf(name: string, heading: string): Promise<HTMLElement> {
  const row = (await screen.findByRole('link', { name })).closest('tr');
  const at = screen.getAllByRole('columnheader', { hidden: true }).findIndex((each) => each.textContent === heading);
  const cell = row?.cells[at];
  if (!cell) throw new Error(`there is no ${heading} of ${name}`);
  return cell;
}

it('a screen stays, with what is typed there, when its rights are read again and that fails', async () => {
  const canAccess = vi.fn(async () => true);
  const { user } = await open(articles, { getList: listing(article) }, articles.path, { ...fakeAuth(), canAccess });
  const search = await screen.findByRole('searchbox');
  await user.type(search, '关于');
  canAccess.mockClear().mockRejectedValue(new Error('offline'));
  fireEvent(window, new Event('visibilitychange'));
  await waitFor(() => expect(canAccess).toHaveBeenCalledWith(expect.objectContaining({ action: 'list' })));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(search.isConnected).toBe(true);
  expect(search).toHaveProperty('value', '关于');
});

/** Finds what a list shows instead of rows. Status messages for screen readers alone have no heading. */
const findFace = async () => (await screen.findByRole('heading')).closest('[role=status]') as HTMLElement;

describe('a list shows', () => {
  const sample = {
    id: 1,
    name: '甲',
    body: '<p>正文</p>',
    cover: '/upload/a.png',
    gallery: [{ url: '/a.png' }, { url: '/b.png' }],
    count: 5,
    price: '12.50',
    owner: 3,
    others: [3, 4, 5],
    kind: 'b',
    made: null,
    secret: 'hidden',
    fixed: 1,
  };
  const columns: ConsoleProvider['getMany'] = async () => ({ data: [{ id: 3, title: '新闻' }] as never });
  const cell = async (field: string, given: Partial<typeof sample> = {}) => {
    await open(samples, { getList: listing({ ...sample, ...given }), getMany: columns });
    return cellOf('甲', `resources.sample.fields.${field}`);
  };

  it('a choice as what it is called', async () => {
    await open(articles, { getList: listing(article) });
    expect((await cellOf('第一篇', '状态')).textContent).toBe('已发布');
  });

  it('B6: a column of pictures only where a record of the page has one', async () => {
    const headings = () => screen.getAllByRole('columnheader', { hidden: true }).map(({ textContent }) => textContent);
    const bare = { ...article, id: 8, title: '第二篇', org_img: '' };
    const { unmount } = await open(articles, { getList: listing(article, bare) });
    await screen.findByRole('link', { name: '第二篇' });
    expect(headings()).toContain('封面图');
    unmount();
    await open(articles, { getList: listing(bare) });
    await screen.findByRole('link', { name: '第二篇' });
    expect(headings()).not.toContain('封面图');
  });

  it('B2: what a record is to visitors now: a draft, waiting for its time, published, or over; time goes on', async () => {
    const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
    const later = '2099-01-02T03:04:05Z';
    const rows = {
      半篇: { status: 0, publish_time: later },
      马上: {},
      以后: { publish_time: later },
      过期: { expire_time: '2026-02-04T00:00:00Z' },
      别家: { status: 3 },
    };
    const listed = Object.entries(rows).map(([title, own], at) => ({ ...article, id: at + 1, title, ...own }));
    // The publish time is set when the list is read, because a slow machine may take long until then.
    const getList = async () => {
      const data = listed.map((row) => (row.title === '马上' ? { ...row, publish_time: inMs(4000) } : row));
      return { data: data as never, total: data.length };
    };
    await open(articles, { getList });
    const stateOf = async (title: string) => (await cellOf(title, '状态')).textContent;
    expect(await stateOf('马上')).toMatch(/^定时 (\d\d:\d\d|(\d{4}-)?\d\d-\d\d)$/);
    expect(await stateOf('半篇')).toBe('草稿');
    expect(await stateOf('以后')).toMatch(/^定时 2099-01-0\d$/);
    expect(await stateOf('过期')).toBe('已下线');
    expect(await stateOf('别家')).toBe('3');
    await waitFor(async () => expect(await stateOf('马上')).toBe('已发布'));
  });

  it('a choice without a name as itself', async () => {
    expect((await cell('kind')).textContent).toBe('b');
  });

  it('a time to the minute, in the zone of the browser', async () => {
    await open(articles, { getList: listing(article) });
    const shown = within(await cellOf('第一篇', '发布时间')).getByText(/^2026-02-0\d \d\d:\d\d$/);
    const at = new Date(article.publish_time);
    expect(shown.textContent?.slice(-2)).toBe(String(at.getMinutes()).padStart(2, '0'));
    expect(shown.textContent?.slice(11, 13)).toBe(String(at.getHours()).padStart(2, '0'));
    expect(shown.getAttribute('datetime')).toBe(article.publish_time);
  });

  it('nothing in the place of a time that is none', async () => {
    expect((await cell('made')).textContent).toBe('');
  });

  it.each(['count', 'price'])('%s at the right, as it is', async (field) => {
    const shown = await cell(field);
    expect(getComputedStyle(shown).textAlign).toBe('right');
    expect(shown.textContent).toBe(String(sample[field as 'count']));
  });

  it('a text at the left, all of it on hover', async () => {
    const shown = await cell('body');
    expect(getComputedStyle(shown).textAlign).toBe('left');
    expect(within(shown).getByTitle('<p>正文</p>').innerHTML).toBe('&lt;p&gt;正文&lt;/p&gt;');
  });

  it('an image small', async () => {
    const shown = (await cell('cover')).querySelector('img');
    expect(shown?.getAttribute('src')).toBe('/upload/a.png');
  });

  it('how many images and references there are', async () => {
    expect((await cell('gallery')).textContent).toBe('2');
    expect((await cellOf('甲', 'resources.sample.fields.others')).textContent).toBe('3');
  });

  it('a reference as the name of its record', async () => {
    const shown = await cell('owner');
    await waitFor(() => expect(shown.textContent).toBe('新闻'));
  });

  it('no secret', async () => {
    expect((await cell('secret')).textContent).toBe('');
  });

  it('a record without a name by its number', async () => {
    await open(samples, { getList: listing({ ...sample, name: '', owner: null }) });
    expect(await screen.findByRole('link', { name: '#1' })).toBeDefined();
  });

  it('no button that deletes beside a record that may be edited and not deleted', async () => {
    const record = { ...articles.record, lockReasons: { delete: () => 'form.readOnly' } };
    await open({ ...articles, record }, { getList: listing(article) });
    await screen.findByRole('link', { name: '编辑 第一篇' });
    expect(screen.queryByRole('button', { name: '删除 第一篇' })).toBeNull();
  });

  it('a record as a link that keeps the list as it is', async () => {
    // 60 records are enough for a third page.
    await open(articles, { getList: async () => ({ data: [article] as never, total: 60 }) }, '/content/article?page=3');
    const link = await screen.findByRole('link', { name: '第一篇' });
    expect(link.getAttribute('href')).toMatch(/^\/rTopAdmin\/content\/article\/7\?(.*&)?page=3(&|$)/);
  });
});

describe('a switch in a list', () => {
  const switchOf = async (name: string, heading: string) => within(await cellOf(name, heading)).findByRole('switch');

  it('saves at once', async () => {
    const update = vi.fn(async () => ({ data: { ...article, is_top: 1, version: 5 } as never }));
    let row = article;
    const getList: List = async () => ({ data: [row] as never, total: 1 });
    const { user } = await open(articles, { getList, update });
    const isTop = await switchOf('第一篇', '置顶');
    expect(isTop).toHaveProperty('checked', false);
    row = { ...article, is_top: 1 };
    await user.click(isTop);
    expect(update).toHaveBeenCalledExactlyOnceWith('article', { id: 7, data: { is_top: 1 }, previousData: article });
    await waitFor(async () => expect(await switchOf('第一篇', '置顶')).toHaveProperty('checked', true));
  });

  it('day B12: is saved once by a double click, whose second click comes before anything is rendered', async () => {
    const update = vi.fn(async () => ({ data: { ...article, is_top: 1 } as never }));
    await open(articles, { getList: listing(article), update });
    const isTop = await switchOf('第一篇', '置顶');
    act(() => {
      isTop.click();
      isTop.click();
    });
    await act(async () => {});
    expect(update).toHaveBeenCalledOnce();
  });

  it('of a row below others shows what was saved', async () => {
    const tree = (is_nav: number) => [
      { id: 1, title: '公司', is_nav: 1, children: [{ id: 2, title: '历史', is_nav, children: [] }] },
    ];
    let rows = tree(1);
    const getList: List = async () => ({ data: rows as never, total: 1 });
    const update: ConsoleProvider['update'] = async () => {
      rows = tree(0);
      return { data: { id: 2, is_nav: 0 } as never };
    };
    const { user } = await open(columnResource, { getList, update });
    await user.click(await switchOf('历史', '在导航显示'));
    await waitFor(async () => expect(await switchOf('历史', '在导航显示')).toHaveProperty('checked', false));
  });

  it('goes back where the save is refused, and says why', async () => {
    const update = async () => {
      throw new CallFailure('refused', '不可以', 200);
    };
    const { user, toasts } = await open(
      { ...articles, record: { ...articles.record, silent: undefined } },
      { getList: listing(article), update },
    );
    await user.click(await switchOf('第一篇', '推荐'));
    await waitFor(() => expect(toasts()).toMatchObject([{ message: '不可以', type: 'error' }]));
    await waitFor(async () => expect(await switchOf('第一篇', '推荐')).toHaveProperty('checked', true));
  });

  it('cannot be used by those who may not edit', async () => {
    await open(articles, { getList: listing(article) }, articles.path, fakeAuth({ forbidden: ['edit'] }));
    expect(await switchOf('第一篇', '置顶')).toHaveProperty('disabled', true);
  });

  it('cannot be used where the server alone decides', async () => {
    await open(samples, { getList: listing({ id: 1, name: '甲', fixed: 1 }) });
    expect(await switchOf('甲', 'resources.sample.fields.fixed')).toHaveProperty('disabled', true);
  });
});

describe('a list', () => {
  it('shows the shape of its rows until they are there', async () => {
    await open(articles, { getList: () => new Promise(() => {}) });
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).not.toBeNull());
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('that is empty offers to add the first', async () => {
    await open(articles, { getList: listing() });
    const face = await findFace();
    expect(face.textContent).toContain('还没有文章');
    expect(within(face).getByRole('link', { name: '新增文章' }).getAttribute('href')).toBe(
      '/rTopAdmin/content/article/create',
    );
  });

  it('that is empty offers nothing to those who may not add', async () => {
    await open(articles, { getList: listing() }, articles.path, fakeAuth({ forbidden: ['create'] }));
    expect((await findFace()).textContent).toContain('还没有文章');
    expect(screen.queryByRole('link', { name: '新增文章' })).toBeNull();
  });

  it('in which nothing matches offers to look for all', async () => {
    const getList = vi.fn(async (_resource: string, { filter }: GetListParams) =>
      Object.keys(filter).length > 0 ? { data: [] as never, total: 0 } : { data: [article] as never, total: 1 },
    );
    const { user } = await open(articles, { getList }, `${articles.path}?filter={"searchKey":"没有","is_top":1}`);
    expect((await findFace()).textContent).toContain('没有符合条件的文章');
    await user.click(within(await findFace()).getByRole('button', { name: '清除条件' }));
    expect(await screen.findByRole('link', { name: '第一篇' })).toBeDefined();
    expect(getList.mock.lastCall?.[1].filter).toEqual({});
  });

  it('of the library in which nothing matches names the folder that was looked in, and looks in all of them', async () => {
    const getList = vi.fn(async (_resource: string, _params: GetListParams) => ({ data: [] as never, total: 0 }));
    const getAll = async () => [{ id: 3, title: '春天', total: 1, pid: null, level: 1 }];
    const { user } = await open(
      { ...mediaResource, list: { ...mediaResource.list, Body: undefined } },
      { getList, getAll: getAll as never },
      '/media?filter={"searchKey":"没有","folder_id":3}',
    );
    expect((await findFace()).textContent).toContain('当前条件：搜索“没有”、文件夹：春天');
    await user.click(within(await findFace()).getByRole('button', { name: '清除条件' }));
    await waitFor(() => expect(getList.mock.lastCall?.[1].filter).toEqual({}));
  });

  it('that cannot be read says why, and can be tried again', async () => {
    let isLost = true;
    const getList: List = async () => {
      if (isLost) throw new CallFailure('network', '', 0);
      return { data: [article] as never, total: 1 };
    };
    const { user } = await open(articles, { getList });
    expect((await screen.findByRole('alert')).textContent).toContain('网络不通，请检查网络后重试');
    isLost = false;
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByRole('link', { name: '第一篇' })).toBeDefined();
  });

  it('says to those who may not see it which rule they lack', async () => {
    await open(articles, {}, articles.path, fakeAuth({ forbidden: ['list'] }));
    const face = (await findFace()).textContent;
    expect(face).toContain('需要“查看文章”的权限');
    expect(face).toContain('base.content/getContentList?model=article');
  });

  it('offers no edit and no deletion to those who may not', async () => {
    await open(articles, { getList: listing(article) }, articles.path, fakeAuth({ forbidden: ['edit', 'delete'] }));
    await screen.findByRole('link', { name: '第一篇' });
    expect(screen.queryByRole('link', { name: '编辑 第一篇' })).toBeNull();
    expect(screen.queryByRole('button', { name: '删除 第一篇' })).toBeNull();
  });

  it('has no column for actions where there are none', async () => {
    const auth = fakeAuth({ forbidden: ['create', 'edit', 'delete'] });
    await open(articles, { getList: listing(article) }, articles.path, auth);
    await screen.findByRole('link', { name: '第一篇' });
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: '操作' })).toBeNull());
  });

  it('has no column for actions of its own that the role has no right to', async () => {
    const given = { getList: listing({ id: 1, title: '公司', is_home: 1, children: [] }) };
    const actions = () => screen.queryByRole('columnheader', { name: '操作' });
    const forbidden: string[] = ['edit', 'delete'];
    const { unmount } = await open(columnResource, given, columnResource.path, fakeAuth({ forbidden }));
    await screen.findByRole('link', { name: '添加下级栏目 公司' });
    expect(actions()).not.toBeNull();
    unmount();
    await open(columnResource, given, columnResource.path, fakeAuth({ forbidden: [...forbidden, 'create'] }));
    await screen.findByRole('link', { name: '公司' });
    await waitFor(() => expect(actions()).toBeNull());
  });

  it('deletes a record when it was asked twice', async () => {
    let rows: RaRecord[] = [article];
    const remove = vi.fn(async () => {
      rows = [];
      return { data: article as never };
    });
    const getList: List = async () => ({ data: rows as never, total: rows.length });
    const { user, toasts } = await open(articles, { getList, delete: remove });
    await user.click(await screen.findByRole('button', { name: '删除 第一篇' }));
    const dialog = await screen.findByRole('dialog', { name: '删除“第一篇”？' });
    // B8: the dialog says what becomes of the record, and for how long.
    expect(dialog.textContent).toContain('移到回收站');
    expect(dialog.textContent).toContain('一直保留它，直到有人恢复或彻底删除');
    expect(remove).not.toHaveBeenCalled();
    await user.click(within(dialog).getByRole('button', { name: '删除' }));
    await waitFor(() => expect(toasts()).toMatchObject([{ message: '已删除', type: 'success' }]));
    expect(remove).toHaveBeenCalledExactlyOnceWith('article', { id: 7, previousData: article });
    expect((await findFace()).textContent).toContain('还没有文章');
  });
});

describe('search and filters', () => {
  afterEach(() => vi.useRealTimers());
  const pass = async (ms: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
    // Runs the timers that the new rendering has started.
    await act(() => vi.advanceTimersByTimeAsync(0));
  };
  /** Waits until the list is read with a filter, without moving the fake clock, because React takes some turns. */
  const expectAsked = async (getList: { mock: { lastCall?: unknown[] | undefined } }, filter: object) => {
    const asked = () => (getList.mock.lastCall?.[1] as GetListParams | undefined)?.filter;
    for (let turn = 0; turn < 200 && JSON.stringify(asked()) !== JSON.stringify(filter); turn++) await pass(0);
    expect(asked()).toEqual(filter);
  };
  /** Opens the list of articles. @returns also its `getList` mock and its search box */
  async function openWatched(path?: string) {
    const getList = vi.fn(async (_resource: string, _params: GetListParams) => ({
      data: [article] as never,
      total: 100,
    }));
    const opened = await open(articles, { getList }, path);
    await screen.findByRole('link', { name: '第一篇' });
    return { ...opened, getList, box: screen.getByRole('searchbox', { name: '搜索' }) };
  }
  const holdTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  it('begin again at page 1, when nothing was typed for 300 ms', async () => {
    const { getList, box, address } = await openWatched(`${articles.path}?page=3&perPage=20`);
    expect(getList.mock.lastCall?.[1].pagination).toEqual({ page: 3, perPage: 20 });

    holdTimers();
    fireEvent.change(box, { target: { value: '新' } });
    await pass(299);
    fireEvent.change(box, { target: { value: '新闻' } });
    await pass(299);
    expect(getList).toHaveBeenCalledTimes(1);
    await pass(1);
    await pass(9); // react-admin itself goes on a tick later
    expect(getList).toHaveBeenCalledTimes(2);
    expect(getList.mock.lastCall?.[1]).toMatchObject({ pagination: { page: 1 }, filter: { searchKey: '新闻' } });
    expect(address()).toContain('page=1&');
  });

  it('wait until the characters of an input method are chosen', async () => {
    const { getList, box } = await openWatched();
    holdTimers();
    fireEvent.compositionStart(box);
    fireEvent.change(box, { target: { value: "xin'wen" } });
    await pass(1000);
    expect(getList).toHaveBeenCalledTimes(1);
    fireEvent.change(box, { target: { value: '新闻' } });
    fireEvent.compositionEnd(box);
    await pass(310);
    await expectAsked(getList, { searchKey: '新闻' });
  });

  it('do not begin with what is half composed, also by the Enter that chooses characters or by leaving the field', async () => {
    const { getList, box } = await openWatched();
    holdTimers();
    fireEvent.compositionStart(box);
    fireEvent.change(box, { target: { value: "xin'wen" } });
    fireEvent.keyDown(box, { key: 'Enter' });
    fireEvent.blur(box);
    await pass(9);
    expect(getList).toHaveBeenCalledTimes(1);
  });

  it('begin at once where one leaves the field or presses Enter', async () => {
    const { getList, box } = await openWatched();
    holdTimers();
    fireEvent.change(box, { target: { value: '新' } });
    fireEvent.blur(box);
    await pass(9);
    await expectAsked(getList, { searchKey: '新' });
    fireEvent.change(box, { target: { value: '新闻' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await pass(9);
    await expectAsked(getList, { searchKey: '新闻' });
  });

  it('E: keep what was asked for just before, though the list does not show it yet', async () => {
    const { getList, box, user } = await openWatched();
    await user.click(screen.getByRole('button', { name: '筛选' }));
    const state = await screen.findByRole('combobox', { name: '状态' });
    holdTimers();
    fireEvent.change(box, { target: { value: '新' } });
    fireEvent.blur(box);
    fireEvent.mouseDown(state);
    fireEvent.click(screen.getByRole('option', { name: '草稿' }));
    await pass(20);
    await expectAsked(getList, { searchKey: '新', state: 'draft' });
  });

  it('day B4: stay with a record that is opened before the list shows what was asked for', async () => {
    const { getList, box, address } = await openWatched();
    const link = screen.getByRole('link', { name: '第一篇' });
    fireEvent.change(box, { target: { value: '新' } });
    // Both happen in one turn, so that nothing is rendered between them.
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    link.click();
    await waitFor(() => expect(address()).toMatch(/^\/rTopAdmin\/content\/article\/7\?.*"searchKey":"新"/));
    await waitFor(() => expect(getList.mock.lastCall?.[1].filter).toEqual({ searchKey: '新' }));
  });

  it('day B4: get no step of their own in the history where a record was opened before they began', async () => {
    const { getList, box, address, goBack } = await openWatched();
    const link = screen.getByRole('link', { name: '第一篇' });
    // A browser has the record's address at once. Here it comes with a rendering, before the search 300 ms later.
    holdTimers();
    fireEvent.change(box, { target: { value: '新' } });
    fireEvent.blur(box, { relatedTarget: link });
    fireEvent.click(link);
    for (let turn = 0; turn < 200 && !box.closest('[inert]'); turn++) await pass(0);
    expect(box.closest('[inert]')).not.toBeNull();
    await pass(300);
    await expectAsked(getList, { searchKey: '新' });
    expect(address()).toMatch(/^\/rTopAdmin\/content\/article\/7\?/);
    await goBack();
    await pass(9);
    expect(address()).toBe('/rTopAdmin/content/article');
  });

  it.each([
    ['another page', () => screen.findByRole('button', { name: /2/ }), 'page=1'],
    ['another order', () => screen.findByRole('button', { name: /标题/ }), 'sort=title'],
  ])('day B4: stay where %s is chosen before the list shows what was asked for', async (_what, findButton, order) => {
    const { getList, box, address } = await openWatched();
    const button = await findButton();
    fireEvent.change(box, { target: { value: '新' } });
    holdTimers();
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    button.click();
    // The search is rendered first; react-admin goes to what was clicked a tick later.
    for (let turn = 0; turn < 200 && getList.mock.calls.length < 2; turn++) await act(async () => {});
    await pass(9);
    expect(getList.mock.lastCall?.[1]).toMatchObject({ pagination: { page: 1 }, filter: { searchKey: '新' } });
    expect(address()).toContain(order);
  });

  it('day B4: leave the rows of before marked as such until the new ones are there', async () => {
    const { getList, box } = await openWatched();
    const row = () => screen.getByRole('link', { name: '第一篇' });
    const { promise, resolve } = Promise.withResolvers<{ data: never; total: number }>();
    getList.mockReturnValueOnce(promise);
    fireEvent.change(box, { target: { value: '新' } });
    await waitFor(() => expect(row().closest('[aria-busy=true]')).not.toBeNull());
    resolve({ data: [article] as never, total: 1 });
    await waitFor(() => expect(row().closest('[aria-busy=true]')).toBeNull());
  });

  it('keep what is typed while the list is on its way', async () => {
    const { box } = await openWatched();
    holdTimers();
    fireEvent.change(box, { target: { value: '新' } });
    await pass(300);
    fireEvent.change(box, { target: { value: '新闻' } });
    await pass(10);
    expect(box).toHaveProperty('value', '新闻');
  });

  it('day B5: the way back of a search leads to what was shown before it, though it was typed with pauses', async () => {
    const { getList, box, address, goBack, user } = await openWatched();
    const start = address();
    const shownFilter = () => getList.mock.lastCall?.[1].filter;
    await user.click(box);
    for (const typed of ['新', '新闻']) {
      fireEvent.change(box, { target: { value: typed } });
      await waitFor(() => expect(shownFilter()).toEqual({ searchKey: typed }));
    }
    await user.keyboard('{Enter}');
    fireEvent.change(box, { target: { value: '茶' } });
    await waitFor(() => expect(shownFilter()).toEqual({ searchKey: '茶' }));
    await goBack();
    await waitFor(() => expect(box).toHaveProperty('value', '新闻'));
    expect(address()).toContain('新闻');
    await goBack();
    await waitFor(() => expect(box).toHaveProperty('value', ''));
    await waitFor(() => expect(shownFilter()).toEqual({}));
    expect(address()).toBe(start);
    // A record that is opened from there has no search in its address.
    await user.click(screen.getByRole('link', { name: '第一篇' }));
    await waitFor(() => expect(address()).not.toBe(start));
    expect(address()).not.toContain('searchKey');
  });

  it('day B5: what is typed and not yet searched for does not turn the way back', async () => {
    const { getList, box, address, goBack, user } = await openWatched();
    const start = address();
    await user.click(await screen.findByRole('button', { name: /2/ }));
    await waitFor(() => expect(getList.mock.lastCall?.[1].pagination?.page).toBe(2));
    holdTimers();
    fireEvent.change(box, { target: { value: '茶' } });
    await goBack();
    for (let turn = 0; turn < 200 && (box as HTMLInputElement).value !== ''; turn++) await pass(0);
    expect(box).toHaveProperty('value', '');
    await pass(400);
    expect(address()).toBe(start);
  });

  it('day B5: the way back of a filter leads to the list as it was', async () => {
    const { getList, address, goBack, user } = await openWatched();
    const start = address();
    await user.click(screen.getByRole('button', { name: '筛选' }));
    await user.click(await screen.findByRole('combobox', { name: '状态' }));
    await user.click(await screen.findByRole('option', { name: '草稿' }));
    await waitFor(() => expect(getList.mock.lastCall?.[1].filter).toEqual({ state: 'draft' }));
    await goBack();
    await waitFor(() => expect(getList.mock.lastCall?.[1].filter).toEqual({}));
    expect(address()).toBe(start);
  });

  it('are taken from the address, and let go of with it', async () => {
    const { user } = await open(articles, { getList: listing() }, `${articles.path}?filter={"searchKey":"没有"}`);
    const box = await screen.findByRole('searchbox', { name: '搜索' });
    expect(box).toHaveProperty('value', '没有');
    await user.click(within(await findFace()).getByRole('button', { name: '清除条件' }));
    await waitFor(() => expect(box).toHaveProperty('value', ''));
  });

  it('are those of the entity, and narrow the list', async () => {
    const { getList, user } = await openWatched(`${articles.path}?page=3&perPage=20`);
    await user.click(screen.getByRole('button', { name: '筛选' }));
    await user.click(await screen.findByRole('combobox', { name: '状态' }));
    await user.click(await screen.findByRole('option', { name: '草稿' }));
    await waitFor(() =>
      expect(getList.mock.lastCall?.[1]).toMatchObject({ pagination: { page: 1 }, filter: { state: 'draft' } }),
    );
    expect(screen.getByRole('combobox', { name: '状态' }).textContent).toBe('状态: 草稿');
  });

  it('day B1: by a text do not begin with the Enter that chooses characters', async () => {
    const getList = vi.fn(async (_resource: string, _params: GetListParams) => ({
      data: [{ id: 1, name: '春' }] as never,
      total: 1,
    }));
    const { user } = await open({ ...samples, list: { ...samples.list, filters: ['name'] } }, { getList });
    await user.click(await screen.findByRole('button', { name: '筛选' }));
    const box = screen.getByRole('searchbox');
    holdTimers();
    fireEvent.change(box, { target: { value: "chun'tian" } });
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
    await pass(9);
    expect(getList).toHaveBeenCalledTimes(1);
    fireEvent.change(box, { target: { value: '春天' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await pass(9);
    await expectAsked(getList, { name: '春天' });
  });
});

describe('B6: a list of content', () => {
  const columns = [
    { id: 1, title: '新闻', level: 1, total: 0 },
    { id: 2, title: '活动', level: 1, total: 12 },
    { id: 3, title: '公告', level: 1, total: 3 },
  ];
  let menu = columns;
  beforeEach(() => {
    menu = columns;
    const called = vi.spyOn(http, 'call');
    called.mockImplementation(async ({ path }) => (path.endsWith('getContentTopMenu') ? menu : []) as never);
    onTestFinished(() => {
      called.mockRestore();
      localStorage.clear();
    });
  });
  const content: Resource = { ...articleResource, list: { ...articleResource.list, Aside: undefined } };
  const openEmpty = async (query = '') => {
    const getList = vi.fn(async (_resource: string, _params: object) => ({ data: [], total: 0 }));
    const shown = await open(content, { getList }, `${content.path}${query}`);
    return { ...shown, getList, face: await findFace() };
  };

  it('opens on the first column; empty, it names that, says what others hold, and leads there', async () => {
    const { user, getList, face } = await openEmpty();
    expect(getList.mock.lastCall?.[1]).toMatchObject({ filter: { col_id: 1 } });
    expect(face.textContent).toContain('“新闻”栏目里还没有文章其他栏目里有文章：');
    await user.click(within(face).getByRole('button', { name: '活动 (12)' }));
    await waitFor(() => expect(getList.mock.lastCall?.[1]).toMatchObject({ filter: { col_id: 2 } }));
  });

  it('day B5: the way back of another column leads to the one with which the list began', async () => {
    const { user, getList, face, goBack } = await openEmpty();
    await user.click(within(face).getByRole('button', { name: '活动 (12)' }));
    await waitFor(() => expect(getList.mock.lastCall?.[1]).toMatchObject({ filter: { col_id: 2 } }));
    // The pane of columns, which is not shown here, would store this.
    store.setItem('article.column', 2);
    await goBack();
    await waitFor(() => expect(getList.mock.lastCall?.[1]).toMatchObject({ filter: { col_id: 1 } }));
  });

  it('C7: asks for column 0 where the model has no column', async () => {
    vi.mocked(http.call).mockImplementation(async () => [] as never);
    const { getList } = await openEmpty();
    expect(getList.mock.calls.map(([, params]) => params)).toEqual([
      expect.objectContaining({ filter: { col_id: 0 } }),
    ]);
  });

  it('opens on the column that was used last, if it is still there', async () => {
    store.setItem('article.column', 3);
    const { getList, unmount } = await openEmpty();
    expect(getList.mock.lastCall?.[1]).toMatchObject({ filter: { col_id: 3 } });
    unmount();
    store.setItem('article.column', 9);
    expect((await openEmpty()).getList.mock.lastCall?.[1]).toMatchObject({ filter: { col_id: 1 } });
  });

  it('has no filters where there is no column to narrow', async () => {
    menu = [];
    await openEmpty();
    await screen.findByText(/还没有文章的栏目|还没有.*栏目/);
    expect(screen.queryByRole('button', { name: '筛选' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: '状态' })).toBeNull();
  });

  it('day C13: counts the columns again when somebody else has deleted a record', async () => {
    let there = [article, { ...article, id: 99, title: '别人删掉的' }];
    const getList = async () => ({ data: there, total: there.length }) as never;
    await open({ ...articleResource }, { getList });
    await screen.findByRole('button', { name: /^活动.*12/ });
    const asked = () =>
      vi.mocked(http.call).mock.calls.filter(([{ path }]) => path.endsWith('getContentTopMenu')).length;
    const before = asked();
    there = there.slice(0, 1);
    menu = columns.map((column) => ({ ...column, total: 7 }));
    fireEvent(window, new Event('visibilitychange'));
    await screen.findByRole('button', { name: /^活动.*7/ });
    expect(asked()).toBe(before + 1);
  });

  it('keeps for the next time which column is chosen', async () => {
    const { user } = await open({ ...articleResource }, { getList: listing(article) });
    await user.click(await screen.findByRole('button', { name: /^活动/ }));
    await waitFor(() => expect(store.getItem('article.column')).toBe(2));
  });

  it('day B4: in which a search finds only some of what it would find elsewhere says so, and shows all', async () => {
    const getList = vi.fn(async (_resource: string, { filter }: GetListParams) => ({
      data: [article] as never[],
      total: filter.col_id ? 5 : 8,
    }));
    const path = `${articleResource.path}?filter={"col_id":1,"searchKey":"茶"}`;
    const { user } = await open({ ...articleResource }, { getList }, path);
    expect((await screen.findByText('其他栏目中还有 3 条')).textContent).toBeDefined();
    await user.click(screen.getByRole('button', { name: '全部显示' }));
    await waitFor(() => expect(getList.mock.lastCall?.[1].filter).toEqual({ searchKey: '茶' }));
    await waitFor(() => expect(screen.queryByText(/其他栏目中/)).toBeNull());
  });

  it.each([
    ['the records that a link led to', '{"ids":[11],"is_top":1}'],
    ['a search', '{"searchKey":"茶","is_top":1}'],
  ])('day B4: no longer is narrowed by %s when one comes back by the menu', async (_what, filter) => {
    const getList = vi.fn(async (_resource: string, _params: GetListParams) => ({
      data: [article] as never[],
      total: 1,
    }));
    const path = `${articles.path}?filter=${filter}`;
    const { user } = await show(
      <>
        <Link to={`${basename}/elsewhere`}>elsewhere</Link>
        <Link to={`${basename}${articles.path}`}>menu</Link>
        {screenOf(articles)}
      </>,
      { provider: fakeProvider({ getList }), path },
    );
    await screen.findByRole('link', { name: '第一篇' });
    expect(getList.mock.lastCall?.[1].filter).toEqual(JSON.parse(filter));
    await user.click(screen.getByRole('link', { name: 'elsewhere' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: '第一篇' })).toBeNull());
    await user.click(screen.getByRole('link', { name: 'menu' }));
    await waitFor(() => expect(getList.mock.lastCall?.[1].filter).toEqual({ is_top: 1 }));
  });

  it('day B4: keeps its own filters when a link of another screen brings others', async () => {
    const getList = vi.fn(async (_resource: string, _params: GetListParams) => ({
      data: [article] as never[],
      total: 1,
    }));
    const { user } = await show(
      <>
        <Link to={`${basename}/elsewhere`}>elsewhere</Link>
        <Link to={`${basename}${articles.path}`}>menu</Link>
        <Link to={`${basename}${articles.path}?filter={"state":"draft"}`}>drafts</Link>
        {screenOf(articles)}
      </>,
      { provider: fakeProvider({ getList }), path: `${articles.path}?filter={"is_top":1}` },
    );
    const lastFilter = () => getList.mock.lastCall?.[1].filter;
    const shown = () => screen.queryByRole('link', { name: '第一篇' });
    const follow = async (name: string) => {
      await user.click(screen.getByRole('link', { name }));
      await waitFor(() => expect(shown() === null).toBe(name === 'elsewhere'));
    };
    await waitFor(() => expect(shown()).not.toBeNull());
    await follow('elsewhere');
    await follow('drafts');
    await waitFor(() => expect(lastFilter()).toEqual({ state: 'draft' }));
    await follow('menu');
    await waitFor(() => expect(lastFilter()).toEqual({ is_top: 1 }));
    await follow('elsewhere');
    await follow('drafts');
    await waitFor(() => expect(lastFilter()).toEqual({ state: 'draft' }));
    await follow('elsewhere');
    await follow('menu');
    await waitFor(() => expect(lastFilter()).toEqual({ is_top: 1 }));
  });

  it('in which nothing matches names every narrowing, the column and what an address brought too', async () => {
    const from = '2026-01-02T00:00:00Z';
    const { face, unmount } = await openEmpty(
      `?filter={"col_id":1,"searchKey":"abc","state":"scheduled","from":"${from}"}`,
    );
    expect(face.textContent).toMatch(/搜索“abc”、状态：定时、发布时间在 2026-01-0\d \d\d:\d\d 之后、栏目：新闻/);
    unmount();
    const { face: other } = await openEmpty('?filter={"status":0}');
    expect(other.textContent).toContain('当前条件：状态：草稿');
  });

  it.each([
    [
      '{"from":"2026-01-02T00:00:00Z","to":"2026-02-02T00:00:00Z"}',
      /：发布时间从 2026-01-0\d \d\d:00 到 2026-02-0\d \d\d:00$/,
    ],
    ['{"to":"2026-02-02T00:00:00Z"}', /：发布时间在 2026-02-0\d \d\d:00 之前$/],
    ['{"range":"week"}', /：发布时间：近 7 天$/],
  ])('B6: in which nothing matches %s names the span as one', async (filter, named) => {
    const { face } = await openEmpty(`?filter=${filter}`);
    expect(within(face).getByText(/^当前条件/).textContent).toMatch(named);
  });

  it('B6: says how it is sorted, and goes back to its own order', async () => {
    const getList = vi.fn(async (_resource: string, _params: object) => ({ data: [article] as never[], total: 1 }));
    const { user } = await open(content, { getList }, `${content.path}?sort=publish_time&order=DESC&filter={}`);
    await screen.findByText('排序：发布时间，降序');
    await user.click(screen.getByRole('button', { name: '恢复默认排序' }));
    await screen.findByText('排序：置顶在前，再按排序值，最后新增的在前');
    expect(getList.mock.lastCall?.[1]).toMatchObject({ sort: { field: 'sort', order: 'ASC' } });
  });

  it('B6: does not tell a role to which it is hidden that pinned ones come first', async () => {
    const me = { id: 2, username: 'editor', field_limits: { article: { is_top: 'hidden' } } };
    const auth = { ...fakeAuth(), getIdentity: async () => me };
    await open(content, { getList: listing(article) }, content.path, auth);
    expect((await screen.findByText(/^排序：/)).textContent).toBe('排序：按排序值，最后新增的在前');
  });
});

it.each([
  ['by address or a quick entry, in the column that comes first', '', 2],
  ['in the column that the list is narrowed to', '?filter={"col_id":5}', 5],
])('B7: a new record begins %s', async (_how, query, col_id) => {
  const create = vi.fn(async () => ({ data: { id: 9 } as never }));
  const shown = {
    ...articles,
    list: { ...articles.list, useDefaultFilter: () => ({ col_id: 2 }) },
    form: { ...articles.form, tabs: { base: { main: ['title'] } } },
  };
  const { user } = await open(shown, { getList: listing(article), create }, `${articles.path}/create${query}`);
  await user.type(await screen.findByRole('textbox', { name: /标题/ }), '新文章');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() =>
    expect(create).toHaveBeenCalledWith(
      'article',
      expect.objectContaining({ data: expect.objectContaining({ col_id }) }),
    ),
  );
});

it('B7: a new record that is begun elsewhere takes nothing of the list as it was left but its column', async () => {
  const asked = vi.spyOn(http, 'call').mockResolvedValue([
    { id: 2, title: '新闻' },
    { id: 5, title: '活动' },
  ] as never);
  onTestFinished(() => asked.mockRestore());
  const create = vi.fn(async () => ({ data: { id: 9 } as never }));
  const getList = vi.fn(async (_resource: string, _params: object) => ({ data: [article] as never[], total: 1 }));
  const shown: Resource = {
    ...articleResource,
    list: { ...articleResource.list, Aside: undefined },
    form: { ...articleResource.form, tabs: { base: { main: ['title'] } } },
  };
  const links = ['/home', `${shown.path}/create`].map((path) => (
    <Link key={path} to={`/rTopAdmin${path}`}>
      {path}
    </Link>
  ));
  const left = `?filter=${JSON.stringify({ col_id: 5, state: 'draft', searchKey: '茶' })}&sort=views&order=DESC&page=3`;
  const given = { provider: fakeProvider({ getList, create }), path: `${shown.path}${left}` };
  const { user, address } = await show([...links, <Fragment key="list">{screenOf(shown)}</Fragment>], given);
  await screen.findByRole('link', { name: '第一篇' });
  store.setItem('article.column', 5); // the list that was left keeps it
  onTestFinished(() => localStorage.clear());
  await user.click(screen.getByRole('link', { name: '/home' }));
  await user.click(screen.getByRole('link', { name: /create/ }));
  await user.type(await screen.findByRole('textbox', { name: /标题/ }), '新文章');
  expect(address()).toBe('/rTopAdmin/content/article/create');
  const asking = getList.mock.calls.findLast(([name]) => name === 'article')?.[1];
  expect(asking).toMatchObject({ filter: { col_id: 5 }, sort: { field: 'sort' } });
  await user.keyboard('{Control>}s{/Control}');
  const data = expect.objectContaining({ col_id: 5 });
  await waitFor(() => expect(create).toHaveBeenCalledWith('article', expect.objectContaining({ data })));
});

it('B8: who adds a record that the filters of the list hide is told so, with a way to all of them', async () => {
  const create = vi.fn(async () => ({ data: { id: 9, title: '新文章', status: 0 } as never }));
  const getList = vi.fn(async (_resource: string, { filter }: GetListParams) => {
    const isHidden = filter.ids && filter.state === 'published';
    return { data: (isHidden ? [] : [article]) as never[], total: isHidden ? 0 : 1 };
  });
  const shown: Resource = { ...articles, form: { ...articles.form, tabs: { base: { main: ['title'] } } } };
  const add = async (filter: object) => {
    const path = `${shown.path}/create?filter=${JSON.stringify(filter)}`;
    const list = (
      <>
        {screenOf(shown)}
        <Notification />
      </>
    );
    const opened = await show(list, { provider: fakeProvider({ getList, create }), path });
    await opened.user.type(await screen.findByRole('textbox', { name: /标题/ }), '新文章');
    await opened.user.keyboard('{Control>}s{/Control}');
    return opened;
  };
  const { user, address, unmount } = await add({ state: 'published' });
  const toast = await screen.findByText('保存成功；当前条件下不显示');
  expect(getList.mock.calls.map(([, { filter }]) => filter)).toContainEqual({ state: 'published', ids: [9] });
  await user.click(within(toast.closest('.MuiSnackbar-root') as HTMLElement).getByText('清除条件'));
  await waitFor(() => expect(address()).toBe('/rTopAdmin/content/article?filter={}'));
  unmount();
  // There is no hint if the record matches the filters, or if reading the list to find out fails.
  const fitting = await add({ state: 'draft' });
  expect(await screen.findByText('保存成功')).toBeDefined();
  fitting.unmount();
  getList.mockImplementation(async (_resource, { filter }) => {
    if (filter.ids) throw new CallFailure('network', '', 0);
    return { data: [], total: 0 };
  });
  await add({ state: 'published' });
  expect(await screen.findByText('保存成功')).toBeDefined();
});

it.each([
  ['group_id', navResource, '分组：顶部导航'],
  ['group_id', adResource, '顶部导航'],
  ['cid', categoryResource, '顶部导航'],
  ['cid', contentParamResource, '顶部导航'],
])('B6: an empty list that stands in a group or column names it (%s)', async (name, shown, words) => {
  vi.spyOn(http, 'call').mockResolvedValue([] as never);
  onTestFinished(() => void vi.restoreAllMocks());
  const getAll = async () => [{ id: 4, title: '顶部导航' }] as never[];
  const methods = { getList: listing(), getAll, getMany: async () => ({ data: [] }) };
  await open(
    shown,
    methods,
    `${shown.path}?filter=${JSON.stringify({ [name]: 4, ...(name === 'cid' && { sid: 0 }) })}`,
  );
  expect((await findFace()).textContent).toContain('还没有');
  await waitFor(async () => expect((await findFace()).textContent).toContain(words));
});

it('specification D6: the address of a column’s parameters is completed without a step of its own, so that Back leads on', async () => {
  vi.spyOn(http, 'call').mockResolvedValue([] as never);
  onTestFinished(() => void vi.restoreAllMocks());
  const getAll = async () => [{ id: 4, title: '关于', model: 'article' }] as never[];
  const getList = vi.fn(async (_resource: string, _params: GetListParams) => ({ data: [] as never, total: 0 }));
  const methods = { getList, getAll, getMany: async () => ({ data: [] }) };
  const path = `${contentParamResource.path}?filter={"cid":4}`;
  const { address, goBack } = await open(contentParamResource, methods, path);
  await waitFor(() => expect(address()).toContain('"sid":0'));
  const isStart = ({ filter }: GetListParams) => filter.cid === 4 && filter.sid === undefined;
  const starts = () => getList.mock.calls.filter(([, params]) => isStart(params)).length;
  const before = starts();
  await goBack();
  await act(async () => {});
  expect([starts(), address()]).toEqual([before, expect.stringContaining('"sid":0')]);
});

it('B5: a list tells what its rows refer to as they say it, and offers no filter whose choices one may not see', async () => {
  const { entity: sample } = samples;
  const titled = { id: 1, name: '甲', owner: 3, ref_titles: { column: { 3: '新闻' } } };
  const byOwner: Resource = { ...samples, list: { columns: ['name', 'owner'], filters: ['owner'] } };
  expect(sample.fields.owner?.entity).toBe('column');
  const given = { provider: fakeProvider({ getList: listing(titled) }), auth: fakeAuth({ forbidden: ['choose'] }) };
  const { unmount } = await show(<EntityScreen resource={byOwner} />, { ...given, path: byOwner.path });
  expect(await screen.findByText('新闻')).toBeDefined();
  const filters = screen.queryByRole('button', { name: '筛选' });
  if (filters) fireEvent.click(filters);
  expect(screen.queryByRole('combobox', { name: /所属|owner/ })).toBeNull();
  unmount();

  const path = `${byOwner.path}?filter=${encodeURIComponent('{"owner":3}')}`;
  await show(<EntityScreen resource={byOwner} />, { ...given, path });
  await waitFor(() => expect(screen.getByRole('combobox', { name: /owner/ }).textContent).toMatch(/: 新闻$/));
});

describe('a tree', () => {
  const columns = [
    {
      id: 1,
      title: '公司',
      children: [
        { id: 2, title: '历史', children: [{ id: 3, title: '创立', children: [] }] },
        { id: 4, title: '团队', children: [] },
      ],
    },
    { id: 5, title: '新闻', children: [] },
  ];
  const names = () =>
    screen.getAllByRole('link', { name: /^(公司|历史|创立|团队|新闻)$/ }).map((each) => each.textContent);
  const rowOf = (name: string) => {
    const row = screen.getByRole('link', { name }).closest('tr');
    if (!row) throw new Error(`${name} is in no row`);
    return within(row);
  };

  it('stands row under row, parents first', async () => {
    await open(columnResource, { getList: listing(...columns) });
    await screen.findByRole('link', { name: '公司' });
    expect(names()).toEqual(['公司', '历史', '创立', '团队', '新闻']);
  });

  it('folds what is below a row, and unfolds it as it was', async () => {
    const { user } = await open(columnResource, { getList: listing(...columns) });
    await screen.findByRole('link', { name: '公司' });
    await user.click(rowOf('历史').getByRole('button', { name: /^收起/ }));
    expect(names()).toEqual(['公司', '历史', '团队', '新闻']);
    await user.click(rowOf('公司').getByRole('button', { name: /^收起/ }));
    expect(names()).toEqual(['公司', '新闻']);
    const unfold = rowOf('公司').getByRole('button', { name: /^展开/ });
    expect(unfold.getAttribute('aria-expanded')).toBe('false');
    await user.click(unfold);
    expect(names()).toEqual(['公司', '历史', '团队', '新闻']);
  });

  it('of more than a hundred rows begins folded, but not where something is looked for in it', async () => {
    const many = Array.from({ length: 100 }, (_, n) => ({ id: 10 + n, title: `第 ${n} 个`, children: [] }));
    const grown = [...columns, { id: 6, title: '产品', children: many }];
    const { user } = await open(columnResource, { getList: listing(...grown) });
    await screen.findByRole('link', { name: '公司' });
    expect(names()).toEqual(['公司', '新闻']);
    await user.click(rowOf('公司').getByRole('button', { name: /^展开/ }));
    expect(names()).toEqual(['公司', '历史', '团队', '新闻']);
    await user.type(screen.getByRole('searchbox'), '第');
    await screen.findByRole('link', { name: '创立' });
    expect(names()).toEqual(['公司', '历史', '创立', '团队', '新闻']);
  });

  it('offers to fold only rows that have some below them', async () => {
    await open(columnResource, { getList: listing(...columns) });
    await screen.findByRole('link', { name: '公司' });
    expect(rowOf('新闻').queryByRole('button', { name: /^收起/ })).toBeNull();
  });
});

describe('another language', () => {
  afterEach(() => {
    document.documentElement.lang = 'zh-CN';
  });

  it('changes every label, and says so of the page', async () => {
    const screens = (
      <>
        <LanguageMenu />
        {screenOf(articles)}
      </>
    );
    const { user } = await show(screens, {
      provider: fakeProvider({ getList: listing(article) }),
      path: articles.path,
    });
    await screen.findByRole('searchbox', { name: '搜索' });
    expect(document.documentElement.lang).toBe('zh-CN');
    await user.click(screen.getByRole('button', { name: '语言' }));
    await user.click(screen.getByRole('menuitemradio', { name: 'English' }));
    await screen.findByRole('searchbox', { name: 'Search' });
    expect(document.documentElement.lang).toBe('en');
    expect((await cellOf('第一篇', 'Status')).textContent).toBe('Published');
    expect(screen.getByRole('link', { name: /^New/ })).toBeDefined();
  });
});
