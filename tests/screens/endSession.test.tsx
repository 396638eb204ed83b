import { screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { features, session } from '../../src/services/services.ts';
import { EndSession } from '../../src/signIn/EndSession.tsx';
import { show } from '../support/screen.tsx';

const found = {
  code: 1,
  data: { ip: '203.0.113.9', browser: 'Chrome 141', os: 'Windows 10', create_time: '2026-11-25T09:30:00Z' },
};
const over = { code: 0, msg: '链接已使用过或已过期' };
const token = 'a'.repeat(43);

/** The page of a link, before a back end that answers like this. */
async function open(
  answers: { newSession?: object; endNewSession?: object },
  { path = `/EndSession#${token}`, locale = 'zh' } = {},
) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    const call = url.split('auth.auth/')[1] as keyof typeof answers;
    if (call in answers || call?.includes('ewSession')) asked.push(`${call} ${body}`);
    return new Response(JSON.stringify({ code: 1, msg: '', data: null, ...answers[call] }));
  });
  onTestFinished(() => localStorage.clear());
  return { asked, ...(await show(<EndSession />, { path, locale })) };
}
const button = () => screen.findByRole('button', { name: '结束这次登录' });

it('the link of the mail shows what it would end, and ends it when that is asked for', async () => {
  const { asked, user } = await open({ newSession: found });
  await user.click(await button());
  expect((await screen.findByRole('status')).textContent).toMatch(/这次登录已经结束.*修改密码/);
  expect(asked).toEqual([`newSession token=${token}`, `endNewSession token=${token}`]);
  expect(screen.queryByRole('button', { name: '结束这次登录' })).toBeNull();
  expect(screen.getByRole('link', { name: '进入后台' }).getAttribute('href')).toBe('/rTopAdmin/home');
});

it('what it would end is named, and nothing is ended by looking', async () => {
  const { asked } = await open({ newSession: found });
  await screen.findByText('Chrome 141 · Windows 10');
  expect(screen.getByText('203.0.113.9')).toBeDefined();
  expect(document.querySelector('time')?.getAttribute('datetime')).toBe('2026-11-25T09:30:00Z');
  expect(asked).toHaveLength(1);
});

it('a link that the back end refuses says that it is over, and where else sessions are ended', async () => {
  await open({ newSession: over });
  expect((await screen.findByRole('alert')).textContent).toMatch(/链接已使用过或已过期.*登录设备/);
});

it('a link without its token asks nothing', async () => {
  const { asked } = await open({ newSession: found }, { path: '/EndSession' });
  expect((await screen.findByRole('alert')).textContent).toContain('链接已使用过或已过期');
  expect(asked).toEqual([]);
});

it('a link that was used while the page was open says so', async () => {
  const answers: { newSession: object; endNewSession: object } = { newSession: found, endNewSession: over };
  const { user } = await open(answers);
  const end = await button();
  answers.newSession = over;
  await user.click(end);
  expect((await screen.findByRole('alert')).textContent).toContain('链接已使用过或已过期');
});

it('speaks English, and leads who is signed out to the sign-in', async () => {
  const { user } = await open({ newSession: found }, { locale: 'en' });
  session.end();
  await user.click(await screen.findByRole('button', { name: 'End this session' }));
  expect((await screen.findByRole('status')).textContent).toContain('change it at once');
  expect(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe('/rTopAdmin/Login');
});

it('leads to the sign-in where the back end has no such links', async () => {
  features.learn([]);
  onTestFinished(() => features.learn(['devices']));
  const { asked, address } = await open({});
  await waitFor(() => expect(address()).toBe('/rTopAdmin/Login'));
  expect(asked).toEqual([]);
});
