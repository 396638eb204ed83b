import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { images } from '../fields.ts';
import { contentFields, contentList } from './content.ts';

export const atlas = entity('atlas', {
  title: '图集',
  screen: '/content',
  menu: { group: 'content', icon: 'atlas' },
  label: 'title',
  model: 'atlas',
  recycle: true,
  newestFirst: true,
  pinned: 'is_top',
  dated: 'publish_time',
  fields: { ...contentFields('atlas'), images: images({ required: true, public: true }) },
  calls: {
    list: contentList('atlas'),
    create: post('base.content/addAtlas'),
    update: post('base.content/editAtlas'),
    delete: get('base.content/deleteAtlas'),
  },
});
