import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { chromiumPath } from '../support/chromium.ts';

const rounds = 7;
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** From navigation to the first row of the article list in Chromium, signed in, with an empty cache each time. */
export async function firstRow(
  url: string,
  password: string,
  root: string,
): Promise<{ medianMs: number; gzipKb: number }> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args });
  try {
    const storageState = await signedIn(browser, url, password);
    const times: number[] = [];
    let scripts: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      scripts = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
      });
      await page.goto(`${url}/rTopAdmin/content/article`, { waitUntil: 'commit' });
      await page.locator('.RaDataTable-row').first().waitFor();
      times.push(await page.evaluate(() => performance.now()));
      await context.close();
    }
    const sizes = scripts.map(
      (path) => readFileSync(join(root, 'dist', `${path.replace('/rTopAdmin/', '')}.gz`)).length,
    );
    const sorted = times.toSorted((one, other) => one - other);
    return {
      medianMs: Math.round(sorted[Math.floor(rounds / 2)] ?? 0),
      gzipKb: Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1000),
    };
  } finally {
    await browser.close();
  }
}

async function signedIn(browser: Browser, url: string, password: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/rTopAdmin/Login`);
  await page.locator('input[name=username]').fill('admin');
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
  const state = await context.storageState();
  await context.close();
  return state;
}
