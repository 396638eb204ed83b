import { screen, waitFor, within } from '@testing-library/react';
import { type DataProvider, type GetListParams, useRefresh } from 'ra-core';
import { useState } from 'react';
import { Link, Route, Routes, useLocation } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { CallFailure } from '../../dataProvider/failure.ts';
import type { Resource } from '../../src/declaration/resource.ts';
import { EmptyList } from '../../src/list/EmptyList.tsx';
import { articleResource } from '../../src/resources/article.tsx';
import { operationLogResource } from '../../src/resources/operationLog.tsx';
import { visitorLogResource } from '../../src/resources/visitorLog.tsx';
import { EntityScreen } from '../../src/screen/EntityScreen.tsx';
import { Boundary } from '../../src/ui/states/Crashed.tsx';
import { fakeAuth, fakeProvider, listing, show } from '../support/screen.tsx';

const articles: Resource = {
  ...articleResource,
  list: { ...articleResource.list, Aside: undefined, useDefaultFilter: undefined },
};
const article = { id: 7, title: '第一篇', status: 1, is_top: 0, is_recommend: 0, version: 4 };

type List = DataProvider['getList'];
function Refresh() {
  const refresh = useRefresh();
  return (
    <button type="button" onClick={() => refresh()}>
      again
    </button>
  );
}
const open = (getList: List, path = articles.path, auth = fakeAuth()) =>
  show(
    <>
      <Refresh />
      <Routes>
        <Route path={`${articles.path}/*`} element={<EntityScreen resource={articles} />} />
      </Routes>
    </>,
    { provider: fakeProvider({ getList }), path, auth },
  );
const fails = (failure: CallFailure): List =>
  vi.fn(async () => {
    throw failure;
  });

/** Finds what a list shows instead of rows. Status messages for screen readers alone have no heading. */
const findFace = async () => (await screen.findByRole('heading')).closest('[role=status]') as HTMLElement;

