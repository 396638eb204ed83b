import { category } from '../../contract/entities/category.ts';
import { ColumnFilter, useStartColumn } from '../content/ColumnFilter.tsx';
import { scopeFilterBy } from '../content/groupsBy.tsx';
import { resource } from '../declaration/resource.ts';
import { lazyInput } from '../fields/lazyInput.tsx';
import { sizes } from '../theme/index.ts';

export const categoryResource = resource(category, {
  list: {
    columns: ['title', 'cid', 'type', 'org_img', 'sort'],
    useDefaultFilter: useStartColumn,
    Aside: ColumnFilter,
    useScopeFilter: scopeFilterBy('cid'),
  },
  form: {
    tabs: { base: { main: ['title', 'cid', 'pid'], side: ['org_img', 'sort'] } },
    inputs: {
      cid: lazyInput(
        () => import('../content/contentInputs.tsx').then((module) => module.CategoryColumn),
        sizes.formRow,
      ),
      pid: lazyInput(
        () => import('../content/contentInputs.tsx').then((module) => module.ParentCategory),
        sizes.formRow,
      ),
    },
  },
});
