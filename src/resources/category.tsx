import { category } from '../../contract/entities/category.ts';
import { resource } from '../resource.ts';

export const categoryResource = resource(category, {
  list: ['title', 'cid', 'type', 'org_img', 'sort'],
  filters: ['cid', 'type'],
  form: { base: { main: ['title', 'type', 'cid', 'pid'], side: ['org_img', 'sort'] } },
});
