import type { SameKeys } from '../messages.ts';
import type { explainZh } from '../zh/explain.ts';

export const explainEn: SameKeys<typeof explainZh> = {
  askOf: 'Ask about a permission of “%{name}”',
  whoCan: 'Who can do this?',
  whoOfRecord: 'Who can do what with “%{name}”?',
  whoHas: 'Who has the permission “%{right}”?',
  whoOfRow: 'Who has permissions for “%{name}”?',
  right: 'Permission',
  rightHint: 'Find it by name or path',
  record: 'Record (optional)',
  byPath: 'By API path',
  yes: 'Yes',
  no: 'No',
  passed: 'Yes',
  stopped: 'No',
  limited: 'Restriction',
  cellOf: '%{name}: %{cell}',
  openScreen: 'Open the page: %{name}',
  choose: 'Choose a permission.',
  saved: 'The answer is based on the saved permissions.',
  account: {
    active: 'The account is active',
    disabled: 'The account is disabled and cannot sign in',
    must_change: 'The password must be changed first; until then nothing else can be done',
    factor_needed: 'Two-factor authentication must be set up first; until then nothing else can be done',
  },
  role: { built_in: 'The built-in role “%{title}” has every permission and no restrictions', role: 'Role: %{title}' },
  rule: {
    public: '“%{rule}” needs no sign-in',
    signed_in: '“%{rule}” needs no permission, only a sign-in',
    built_in: '“%{rule}”: the built-in role has it',
    granted: 'The role has “%{rule}”',
    or_rule: 'The role has “%{rule}”, which allows this too',
    missing: 'The role does not have “%{rule}”',
  },
  grantedBy: 'Granted by %{by} at %{time}',
  grantUnknown: 'Granted before the admin log begins, or you cannot see that entry',
  columns: {
    limit: 'Only in the role’s sections and their subsections',
    within: 'The record is in one of the role’s sections',
    outside: 'The record is in none of the role’s sections',
  },
  own_only: {
    limit: 'Only their own content',
    own: 'This administrator created the record',
    others: 'Someone else created the record, and the role shows administrators only their own content',
  },
  found: {
    found: 'The record can be seen',
    not_found: 'The record cannot be seen',
    published:
      'The record is published, and the role cannot publish: changes are kept as unpublished changes until someone with that permission publishes them',
    column_others: 'The section has content created by others, which cannot be deleted with it',
  },
  fields: { hidden: 'These fields are hidden: %{fields}', read: 'These fields cannot be changed: %{fields}' },
  limits: {
    columns: 'some sections only',
    own_only: 'own content only',
    hidden: 'some fields hidden',
    read: 'some fields read-only',
  },
  nobody: 'No one can do this.',
  noAdmins: 'No administrator',
  more: '%{names} and others (%{n} in total)',
  waits: {
    must_change: '%{name} (must change the password first)',
    factor_needed: '%{name} (must set up two-factor authentication first)',
  },
  tokens: 'and %{smart_count} API token of %{name} |||| and %{smart_count} API tokens of %{name}',
  others:
    'One other administrator, who has more permissions than you |||| %{smart_count} other administrators, who have more permissions than you',
  otherTokens:
    'One other API token, with more permissions than you |||| %{smart_count} other API tokens, with more permissions than you',
  and: ', ',
  forbidden: 'You do not have this permission',
  forbiddenHint: 'It requires the permission “%{right}”. Ask an administrator for it.',
  givers: '%{names} can give it to you.',
  giversMore:
    '%{names} or %{smart_count} other administrator can give it to you. |||| %{names} or %{smart_count} other administrators can give it to you.',
};
