import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { frameHosts } from '../../contract/frameHosts.ts';
import { beginAt, enter, navigate, useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const stayed = useBrowser().stay((page) => enter(page, server));

async function open(path: string): Promise<Page> {
  await beginAt(stayed.page, path);
  return stayed.page;
}

test('while the groups of custom settings are on their way, rows hold their place over the whole width', async () => {
  const page = await open('/home');
  // Never answered.
  await page.route('**/base.Config/autoGroup*', () => {});
  await Promise.all([page.waitForRequest('**/base.Config/autoGroup*'), navigate(page, '/autoConfig')]);
  const widthOf = async (part: string) => (await page.locator(part).first().boundingBox())?.width ?? 0;
  const half = (await widthOf('main')) / 2;
  await expect.poll(() => widthOf('[aria-busy=true] .MuiSkeleton-root')).toBeGreaterThan(half);
});

test('what is typed in the agreement and not saved is still there after a reload', async () => {
  const page = await open('/xieyi');
  const title = page.getByLabel('协议标题');
  await title.fill('还没有保存');
  await page.waitForFunction(() => sessionStorage.getItem('rtop.unsaved')?.includes('还没有保存'));
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await page.locator('.ProseMirror').waitFor();
  await expect.poll(() => title.inputValue()).toBe('还没有保存');
});

test('the console shows pages of the listed hosts, those of the configuration and its previews in frames, and no others', async () => {
  await server.data('base.Config/saveConfig', {
    web_frame_hosts: 'Films.example.org',
    web_page_url: 'https://www.example.com/{model}/{slug}?preview={token}',
  });
  const policies = await Promise.all(
    ['/rTopAdmin/', '/site/'].map(async (path) => {
      const policy = (await fetch(`${server.url}${path}`)).headers.get('content-security-policy') ?? '';
      return policy.split('; ').find((part) => part.startsWith('frame-src '));
    }),
  );
  const films = `${frameHosts.map((host) => `https://${host}`).join(' ')} https://films.example.org`;
  expect(policies).toEqual([`frame-src 'self' ${films} https://www.example.com`, `frame-src ${films}`]);

  const page = await open('/home');
  // Last in the file: its frames stay in the page.
  stayed.expected = /Framing 'https:\/\/evil/;
  await page.route(/example\./, (route) => route.fulfill({ body: 'shown', contentType: 'text/html' }));
  await page.reload();
  const refused = await page.evaluate(async () => {
    const names: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) => names.push(blockedURI));
    const hosts = ['films.example.org', 'www.example.com', 'evil.example.net'];
    await Promise.all(
      hosts.map((host) => {
        const frame = Object.assign(document.createElement('iframe'), { src: `https://${host}/x` });
        const { promise, resolve } = Promise.withResolvers<void>();
        frame.onload = () => resolve();
        document.body.append(frame);
        return promise;
      }),
    );
    return names;
  });
  expect(refused).toEqual([expect.stringContaining('https://evil.example.net')]);
});
