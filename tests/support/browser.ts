import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, onTestFinished } from 'vitest';
import { chromiumPath } from './chromium.ts';

const quiet = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** One Chromium for the tests of a file. @param more of its switches, asked for when it starts */
export function useBrowser(more: () => string[] = () => []): {
  open(options?: BrowserContextOptions, expected?: RegExp): Promise<Page>;
  stay(begin: (page: Page) => Promise<void>): { page: Page };
} {
  let browser: Browser;
  beforeAll(async () => {
    const args = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...quiet, ...more()];
    browser = await chromium.launch({ executablePath: chromiumPath(), args });
  });
  afterAll(() => browser?.close());
  async function visit(options?: BrowserContextOptions, expected?: RegExp) {
    const context = await browser.newContext({
      locale: 'zh-CN',
      reducedMotion: 'reduce',
      viewport: { width: 1440, height: 900 },
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      const isFine = isNetwork(message.text()) || expected?.test(message.text());
      if (['error', 'warning'].includes(message.type()) && !isFine) complaints.push(message.text());
    });
    return { context, page, complaints };
  }
  return {
    /** A page of a new visitor. What it says to the console fails the test, but for what is expected. */
    async open(options, expected) {
      const { context, page, complaints } = await visit(options, expected);
      onTestFinished(async () => {
        await context.close();
        expect(complaints).toEqual([]);
      });
      return page;
    },
    /** One visitor for all tests of a file: what a test says to the console fails it. */
    stay(begin) {
      const stayed = {} as { page: Page };
      let complaints: string[] = [];
      beforeAll(async () => {
        const visited = await visit();
        ({ complaints } = visited);
        stayed.page = visited.page;
        await begin(visited.page);
      });
      afterEach(() => expect(complaints.splice(0)).toEqual([]));
      return stayed;
    },
  };
}

/** Chromium reports a 401 or a lost line by itself; what the console makes of it is tested where it happens. */
const isNetwork = (text: string) => text.startsWith('Failed to load resource');

/** Brings a page to an address of the console as somebody who has signed in before. */
export async function enter(page: Page, { url, token }: { url: string; token: string }, path = '/home'): Promise<void> {
  await page.goto(`${url}/healthz`);
  await page.evaluate((kept) => localStorage.setItem('rtop.token', kept), token);
  await page.goto(`${url}/rTopAdmin${path}`);
}

/** Signs in on the page, as the specification has it. */
export async function signIn(page: Page, url: string, password: string, username = 'admin'): Promise<void> {
  await page.goto(`${url}/rTopAdmin/Login`);
  await page.getByPlaceholder('登录账户').fill(username);
  await page.getByPlaceholder('登录密码').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/rTopAdmin/home');
}
