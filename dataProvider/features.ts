import type { Call } from '../contract/call.ts';
import type { Entity } from '../contract/entity.ts';
import type { Extension } from '../contract/extensions.ts';
import { extensionsKey } from './extensionsKey.ts';

/**
 * What the console does beyond the specification, each with the extension that it needs (docs/contract.md, "Back ends without extensions"). What is nothing
 * but a call needs the extension that stands in the call's row: `offers` tells of it. Nothing else asks.
 */
export const needs = {
  /** Lists have the size that one chooses; else the back end's own. */
  pageSize: 'list',
  /** Lists are sorted by a header, where not all of their rows are here. */
  sorting: 'list',
  /** A tree is shown as a whole; else its list page by page, as the back end has it. */
  wholeTree: 'list',
  /** What is typed is checked before it is sent; else the back end's reply is the only check (docs/contract.md, "Back ends without extensions"). */
  checks: 'list',
  /** Lists are narrowed by fields and times, and searched where the specification names no search. */
  filtering: 'list',
  /** What belongs to a record, and its history, beside its form: lists that are narrowed. */
  related: 'list',
  /** Fields of an entity beside those that the specification lists, where it lists them all. */
  ownFields: 'list',
  /** Replies in the language of the console. */
  language: 'list',
  /** One record can be asked for; else it is looked for in lists. */
  ids: 'ids',
  /** An edit is partial and is refused where someone else was faster; else it sends what was read. */
  version: 'version',
  /** A write whose reply was lost is asked again. */
  idempotency: 'idempotency',
  /** What outgrows a query goes as a form. */
  post: 'post',
  preferences: 'preferences',
  logout: 'logout',
  sessions: 'sessions',
  changePassword: 'changePassword',
  totp: 'totp',
  /** A code by SMS is asked for here. */
  sms: 'sms',
  /** Every record is found by its name; else products and galleries alone. */
  search: 'search',
  recycle: 'recycle',
  /** What a column still holds goes with it, or into another one; else the back end says what becomes of it. */
  columnContents: 'recycle',
  /** Many records at a time; else one after the other. */
  bulk: 'bulk',
  missingRules: 'missingRules',
  /** A secret of the configuration can be emptied. */
  clearSecrets: 'config',
  media: 'media',
} as const satisfies Record<string, Extension>;
export type Feature = keyof typeof needs;

/** What the back end can do beyond the specification, as its `auth.auth/ini` says. */
export interface Features {
  has(feature: Feature): boolean;
  /** Whether it has a call: one that is ours alone by its `extension`. */
  offers(call: Pick<Call, 'extension'>): boolean;
  /** Whether a list takes a parameter of this wire name. */
  takes(list: Pick<Call, 'named'>, name: string): boolean;
  /** Whether an entity has a field there, or its create call takes it. */
  knows(named: Pick<Entity | Call, 'named'>, name: string): boolean;
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
  const names = (extension: Extension) => known?.has(extension) ?? isOwn();
  const has = (feature: Feature) => names(needs[feature]);
  return {
    has,
    offers: ({ extension }) => extension === undefined || names(extension),
    takes: ({ named = [] }, name) => name === 'page' || named.includes(name) || has('filtering'),
    knows: ({ named }, name) => !named || named.includes(name) || has('ownFields'),
    areLearned: () => storage.getItem(extensionsKey) !== null,
    learn: (told) => {
      known = new Set(Array.isArray(told) ? told.map(String) : []);
      storage.setItem(extensionsKey, [...known].join(','));
    },
  };
}

function read(storage: Storage): string[] | undefined {
  return storage.getItem(extensionsKey)?.split(',').filter(Boolean);
}
