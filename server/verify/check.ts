import type { Store } from '../backup/store.ts';
import type { Settings } from '../core/settings.ts';
import type { Db } from '../database/tables.ts';

export interface CheckedSite {
  store: Store;
  settings: Pick<Settings, 'dataDir' | 'secretKey'>;
}

export interface Difference {
  sentence: string;
  /** Makes derived data anew. What people wrote cannot be mended. */
  mend?: () => Promise<void>;
}

export interface Findings {
  differences: Difference[];
  /** Remarks that are good to know, although nothing is wrong. */
  notes?: string[];
}

export type Check = (site: CheckedSite) => Promise<Findings>;

export const plural = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

const maxNamed = 5;

/** For example ` (3, 7, 12 …)`. */
export const examples = (values: unknown[]) =>
  ` (${values.slice(0, maxNamed).join(', ')}${values.length > maxNamed ? ' …' : ''})`;

/** Runs a check on a snapshot of its own. With one for all checks, SQLite's log would grow for as long as all take. */
export const inSnapshot =
  (check: (db: Db, site: CheckedSite) => Promise<Difference[]>): Check =>
  async (site) => ({ differences: await site.store.snapshot((db) => check(db, site)) });
