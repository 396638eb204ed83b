import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { flag, int, refs, text } from '../fields.ts';

/** What a group of administrators may do: a list of rules. The built-in one holds every rule, whatever its list. */
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
    /** How many administrators have it. */
    admins: int({ computed: true, virtual: true }),
    /** Holds rules that the caller lacks, so that the caller may not touch it. */
    beyond: flag({ computed: true, virtual: true }),
  },
  calls: {
    list: get('base.admin/getRoleList', { whole: true }),
    create: post('base.admin/create_role', { with: { rule_method: [] } }),
    update: post('base.admin/edit_role', { with: { title: '', rule_method: [] } }),
    delete: get('base.admin/delete_role', { id: 'rid' }),
  },
});
