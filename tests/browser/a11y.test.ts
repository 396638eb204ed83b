import { execFileSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { wrongs } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { enter, type Locale, leave, rememberedBy, type Visitor, wear } from '../support/enterScene.ts';
import { sideways } from '../support/reflow.ts';
import { scenes } from '../support/scenes.ts';
import { useServer } from '../support/server.ts';
import { site, siteDb } from '../support/site.ts';
import { type Stage, stageOf } from '../support/stage.ts';
import { fillVisits } from '../support/visits.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();
const stage = {} as Stage;

beforeAll(async () => {
  const env = { ...process.env, DATA_DIR: server.settings.dataDir };
  execFileSync(process.execPath, ['server/commands/import.ts', 'pbootcms', siteDb, '--files', site], { env });
  await fillVisits(server.database);
  Object.assign(stage, await stageOf(server));
});

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
const narrowest = { width: 320, height: 640 };

/** One scene of each address: what another language changes is the same in all of them. */
const screens = [...new Map(scenes.toReversed().map((scene) => [scene.path, scene])).values()];

test.each<Locale>(['zh', 'en'])(
  'axe finds nothing wrong in any scene, light and dark, wide and narrow, and nothing scrolls sideways at 320 px (%s)',
  {
    timeout: 600_000,
  },
  async (locale) => {
    // Colours are the same in each language: they are looked at in both themes in one.
    const isBoth = locale === 'zh';
    const who: Visitor = { url: server.url, locale, theme: isBoth ? 'light' : 'dark', token: server.token };
    const found: string[] = [];
    // One page goes through most of them, so that its cache is warm.
    const shared = await browser.open(rememberedBy(who));
    // A form that is left with unsaved text asks.
    shared.on('dialog', (dialog) => dialog.accept());
    for (const scene of isBoth ? scenes : screens) {
      const page =
        scene.isOut || scene.isLast
          ? await browser.open(rememberedBy(scene.isOut ? { ...who, token: undefined } : who))
          : shared;
      const look = async (name: string, what?: 'colors') =>
        found.push(...(await wrongs(page, what)).map((wrong) => `${scene.name}, ${name}: ${wrong}`));
      await page.setViewportSize(scene.only === 'narrow' ? narrow : wide);
      await enter(page, scene, who, stage);
      await look('wide');
      if (isBoth) {
        await wear(page, 'dark');
        await look('wide, dark', 'colors');
      }
      if (!scene.only && isBoth) {
        await page.setViewportSize(narrow);
        await look('narrow, dark');
      }
      if (scene.only !== 'wide' && isBoth) {
        await page.setViewportSize(narrowest);
        found.push(...(await sideways(page)).map((wrong) => `${scene.name}: ${wrong}`));
      }
      const spoken = await page.evaluate(() => document.documentElement.lang);
      if (!spoken.startsWith(locale)) found.push(`${scene.name} is said to be in ${spoken}`);
      await leave(page, who);
    }
    expect(found).toEqual([]);
  },
);
