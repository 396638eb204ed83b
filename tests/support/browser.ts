import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, type RunnerTask } from 'vitest';
import { chromiumPath } from './chromium.ts';

const quiet = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
/**
 * Switches that save a third of the processor time of a page that is soon left. V8 optimises only what runs most often,
 * and with the compiler that is done soonest. Pages of one host share a process and the code that is compiled there.
 */
const brief = [
  '--js-flags=--no-opt,--invocation-count-for-maglev=3000,--no-flush-bytecode,--min-semi-space-size=16,--max-semi-space-size=32',
  '--process-per-site',
];

interface BrowserSettings {
  /** Further switches of Chromium; they are asked for when it starts. */
  more?: () => string[];
}

interface Stayed {
  page: Page;
  /** Messages that the page may write to the console in the running test. */
  expected?: RegExp | undefined;
}

/** Just wide enough that no pane is folded (src/ui/FoldablePane.tsx). */
const desktop = { width: 1500, height: 900 };

/** Browsers by their switches. Files that ask for the same switches share a browser, which ends with their process. */
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
   * A context that one test uses after another, because its process keeps the compiled code. A test that finds it in
   * use gets a new one. What a test gives a context (scripts, permissions, headers) stays in it, so such a test opens
   * one with options.
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
    // A clock that a test has set goes with its context, which is closed.
    const isAsItWas = await held?.evaluate(() => !('isFake' in Date));
    if (usual || !isAsItWas) return context.close();
    await context.unrouteAll();
    await context.setOffline(false);
    await context.setStorageState({ cookies: [], origins: [] });
    usual = context;
  }

  return {
    /**
     * Opens a page as a new visitor. What it writes to the console fails the test, unless `expected` matches it.
     * @param options of a new context, which only this test uses
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

/** Adds what the page shows to the errors of a failed test, for readers who cannot look at the page. */
async function describeFailure({ result }: RunnerTask, page: Page): Promise<void> {
  if (!result?.errors?.length) return;
  // Open dialogs come first, such as a form or a question, the topmost of them before the others.
  const parts = [...(await page.getByRole('dialog').all()).toReversed(), page.locator('body')];
  const shown = await Promise.all(parts.map((part) => part.ariaSnapshot({ timeout: 5000 }).catch(String)));
  const texts = shown.map((text) => text.slice(0, 4000)).join('\n\n');
  for (const error of result.errors) error.message += `\n${page.url()} shows:\n${texts}\n`;
}

/** Keeps the process for pages at the loopback address alive while no page of the console is open. */
async function holdProcess(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('http://127.0.0.1/');
}

/** Chromium reports a 401 or a lost connection by itself. Other tests cover what the console makes of it. */
const isNetwork = (text: string) => text.startsWith('Failed to load resource');

/** Brings a page to an address of the console as somebody who has signed in before. */
export async function enter(page: Page, { url, token }: { url: string; token: string }, path = '/home'): Promise<void> {
  await page.goto(`${url}/healthz`);
  await page.evaluate((kept) => localStorage.setItem('rtop.token', kept), token);
  await page.goto(`${url}/rTopAdmin${path}`);
}

/**
 * Goes to an address in a page that shows the console, as the console's own links do: nothing is loaded again.
 * @param isDiscarded a form with unsaved text does not ask before it is left (src/form/DraftPersistence.tsx)
 */
export const navigate = (page: Page, path: string, isDiscarded = false) =>
  page.evaluate(
    ([to, usr]) => {
      // React Router stores such a state: each step has a number.
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
  // Escape closes one toast at a time. They would stay for up to ten seconds.
  const toasts = page.locator('.MuiSnackbar-root');
  const closeToast = async () => {
    if ((await toasts.count()) > 0) await page.keyboard.press('Escape');
    return toasts.count();
  };
  await expect.poll(closeToast).toBe(0);
  await navigate(page, path);
  // The not-found page stays until the other screen is ready.
  await nowhere.waitFor({ state: 'detached' });
}

/** Drops the replies that no screen shows, as if the page had been loaded again. */
export const forgetReplies = (page: Page): Promise<void> =>
  page.evaluate(() => window.__TANSTACK_QUERY_CLIENT__.removeQueries({ type: 'inactive' }));

/** Opens the sign-in of the specification and signs in. */
export async function signIn(page: Page, url: string, password: string, username = 'admin'): Promise<void> {
  await page.goto(`${url}/rTopAdmin/Login`);
  await fillSignIn(page, password, username);
}

/** Signs in on a page that already shows the sign-in. */
export async function fillSignIn(page: Page, password: string, username = 'admin'): Promise<void> {
  await page.getByPlaceholder('登录账户').fill(username);
  await page.getByPlaceholder('登录密码').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/rTopAdmin/home');
}
