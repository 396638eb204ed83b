import { useListContext, useTranslate } from 'ra-core';
import { media } from '../../contract/entities/media.ts';
import { mediaFolder } from '../../contract/entities/mediaFolder.ts';
import { resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { useAll } from '../fields/useAll.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';

const parts = {
  Filters: lazyComponent(() => import('../list/TimeRange.tsx').then((module) => module.TimeRange)),
  Rows: lazyComponent(() => import('./MediaRows.tsx').then((module) => module.MediaRows)),
  Empty: lazyComponent(() => import('./EmptyLibrary.tsx').then((module) => module.EmptyLibrary)),
  ListActions: lazyComponent(() => import('./LibraryTools.tsx').then((module) => module.LibraryTools)),
  Actions: lazyComponent(() => import('./CopyAddress.tsx').then((module) => module.CopyAddress)),
  DeleteDialog: lazyComponent(() => import('./MediaDelete.tsx').then((module) => module.MediaDelete)),
};

const listFields = {
  thumbs: lazyComponent(() => import('./mediaFields.tsx').then((module) => module.Thumb)),
  size: lazyComponent(() => import('./mediaFields.tsx').then((module) => module.Size)),
  used: lazyComponent(() => import('./mediaFields.tsx').then((module) => module.Used)),
};

export const mediaResource = resource(media, {
  hideTabs: true,
  list: ['name', 'thumbs', 'kind', 'size', 'folder_id', 'used', 'create_time'],
  filters: ['kind', 'used'],
  form: {
    base: {
      main: ['url'],
      side: ['name', 'folder_id', 'used'],
    },
  },
  inputs: {
    url: lazyComponent(() => import('./MediaFile.tsx').then((module) => module.MediaFile)),
    used: lazyComponent(() => import('./UsesOfFile.tsx').then((module) => module.UsesOfFile)),
  },
  useScopeFilter: useFolderPlace,
  Aside: lazyComponent(() => import('./MediaFolders.tsx').then((module) => module.MediaFolders)),
  listFields,
  // The list comes as a whole, not piece by piece.
  Body: lazyComponent(() =>
    Promise.all([
      import('./LibraryArea.tsx'),
      ...[...Object.values(parts), ...Object.values(listFields)].map((part) => part.fetch()),
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
