import type { Page } from 'playwright-core';
import type { Entity } from '../../../contract/entity.ts';
import { listPath } from '../../../contract/paths.ts';
import { createI18nProvider } from '../../../i18n/index.ts';
import { isStill, type Visitor } from '../../support/enterScene.ts';
import type { Say } from '../../support/scene.ts';
import { inspect } from './watch.ts';

/** The findings on the screens of one visitor. */
export interface Seen {
  screens: number;
  /** The numbers of the payloads that a screen showed. */
  numbers: Set<number>;
  /** Handlers and addresses that would run at a click, each with its screen. */
  sinks: string[];
  /** Screens that did not load, or that showed the notice of a failure instead. */
  absent: string[];
  /** How many screens were left out because the time was over. */
  skipped: number;
}

/** The ids of the records that hold many payloads, by entity. */
export type Wide = ReadonlyMap<string, readonly number[]>;

export interface Looking {
  page: Page;
  visitor: Visitor;
  say: Say;
  seen: Seen;
  until: number;
  tell(line: string): void;
}

export const wideView = { width: 1440, height: 900 };
export const narrowView = { width: 600, height: 900 };
/** Milliseconds in which a screen loads even on a machine that others use too. */
export const patience = 60_000;
const rowsOfPage = 100;

export async function looking(
  page: Page,
  visitor: Visitor,
  { until = Number.POSITIVE_INFINITY, tell = () => {} }: Partial<Pick<Looking, 'until' | 'tell'>> = {},
): Promise<Looking> {
  page.setDefaultTimeout(patience);
  const { translate } = await createI18nProvider(visitor.locale);
  const say: Say = (key, options) => translate(key, options);
  const seen = { screens: 0, numbers: new Set<number>(), sinks: [], absent: [], skipped: 0 };
  return { page, visitor, say, seen, until, tell };
}

/** Opens a screen and notes what it shows. */
export async function inspectScreen(at: Looking, name: string, go: () => Promise<unknown>): Promise<void> {
  const { page, seen, say, tell } = at;
  if (Date.now() > at.until) {
    seen.skipped++;
    return;
  }
  const goAndWait = async () => {
    await go();
    await isStill(page);
  };
  try {
    // A machine that stands still for a while may make a screen time out, so it gets a second try.
    await goAndWait().catch((error) => {
      tell(`${name} once more: ${String(error).split('\n')[0]}`);
      return goAndWait();
    });
    if (await page.getByText(say('pages.crashed')).first().isVisible()) seen.absent.push(`${name}: it failed`);
  } catch (error) {
    seen.absent.push(`${name}: ${String(error).split('\n').slice(0, 3).join(' ')}`);
    tell(seen.absent.at(-1) ?? '');
  }
  const { sinks, numbers } = await inspect(page);
  seen.screens++;
  for (const n of numbers) seen.numbers.add(n);
  for (const sink of sinks) {
    seen.sinks.push(`${name}: ${sink}`);
    tell(seen.sinks.at(-1) ?? '');
  }
}

const address = ({ visitor }: Looking, path: string) => `${visitor.url}/rTopAdmin${path}`;
export const goTo = (at: Looking, path: string) => at.page.goto(address(at, path));

/** Waits until the page shows its content, with no skeletons of rows, fields or pictures. */
export const waitUntilThere = (page: Page) =>
  page.waitForFunction(() => {
    const isWaiting = document.querySelector('.MuiSkeleton-root, [aria-busy=true], [data-shell]');
    return document.querySelector('main, .ProseMirror, form') !== null && !isWaiting;
  });

export const listAddress = (entity: Entity, page: number, more: object = {}) => {
  const filter = JSON.stringify({ ...(entity.model && { col_id: 0 }), ...more });
  const query = new URLSearchParams({ filter, page: `${page}`, perPage: `${rowsOfPage}`, sort: 'id', order: 'DESC' });
  return `${listPath(entity)}?${query}`;
};
