import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { slug, text } from '../fields.ts';

export const navGroup = entity('nav_group', {
  title: '导航分组',
  screen: '/navList',
  sub: 'group',
  label: 'title',
  maxRecords: { count: 100 },
  fields: { title: text(60, { required: true }), ident: slug('title') },
  calls: {
    list: get('base.base/getNavGroup', { whole: true }),
    create: post('base.base/addNavGroup'),
    update: post('base.base/editNavGroup'),
    delete: get('base.base/deleteNavGroup'),
  },
});
