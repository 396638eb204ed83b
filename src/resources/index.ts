import type { Resource } from '../resource.ts';
import { adResource } from './ad.tsx';
import { adGroupResource } from './adGroup.tsx';
import { articleResource } from './article.tsx';
import { categoryResource } from './category.tsx';
import { columnResource } from './column.tsx';
import { contentParamResource } from './contentParam.tsx';
import { navResource } from './nav.tsx';
import { navGroupResource } from './navGroup.tsx';
import { sizeResource } from './size.tsx';
import { userResource } from './user.tsx';

/** Every entity that has screens. */
export const resources: Resource[] = [
  columnResource,
  articleResource,
  categoryResource,
  sizeResource,
  contentParamResource,
  navResource,
  navGroupResource,
  adResource,
  adGroupResource,
  userResource,
];
