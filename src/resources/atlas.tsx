import { atlas } from '../../contract/entities/atlas.ts';
import { contentResource } from '../content/contentResource.ts';

export const atlasResource = contentResource(atlas, {
  columns: ['images'],
  tabs: { images: { main: ['images'] } },
  silent: 'edits',
});
