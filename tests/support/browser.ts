import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, type RunnerTask } from 'vitest';
import { chromiumPath } from './chromium.ts';

const quiet = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
/**
 * What spares a third of the processor's time of a page that is soon left: only what runs most often is optimised, and by
 * the compiler that is done soonest, and pages of one host share a process and what is compiled there.
 */
const brief = [
  '--js-flags=--no-opt,--invocation-count-for-maglev=3000,--no-flush-bytecode,--min-semi-space-size=16,--max-semi-space-size=32',
  '--process-per-site',
];

interface BrowserSettings {
  /** More of Chromium's switches, asked for when it starts. */
  more?: () => string[];
}

interface Stayed {
  page: Page;
  /** What the page may say to the console in the test that runs. */
  expected?: RegExp | undefined;
}

/** Just wide enough that no pane is folded (src/ui/FoldablePane.tsx). */
const desktop = { width: 1500, height: 900 };

/** Chromium by its switches: files that ask for the same have the same one, which ends with their process. */
const started = new Map<string, Promise<Browser>>();
function startBrowser(args: string[]): Promise<Browser> {
  const key = args.join(' ');
  const running = started.get(key);
  if (running) return running;
  const forget = () => started.delete(key);
  const browser = chromium.launch({ executablePath: chromiumPath(), args });
  browser.then((one) => one.on('disconnected', forget), forget);
  started.set(key, browser);
  return browser;
}

/** Chromium for the tests of a file. */
export function useBrowser({ more = () => [] }: BrowserSettings = {}): {
  open(options?: BrowserContextOptions, expected?: RegExp): Promise<Page>;
  stay(begin?: (page: Page) => Promise<unknown>, options?: BrowserContextOptions): Stayed;
} {
  let browser: Browser;
  beforeAll(async () => {
    const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    browser = await startBrowser([...root, ...quiet, ...brief, ...more()]);
  });
  afterAll(() => Promise.all((browser?.contexts() ?? []).map((context) => context.close())));

  const newContext = (options?: BrowserContextOptions) =>
    browser.newContext({
      locale: 'zh-CN',
      reducedMotion: 'reduce',
      viewport: desktop,
      ...options,
    });

  async function visit(context: BrowserContext, allowed: Pick<Stayed, 'expected'>) {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000); // see vitest.config.ts
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      const isFine = isNetwork(message.text()) || allowed.expected?.test(message.text());
      if (['error', 'warning'].includes(message.type()) && !isFine) complaints.push(message.text());
    });
    return { page, complaints };
  }

  /**
   * Used by one test after another, for the process with what is compiled there; a test that meets it in use has one of its
   * own. What a test gives its context (scripts, permissions, headers) stays: that takes a context with options.
   */
  let usual: BrowserContext | undefined;
  async function takeUsual(): Promise<BrowserContext> {
    const context = usual ?? (await newContext());
    usual = undefined;
    if (context.pages().length === 0) await holdProcess(context);
    return context;
  }
  async function giveBack(context: BrowserContext): Promise<void> {
    const [held, ...visited] = context.pages();
    await Promise.all(visited.map((page) => page.close()));
    // A clock that was set goes with its context.
    const isAsItWas = await held?.evaluate(() => !('isFake' in Date));
    if (usual || !isAsItWas) return context.close();
    await context.unrouteAll();
    await context.setOffline(false);
    await context.setStorageState({ cookies: [], origins: [] });
    usual = context;
  }

  return {
    /**
     * A page of a new visitor. What it says to the console fails the test, but for what is expected.
     * @param options of the visitor's browser, which is then this test's alone
     */
    async open(options, expected) {
      const context = await (options ? newContext(options) : takeUsual());
      const { page, complaints } = await visit(context, { expected });
      onTestFinished(async ({ task }) => {
        if (!page.isClosed()) await describeFailure(task, page);
        await (options ? context.close() : giveBack(context));
        expect(complaints).toEqual([]);
      });
      return page;
    },
    /**
     * One page for all tests of a file. What it writes to the console fails the running test, unless `expected` matches it. After
     * each test its viewport, colour scheme and network are reset.
     */
    stay(begin = async () => {}, options) {
      const stayed = {} as Stayed;
      let complaints: string[] = [];
      beforeAll(async () => {
        const visited = await visit(await newContext(options), stayed);
        ({ complaints } = visited);
        stayed.page = visited.page;
        await begin(visited.page);
      });
      afterEach(async ({ task }) => {
        await describeFailure(task, stayed.page);
        stayed.expected = undefined;
        // Tests may change these; they are put back here.
        await stayed.page.context().setOffline(false);
        await stayed.page.emulateMedia({ colorScheme: null });
        await stayed.page.setViewportSize(options?.viewport ?? desktop);
        expect(complaints.splice(0)).toEqual([]);
      });
      return stayed;
    },
  };
}

