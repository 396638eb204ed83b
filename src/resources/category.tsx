import { category } from '../../contract/entities/category.ts';
import { ColumnFilter } from '../content/ColumnFilter.tsx';
import { placeBy } from '../content/placeBy.ts';
import { resource } from '../declaration/resource.ts';
import { fetched } from '../fields/fetched.tsx';
import { sizes } from '../theme/index.ts';

export const categoryResource = resource(category, {
  list: ['title', 'cid', 'type', 'org_img', 'sort'],
  form: { base: { main: ['title', 'cid', 'pid'], side: ['org_img', 'sort'] } },
  Aside: ColumnFilter,
  usePlace: placeBy('cid'),
  inputs: {
    cid: fetched(() => import('../content/CategoryColumn.tsx').then((module) => module.CategoryColumn), sizes.formRow),
  },
});
