import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { flag, image, int, ref, text } from '../fields.ts';

export const nav = entity('nav', {
  title: '导航',
  screen: '/navList',
  menu: { group: 'site', icon: 'nav' },
  label: 'title',
  recycle: true,
  maxRecords: { count: 1000, per: 'group_id' },
  tree: true,
  fields: {
    title: text(60, { required: true, search: 'spelled', sortable: true, public: true }),
    group_id: ref('nav_group', { required: true, filter: true }),
    pid: ref('nav', { filter: true, match: { group_id: 'group_id' }, public: true }),
    en_title: text(60, { search: true, public: true }),
    col_id: ref('column', { filter: true, public: true }),
    url: text(500, { link: true, public: true }),
    org_img: image({ public: true }),
    target: flag({ public: true }),
    nofollow: flag({ public: true }),
    status: flag({ default: 1, filter: true }),
    level: int({ required: true, computed: true, virtual: true, public: true }),
  },
  calls: {
    list: get('base.base/getNavList'),
    all: get('base.base/getAllNavList'),
    create: post('base.base/addNav'),
    update: post('base.base/editNav'),
    delete: get('base.base/deleteNav'),
  },
});
