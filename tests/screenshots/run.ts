import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import sharp from 'sharp';
import { root, stopAll } from '../bench/servers.ts';
import { flags } from '../bench/visit.ts';
import { chromiumPath } from '../support/chromium.ts';
import { enter, type Locale, rememberedBy, type Theme } from '../support/enterScene.ts';
import { scenes } from '../support/scenes.ts';
import { moment, startSite, timeZone } from './site.ts';

interface Picture {
  scene: string;
  locale: Locale;
  width: number;
  theme: Theme;
}

/**
 * `npm run screens` takes the pictures of the documents anew; `npm run screens -- articles home` each variant of these scenes
 * (`all`: of every scene) into a folder that git ignores, to be looked at.
 */
const documents = join(root, 'docs/screens');
const variants = join(root, 'screens');
const heights: Record<number, number> = { 1440: 900, 1024: 768, 390: 844 };
const widths = Object.keys(heights).map(Number);
const phone = 390;

const chosen: Picture[] = [
  { scene: 'sign-in', locale: 'zh', width: 1440, theme: 'light' },
  { scene: 'home', locale: 'zh', width: 1440, theme: 'light' },
  { scene: 'home', locale: 'en', width: 1440, theme: 'dark' },
  { scene: 'articles', locale: 'zh', width: 1440, theme: 'light' },
  { scene: 'articles', locale: 'zh', width: 1440, theme: 'dark' },
  { scene: 'articles', locale: 'zh', width: 390, theme: 'light' },
  { scene: 'article', locale: 'zh', width: 1440, theme: 'light' },
  { scene: 'article', locale: 'en', width: 390, theme: 'dark' },
  { scene: 'article-slash', locale: 'zh', width: 1440, theme: 'light' },
  { scene: 'article-slash', locale: 'en', width: 1440, theme: 'dark' },
  { scene: 'article-writing', locale: 'zh', width: 1440, theme: 'light' },
  { scene: 'article-writing', locale: 'en', width: 1440, theme: 'dark' },
  { scene: 'article-changes', locale: 'zh', width: 1440, theme: 'light' },
  { scene: 'article-changes', locale: 'en', width: 1440, theme: 'light' },
  { scene: 'article-preview', locale: 'zh', width: 1440, theme: 'light' },
  { scene: 'article-preview', locale: 'en', width: 1440, theme: 'dark' },
  { scene: 'versions-compared', locale: 'zh', width: 1440, theme: 'light' },
  { scene: 'batch-undo', locale: 'zh', width: 1440, theme: 'light' },
  { scene: 'product-variants', locale: 'zh', width: 1440, theme: 'light' },
  { scene: 'articles-import', locale: 'zh', width: 1440, theme: 'light' },
  { scene: 'columns', locale: 'zh', width: 1440, theme: 'light' },
  { scene: 'media', locale: 'zh', width: 1440, theme: 'light' },
  { scene: 'role', locale: 'en', width: 1440, theme: 'light' },
  { scene: 'operation', locale: 'en', width: 1440, theme: 'dark' },
];

const nameOf = ({ scene, locale, width, theme }: Picture) =>
  [scene, ...(locale === 'zh' ? [] : [locale]), width, theme].join('-');

/** Each width, theme and language in which the scenes of these names are shown; of all where `all` is among them. */
function variantsOf(names: string[]): Picture[] {
  const wanted = scenes.filter(({ name }) => names.includes('all') || names.includes(name));
  return wanted.flatMap(({ name: scene, only }) =>
    widths
      .filter((width) => only !== (width === phone ? 'wide' : 'narrow'))
      .flatMap((width) =>
        (['zh', 'en'] as const).flatMap((locale) =>
          (['light', 'dark'] as const).map((theme) => ({ scene, locale, width, theme })),
        ),
      ),
  );
}

async function take(browser: Browser, site: Awaited<ReturnType<typeof startSite>>, picture: Picture) {
  const { scene: name, locale, width, theme } = picture;
  const scene = scenes.find((each) => each.name === name);
  if (!scene) throw new Error(`There is no scene ${name}.`);
  const visitor = { url: site.url, locale, theme, token: scene.isOut ? undefined : site.token };
  const context = await browser.newContext({
    ...rememberedBy(visitor),
    reducedMotion: 'reduce',
    viewport: { width, height: heights[width] ?? 900 },
    timezoneId: timeZone,
    locale: locale === 'zh' ? 'zh-CN' : 'en-GB',
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(moment);
  await enter(page, scene, visitor, site.stage);
  // The first rows come at once, the others and what stands beside them in the moments after.
  await page.waitForLoadState('networkidle');
  await page.mouse.move(0, 0);
  const shown = await page.screenshot({ animations: 'disabled' });
  await context.close();
  return shown;
}

async function run(): Promise<void> {
  execFileSync(process.execPath, ['server/commands/build.ts', '--if-stale'], { cwd: root, stdio: 'inherit' });
  const asked = process.argv.slice(2);
  const folder = asked.length > 0 ? variants : documents;
  if (folder === variants) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const site = await startSite();
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: flags });
  for (const picture of asked.length > 0 ? variantsOf(asked) : chosen) {
    const name = nameOf(picture);
    const { size } = await sharp(await take(browser, site, picture))
      .webp({ quality: 75, effort: 6 })
      .toFile(join(folder, `${name}.webp`));
    console.log(`${name}: ${Math.round(size / 1000)} kB`);
  }
  await browser.close();
}

try {
  await run();
} finally {
  stopAll();
}
