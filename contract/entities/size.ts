import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { int, text } from '../fields.ts';

const save = post('base.Size/addEditSize', { with: { id: 0, title: '', sort: 0 } });

export const size = entity('size', {
  title: '规格',
  screen: '/content',
  sub: 'size',
  menu: { group: 'content', icon: 'size' },
  label: 'title',
  maxRecords: { count: 2000 },
  fields: { title: text(60, { required: true, search: 'spelled', sortable: true }) },
  calls: {
    list: get('base.Size/getSizeList'),
    // Existing clients send an `id` here, although sizes have no parent.
    all: get('base.Size/getAll', { with: { id: 0 }, params: { id: int() } }),
    create: save,
    update: save,
    delete: post('base.Size/deleteSize'),
  },
});
