import { down } from '../../contract/entities/down.ts';
import { contentResource } from '../content/contentResource.tsx';

export const downResource = contentResource(down, {
  adds: {
    columns: ['files', 'soft_version'],
    tabs: { files: { main: ['soft_version'], side: ['platform'], wide: ['files'] } },
  },
});
