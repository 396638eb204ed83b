import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fill, openConsole } from '../support/consoleOnServer.tsx';
import { useServer } from '../support/server.ts';
import { press } from '../support/serverScreens.tsx';

const server = useServer();

const agreement = () => server.data<{ title: string; content: string }>('site.agreement/read');
const title = () => screen.findByLabelText<HTMLInputElement>(/^协议标题/);
const followLink = (name: string) =>
  waitFor(() => {
    const menus = screen.getAllByRole('navigation');
    const [link] = menus.flatMap((menu) => within(menu).queryAllByText(name));
    if (!link) throw new Error(`no link is called ${name}`);
    fireEvent.click(link);
  });
const body = () =>
  waitFor(() => {
    const element = document.querySelector<HTMLElement>('.ProseMirror');
    if (!element) throw new Error('no editor is shown');
    return element;
  });

it('the agreement is opened by the menu, saved with the server’s own message, and read by the site', async () => {
  const { user, address } = await openConsole(server, '/home');
  await followLink('用户');
  await followLink('用户协议');
  await waitFor(() => expect(address()).toBe('/xieyi'));
  fill(await title(), '服务条款');
  fireEvent.paste(await body(), {
    clipboardData: { files: [], items: [], types: ['text/plain'], getData: () => '请遵守约定。' },
  });
  await press('保存');
  await screen.findByText('保存成功');
  expect(await agreement()).toEqual({ title: '服务条款', content: '<p>请遵守约定。</p>' });
  expect((await title()).value).toBe('服务条款');
  fill(await title(), '');
  await press('保存');
  await screen.findByText('此项为必填项');
  fill(await title(), '服务条款 二');
  await user.keyboard('{Control>}s{/Control}');
  await expect.poll(async () => (await agreement()).title).toBe('服务条款 二');
});

it('a save over what someone else has saved since asks which of the two stays', async () => {
  await openConsole(server, '/xieyi');
  fill(await title(), '我的');
  await server.data('base.Config/saveConfig', { agreement_title: '他们的' });
  await press('保存');
  const alert = await screen.findByRole('alert');
  const cells = () => [...alert.querySelectorAll('td')].map(({ textContent }) => textContent);
  await waitFor(() => expect(cells()).toContain('他们的'));
  fireEvent.click(within(alert).getAllByRole('button')[0] as HTMLElement);
  await expect.poll(async () => (await agreement()).title).toBe('我的');
});

it('a role has it in its menu by its rule, and only reads it without the rule to save', async () => {
  const { token } = await server.makeAdmin(await server.makeRole(['/xieyi', '/systemConfig', 'base.Config/sysConfig']));
  const { address } = await openConsole(server, '/home', { token });
  await followLink('用户');
  // The only screen of its group opens at once.
  await waitFor(() => expect(address()).toBe('/xieyi'));
  await waitFor(() =>
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContainEqual(
      expect.stringContaining('用户协议'),
    ),
  );
  await body();
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull();
});
