import AccountTree from '@mui/icons-material/AccountTreeOutlined';
import Circle from '@mui/icons-material/CircleOutlined';
import Movie from '@mui/icons-material/MovieOutlined';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ListBase, ResourceContextProvider } from 'ra-core';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { ContentColumns } from '../../src/content/ContentColumns.tsx';
import { RowPicture } from '../../src/fields/RowPicture.tsx';
import { DrawerMenu } from '../../src/layout/DrawerMenu.tsx';
import { MediaThumb } from '../../src/media/MediaThumb.tsx';
import { MenuIcon } from '../../src/navigation/icons.tsx';
import { readMenu } from '../../src/navigation/useMenu.ts';
import { articleResource } from '../../src/resources/article.tsx';
import { columnResource } from '../../src/resources/column.tsx';
import { EntityList } from '../../src/screen/EntityList.tsx';
import { features, http } from '../../src/services/services.ts';
import { fakeProvider, listing, show } from '../support/screen.tsx';

/** The replies in this file are ones that nobody expects; the fuzzer found each of them (spoiltReplies.test.tsx). */
it('of columns whose records are not counted no number is told', async () => {
  const spy = vi
    .spyOn(http, 'call')
    .mockImplementation(
      (async ({ path }: Call): Promise<unknown> =>
        path.endsWith('getContentTopMenu') ? [{ id: 1, title: '新闻', level: 1 }] : []) as typeof http.call,
    );
  onTestFinished(() => spy.mockRestore());
  const list = (
    <ListBase resource="article" disableSyncWithLocation>
      <ContentColumns resource={articleResource} />
    </ListBase>
  );
  await show(list, { provider: fakeProvider({ getList: listing() }) });
  const beside = (await screen.findByText('新闻')).closest('ul');
  await waitFor(() => expect(beside?.textContent).toBe('全部栏目新闻'));
});

it('content is listed although its columns cannot be read', async () => {
  const asked: string[] = [];
  const spy = vi.spyOn(http, 'call').mockImplementation((async ({ path }: Call): Promise<unknown> => {
    asked.push(path);
    if (path.endsWith('getContentTopMenu')) throw new CallFailure('unreadable', '', 200);
    return [];
  }) as typeof http.call);
  onTestFinished(() => spy.mockRestore());
  const list = (
    <ResourceContextProvider value="article">
      <EntityList resource={articleResource} />
    </ResourceContextProvider>
  );
  await show(list, {
    path: '/content/article',
    provider: fakeProvider({ getList: listing({ id: 1, title: '一篇文章' }), getMany: async () => ({ data: [] }) }),
  });
  await screen.findByText('一篇文章');
  await screen.findByText('全部栏目');
  expect(asked.filter((path) => path.endsWith('getContentTopMenu')).length).toBeLessThan(5);
});

it('a menu whose paths lack their first slash leads to the same screens', async () => {
  const spy = vi.spyOn(http, 'call').mockResolvedValue([
    { path: 'columnList', children: [] },
    { path: 'content', model: 'product', children: [] },
  ] as never);
  onTestFinished(() => spy.mockRestore());
  expect((await readMenu()).map(({ path }) => path)).toEqual(['/columnList', '/content/product']);
});

it('a menu that cannot be read says so, and is there once it can be', async () => {
  let isDown = true;
  const spy = vi.spyOn(http, 'call').mockImplementation((async ({ path }: Call): Promise<unknown> => {
    if (path !== 'base.Menu') return {};
    if (isDown) throw new CallFailure('server', '', 500);
    return [{ id: 1, title: '网站', path: '/columnList', children: [] }];
  }) as typeof http.call);
  onTestFinished(() => spy.mockRestore());
  const { user } = await show(<DrawerMenu isOpen onClose={() => {}} />, { path: '/home' });
  const told = within(await screen.findByRole('alert'));
  told.getByText('菜单加载失败');
  isDown = false;
  await user.click(told.getByRole('button', { name: '重试' }));
  await screen.findByRole('link', { name: '网站' });
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each([
  ['called as what every object has', 'constructor', undefined, Circle],
  ['of another set', 'fa-home', '/somewhere', Circle],
  ['not named, to a screen that is known', '', '/columnList', AccountTree],
  ['of another set, to a model’s list', 'fa-video', '/content/video', Movie],
])('a menu entry whose icon is %s', async (_what, name, path, Icon) => {
  await show(
    <>
      <MenuIcon name={name} path={path} />
      <Icon />
    </>,
  );
  await waitFor(() => {
    const [shown, wanted] = [...document.querySelectorAll('svg')].map(({ innerHTML }) => innerHTML);
    expect(wanted).toMatch(/path|circle/);
    expect(shown).toBe(wanted);
  });
});

it.each([
  ['counts', { total: 3 }, 1],
  ['does not count', {}, 0],
])('of a back end that %s what columns hold', async (_what, told, headers) => {
  features.learn([]);
  onTestFinished(() => features.learn(['list']));
  const row = { id: 1, title: '新闻', model: 'article', children: [], ...told };
  const list = (
    <ResourceContextProvider value="column">
      <EntityList resource={columnResource} />
    </ResourceContextProvider>
  );
  await show(list, { path: '/columnList', provider: fakeProvider({ getList: listing(row) }) });
  await screen.findByRole('columnheader', { name: '栏目名称' });
  expect(screen.queryAllByRole('columnheader', { name: '内容数' })).toHaveLength(headers);
});

it('a picture that is not there is said to be none', async () => {
  await show(<RowPicture src="/upload/gone.png" />);
  const picture = await waitFor(() => {
    const found = document.querySelector('img');
    if (!found) throw new Error('no picture yet');
    return found;
  });
  fireEvent.error(picture);
  await screen.findByRole('img', { name: '图片无法显示' });
});

it('a file of a kind that is none, without an address, is a file all the same', async () => {
  await show(<MediaThumb record={{ id: 1, kind: 'constructor' } as never} />);
  await waitFor(() => expect(document.querySelector('svg')).not.toBeNull());
});
