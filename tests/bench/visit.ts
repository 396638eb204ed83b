import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { chromiumPath } from '../support/chromium.ts';

export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A built console and where it is served. */
interface App {
  url: string;
  path: string;
  /** The folder of its assets, each of which is also there as gzip. */
  dist: string;
  /** Selector of the element that a visit waits for; by default the first row of a list. */
  sign?: string;
}
export const signInPage = { path: '/rTopAdmin/Login', sign: 'input[name=username]:focus' };

export interface Visit {
  /** Milliseconds from the navigation until the awaited element is painted. */
  ms: number;
  /** Sum of the gzip sizes of all scripts that were requested until then, in bytes. */
  scriptBytes: number;
}
type State = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Visits {
  /** Loads the page with an empty cache. */
  visit(app: App, state: State | undefined, slowdown: number): Promise<Visit>;
  /** Visits the page as an administrator, and returns what the browser then remembers. */
  remember(app: App, token: string): Promise<State>;
}

export async function useVisits(work: (visits: Visits) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: flags });
  try {
    await work({
      visit: (app, state, slowdown) => visit(browser, app, state, slowdown),
      remember: (app, token) => remember(browser, app, token),
    });
  } finally {
    await browser.close();
  }
}

async function visit(browser: Browser, app: App, storageState: State | undefined, slowdown: number): Promise<Visit> {
  const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  if (slowdown > 1)
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(app.url + app.path, { waitUntil: 'commit' });
  const ms = await page.evaluate(timeOf, app.sign ?? '.RaDataTable-row');
  await context.close();
  const bytes = [...new Set(scripts)].map((path) => sizeOf(app, path));
  return { ms, scriptBytes: bytes.reduce((sum, size) => sum + size, 0) };
}

/** Runs in the page. @returns milliseconds from the navigation until the element is painted */
function timeOf(sign: string): Promise<number> {
  return new Promise((resolve) => {
    // The time is taken when the element is painted, which is one frame after it is found.
    const painted = () => requestAnimationFrame(() => resolve(performance.now()));
    const look = () => (document.querySelector(sign) ? painted() : requestAnimationFrame(look));
    look();
  });
}

const sizeOf = (app: App, path: string) => readFileSync(join(app.dist, `${path.replace('/rTopAdmin/', '')}.gz`)).length;

async function remember(browser: Browser, app: App, token: string): Promise<State> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript((value) => localStorage.setItem('rtop.token', value), token);
  await page.goto(app.url + app.path, { waitUntil: 'networkidle' });
  await page.locator('.RaDataTable-row').first().waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}
