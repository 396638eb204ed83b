import { atlas } from '../../contract/entities/atlas.ts';
import { contentResource } from '../content/contentResource.tsx';

export const atlasResource = contentResource(atlas, {
  adds: {
    columns: ['images'],
    tabs: { images: { main: ['images'] } },
  },
  record: { silent: 'edits' },
});
