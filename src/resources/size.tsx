import { size } from '../../contract/entities/size.ts';
import { resource } from '../declaration/resource.ts';

export const sizeResource = resource(size, {
  list: ['title', 'sort', 'update_time'],
  form: { base: { main: ['title', 'sort'] } },
});
