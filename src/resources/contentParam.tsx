import { contentParam } from '../../contract/entities/contentParam.ts';
import { ColumnFilter, useStartColumn } from '../content/ColumnFilter.tsx';
import { scopeFilterBy } from '../content/groupsBy.tsx';
import { resource } from '../declaration/resource.ts';
import { lazyInput } from '../fields/lazyInput.tsx';
import { sizes } from '../theme/index.ts';

const paramInputs = () => import('../fields/params/DefaultValueInput.tsx');

export const contentParamResource = resource(contentParam, {
  list: {
    columns: ['title', 'name', 'type', 'cid', 'required', 'sort'],
    scope: ['sid'],
    useDefaultFilter: useStartColumn,
    Aside: ColumnFilter,
    useScopeFilter: scopeFilterBy('cid'),
  },
  form: {
    tabs: { base: { main: ['title', 'name', 'type', 'options', 'value'], side: ['cid', 'required', 'sort'] } },
    inputs: {
      cid: lazyInput(() => import('../content/contentInputs.tsx').then((module) => module.ParamColumn), sizes.formRow),
      options: lazyInput(() => paramInputs().then((module) => module.OptionsInput), 0),
      value: lazyInput(() => paramInputs().then((module) => module.DefaultValueInput), sizes.formRow),
    },
  },
});
