import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { bool, choice, json, ref, text } from '../fields.ts';
import { patterns } from '../formats.ts';

/** A screen (`/navList`) or a call (`base.base/addNav`) that roles may be given. Rules form a tree of two levels. */
export const rule = entity('rule', {
  title: '权限规则',
  screen: '/authRulesGroup',
  menu: { group: 'access', icon: 'rule' },
  label: 'title',
  maxRecords: { count: 2000 },
  unsearched: true,
  named: ['title', 'path', 'pid', 'show', 'sunList'],
  fields: {
    title: text(60, { required: true, search: 'spelled' }),
    path: text(120, { required: true, unique: true, pattern: patterns.path }),
    pid: ref('rule'),
    show: bool({ default: true }),
    /** Whether the path is a screen's, a call's or nothing's. Rules that the contract creates cannot be deleted. */
    guards: choice(['screen', 'call', 'nothing'], { computed: true, virtual: true }),
    sunList: json<unknown[]>()({ computed: true, virtual: true }),
  },
  calls: {
    list: get('base.admin/getRuleList', { whole: true, children: 'sunList' }),
    create: post('base.admin/create_rule', {
      with: { title: '', path: '', pid: 0 },
      named: ['title', 'path', 'pid'],
      confirmed: 'always',
    }),
    update: post('base.admin/edit_rule', { confirmed: 'always' }),
    delete: get('base.admin/delete_rule', { id: 'rid', confirmed: 'always' }),
  },
});
