import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { openConsole } from '../support/consoleOnServer.tsx';
import { useServer } from '../support/server.ts';
import { press } from '../support/serverScreens.tsx';

const server = useServer();
const dayMs = 86_400_000;
const after = (days: number) => toIsoSeconds(new Date(Date.now() + days * dayMs));
const make = async (path: string, params: Record<string, unknown>) =>
  (await server.data<{ id: number }>(`base.base/${path}`, params)).id;
let head = 0;
let foot = 0;

beforeAll(async () => {
  head = await make('addNavGroup', { title: '顶部导航', ident: 'head' });
  foot = await make('addNavGroup', { title: '底部导航', ident: 'foot' });
  const column = await make('addColumn', { title: '公司简介', model: 'single' });
  await make('addNav', { title: '关于', group_id: head, col_id: column, sort: 10 });
  await make('addNav', { title: '商城', group_id: head, url: 'https://shop.example.com/', sort: 20 });
  await make('addNav', { title: '备案', group_id: foot, url: '/icp', sort: 10 });
  const place = await make('addAdGroup', { title: '首页轮播', ident: 'slide' });
  const ads: [string, number, number, number][] = [
    ['正在投放', -1, 30, 1],
    ['快要结束', -1, 3, 1],
    ['还没开始', 5, 30, 1],
    ['早已结束', -9, -5, 1],
    ['停用了的', -1, 3, 0],
  ];
  for (const [title, start, end, status] of ads)
    await make('addAd', {
      title,
      status,
      group_id: place,
      org_img: '/upload/a.png',
      start_time: after(start),
      end_time: after(end),
    });
});

const row = async (title: string) =>
  within((await screen.findByRole('link', { name: title })).closest('tr') as HTMLElement);
const names = () =>
  [...document.querySelectorAll('tbody tr td:nth-of-type(2) a[title]')].map(({ textContent }) => textContent);
const isNarrowed = (...expected: string[]) => waitFor(() => expect(names()).toEqual(expected));

it('navigation is narrowed to a group, and an entry shows its column or its address', async () => {
  await openConsole(server, '/navList?filter={}');
  await row('备案');
  await (await row('关于')).findByText('公司简介');
  await (await row('商城')).findByText('https://shop.example.com/');
  const groups = await screen.findByRole('complementary', { name: '分组' });
  fireEvent.click(await within(groups).findByRole('button', { name: /^底部导航/ }));
  await isNarrowed('备案');
});

it('a group with entries is not deleted, and leads to them', async () => {
  await openConsole(server, '/navList?filter={}');
  fireEvent.click(await screen.findByRole('tab', { name: '导航分组' }));
  await press('删除 底部导航');
  await press('删除', await screen.findByRole('dialog'));
  const refusal = await screen.findByRole('dialog', { name: '“底部导航”还不能删除' });
  fireEvent.click(within(refusal).getByRole('link', { name: '导航 1 个' }));
  await isNarrowed('备案');
});

it('an advertisement says whether it is shown now, and if not, why', async () => {
  await openConsole(server, '/advertise');
  await (await row('正在投放')).findByText('投放中');
  await (await row('还没开始')).findByText('未开始');
  await (await row('早已结束')).findByText('已结束');
  await (await row('停用了的')).findByText('已停用');
});

it('home tells of the advertisements that end within 7 days, and leads to just those', async () => {
  await openConsole(server, '/home');
  fireEvent.click(await screen.findByRole('link', { name: /7 天内到期的广告/ }));
  await isNarrowed('快要结束');
  await screen.findByText('只看选中的 1 条');
});
