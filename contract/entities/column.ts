import { get, post } from '../call.ts';
import { batchOf } from '../calls/recycle.ts';
import { entity } from '../entity.ts';
import { choice, flag, html, image, int, ref, slug, text } from '../fields.ts';
import { modelNames } from '../models.ts';

export const column = entity('column', {
  title: '栏目',
  screen: '/columnList',
  menu: { group: 'structure', icon: 'tree', title: 'menu.columns' },
  label: 'title',
  recycle: true,
  // The public site reads them all.
  maxRecords: { count: 2000 },
  tree: true,
  fields: {
    title: text(60, { required: true, search: 'spelled', sortable: true, public: true }),
    model: choice(modelNames, { required: true, filter: true, public: true }),
    pid: ref('column', { filter: true, public: true }),
    url_name: slug('title', { public: true }),
    org_img: image({ public: true }),
    banner: image({ public: true }),
    link: text(500, { link: true, public: true }),
    target: flag({ public: true }),
    is_nav: flag({ default: 1, public: true }),
    status: flag({ default: 1, filter: true }),
    list_template: ref('template', { where: { type: 'list' }, match: { model: 'model' } }),
    detail_template: ref('template', { where: { type: ['detail', 'single'] }, match: { model: 'model' } }),
    seo_title: text(200, { public: true }),
    keywords: text(200, { public: true }),
    description: text(500, { public: true }),
    content: html({ heavy: true, public: true }),
    is_home: flag({ computed: true, public: true }),
    total: int({ required: true, computed: true, virtual: true }),
    level: int({ required: true, computed: true, virtual: true, public: true }),
  },
  calls: {
    list: get('base.base/getColumnList', { children: 'children' }),
    all: get('base.base/getAllColumnList', { access: 'signed-in' }),
    create: post('base.base/addColumn'),
    update: post('base.base/editColumn', { also: 'GET' }),
    delete: post('base.base/deleteColumn', {
      id: 'col_id',
      steps: true,
      batch: true,
      timeoutMs: 60_000,
      params: { move_to: ref('column'), cascade: flag() },
      returns: batchOf,
    }),
  },
});
