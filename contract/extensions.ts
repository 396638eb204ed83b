/** The features beyond the specification that a back end may name in `auth.auth/ini`. */
export const extensions = [
  'list',
  'ids',
  'version',
  'idempotency',
  'logout',
  'changePassword',
  'preferences',
  'sessions',
  'search',
  /** A GET that writes answers POST as well, where its call says so. */
  'post',
  'recycle',
  'bulk',
  'transfer',
  'editMessage',
  'editParams',
  'sms',
  'totp',
  'missingRules',
  'config',
  'media',
  /** Entities of a project of one's own (docs/adding-an-entity.md). */
  'own',
] as const;
export type Extension = (typeof extensions)[number];
