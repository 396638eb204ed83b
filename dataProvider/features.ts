import type { Call } from '../contract/call.ts';
import type { Entity } from '../contract/entity.ts';
import type { Extension } from '../contract/extensions.ts';

/** Which extension each needs. A feature that is only a call declares its own, which `offers` reads. */
export const needs = {
  pageSize: 'list',
  sorting: 'list',
  /** A tree is shown as a whole; otherwise page by page, as the back end sends it. */
  wholeTree: 'list',
  /** Input is validated before it is sent; otherwise only the back end validates. */
  checks: 'list',
  filtering: 'list',
  /** A record's related lists and history are shown beside its form; they are filtered lists. */
  related: 'list',
  ownFields: 'list',
  language: 'list',
  /** A single record can be requested; otherwise it is looked for in lists. */
  ids: 'ids',
  /** An edit sends only changes and is refused if somebody else was faster; otherwise it sends the whole record. */
  version: 'version',
  idempotency: 'idempotency',
  post: 'post',
  preferences: 'preferences',
  logout: 'logout',
  sessions: 'sessions',
  changePassword: 'changePassword',
  profile: 'profile',
  totp: 'totp',
  passkeys: 'passkeys',
  confirm: 'confirm',
  tokens: 'tokens',
  sms: 'sms',
  search: 'search',
  recycle: 'recycle',
  /** The user chooses whether a deleted column's contents are deleted or moved; otherwise the back end decides. */
  columnContents: 'recycle',
  /** Many records are processed in one call; otherwise one by one. */
  bulk: 'bulk',
  missingRules: 'missingRules',
  /** The rights of a role are shown as a matrix; otherwise only in a tree. */
  rightsMatrix: 'limits',
  clearSecrets: 'config',
  media: 'media',
} as const satisfies Record<string, Extension>;
export type Feature = keyof typeof needs;

export interface Features {
  has(feature: Feature): boolean;
  offers(call: Pick<Call, 'extension'>): boolean;
  takes(list: Pick<Call, 'named'>, name: string): boolean;
  /** Whether the back end has a field of an entity, or takes it as a parameter of a call. */
  knows(of: Partial<Pick<Entity, 'named' | 'fields'> & Pick<Call, 'params'>>, name: string): boolean;
  /** Whether the back end has ever answered. Until then it is assumed to have the features of this repository's server. */
  areLearned(): boolean;
  /** Whether the back end has any extension, and so speaks the contract beyond the specification. */
  isExtended(): boolean;
  /** Stores what `ini` answered. A back end that lists nothing has no extensions. */
  learn(names: unknown): void;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/** Remembers the last answer, so that the first list need not wait for `ini`. Assumes nothing of a back end that did not send the page. */
export function createFeatures(storage: Storage, isOwn = () => true): Features {
  const stored = storage.getItem(extensionsKey)?.split(',').filter(Boolean);
  let known = stored && new Set(stored);
  const names = (extension: Extension) => known?.has(extension) ?? isOwn();
  const has = (feature: Feature) => names(needs[feature]);
  return {
    has,
    offers: ({ extension }) => extension === undefined || names(extension),
    takes: ({ named = [] }, name) => name === 'page' || named.includes(name) || has('filtering'),
    knows: ({ named, fields, params }, name) => {
      const extension = (fields ?? params)?.[name]?.extension;
      if (extension) return names(extension);
      return !named || named.includes(name) || has('ownFields');
    },
    isExtended: () => (known ? known.size > 0 : isOwn()),
    areLearned: () => storage.getItem(extensionsKey) !== null,
    learn: (extensions) => {
      known = new Set(Array.isArray(extensions) ? extensions.map(String) : []);
      storage.setItem(extensionsKey, [...known].join(','));
    },
  };
}

export const extensionsKey = 'rtop.extensions';
