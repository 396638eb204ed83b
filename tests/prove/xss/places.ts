import { entities, entityList } from '../../../contract/index.ts';
import { enter, isStill, leave } from '../../support/enterScene.ts';
import { scenes } from '../../support/scenes.ts';
import type { Stage } from '../../support/stage.ts';
import { button } from '../../support/steps.ts';
import type { Random } from '../random.ts';
import {
  goTo,
  inspectScreen,
  type Looking,
  listAddress,
  patience,
  type Wide,
  waitUntilThere,
  wideView,
} from './look.ts';
import type { Payload } from './payloads.ts';

/** Screens that show records of many entities, or none. */
export async function lookAround(at: Looking, wide: Wide): Promise<void> {
  const { page, say } = at;
  const article = wide.get('article') ?? [];
  const at1 = (path: string, name: string, then: () => Promise<unknown> = async () => {}) =>
    inspectScreen(at, name, async () => {
      await goTo(at, path);
      await waitUntilThere(page);
      await then();
    });
  await at1('/home', 'home');
  await at1('/recycle?perPage=100', 'recycle bin');
  await at1('/recycle?perPage=100&page=2', 'recycle bin, page 2');
  await at1('/home', 'palette', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: say('palette.open') }).fill('xss');
    await page.getByRole('listbox').locator('mark').first().waitFor();
  });
  await at1('/systemConfig', 'configuration', async () => {
    for (const tab of await page.getByRole('main').getByRole('tab').all()) {
      await tab.click();
      await isStill(page);
    }
  });
  await at1('/autoConfig', 'own configuration');
  await at1('/xieyi', 'agreement', () => page.locator('.ProseMirror').waitFor());
  await at1('/systemStatus', 'system status');
  await at1('/backup', 'backups');
  const form = listAddress(entities.article, 1).replace('?', `/${article[0]}?`);
  await at1(form, 'history of a record', async () => {
    await button(page, say('log.history')).click();
    const entries = page.getByRole('dialog').getByRole('button', { expanded: false });
    await entries.last().click();
    await waitUntilThere(page);
  });
  await at1(form, 'media library in a form', async () => {
    await button(page, `${say('media.choose')}: ${say('resources.article.fields.org_img')}`).click();
    await page.locator('[data-tile]').first().waitFor();
  });
  await at1(form, 'check before publishing', async () => {
    await button(page, say('check.title')).click();
    await page.getByText(say('check.asking')).waitFor({ state: 'detached' });
  });
  await at1(form, 'preview beside a form', async () => {
    await button(page, say('publishing.preview')).click();
    await page.getByRole('region', { name: say('publishing.preview') }).waitFor();
    await page.frameLocator('iframe').locator('main h2').first().waitFor();
  });
  for (const id of article.slice(1, 3))
    await at1(listAddress(entities.article, 1).replace('?', `/${id}?`), 'changes that are not published', async () => {
      const compare = button(page, say('publishing.compare'));
      const takeOver = button(page, say('publishing.takeOver'));
      await compare.or(takeOver).first().waitFor();
      if (await compare.isVisible()) await compare.click();
    });
  const user = wide.get('user')?.[0];
  await at1(`/user_list/${user}`, 'what a user did', async () => {
    const name = say('resources.history.name', { smart_count: 2 });
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    await waitUntilThere(page);
  });
  await at1('/media', 'media library as a list', async () => {
    await button(page, say('media.list')).click();
    await page.locator('.row-actions').first().waitFor();
  });
  await at1(listAddress(entities.article, 1), 'editing many', async () => {
    await page.locator('.row-actions').first().waitFor();
    await page.getByRole('checkbox').nth(2).check();
    await button(page, say('bulk.edit')).click();
    await page.getByRole('combobox', { name: say('bulk.field') }).click();
    await page.getByRole('option').first().waitFor();
  });
}

