import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { choice, slug, text } from '../fields.ts';

/** A group of the operator's own configuration. Built-in groups have another `kind`. */
export const configGroup = entity('config_group', {
  title: '扩展分组',
  screen: '/expandConfig',
  sub: 'group',
  label: 'title',
  maxRecords: { count: 100 },
  unsearched: true,
  named: ['title', 'ident', 'sort'],
  fields: {
    title: text(60, { required: true }),
    ident: slug('title'),
    kind: choice(['system', 'auto', 'extend'], { computed: true, default: 'extend' }),
  },
  calls: {
    list: get('base.Config/expendConfig', { whole: true, holds: { name: 'items', owner: 'groupId' } }),
    create: post('base.Config/addExtendGroup', { with: { title: '', ident: '', sort: 0 } }),
    update: post('base.Config/editExtendGroup', { extension: 'config' }),
    delete: post('base.Config/deleteExtendGroup', { id: 'gid', confirmed: 'sometimes' }),
  },
});
