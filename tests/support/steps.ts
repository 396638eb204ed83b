import type { Page } from 'playwright-core';
import type { Say } from './scene.ts';

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const rows = (page: Page) => page.locator('.row-actions');

/** Selects the first records of a list. */
export async function select(page: Page, say: Say, n: number): Promise<void> {
  const boxes = page.getByRole('checkbox', { name: new RegExp(`^${say('bulk.select', { title: '' }).trim()} `) });
  await rows(page).nth(n).waitFor();
  for (let at = 0; at < n; at++) await boxes.nth(at).check();
  await page.getByRole('toolbar', { name: say('bulk.bar') }).waitFor();
}

/** Lets the console ask whether it is still signed in, on a page whose clock is installed. */
export async function poll(page: Page): Promise<void> {
  const answered = page.waitForResponse('**/api/auth.auth/checkLogin');
  await page.clock.fastForward(10_500);
  await (await answered).finished();
}

/**
 * Ends sessions so that the next call that one makes is the first to be told of it: what the screen asks for by itself is
 * there before, and its poll is answered as alive.
 * @returns ends the answers to the poll
 */
export async function endUnnoticed(page: Page, end: () => Promise<unknown>): Promise<() => Promise<void>> {
  const poll = '**/api/auth.auth/checkLogin';
  await page.waitForFunction(() => window.__TANSTACK_QUERY_CLIENT__.isFetching() === 0);
  await page.route(poll, (route) => route.fulfill({ json: { code: 1, msg: '', data: null } }));
  await end();
  return () => page.unroute(poll);
}

export async function homeIsThere(page: Page, say: Say): Promise<void> {
  await page.getByRole('heading', { name: say('home.system'), exact: true }).waitFor();
  await page.locator('.MuiSkeleton-root').first().waitFor({ state: 'detached' });
}

/** On the sign-in page. */
export async function typePassword(page: Page, say: Say): Promise<void> {
  await page.getByPlaceholder(say('signIn.username')).first().fill('admin');
  await page.getByPlaceholder(say('signIn.password')).fill('a password');
  await page.keyboard.press('Enter');
}

export async function openUser(page: Page, say: Say): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${say('frame.user')}`) }).click();
  await button(page, say('frame.exit')).waitFor();
}

/** From the home screen to the recovery codes of a new second factor. */
export async function beginFactor(page: Page, say: Say): Promise<void> {
  await homeIsThere(page, say);
  await openUser(page, say);
  await page.getByRole('button', { name: say('totp.title') }).click();
  await button(page, say('totp.turnOn')).click();
  await page.getByRole('list', { name: say('totp.recovery') }).waitFor();
}