/** Where the page of a record is, as a configuration says that leads to a script instead. */
export async function lookAtPageLinks(at: Looking, wide: Wide): Promise<void> {
  const { page, say } = at;
  const list = listAddress(entities.article, 1);
  const noPage = page.getByText(say('publishing.noPage'));
  await inspectScreen(at, 'the page of a record, from a list', async () => {
    await goTo(at, list);
    await page
      .getByRole('button', { name: new RegExp(`^${say('publishing.viewLive')}`) })
      .first()
      .click();
    await noPage.waitFor();
  });
  await inspectScreen(at, 'the preview of a record', async () => {
    await goTo(at, list.replace('?', `/${wide.get('article')?.[0]}?`));
    await waitUntilThere(page);
    await button(page, say('publishing.preview')).click();
    await noPage.waitFor();
    await button(page, say('publishing.more')).click();
    await page.getByRole('menu').waitFor();
  });
}

const siteModels = ['article', 'product', 'atlas', 'video', 'down', 'recruitment'] as const;

/** The example site: its menu and slides, the records of each model, and columns. */
export async function lookAtSite(at: Looking, wide: Wide): Promise<void> {
  const { page, visitor } = at;
  const pages = [
    ...siteModels.flatMap((model) => (wide.get(model) ?? []).map((id) => `#/${model}/${id}`)),
    ...(wide.get('column') ?? []).map((id) => `#/column/${id}`),
  ];
  for (const hash of pages)
    await inspectScreen(at, `site ${hash}`, async () => {
      await page.goto('about:blank');
      await page.goto(`${visitor.url}/site/${hash}`);
      await page.locator('main h2').first().waitFor();
    });
}

/** Long enough for a scene that comes at all. */
const scenePatience = 30_000;

/**
 * All screens of scenes.ts, which here have the records with payloads around what they show.
 * @returns those whose state did not come, such as an empty recycle bin; what stood there instead was looked at
 */
export async function lookAtScenes(at: Looking, stage: Stage): Promise<{ all: number; missed: string[] }> {
  const { page, visitor, tell } = at;
  const all = scenes.filter(({ isOut, isLast }) => !isOut && !isLast);
  const missed: string[] = [];
  page.setDefaultTimeout(scenePatience);
  for (const scene of all) {
    await page.setViewportSize(scene.only === 'narrow' ? { width: 390, height: 844 } : wideView);
    await inspectScreen(at, `scene ${scene.name}`, () =>
      enter(page, scene, visitor, stage).catch((error) => {
        missed.push(scene.name);
        tell(`scene ${scene.name} did not come: ${String(error).split('\n')[0]}`);
      }),
    );
    await leave(page, visitor);
  }
  page.setDefaultTimeout(patience);
  await page.setViewportSize(wideView);
  return { all: all.length, missed };
}

/** Calls that decide whether there is a screen at all. */
const plainCalls = /auth\.auth\/|getAdminInfo|getRule|Menu$|savePreference|getPreference/;

/** Texts of every reply become payloads, as a back end of others may send them. */
export async function lookAtSpoiltReplies(
  at: Looking,
  wide: Wide,
  payloads: readonly Payload[],
  random: Random,
): Promise<number> {
  let spoilt = 0;
  const spoil = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(spoil);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, spoil(inner)]));
    if (typeof value !== 'string' || !random.isOneIn(3)) return value;
    spoilt++;
    return random.one(payloads).text;
  };
  await at.page.route('**/api/**', async (answered) => {
    const response = await answered.fetch().catch(() => undefined);
    if (!response) return answered.abort();
    const isPlain = plainCalls.test(answered.request().url());
    if (isPlain || !response.headers()['content-type']?.includes('json')) return answered.fulfill({ response });
    return answered.fulfill({ response, json: spoil(await response.json()) });
  });
  const { absent } = at.seen;
  const before = absent.length;
  for (const entity of entityList) {
    const form = wide.get(entity.name)?.[0];
    for (const path of [listAddress(entity, 1), ...(form ? [listAddress(entity, 1).replace('?', `/${form}?`)] : [])])
      await inspectScreen(at, `${path.split('?')[0]} with spoilt replies`, () => goTo(at, path));
  }
  for (const path of ['/home', '/recycle', '/systemConfig', '/autoConfig', '/xieyi', '/systemStatus', '/backup'])
    await inspectScreen(at, `${path} with spoilt replies`, () => goTo(at, path));
  // A reply of other texts than it should have may well fail to become a screen.
  absent.splice(before);
  await at.page.unrouteAll({ behavior: 'ignoreErrors' });
  return spoilt;
}
