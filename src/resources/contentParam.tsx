import { contentParam } from '../../contract/entities/contentParam.ts';
import { ColumnFilter } from '../content/ColumnFilter.tsx';
import { scopeFilterBy } from '../content/scopeFilterBy.ts';
import { resource } from '../declaration/resource.ts';
import { lazyInput } from '../fields/lazyInput.tsx';
import { sizes } from '../theme/index.ts';

const ofParam = () => import('../fields/params/DefaultValueInput.tsx');

export const contentParamResource = resource(contentParam, {
  list: ['title', 'name', 'type', 'cid', 'required', 'sort'],
  scope: ['sid'],
  form: { base: { main: ['title', 'name', 'type', 'options', 'value'], side: ['cid', 'required', 'sort'] } },
  Aside: ColumnFilter,
  useScopeFilter: scopeFilterBy('cid'),
  inputs: {
    cid: lazyInput(() => import('../content/ParamColumn.tsx').then((module) => module.ParamColumn), sizes.formRow),
    options: lazyInput(() => ofParam().then((module) => module.OptionsInput), 0),
    value: lazyInput(() => ofParam().then((module) => module.DefaultValueInput), sizes.formRow),
  },
});
