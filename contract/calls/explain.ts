import { get } from '../call.ts';
import { flag, int, json, ref, text } from '../fields.ts';

/**
 * Paths of calls and screens, each with the parameter on which its rule depends: `/content`,
 * `base.content/publish?entity=article`. The question is whether all of them may be made.
 */
const rights = json<string[]>()({ required: true });
/** The record that the question is about, if there is one. */
const record = { entity: text(40), id: ref('') };

/**
 * One reason of an answer. The steps are looked at in this order:
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
  /** For a rule: its path. */
  rule: string;
  /**
   * For a rule: its title in the product's first language, which a screen's rule does not have. For a role: the role's
   * title.
   */
  title: string;
  /** When and by whom the rule was given to the role. Empty if the operation log does not tell the caller. */
  time: string;
  by: string;
  /** The limited fields. */
  fields: string[];
}

/** A role that has the right asked about, with the administrators and tokens that have the right by it. */
export interface WhoCanRole {
  id: number;
  title: string;
  built_in: 0 | 1;
  /** The role's limits that apply to the right: `columns`, `own_only`, `hidden`, `read`. */
  limits: string[];
  /** How many administrators have the right by this role, not counting those who wait. */
  n: number;
  /**
   * The first of these administrators. `waits` is what the account needs first, `must_change` or `factor_needed`, or
   * empty.
   */
  admins: { id: number; name: string; waits: string }[];
  /** The administrators' tokens for programs with this role's rights, counted by owner. */
  tokens: { name: string; n: number }[];
}

const own = { title: '查询权限', extension: 'explain', rule: 'base.admin/explain', screen: '/authGroup' } as const;

/**
 * Tells whether and why an administrator, or anyone with a role, has a right, perhaps on one record. It changes
 * nothing. It refuses questions about whoever has more rights than the caller, and about records that the caller does
 * not see.
 */
export const explain = get('base.admin/explain', {
  ...own,
  params: { admin: ref('admin'), role: ref('role'), rights, ...record },
  returns: {
    allowed: flag(),
    steps: json<ExplainStep[]>()(),
  },
});

/**
 * Lists all administrators, roles and tokens that have a right, perhaps on one record. Those with more rights than the
 * caller are only counted.
 */
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
 * Tells after a refusal who can give the caller the missing right: at most three names, and how many others there are.
 * It names nobody for a rule that the caller has or that does not exist.
 */
export const whoCanGrant = get('base.admin/whoCanGrant', {
  title: '谁能授权',
  access: 'signed-in',
  extension: 'explain',
  params: { rule: text(120, { required: true }) },
  returns: { names: json<string[]>()(), others: int() },
});
