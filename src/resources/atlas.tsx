import { atlas } from '../../contract/entities/atlas.ts';
import { contentResource } from '../content/contentResource.tsx';

export const atlasResource = contentResource(atlas, {
  adds: {
    list: { columns: ['images'] },
    form: { tabs: { images: { main: ['images'] } } },
    record: { silent: 'edits' },
  },
});
