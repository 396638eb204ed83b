import { get, post } from '../call.ts';
import { entity } from '../entity.ts';
import { contentFields, contentList } from './content.ts';

export const article = entity('article', {
  title: '文章',
  screen: '/content',
  menu: { group: 'content', icon: 'article' },
  label: 'title',
  model: 'article',
  recycle: true,
  newestFirst: true,
  pinned: 'is_top',
  dated: 'publish_time',
  fields: contentFields('article'),
  calls: {
    list: contentList('article'),
    create: post('base.content/addArticle'),
    update: post('base.content/editArticle'),
    delete: get('base.content/deleteArticle', { id: 'aid' }),
  },
});
