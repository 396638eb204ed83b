import { size } from '../../contract/entities/size.ts';
import { resource } from '../declaration/resource.ts';

export const sizeResource = resource(size, {
  list: { columns: ['title', 'sort', 'update_time'] },
  form: { tabs: { base: { main: ['title', 'sort'] } } },
});
