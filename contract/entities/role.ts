import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { flag, refs, text } from '../fields.ts';

/** What a group of administrators may do: a list of rules. The built-in one holds every rule, whatever its list. */
export const role = entity('role', {
  title: '角色',
  screen: '/authGroup',
  label: 'title',
  fields: {
    title: text(60, { required: true }),
    rule_method: refs('rule'),
    built_in: flag({ computed: true }),
  },
  calls: {
    list: get('base.admin/getRoleList', { whole: true }),
    create: post('base.admin/create_role'),
    update: post('base.admin/edit_role'),
    delete: get('base.admin/delete_role', { id: 'rid' }),
  },
});
