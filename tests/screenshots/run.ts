import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { root, stopAll } from '../bench/servers.ts';
import { flags } from '../bench/visit.ts';
import { chromiumPath } from '../support/chromium.ts';
import { enter, type Locale, rememberedBy, type Theme } from '../support/enterScene.ts';
import type { Scene } from '../support/scene.ts';
import { scenes } from '../support/scenes.ts';
import { moment, startSite, timeZone } from './site.ts';

/** `npm run screens`: docs/screens anew; `… run.ts articles home` those scenes alone. */
const target = join(root, 'docs/screens');
const viewports = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
const phone = 390;
/** What says nothing that another picture does not say. */
const unpictured = new Set([
  ...['home-visits', 'sign-in-again', 'articles-loading', 'articles-filters', 'record-missing', 'column'],
  ...['articles-edit-many', 'articles-half-deleted', 'articles-more', 'articles-columns', 'articles-save-query'],
  ...['recycle-empty', 'system-config-refused', 'auto-config-empty', 'templates-empty', 'expand-config-item'],
  ...['media-folder', 'image-refused', 'article-attachment'],
  ...['gallery-refused', 'parameter', 'product-parameters'],
  ...['article-source', 'article-seo', 'delete', 'leave', 'appearance', 'language', 'menu-collapsed'],
]);
/** In light alone: colours are the same in each language. */
const inEnglish = new Set(['home', 'articles', 'article']);

async function picture(browser: Browser, site: Awaited<ReturnType<typeof startSite>>, scene: Scene, locale: Locale) {
  for (const viewport of viewports) {
    const isPhone = viewport.width === phone;
    if (scene.only === (isPhone ? 'wide' : 'narrow')) continue;
    const themes: Theme[] = locale === 'zh' ? ['light', 'dark'] : ['light'];
    for (const theme of themes) {
      const visitor = { url: site.url, locale, theme, token: scene.isOut ? undefined : site.token };
      const context = await browser.newContext({
        ...rememberedBy(visitor),
        reducedMotion: 'reduce',
        viewport,
        timezoneId: timeZone,
        locale: locale === 'zh' ? 'zh-CN' : 'en-GB',
      });
      const page = await context.newPage();
      await page.clock.setFixedTime(moment);
      await enter(page, scene, visitor, site.stage);
      await page.mouse.move(0, 0);
      const name = [scene.name, ...(locale === 'zh' ? [] : [locale]), viewport.width, theme].join('-');
      await page.screenshot({ path: join(target, `${name}.png`), animations: 'disabled' });
      await context.close();
    }
  }
}

async function run(): Promise<void> {
  execFileSync(process.execPath, ['server/commands/buildConsole.ts', '--if-stale'], { cwd: root, stdio: 'inherit' });
  const asked = process.argv.slice(2);
  const shown = scenes.filter(({ name }) => (asked.length > 0 ? asked.includes(name) : !unpictured.has(name)));
  mkdirSync(target, { recursive: true });
  const old = readdirSync(target).filter((name) => name.endsWith('.png'));
  if (asked.length === 0) for (const name of old) rmSync(join(target, name));
  const site = await startSite();
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: flags });
  for (const scene of shown) {
    await picture(browser, site, scene, 'zh');
    if (inEnglish.has(scene.name)) await picture(browser, site, scene, 'en');
    console.log(scene.name);
  }
  await browser.close();
  const sizes = readdirSync(target).map((name) => statSync(join(target, name)).size);
  console.log(`${sizes.length} files, ${(sizes.reduce((sum, size) => sum + size, 0) / 1e6).toFixed(1)} MB`);
}

try {
  await run();
} finally {
  stopAll();
}
