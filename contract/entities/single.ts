import { post } from '../call.ts';
import { getContentTopMenu } from '../calls/content.ts';
import { entity } from '../entity.ts';
import { ref } from '../fields.ts';
import { contentList, recordFields } from './content.ts';

/** The only record of its column. It is created when it is first read. */
export const single = entity('single', {
  title: '单页',
  screen: '/content',
  menu: { group: 'content', icon: 'single' },
  label: 'title',
  model: 'single',
  recycle: true,
  fields: {
    col_id: ref('column', { computed: true, filter: true, includesDescendants: true, public: true }),
    ...recordFields,
  },
  calls: {
    // A back end need not list the records of all columns at once (docs/contract.md, "How the console behaves").
    list: { ...contentList('single'), each: { owners: getContentTopMenu, param: 'id' } },
    update: post('base.content/editSingle'),
  },
});
