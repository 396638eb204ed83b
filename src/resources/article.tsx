import { article } from '../../contract/entities/article.ts';
import { resource } from '../resource.ts';
import { ContentColumns } from '../screens/ContentColumns.tsx';
import { useFirstColumn } from '../screens/useTopMenu.ts';

export const articleResource = resource(article, {
  list: ['title', 'org_img', 'column_title', 'is_top', 'is_recommend', 'status', 'views', 'publish_time'],
  filters: ['status', 'is_top', 'is_recommend', 'is_hot'],
  form: {
    base: {
      main: ['title', 'subtitle', 'description', 'tags', 'author', 'source', 'jump_url'],
      side: [
        'col_id',
        'org_img',
        'status',
        'publish_time',
        'expire_time',
        'is_top',
        'is_recommend',
        'is_hot',
        'sort',
        'views',
      ],
    },
    content: { main: ['content'] },
    seo: { main: ['seo_title', 'keywords'] },
  },
  useDefaultFilter: () => useFirstColumn('article'),
  Aside: ContentColumns,
});
