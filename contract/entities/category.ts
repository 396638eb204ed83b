import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { choice, image, int, ref, text } from '../fields.ts';
import { modelNames } from '../models.ts';

const save = post('base.Category/addEditCategory', {
  with: { id: 0, org_img: '', cid: 0, title: '', pid: 0, sid: 0, sort: 0, type: 'article' },
});
const rename = { cid: 'id' } as const;

/** A category belongs to a column, or to one single page (`sid`). */
export const category = entity('category', {
  title: '分类',
  screen: '/content',
  sub: 'category',
  menu: { group: 'content', icon: 'category' },
  label: 'title',
  tree: true,
  maxRecords: { count: 5000 },
  fields: {
    title: text(60, { required: true, search: 'spelled' }),
    cid: ref('column', { required: true, filter: true, match: { model: 'type' }, firm: true }),
    sid: int({ default: 0, min: 0, filter: true }),
    type: choice(modelNames, { filter: true, default: 'article' }),
    pid: ref('category', { filter: true, match: { cid: 'cid' } }),
    org_img: image(),
    level: int({ required: true, computed: true, virtual: true }),
  },
  calls: {
    list: get('base.Category/getCategoryList', { rename, named: ['id'], with: { id: 0 }, needs: 'cid' }),
    all: get('base.Category/getAllCategoryList', {
      rename,
      with: { id: 0, type: '' },
      // If `type` is empty, the list has the categories of all models.
      params: { id: ref('column'), type: choice(['', ...modelNames]) },
    }),
    create: save,
    update: save,
    delete: post('base.Category/deleteCategory'),
  },
});
