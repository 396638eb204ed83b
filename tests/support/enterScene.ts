import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Language } from '../../contract/languages.ts';
import { createI18nProvider } from '../../i18n/index.ts';
import { pageId } from '../../src/ui/a11y.ts';
import { forgetReplies, navigate } from './browser.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';

export type Locale = Language;
export type Theme = 'light' | 'dark';

/** A visitor of the console: its address, language and theme, and a token if the visitor is signed in. */
export interface Visitor {
  url: string;
  locale: Locale;
  theme?: Theme;
  token?: string;
}

const keptBy = ({ locale, theme = 'light', token }: Visitor): [name: string, value: string][] => [
  ['RaStorertop.locale', JSON.stringify(locale)],
  ['RaStorertop.theme', JSON.stringify(theme)],
  ...(token ? [['rtop.token', token] as [string, string]] : []),
];

/** Options of a new context, so that its first page finds what the visitor's browser remembers. */
export function rememberedBy(visitor: Visitor): BrowserContextOptions {
  const localStorage = keptBy(visitor).map(([name, value]) => ({ name, value }));
  return { storageState: { cookies: [], origins: [{ origin: visitor.url, localStorage }] } };
}

type Open = (page: Page, visitor: Visitor, path: string) => Promise<unknown>;

const load: Open = (page, { url }, path) => page.goto(`${url}/rTopAdmin${path}`);

/** Goes to an address in a page that shows the console, without loading it again. */
export const follow: Open = (page, _visitor, path) => navigate(page, path, true);

/**
 * Brings a page to a scene.
 * @param open how the page comes to the scene's address
 */
export async function enter(
  page: Page,
  scene: Scene,
  visitor: Visitor,
  stage: Stage,
  open: Open = load,
): Promise<void> {
  const { translate } = await createI18nProvider(visitor.locale);
  const path = scene.path.replace(/:([a-z]+)$/, (_, name: keyof Stage) => String(stage[name]));
  await scene.before?.(page);
  await open(page, visitor, path);
  await scene.reach(page, (key, options) => translate(key, options), stage);
  await isStill(page);
}

/** Selector of what lies over the screen: parts of the frame, or of a scene that is being left. */
const floating = '.MuiModal-root, .MuiPopper-root, .MuiSnackbar-root';

/**
 * Leaves a scene for a screen that makes no calls. It drops the scene's route handlers and what the scene left behind
 * in the browser. The page is not loaded again, so what it keeps in memory besides its queries stays.
 */
export async function leave(page: Page, visitor: Visitor): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.mouse.move(0, 0);
  await navigate(page, '/404-In', true);
  await page.waitForURL('**/404-In');
  // The frame is still shown here, because it is what changes the language.
  await remember(page, visitor);
  await page.locator(`html[lang^=${visitor.locale}]`).waitFor();
  // The address changes at once; the scene stays mounted until the other screen is rendered, and would be kept if its own address came back.
  const { translate } = await createI18nProvider(visitor.locale);
  await page.getByText(translate('pages.notFound')).waitFor();
  if (await page.locator(floating).count()) {
    // An address outside the frame closes the frame's drawers, menus and toasts, too.
    await navigate(page, '/404', true);
    await page.locator('header').waitFor({ state: 'detached' });
  }
  await forgetReplies(page);
}

/** Makes a page's browser remember what a visitor's does, and nothing else, as if another tab had stored it. */
export const remember = (page: Page, visitor: Visitor): Promise<void> =>
  page.evaluate((kept) => {
    const put = (key: string, newValue: string | null) => {
      if (localStorage.getItem(key) === newValue) return;
      if (newValue === null) localStorage.removeItem(key);
      else localStorage.setItem(key, newValue);
      // The event tells react-admin's store of the change.
      if (key.startsWith('RaStorertop.')) dispatchEvent(new StorageEvent('storage', { key, newValue }));
    };
    for (const name of Object.keys(localStorage)) if (!kept.some(([own]) => own === name)) put(name, null);
    for (const [name, value] of kept) put(name, value);
    sessionStorage.clear();
  }, keptBy(visitor));

/** Changes the theme of a page as another tab of the browser would. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await keep(page, 'theme', theme);
  await page.waitForFunction((wanted) => getComputedStyle(document.documentElement).colorScheme === wanted, theme);
  await isStill(page);
}

/** Changes the language of a page as another tab of the browser would. What is open stays as it is. */
export async function setLocale(page: Page, locale: Locale): Promise<void> {
  await keep(page, 'locale', locale);
  await page.waitForFunction((wanted) => document.documentElement.lang.startsWith(wanted), locale);
  await isStill(page);
}

/** Resizes a page, and waits until it is still. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await isStill(page);
}

/** Waits until the console has adopted the height of a window that was made lower: 200 ms after the resize (docs/contract.md, "Limits"). */
export async function waitForPageHeight(page: Page): Promise<void> {
  await page.waitForFunction(
    (id) => (document.getElementById(id)?.getBoundingClientRect().bottom ?? Number.NaN) <= innerHeight,
    pageId,
  );
  await isStill(page);
}

/** Stores a preference of a page as another tab of the browser would. */
const keep = (page: Page, name: 'theme' | 'locale', value: string) =>
  page.evaluate(
    ([key = '', newValue = '']) => {
      localStorage.setItem(key, newValue);
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
    },
    [`RaStorertop.${name}`, JSON.stringify(value)],
  );

/** Resolves when nothing moves or changes its colour any more, and the pictures in sight are there. */
export async function isStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    // A picture that is out of sight may never be loaded.
    const inSight = [...document.images].filter((image) => {
      const { top, bottom, width } = image.getBoundingClientRect();
      return width > 0 && bottom > 0 && top < innerHeight && image.checkVisibility();
    });
    await Promise.allSettled([
      ...inSight.map((image) => image.decode()),
      ...document.getAnimations().map(({ finished }) => finished),
    ]);
    await frame();
  });
}
