import type { Page } from 'playwright-core';
import type { Entity } from '../../../contract/entity.ts';
import { listPath } from '../../../contract/paths.ts';
import { createI18nProvider } from '../../../i18n/index.ts';
import { isStill, type Visitor } from '../../support/enterScene.ts';
import type { Say } from '../../support/scene.ts';
import { inspect } from './watch.ts';

/** What was seen on the screens of one visitor. */
export interface Seen {
  screens: number;
  /** The payloads that stood on a screen. */
  numbers: Set<number>;
  /** What would have run when somebody clicked, by screen. */
  sinks: string[];
  /** Screens that did not come, or were replaced by the notice of a failure. */
  absent: string[];
  /** How many were left out because the time was over. */
  skipped: number;
}

/** The records that hold many payloads, by entity. */
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
/** Long enough for a screen on a machine that others use too. */
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

/** Goes somewhere and notes what stands there. */
export async function look(at: Looking, name: string, go: () => Promise<unknown>): Promise<void> {
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
    // A machine that stands still may cost a screen its time once.
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

/** What is not there yet: skeletons of rows, fields and pictures. */
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
