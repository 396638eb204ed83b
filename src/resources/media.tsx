import { useListContext, useTranslate } from 'ra-core';
import { media } from '../../contract/entities/media.ts';
import { mediaFolder } from '../../contract/entities/mediaFolder.ts';
import { useAll } from '../fields/useAll.ts';
import { useFieldLabel } from '../fields/useFieldLabel.ts';
import { later } from '../later.tsx';
import { resource } from '../resource.ts';

const parts = {
  Filters: later(() => import('../logs/TimeRange.tsx').then((module) => module.TimeRange)),
  Rows: later(() => import('../media/MediaRows.tsx').then((module) => module.MediaRows)),
  Empty: later(() => import('../media/EmptyLibrary.tsx').then((module) => module.EmptyLibrary)),
  ListActions: later(() => import('../media/LibraryTools.tsx').then((module) => module.LibraryTools)),
  Actions: later(() => import('../media/CopyAddress.tsx').then((module) => module.CopyAddress)),
  DeleteDialog: later(() => import('../media/MediaDelete.tsx').then((module) => module.MediaDelete)),
};

const shows = {
  thumbs: later(() => import('../media/shows.tsx').then((module) => module.Thumb)),
  size: later(() => import('../media/shows.tsx').then((module) => module.Size)),
  used: later(() => import('../media/shows.tsx').then((module) => module.Used)),
};

export const mediaResource = resource(media, {
  isAlone: true,
  list: ['name', 'thumbs', 'kind', 'size', 'folder_id', 'used', 'create_time'],
  filters: ['kind', 'used'],
  form: {
    base: {
      main: ['url'],
      side: ['name', 'folder_id', 'used'],
    },
  },
  inputs: {
    url: later(() => import('../media/MediaFile.tsx').then((module) => module.MediaFile)),
    used: later(() => import('../media/UsesOfFile.tsx').then((module) => module.UsesOfFile)),
  },
  usePlace: useFolderPlace,
  Aside: later(() => import('../media/MediaFolders.tsx').then((module) => module.MediaFolders)),
  shows,
  // The list comes as a whole, not piece by piece.
  Body: later(() =>
    Promise.all([
      import('../media/LibraryArea.tsx'),
      ...[...Object.values(parts), ...Object.values(shows)].map((part) => part.fetch()),
    ]).then(([module]) => module.LibraryArea),
  ),
  ...parts,
});

/** The folder that is open: what is searched is searched in it. */
function useFolderPlace() {
  const translate = useTranslate();
  const label = useFieldLabel(media.name);
  const { filterValues } = useListContext();
  const { data } = useAll(mediaFolder.name);
  const folder = data?.find(({ id }) => id === Number(filterValues.folder_id));
  if (!folder) return undefined;
  const name = 'folder_id';
  return { name, word: translate('list.filterIs', { name: label(name), value: folder.title }) };
}
