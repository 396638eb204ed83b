/** The features beyond the specification that a back end may list in `auth.auth/ini`. */
export const extensions = [
  'list',
  'ids',
  'version',
  'idempotency',
  'logout',
  'changePassword',
  /** Everybody changes their own nickname, picture and e-mail address. */
  'profile',
  'preferences',
  'sessions',
  'search',
  /** A GET call that writes takes POST as well, if the call declares so. */
  'post',
  'recycle',
  'bulk',
  'duplicate',
  'tags',
  'seo',
  'check',
  'transfer',
  'editMessage',
  'editParams',
  'sms',
  'totp',
  /** Passkeys (WebAuthn) serve as a second factor, and alone. */
  'passkeys',
  /** A role can demand a second factor of its administrators. */
  'requiredFactor',
  'missingRules',
  'config',
  'media',
  /** The library has texts, focal points, second copies and changed pictures. */
  'mediaText',
  /** Contents have working copies and reviews, and publishing needs its own right. */
  'publishing',
  /** The new records that somebody has begun are listed, and each can be continued. */
  'workingCopies',
  /** The server keeps the state after each write of a record, to be compared and taken back into the record's form. */
  'versions',
  /** A change of many records can be undone as a whole. This needs `versions`. */
  'batches',
  /** Roles can be limited to columns, to one's own contents, and in fields. */
  'limits',
  /** One sees the console as another administrator or a role does. */
  'viewAs',
  /** The server tells why somebody has a right or not, who has it, and who can give it. */
  'explain',
  /** Programs get tokens with the rights of a role. */
  'tokens',
  /** A sign-in tells of its device; a mail about a new one has a link that ends the session. */
  'devices',
  /** The calls that a stolen session must not make ask for the password again, which `auth.auth/confirm` takes. */
  'confirm',
  'systemStatus',
  /** The server makes backups on a schedule or when asked. */
  'backups',
  /** Entities added by a project (docs/adding-an-entity.md). */
  'own',
] as const;
export type Extension = (typeof extensions)[number];
