import { contentParam } from '../../contract/entities/contentParam.ts';
import { fetched } from '../fields/fetched.tsx';
import { resource } from '../resource.ts';
import { ColumnFilter } from '../screens/ColumnFilter.tsx';
import { placeBy } from '../screens/placeBy.ts';
import { sizes } from '../theme/index.ts';

const ofParam = () => import('../fields/params/DefaultValueInput.tsx');

export const contentParamResource = resource(contentParam, {
  list: ['title', 'name', 'type', 'cid', 'required', 'sort'],
  scope: ['sid'],
  form: { base: { main: ['title', 'name', 'type', 'options', 'value'], side: ['cid', 'required', 'sort'] } },
  Aside: ColumnFilter,
  usePlace: placeBy('cid'),
  inputs: {
    cid: fetched(() => import('../screens/ParamColumn.tsx').then((module) => module.ParamColumn), sizes.formRow),
    options: fetched(() => ofParam().then((module) => module.OptionsInput), 0),
    value: fetched(() => ofParam().then((module) => module.DefaultValueInput), sizes.formRow),
  },
});