describe('a list', () => {
  it.each([
    [visitorLogResource, 'No visits yet'],
    [operationLogResource, 'No operations yet'],
  ])('that is empty says in English that there are no records, not that there is no list', async (resource, title) => {
    const list = { ...resource.list, useScopeFilter: undefined };
    await show(<EmptyList resource={{ ...resource, list }} />, { locale: 'en' });
    expect((await screen.findByRole('heading')).textContent).toBe(title);
  });

  it('in which nothing matches names what it is narrowed by', async () => {
    await open(listing(), `${articles.path}?filter={"searchKey":"abc","status":0,"is_top":1}`);
    expect((await findFace()).textContent).toContain('当前条件：搜索“abc”、状态：草稿、置顶：是');
  });

  it('that cannot be read says so once, and not in a toast', async () => {
    const { toasts } = await open(fails(new CallFailure('server', '服务器出错（编号 7）', 500)));
    const face = await screen.findByRole('alert');
    expect(within(face).getByRole('heading', { level: 2 }).textContent).toBe('加载失败');
    expect(face.textContent).toContain('服务器出错（编号 7）');
    expect(toasts()).toEqual([]);
  });

  it('that is refused for its filters can forget them; one whose line is lost need not', async () => {
    const { unmount } = await open(
      fails(new CallFailure('invalid', '没有这个参数', 200)),
      `${articles.path}?filter={"x":1}`,
    );
    expect(await screen.findByRole('button', { name: '清除条件' })).toBeDefined();
    unmount();
    await open(fails(new CallFailure('network', '', 0)), `${articles.path}?filter={"x":1}`);
    await screen.findByRole('alert');
    expect(screen.queryByRole('button', { name: '清除条件' })).toBeNull();
  });

  it('whose page is too long offers the largest size that fits', async () => {
    const getList = vi.fn(async (_resource: string, { pagination }: GetListParams) => {
      if (pagination && pagination.perPage > 75) throw new CallFailure('refused', '一页最多 75 条', 200, { limit: 75 });
      return { data: [article] as never, total: 1 };
    });
    const { user } = await open(getList, `${articles.path}?perPage=100`);
    await user.click(await screen.findByRole('button', { name: '每页显示 50 条' }));
    await waitFor(() => expect(getList.mock.lastCall?.[1].pagination).toEqual({ page: 1, perPage: 50 }));
  });

  it.each([
    ['its column alone', '{"col_id":1}', 0],
    ['a search', '{"col_id":1,"searchKey":"茶"}', 1],
  ])('that a broken server cannot read, narrowed by %s', async (_what, filter, buttons) => {
    await open(fails(new CallFailure('server', '', 500)), `${articles.path}?filter=${filter}`);
    await screen.findByRole('alert');
    expect(screen.queryAllByRole('button', { name: '清除条件' })).toHaveLength(buttons);
  });

  it('that the server forbids names the missing right in words, and its path', async () => {
    await open(fails(new CallFailure('forbidden', '没有权限：/content', 403)));
    const face = await findFace();
    expect(face.textContent).toContain('需要“查看文章”的权限');
    expect(within(face).getByText('文章列表 · base.content/getContentList?model=article').tagName).toBe('CODE');
  });

  it('keeps its rows when they cannot be read again, and says so above them', async () => {
    let answer: List = listing(article);
    const { user } = await open((...asked) => answer(...asked));
    await screen.findByRole('link', { name: '第一篇' });
    answer = fails(new CallFailure('server', '服务器出错（编号 8）', 500));
    await user.click(screen.getByRole('button', { name: 'again' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      '更新失败，下面是之前的内容 · 服务器出错（编号 8）',
    );
    expect(screen.getByRole('link', { name: '第一篇' })).toBeDefined();
    answer = listing({ ...article, title: '新的' });
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByRole('link', { name: '新的' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps its rows without a word of its own when the line is lost', async () => {
    let answer: List = listing(article);
    const { user } = await open((...asked) => answer(...asked));
    await screen.findByRole('link', { name: '第一篇' });
    const lost = fails(new CallFailure('network', '', 0));
    answer = lost;
    await user.click(screen.getByRole('button', { name: 'again' }));
    await waitFor(() => expect(lost).toHaveBeenCalled());
    expect(screen.getByRole('link', { name: '第一篇' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('of which nobody can tell whether one may see it can be asked for again', async () => {
    let isLost = true;
    const auth = fakeAuth();
    const canAccess = async () => {
      if (isLost) throw new CallFailure('network', '', 0);
      return true;
    };
    const { user } = await open(listing(article), articles.path, { ...auth, canAccess });
    expect((await screen.findByRole('alert')).textContent).toContain('网络不通');
    isLost = false;
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByRole('link', { name: '第一篇' })).toBeDefined();
  });
});

describe('a page that fails by itself', () => {
  const Page = ({ isBroken }: { isBroken: () => boolean }) => {
    if (isBroken()) throw new Error('broken');
    return <p>the page</p>;
  };
  function Frame({ isBroken }: { isBroken: () => boolean }) {
    const [n, setN] = useState(0);
    return (
      <>
        <Link to="elsewhere">elsewhere</Link>
        <button type="button" onClick={() => setN(n + 1)}>
          render
        </button>
        <Boundary resetKey={useLocation().pathname}>
          <Page isBroken={isBroken} />
        </Boundary>
      </>
    );
  }
  // React writes every error that a boundary catches to the console.
  const inSilence = () => vi.mocked(console.error).mockImplementation(() => {});

  it('leaves the frame as it is, and can be tried again', async () => {
    inSilence();
    let isBroken = true;
    const { user } = await show(<Frame isBroken={() => isBroken} />);
    expect(within(screen.getByRole('alert')).getByRole('heading').textContent).toBe('页面出错了');
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'render' }));
    expect(screen.queryByText('the page')).toBeNull();
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(screen.getByText('the page')).toBeDefined();
  });

  it('is over at another address', async () => {
    inSilence();
    let isBroken = true;
    const { user } = await show(<Frame isBroken={() => isBroken} />);
    isBroken = false;
    await user.click(screen.getByRole('link', { name: 'elsewhere' }));
    expect(screen.getByText('the page')).toBeDefined();
  });
});
