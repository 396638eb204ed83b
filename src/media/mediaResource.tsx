import { useListContext, useTranslate } from 'ra-core';
import { media } from '../../contract/entities/media.ts';
import { mediaFolder } from '../../contract/entities/mediaFolder.ts';
import { resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { useAll } from '../fields/useAll.ts';
import { later } from '../ui/later.tsx';

const parts = {
  Filters: later(() => import('../list/TimeRange.tsx').then((module) => module.TimeRange)),
  Rows: later(() => import('./MediaRows.tsx').then((module) => module.MediaRows)),
  Empty: later(() => import('./EmptyLibrary.tsx').then((module) => module.EmptyLibrary)),
  ListActions: later(() => import('./LibraryTools.tsx').then((module) => module.LibraryTools)),
  Actions: later(() => import('./CopyAddress.tsx').then((module) => module.CopyAddress)),
  DeleteDialog: later(() => import('./MediaDelete.tsx').then((module) => module.MediaDelete)),
};

const shows = {
  thumbs: later(() => import('./shows.tsx').then((module) => module.Thumb)),
  size: later(() => import('./shows.tsx').then((module) => module.Size)),
  used: later(() => import('./shows.tsx').then((module) => module.Used)),
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
    url: later(() => import('./MediaFile.tsx').then((module) => module.MediaFile)),
    used: later(() => import('./UsesOfFile.tsx').then((module) => module.UsesOfFile)),
  },
  usePlace: useFolderPlace,
  Aside: later(() => import('./MediaFolders.tsx').then((module) => module.MediaFolders)),
  shows,
  // The list comes as a whole, not piece by piece.
  Body: later(() =>
    Promise.all([
      import('./LibraryArea.tsx'),
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
