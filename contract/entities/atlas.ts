import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { images } from '../fields.ts';
import { contentEntity, contentFields, contentList } from './content.ts';

export const atlas = entity('atlas', {
  title: '图集',
  ...contentEntity('atlas'),
  fields: { ...contentFields('atlas'), images: images({ required: true, public: true }) },
  calls: {
    list: contentList('atlas'),
    create: post('base.content/addAtlas'),
    update: post('base.content/editAtlas'),
    delete: get('base.content/deleteAtlas'),
  },
});
