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
  /** Passkeys (WebAuthn), as a second factor and alone. */
  'passkeys',
  /** A role demands a second factor of its administrators. */
  'requiredFactor',
  'missingRules',
  'config',
  'media',
  /** Texts, focal points, second copies and changed pictures of the library. */
  'mediaText',
  /** Working copies, reviews, and a right of its own to publish. */
  'publishing',
  /** What a record was after each write, to be compared and taken back into its form. */
  'versions',
  /** A change of many records is undone as a whole. Needs `versions`. */
  'batches',
  /** Roles can be limited to columns, to one's own contents, and in fields. */
  'limits',
  /** One sees the console as another administrator or a role does. */
  'viewAs',
  /** Why somebody has a right or not, who has it, and who can give it. */
  'explain',
  /** Tokens for programs, with the rights of a role. */
  'tokens',
  /** A sign-in tells of its device; a mail about a new one has a link that ends the session. */
  'devices',
  /** What a stolen session must not do needs the password again, which `auth.auth/confirm` takes. */
  'confirm',
  'systemStatus',
  /** Backups that the server makes on a schedule or when asked. */
  'backups',
  /** Entities added by a project (docs/adding-an-entity.md). */
  'own',
] as const;
export type Extension = (typeof extensions)[number];
