import type { Call } from '../contract/call.ts';
import type { Extension } from '../contract/calls/console.ts';
import { extensionsKey } from './extensionsKey.ts';

/** What the back end can do beyond console.md, as its `auth.auth/ini` says (contract.md section 5). */
export interface Features {
  has(extension: Extension): boolean;
  /** Whether it has a call: one that is ours alone by its `extension`. */
  offers(call: Pick<Call, 'extension'>): boolean;
  /** Whether it was ever asked. Before that, what this repository's server can is taken for granted. */
  areLearned(): boolean;
  /** Takes what `ini` answered; a back end that names nothing has nothing. */
  learn(names: unknown): void;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/**
 * Remembers the last answer, so that the first list of a page load need not wait for `ini`.
 * @param isOwn whether the back end is the one that the page came from: of another one nothing is taken for granted
 */
export function createFeatures(storage: Storage, isOwn = () => true): Features {
  const kept = read(storage);
  let known = kept && new Set(kept);
  const has = (extension: string) => known?.has(extension) ?? isOwn();
  return {
    has,
    offers: ({ extension }) => extension === undefined || has(extension),
    areLearned: () => storage.getItem(extensionsKey) !== null,
    learn: (names) => {
      known = new Set(Array.isArray(names) ? names.map(String) : []);
      storage.setItem(extensionsKey, [...known].join(','));
    },
  };
}

function read(storage: Storage): string[] | undefined {
  return storage.getItem(extensionsKey)?.split(',').filter(Boolean);
}
