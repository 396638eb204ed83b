import { navGroup } from '../../contract/entities/navGroup.ts';
import { resource } from '../declaration/resource.ts';

export const navGroupResource = resource(navGroup, {
  list: { columns: ['title', 'ident', 'sort'] },
  form: { tabs: { base: { main: ['title', 'ident', 'sort'] } } },
});
