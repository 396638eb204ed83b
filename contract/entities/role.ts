import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { flag, int, refs, text } from '../fields.ts';

/** A list of rules that administrators with this role have. The built-in role has every rule, whatever its list says. */
export const role = entity('role', {
  title: '角色',
  screen: '/authGroup',
  menu: { group: 'access', icon: 'role' },
  label: 'title',
  unsearched: true,
  named: ['title', 'rule_method'],
  fields: {
    title: text(60, { required: true, search: true }),
    rule_method: refs('rule'),
    built_in: flag({ computed: true }),
    admins: int({ computed: true, virtual: true }),
    /** The role has rules that the caller lacks, so the caller may not change it. */
    beyond: flag({ computed: true, virtual: true }),
  },
  calls: {
    list: get('base.admin/getRoleList', { whole: true }),
    create: post('base.admin/create_role', { with: { rule_method: [] } }),
    update: post('base.admin/edit_role', { with: { title: '', rule_method: [] } }),
    delete: get('base.admin/delete_role', { id: 'rid' }),
  },
});
