import type { Entity } from '../../../contract/entity.ts';
import { button } from '../../support/steps.ts';
import { goTo, inspectScreen, type Looking, listAddress, narrowView, waitUntilThere, wideView } from './look.ts';

/** The latest hundred records of a list, among them all that were stored past the server, as a table and as cards. */
export async function lookAtList(at: Looking, entity: Entity): Promise<void> {
  await inspectScreen(at, `${entity.name}, a table`, async () => {
    await goTo(at, listAddress(entity, 1));
    await waitUntilThere(at.page);
    await at.page.locator('.row-actions, main a[title], [data-tile], main li').first().waitFor();
  });
  await inspectScreen(at, `${entity.name}, cards`, async () => {
    await at.page.setViewportSize(narrowView);
    await waitUntilThere(at.page);
  });
  await at.page.setViewportSize(wideView);
}

/** Leads the router to an address without loading the page again. */
const route = (at: Looking, path: string) =>
  at.page.evaluate((to) => {
    // As the router itself would, which counts its entries.
    history.pushState({ ...history.state, idx: (history.state?.idx ?? 0) + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/rTopAdmin${path}`);

/** The forms, or the details, of records with many payloads; each tab, and the source of rich texts. */
export async function lookAtRecords(at: Looking, entity: Entity, ids: readonly number[]): Promise<void> {
  const { page, say } = at;
  const list = listAddress(entity, 1);
  if (!page.url().endsWith(list)) await goTo(at, list);
  await waitUntilThere(page);
  const panel = page.getByRole('dialog').first();
  for (const id of ids) {
    const name = `${entity.name} ${id}`;
    await inspectScreen(at, name, async () => {
      await route(at, list.replace('?', `/${id}?`));
      await panel.waitFor();
      await waitUntilThere(page);
      await panel.locator('form, dl, [role=tab]').first().waitFor();
    });
    for (const tab of await panel.locator('[role=tablist]').first().getByRole('tab').all()) {
      await inspectScreen(at, `${name}, a tab`, async () => {
        await tab.click();
        await waitUntilThere(page);
      });
      const source = panel.getByRole('button', { name: say('richText.source') }).first();
      if (await source.isVisible()) await inspectScreen(at, `${name}, its source`, () => source.click());
    }
    await route(at, list);
    await leaveForm(at, list);
  }
}

/** A form that holds other text than it was opened with asks before it is left. */
async function leaveForm(at: Looking, list: string): Promise<void> {
  const { page, say } = at;
  const panel = page.getByRole('dialog').first();
  const leaving = page.getByRole('dialog', { name: say('form.leaveTitle') });
  const discard = leaving.getByRole('button', { name: say('form.discard'), exact: true });
  await panel.waitFor({ state: 'detached', timeout: 3000 }).catch(async () => {
    if (await leaving.isVisible()) await discard.click();
    else await goTo(at, list);
  });
}

/** The versions of a record, and two of them compared. */
export const lookAtVersions = (at: Looking, entity: Entity, id: number) =>
  inspectScreen(at, `${entity.name} ${id}, versions`, async () => {
    const { page, say } = at;
    await goTo(at, listAddress(entity, 1).replace('?', `/${id}?`));
    await waitUntilThere(page);
    await button(page, say('versions.title')).click();
    for (const n of [1, 2]) await page.getByRole('checkbox', { name: say('versions.choose', { n }) }).check();
    await button(page, say('versions.compareTwo')).click();
    await waitUntilThere(page);
    await button(page, say('versions.backToList')).waitFor();
  });

/** The one page of a column, which has no list. */
export async function lookAtSingles(at: Looking, columns: readonly number[]): Promise<void> {
  for (const column of columns)
    await inspectScreen(at, `single of column ${column}`, async () => {
      await goTo(at, `/content/single?filter={"col_id":${column}}`);
      await waitUntilThere(at.page);
      await at.page.locator('form').first().waitFor();
    });
}
