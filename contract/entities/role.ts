import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { flag, int, json, refs, text, time } from '../fields.ts';
import type { FieldLimits } from '../roleLimits.ts';

/**
 * The rules that administrators with this role have, and the limits within which they have them (docs/contract.md, "Limits
 * of a role"). The built-in role has every rule and no limit, whatever it says.
 */
export const role = entity('role', {
  title: '角色',
  screen: '/authGroup',
  menu: { group: 'access', icon: 'role', title: 'titles.authGroup' },
  label: 'title',
  unsearched: true,
  named: ['title', 'rule_method'],
  maxRecords: { count: 500 },
  fields: {
    title: text(60, { required: true, search: 'spelled' }),
    rule_method: refs('rule'),
    /** Limits: only contents of these columns and of those below them. Empty: of all. */
    columns: json<number[]>()({ shape: { values: 'int' }, extension: 'limits' }),
    /** Only contents that the administrator made. */
    own_only: flag({ extension: 'limits' }),
    field_limits: json<FieldLimits>()({ extension: 'limits' }),
    /** Its administrators need a second factor, `factor_days` after the demand was made or the account was. */
    factor: flag({ extension: 'requiredFactor' }),
    factor_days: int({ min: 0, max: 90, extension: 'requiredFactor' }),
    factor_since: time({ computed: true, extension: 'requiredFactor' }),
    built_in: flag({ computed: true }),
    admins: int({ computed: true, virtual: true }),
    /** The role has rules that the caller lacks, so the caller may not change it. */
    beyond: flag({ computed: true, virtual: true }),
  },
  calls: {
    list: get('base.admin/getRoleList', { whole: true }),
    create: post('base.admin/create_role', { with: { title: '', rule_method: [] }, confirmed: 'always' }),
    update: post('base.admin/edit_role', { with: { title: '', rule_method: [] }, confirmed: 'always' }),
    delete: get('base.admin/delete_role', { id: 'rid' }),
  },
});
