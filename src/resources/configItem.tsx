import { configItem } from '../../contract/entities/configItem.ts';
import { groupsBy } from '../content/groupsBy.tsx';
import { resource } from '../declaration/resource.ts';
import { lazyInput } from '../fields/lazyInput.tsx';
import { sizes } from '../theme/index.ts';

const paramInputs = () => import('../fields/params/DefaultValueInput.tsx');

export const configItemResource = resource(configItem, {
  list: { columns: ['zh_name', 'en_name', 'type', 'groupId', 'sort'], Aside: groupsBy('groupId') },
  form: {
    tabs: { base: { main: ['zh_name', 'en_name', 'type', 'options', 'value', 'tip'], side: ['groupId', 'sort'] } },
    inputs: {
      options: lazyInput(() => paramInputs().then((module) => module.OptionsInput), 0),
      value: lazyInput(() => paramInputs().then((module) => module.DefaultValueInput), sizes.formRow),
    },
  },
  record: { silent: 'all' },
});
