import { get } from '../call.ts';
import { flag, int, json, ref, text } from '../fields.ts';

/**
 * Paths of calls and screens, each with the parameter on which its rule depends: `/content`,
 * `base.content/publish?entity=article`. The question is whether all of them may be made.
 */
const rights = json<string[]>()({ required: true });
/** Of the record asked about, if there is one. */
const record = { entity: text(40), id: ref('') };

/**
 * Each reason of an answer, in the order in which they are looked at.
 *
 * | step | `why` when it is a yes | `why` when it is a no |
 * | --- | --- | --- |
 * | account | `active` | `disabled`, `must_change` (its password), `factor_needed` |
 * | role | `built_in` (all rights, no limit), `role` | |
 * | rule | `public`, `signed_in`, `built_in`, `granted`, `or_rule` (another rule stands for it) | `missing` |
 * | columns | `limit` (without a record), `within` | `outside` |
 * | own_only | `limit`, `own` | `others` |
 * | record | `found` | `not_found`, `published` (takes the right to publish), `column_others` |
 * | fields | `hidden`, `read` | |
 */
export interface ExplainStep {
  step: 'account' | 'role' | 'rule' | 'columns' | 'own_only' | 'record' | 'fields';
  is_ok: 0 | 1;
  why: string;
  /** Of a rule: its path. */
  rule: string;
  /** Of a rule: its title in the product's first language, empty for a screen's. Of a role: the role's. */
  title: string;
  /** When the rule was given to the role, and by whom; empty where the operation log does not tell the caller. */
  time: string;
  by: string;
  /** The limited fields. */
  fields: string[];
}

/** Somebody who has the right asked about, by what role, and why. */
export interface WhoCanRole {
  id: number;
  title: string;
  built_in: 0 | 1;
  /** Limits that hold for the right: `columns`, `own_only`, `hidden`, `read`. */
  limits: string[];
  /** How many administrators have the right by this role, without those who wait. */
  n: number;
  /** The first of them. `waits`: what the account needs first, `must_change` or `factor_needed`; else empty. */
  admins: { id: number; name: string; waits: string }[];
  /** Their tokens for programs with this role's rights, by owner. */
  tokens: { name: string; n: number }[];
}

const own = { title: '查询权限', extension: 'explain', rule: 'base.admin/explain', screen: '/authGroup' } as const;

/**
 * Whether an administrator, or anyone with a role, has a right, perhaps on one record, and why. Changes nothing. Refused for
 * whoever has more rights than the caller, and for records that the caller does not see.
 */
export const explain = get('base.admin/explain', {
  ...own,
  params: { admin: ref('admin'), role: ref('role'), rights, ...record },
  returns: {
    allowed: flag(),
    steps: json<ExplainStep[]>()(),
  },
});

/** All administrators, roles and tokens that have a right, perhaps on one record. Whoever has more rights than the caller is only counted. */
export const whoCan = get('base.admin/whoCan', {
  ...own,
  title: '谁有权限',
  params: { rights, ...record },
  returns: {
    roles: json<WhoCanRole[]>()(),
    /** Administrators, and tokens, of roles with more rights than the caller's. */
    others: int(),
    other_tokens: int(),
  },
});

/**
 * After a refusal: who can give the caller the right that was missing. At most three names, and how many others there are. Nobody
 * for a rule that the caller has or that is none.
 */
export const whoCanGrant = get('base.admin/whoCanGrant', {
  title: '谁能授权',
  access: 'signed-in',
  extension: 'explain',
  params: { rule: text(120, { required: true }) },
  returns: { names: json<string[]>()(), others: int() },
});
