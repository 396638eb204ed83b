import { configItem } from '../../contract/entities/configItem.ts';
import { groupsBy } from '../content/groupsBy.tsx';
import { resource } from '../declaration/resource.ts';
import { lazyInput } from '../fields/lazyInput.tsx';
import { sizes } from '../theme/index.ts';

const ofParam = () => import('../fields/params/DefaultValueInput.tsx');

export const configItemResource = resource(configItem, {
  list: ['zh_name', 'en_name', 'type', 'groupId', 'sort'],
  form: { base: { main: ['zh_name', 'en_name', 'type', 'options', 'value', 'tip'], side: ['groupId', 'sort'] } },
  silent: 'all',
  inputs: {
    options: lazyInput(() => ofParam().then((module) => module.OptionsInput), 0),
    value: lazyInput(() => ofParam().then((module) => module.DefaultValueInput), sizes.formRow),
  },
  Aside: groupsBy('groupId'),
});
