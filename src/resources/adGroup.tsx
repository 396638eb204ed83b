import { adGroup } from '../../contract/entities/adGroup.ts';
import { resource } from '../declaration/resource.ts';

export const adGroupResource = resource(adGroup, {
  list: { columns: ['title', 'ident', 'width', 'height', 'sort'] },
  form: { tabs: { base: { main: ['title', 'ident', 'width', 'height', 'intro', 'sort'] } } },
});
