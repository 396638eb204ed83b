import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { bool, json, ref, text } from '../fields.ts';
import { patterns } from '../formats.ts';

/** A screen (`/navList`) or a call (`base.base/addNav`) that a role may be given; two levels. */
export const rule = entity('rule', {
  title: '权限规则',
  screen: '/authRulesGroup',
  label: 'title',
  fields: {
    title: text(60, { required: true }),
    path: text(120, { required: true, unique: true, pattern: patterns.path }),
    pid: ref('rule'),
    show: bool({ default: true }),
    sunList: json<unknown[]>()({ computed: true, virtual: true }),
  },
  calls: {
    list: get('base.admin/getRuleList', { whole: true, children: 'sunList' }),
    create: post('base.admin/create_rule'),
    update: post('base.admin/edit_rule'),
    delete: get('base.admin/delete_rule', { id: 'rid' }),
  },
});
