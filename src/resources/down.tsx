import { down } from '../../contract/entities/down.ts';
import { contentResource } from '../content/contentResource.ts';

export const downResource = contentResource(down, {
  columns: ['files', 'soft_version'],
  tabs: { files: { main: ['soft_version'], side: ['platform'], wide: ['files'] } },
});
