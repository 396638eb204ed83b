// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { expect, it, test } from 'vitest';
import { frameHosts } from '../../contract/frameHosts.ts';
import { richTextZh } from '../../i18n/zh/richText.ts';
import { checkHtml } from '../../server/engine/kinds/html/sanitizeHtml.ts';
import { filmFrame } from '../../src/richText/films.ts';
import { openEditor } from '../support/textEditor.tsx';

const bilibili = 'https://player.bilibili.com/player.html?';

test.each([
  ['https://www.bilibili.com/video/BV1xx411c7mD/?spm_id_from=333&p=2', `${bilibili}bvid=BV1xx411c7mD&p=2&autoplay=0`],
  ['https://m.bilibili.com/video/av170001', `${bilibili}aid=170001&autoplay=0`],
  ['https://v.youku.com/v_show/id_XNTgyNjQ2MTI=.html?spm=a', 'https://player.youku.com/embed/XNTgyNjQ2MTI='],
  ['https://v.qq.com/x/page/a3012abcdef.html', 'https://v.qq.com/txp/iframe/player.html?vid=a3012abcdef'],
  ['https://v.qq.com/x/cover/mzc00200abc/a3012abcdef.html', 'https://v.qq.com/txp/iframe/player.html?vid=a3012abcdef'],
  [
    'https://www.youtube.com/watch?list=x&v=dQw4w9WgXcQ&t=42s',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=42',
  ],
  ['https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
])('%s is shown by its player', (page, frame) => {
  expect(filmFrame(page)).toBe(frame);
  expect(frameHosts).toContain(new URL(frame).hostname);
});

test.each([
  'https://www.bilibili.com/',
  'https://www.bilibili.com.evil.example/video/BV1xx411c7mD',
  'https://evil.example/www.bilibili.com/video/BV1xx411c7mD',
  'https://a@youtu.be/dQw4w9WgXcQ',
  'https://youtu.be:8443/dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=%22onload',
  'javascript:https://youtu.be/dQw4w9WgXcQ',
  '看 https://youtu.be/dQw4w9WgXcQ',
])('%s is not', (page) => expect(filmFrame(page)).toBeUndefined());

const frame =
  '<iframe src="https://player.vimeo.com/video/76979871" style="width:100%;aspect-ratio:16 / 9;border:0" allowfullscreen="" ' +
  'sandbox="allow-scripts allow-same-origin allow-popups allow-presentation" referrerpolicy="strict-origin-when-cross-origin"></iframe>';

it('day B1: is written as the server writes it, so that a save leaves the editor as it is', () => {
  const { value } = checkHtml(`<p>${frame}</p>`, []) as { value: string };
  expect(value.replace(' allowfullscreen ', ' allowfullscreen="" ')).toBe(`<p>${frame}</p>`);
});

it('a page pasted on an empty line becomes its player, in a text it stays an address', async () => {
  const address = { 'text/plain': 'https://vimeo.com/76979871\n' };
  const inText = await openEditor('<p>甲</p>');
  await inText.paste('<p>https://vimeo.com/76979871</p>', [], address);
  expect(inText.value()).toContain('https://vimeo.com/76979871');
  expect(inText.value()).not.toContain('iframe');
  cleanup();
  const onLine = await openEditor('');
  await onLine.paste('', [], address);
  expect(onLine.value()).toContain(`<p>${frame}</p>`);
});

it('the dialog of films takes pages of these hosts, and tells what it takes of any other', async () => {
  const { user, value } = await openEditor('');
  await user.click(screen.getByRole('button', { name: richTextZh.film }));
  const field = screen.getByRole('textbox', { name: new RegExp(richTextZh.filmAddress) });
  await user.type(field, 'https://www.bilibili.com/bangumi/play/ep1{Enter}');
  expect(screen.getByText(richTextZh.filmWrong)).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'https://vimeo.com/76979871{Enter}');
  expect(value()).toBe(`<p>${frame}</p>`);
});

it('a page of a host that the configuration names is embedded as it is, and the dialog names that host', async () => {
  const { user, value } = await openEditor('', 'all', { web_frame_hosts: 'Player.example.com，films.example.org' });
  await user.click(screen.getByRole('button', { name: richTextZh.film }));
  expect(screen.getByText(/player\.example\.com、films\.example\.org/)).toBeTruthy();
  const field = screen.getByRole('textbox', { name: new RegExp(richTextZh.filmAddress) });
  await user.type(field, 'http://films.example.org/1{Enter}');
  expect(screen.getByText(new RegExp(`^${richTextZh.filmWrong}`))).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'https://films.example.org/1{Enter}');
  expect(value()).toContain('<iframe src="https://films.example.org/1" style=');
  const island = screen.getByRole('group', { name: /films\.example\.org/ }).querySelector('.island-content');
  expect(island?.shadowRoot?.querySelector('iframe')?.src).toBe('https://films.example.org/1');
});
