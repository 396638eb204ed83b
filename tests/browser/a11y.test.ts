import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import pairs from '../support/colorPairs.json' with { type: 'json' };
import { type ColoredText, coloredTexts, findUnlistedPairs, isInBoth, nameOf } from '../support/colorPairs.ts';
import {
  enter,
  follow,
  leave,
  remember,
  rememberedBy,
  resize,
  setLocale,
  setTheme,
  type Visitor,
} from '../support/enterScene.ts';
import { findHorizontalOverflow } from '../support/reflow.ts';
import type { Scene } from '../support/scene.ts';
import { scenes } from '../support/scenes.ts';
import { useServer } from '../support/server.ts';
import { site, siteDb } from '../support/site.ts';
import { type Stage, stageOf } from '../support/stage.ts';
import { fillVisits } from '../support/visits.ts';

/**
 * The dark theme, English and 320 px are checked in one scene of each address. `A11Y=all` checks them in every scene,
 * the nightly ones too, and lets axe compute the contrast. `A11Y=colors` only rewrites tests/support/colorPairs.json.
 */
const mode = process.env.A11Y;
const server = useServer({ withConsole: true });
const browser = useBrowser();
const stage = {} as Stage;
const who = {} as Visitor;

beforeAll(async () => {
  const { dataDir, databaseUrl = '' } = server.settings;
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  execFileSync(process.execPath, ['server/commands/import.ts', 'pbootcms', siteDb, '--files', site], { env });
  await fillVisits(server.database);
  Object.assign(stage, await stageOf(server));
  Object.assign(who, { url: server.url, locale: 'zh', theme: 'light', token: server.token });
});

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
const narrowest = { width: 320, height: 640 };

const lookedAt = scenes.filter(({ isNightly }) => mode || !isNightly);
/** The first scene of each address. */
const firstSceneOfEachAddress = new Set(new Map(lookedAt.toReversed().map((scene) => [scene.path, scene])).values());
const isLoaded = ({ isOut, isLast, reloads }: Scene) => Boolean(isOut || isLast || reloads);
/** The scenes that load the page come first; the others follow on one page that stays loaded. */
const inOrder = lookedAt.toSorted((a, b) => Number(isLoaded(b)) - Number(isLoaded(a)));

const visit = browser.stay(async (page) => {
  // A page that is still uploading asks before it is reloaded.
  page.on('dialog', (dialog) => dialog.accept());
});
/** Whether the page shows the console, with nothing of an earlier scene that `leave` cannot remove. */
let canNavigateWithinConsole = false;

/** Brings a page to a scene, through the console's router where the scene does not need the page to be loaded. */
async function open(scene: Scene): Promise<Page> {
  const visitor = scene.isOut ? { ...who, token: undefined } : who;
  const size = scene.only === 'narrow' ? narrow : wide;
  const page = scene.isLast ? await browser.open(rememberedBy(visitor)) : visit.page;
  await resize(page, size);
  if (!canNavigateWithinConsole && !scene.isLast) await begin(page, visitor);
  if (isLoaded(scene)) {
    canNavigateWithinConsole = false;
    await enter(page, scene, visitor, stage);
    return page;
  }
  if (!canNavigateWithinConsole) await page.goto(`${server.url}/rTopAdmin/404-In`);
  // If the scene fails, it is unknown what the page shows afterwards.
  canNavigateWithinConsole = false;
  await leave(page, visitor);
  await enter(page, scene, visitor, stage, follow);
  return page;
}

/** Opens an address without the console, and sets what the browser remembers of this visitor. */
async function begin(page: Page, visitor: Visitor): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(`${server.url}/healthz`);
  await remember(page, visitor);
}

/** Finds the faults of a scene. The page shows it in the light theme and in Chinese at first. */
async function findWrongs(page: Page, scene: Scene, isAll: boolean): Promise<string[]> {
  const found: string[] = [];
  const note = (how: string, wrong: string[]) => found.push(...wrong.map((one) => `${how}: ${one}`));
  const reflow = async (how: string) => {
    if (scene.only === 'wide') return;
    await resize(page, narrowest);
    note(how, await findHorizontalOverflow(page));
  };
  note('light, Chinese', await findAxeViolations(page, isAll ? 'everything' : 'structure'));
  note('light', findUnlistedPairs(await coloredTexts(page), pairs, 'light'));
  if (!isAll && !firstSceneOfEachAddress.has(scene)) return found;
  await setTheme(page, 'dark');
  note('dark', await findAxeViolations(page, isAll ? 'colors' : 'links'));
  note('dark', findUnlistedPairs(await coloredTexts(page), pairs, 'dark'));
  await reflow('Chinese');
  if (isAll) await resize(page, scene.only === 'wide' ? wide : narrow);
  await setLocale(page, 'en');
  note('dark, English', await findAxeViolations(page, isAll ? 'everything' : 'language'));
  await reflow('English');
  return found;
}

const collected = new Set<string>();

/** Collects the pairs of colours of a scene. @returns the texts whose colours the theme does not have */
async function collectPairs(page: Page): Promise<ColoredText[]> {
  await coloredTexts(page);
  await setTheme(page, 'dark');
  const texts = (await coloredTexts(page)).filter(isInBoth);
  const names = texts.map(nameOf);
  for (const name of names) if (name) collected.add(name);
  return texts.filter((_, at) => !names[at]);
}

test.each(inOrder)(
  'B9: in the scene $name axe finds nothing wrong, every control has a name of its own, the colours of every text are in the table of pairs, and nothing scrolls sideways at 320 px',
  async (scene) => {
    const page = await open(scene);
    expect(await (mode === 'colors' ? collectPairs(page) : findWrongs(page, scene, mode === 'all'))).toEqual([]);
    canNavigateWithinConsole = !isLoaded(scene);
  },
);

afterAll(() => {
  if (mode !== 'colors') return;
  writeFileSync('tests/support/colorPairs.json', `${JSON.stringify([...collected].sort(), null, 2)}\n`);
});
