import { configGroup } from '../../contract/entities/configGroup.ts';
import { resource } from '../declaration/resource.ts';

export const configGroupResource = resource(configGroup, {
  list: { columns: ['title', 'ident', 'sort'] },
  form: { tabs: { base: { main: ['title', 'ident', 'sort'] } } },
  record: { silent: 'all' },
});
