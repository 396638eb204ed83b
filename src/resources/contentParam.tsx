import { contentParam } from '../../contract/entities/contentParam.ts';
import { ColumnFilter } from '../content/ColumnFilter.tsx';
import { placeBy } from '../content/placeBy.ts';
import { resource } from '../declaration/resource.ts';
import { fetched } from '../fields/fetched.tsx';
import { sizes } from '../theme/index.ts';

const ofParam = () => import('../fields/params/DefaultValueInput.tsx');

export const contentParamResource = resource(contentParam, {
  list: ['title', 'name', 'type', 'cid', 'required', 'sort'],
  scope: ['sid'],
  form: { base: { main: ['title', 'name', 'type', 'options', 'value'], side: ['cid', 'required', 'sort'] } },
  Aside: ColumnFilter,
  usePlace: placeBy('cid'),
  inputs: {
    cid: fetched(() => import('../content/ParamColumn.tsx').then((module) => module.ParamColumn), sizes.formRow),
    options: fetched(() => ofParam().then((module) => module.OptionsInput), 0),
    value: fetched(() => ofParam().then((module) => module.DefaultValueInput), sizes.formRow),
  },
});
