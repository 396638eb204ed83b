import { navGroup } from '../../contract/entities/navGroup.ts';
import { resource } from '../declaration/resource.ts';

export const navGroupResource = resource(navGroup, {
  list: ['title', 'ident', 'sort'],
  form: { base: { main: ['title', 'ident', 'sort'] } },
});
