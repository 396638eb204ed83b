import { execFileSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { wrongs } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { enter, leave, rememberedBy, resize, speak, type Visitor, wear } from '../support/enterScene.ts';
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
  const { dataDir, databaseUrl = '' } = server.settings;
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  execFileSync(process.execPath, ['server/commands/import.ts', 'pbootcms', siteDb, '--files', site], { env });
  await fillVisits(server.database);
  Object.assign(stage, await stageOf(server));
});

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
const narrowest = { width: 320, height: 640 };

/** The scene by which an address is looked at in English and in the other width too: what these change is the same in all. */
const ofItsAddress = new Set(new Map(scenes.toReversed().map((scene) => [scene.path, scene])).values());

test('B9: axe finds nothing wrong and every control has a name of its own in any scene, light and dark, wide and narrow, Chinese and English, and nothing scrolls sideways at 320 px', {
  timeout: 600_000,
}, async () => {
  const who: Visitor = { url: server.url, locale: 'zh', theme: 'light', token: server.token };
  const found: string[] = [];
  // One page goes through most of them, so that its cache is warm.
  // axe greets each frame; the preview's has no origin, and does not hear it.
  const shared = await browser.open(rememberedBy(who), /'postMessage' on 'DOMWindow'/);
  // A form that is left with unsaved text asks.
  shared.on('dialog', (dialog) => dialog.accept());
  for (const scene of scenes) {
    const page =
      scene.isOut || scene.isLast
        ? await browser.open(rememberedBy(scene.isOut ? { ...who, token: undefined } : who))
        : shared;
    const note = (wrong: string[], how: string) => found.push(...wrong.map((one) => `${scene.name}, ${how}: ${one}`));
    const reflow = async (how: string) => {
      if (scene.only === 'wide') return;
      await resize(page, narrowest);
      note(await sideways(page), how);
    };
    await resize(page, scene.only === 'narrow' ? narrow : wide);
    await enter(page, scene, who, stage);
    note(await wrongs(page), 'light, Chinese');
    await wear(page, 'dark');
    note(await wrongs(page, 'colors'), 'dark');
    await reflow('Chinese');
    if (ofItsAddress.has(scene)) {
      await resize(page, scene.only === 'wide' ? wide : narrow);
      await speak(page, 'en');
      note(await wrongs(page), 'dark, English');
      await reflow('English');
    }
    await leave(page, who);
  }
  expect(found).toEqual([]);
});