/** Adds to the errors of a failed test what its page shows, for who reads of it elsewhere and cannot look. */
async function describeFailure({ result }: RunnerTask, page: Page): Promise<void> {
  if (!result?.errors?.length) return;
  // What is on top first: an open form, a question.
  const parts = [...(await page.getByRole('dialog').all()).toReversed(), page.locator('body')];
  const shown = await Promise.all(parts.map((part) => part.ariaSnapshot({ timeout: 5000 }).catch(String)));
  const texts = shown.map((text) => text.slice(0, 4000)).join('\n\n');
  for (const error of result.errors) error.message += `\n${page.url()} shows:\n${texts}\n`;
}

/** Keeps the process of pages at the loopback address alive while none of the console is open. */
async function holdProcess(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('http://127.0.0.1/');
}

/** Chromium reports a 401 or a lost line by itself; what the console makes of it is tested where it happens. */
const isNetwork = (text: string) => text.startsWith('Failed to load resource');

/** Brings a page to an address of the console as somebody who has signed in before. */
export async function enter(page: Page, { url, token }: { url: string; token: string }, path = '/home'): Promise<void> {
  await page.goto(`${url}/healthz`);
  await page.evaluate((kept) => localStorage.setItem('rtop.token', kept), token);
  await page.goto(`${url}/rTopAdmin${path}`);
}

/**
 * Goes to an address of the console that the page shows, as its own links do: nothing is loaded anew.
 * @param isDiscarded a form with unsaved text does not ask (src/form/DraftPersistence.tsx)
 */
export const navigate = (page: Page, path: string, isDiscarded = false) =>
  page.evaluate(
    ([to, usr]) => {
      // As React Router stores it: each step has a number.
      const idx = (history.state?.idx ?? 0) + 1;
      const state = { idx, key: String(idx), usr };
      history.pushState(state, '', `/rTopAdmin${to}`);
      dispatchEvent(new PopStateEvent('popstate', { state }));
    },
    [path, isDiscarded ? { isDiscarded } : null] as const,
  );

/**
 * Brings the signed-in page of a file (`stay`) to an address without loading it again. Route handlers, drafts, toasts and cached replies
 * of the test before are dropped. The local storage and what the frame has read stay: a test that answers the menu opens its own page.
 */
export async function beginAt(page: Page, path: string): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await navigate(page, '/404-In', true);
  const nowhere = page.getByText('没有这个页面');
  await nowhere.waitFor();
  await page.evaluate(() => sessionStorage.clear());
  await forgetReplies(page);
  // One toast at a time; they would stay for up to ten seconds.
  const toasts = page.locator('.MuiSnackbar-root');
  const closeToast = async () => {
    if ((await toasts.count()) > 0) await page.keyboard.press('Escape');
    return toasts.count();
  };
  await expect.poll(closeToast).toBe(0);
  await navigate(page, path);
  // The page that is not there stays until the other screen is ready.
  await nowhere.waitFor({ state: 'detached' });
}

/** Drops the replies that no screen shows, as if the page had been loaded again. */
export const forgetReplies = (page: Page): Promise<void> =>
  page.evaluate(() => window.__TANSTACK_QUERY_CLIENT__.removeQueries({ type: 'inactive' }));

/** Signs in on the page, as the specification has it. */
export async function signIn(page: Page, url: string, password: string, username = 'admin'): Promise<void> {
  await page.goto(`${url}/rTopAdmin/Login`);
  await fillSignIn(page, password, username);
}

/** Signs in on a page that shows the sign-in. */
export async function fillSignIn(page: Page, password: string, username = 'admin'): Promise<void> {
  await page.getByPlaceholder('登录账户').fill(username);
  await page.getByPlaceholder('登录密码').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/rTopAdmin/home');
}
