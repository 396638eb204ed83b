import { category } from '../../contract/entities/category.ts';
import { fetched } from '../fields/fetched.tsx';
import { resource } from '../resource.ts';
import { ColumnFilter } from '../screens/ColumnFilter.tsx';
import { placeBy } from '../screens/placeBy.ts';
import { sizes } from '../theme/index.ts';

export const categoryResource = resource(category, {
  list: ['title', 'cid', 'type', 'org_img', 'sort'],
  form: { base: { main: ['title', 'cid', 'pid'], side: ['org_img', 'sort'] } },
  Aside: ColumnFilter,
  usePlace: placeBy('cid'),
  inputs: {
    cid: fetched(() => import('../screens/CategoryColumn.tsx').then((module) => module.CategoryColumn), sizes.formRow),
  },
});
