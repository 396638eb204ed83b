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
  /** Where its assets are, each also as gzip. */
  dist: string;
  /** What one waits for: the first row where nothing is said. */
  sign?: string;
}
export const signInPage = { path: '/rTopAdmin/Login', sign: 'input[name=username]:focus' };

export interface Visit {
  /** From the navigation until the first row, or what else one waited for, is painted. */
  ms: number;
  /** Of all scripts that were asked for until then, compressed by gzip. */
  scriptBytes: number;
}
type State = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Visits {
  /** Loads the page with an empty cache. */
  visit(app: App, state: State | undefined, slowdown: number): Promise<Visit>;
  /** What a browser remembers of an administrator who was on the page before. */
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

/** Runs in the page. */
function timeOf(sign: string): Promise<number> {
  return new Promise((resolve) => {
    // Counted when it is painted: with the frame after the one that finds it.
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
