import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { contentEntity, contentFields, contentList } from './content.ts';

export const article = entity('article', {
  title: '文章',
  ...contentEntity('article'),
  fields: contentFields('article'),
  calls: {
    list: contentList('article'),
    create: post('base.content/addArticle'),
    update: post('base.content/editArticle'),
    delete: get('base.content/deleteArticle', { id: 'aid' }),
  },
});
