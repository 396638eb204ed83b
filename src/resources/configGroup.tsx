import { configGroup } from '../../contract/entities/configGroup.ts';
import { resource } from '../declaration/resource.ts';

export const configGroupResource = resource(configGroup, {
  list: ['title', 'ident', 'sort'],
  form: { base: { main: ['title', 'ident', 'sort'] } },
  silent: 'all',
});
