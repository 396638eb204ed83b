import { useListContext, useTranslate } from 'ra-core';
import type { ComponentType } from 'react';
import { media } from '../../contract/entities/media.ts';
import { mediaFolder } from '../../contract/entities/mediaFolder.ts';
import { resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { useAll } from '../fields/useAll.ts';
import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';

/** A component with the library's texts. */
const part = <P extends object>(load: () => Promise<ComponentType<P>>) => lazyComponent(() => withTexts(load()));

const listParts = {
  Filters: lazyComponent(() => import('../list/TimeRange.tsx').then((module) => module.TimeRange)),
  Rows: part(() => import('./mediaLibrary.tsx').then((module) => module.MediaRows)),
  Empty: part(() => import('./UploadHere.tsx').then((module) => module.EmptyLibrary)),
  Tools: part(() => import('./mediaLibrary.tsx').then((module) => module.LibraryTools)),
};

const rowParts = {
  Actions: part(() => import('./mediaLibrary.tsx').then((module) => module.CopyAddress)),
  DeleteDialog: part(() => import('./MediaDelete.tsx').then((module) => module.MediaDelete)),
};

const displays = {
  thumbs: part(() => import('./mediaLibrary.tsx').then((module) => module.Thumb)),
  size: part(() => import('./mediaLibrary.tsx').then((module) => module.Size)),
  used: part(() => import('./mediaLibrary.tsx').then((module) => module.Used)),
};

const OfPicture = part(() => import('./FocalPoint.tsx').then((module) => module.OfPicture));

const chunks = [listParts, rowParts, displays].flatMap((parts) => Object.values(parts));

export const mediaResource = resource(media, {
  list: {
    hideTabs: true,
    columns: ['name', 'thumbs', 'kind', 'size', 'folder_id', 'used', 'create_time'],
    filters: ['kind', 'used'],
    useScopeFilter: useFolderScope,
    Aside: part(() => import('./MediaFolders.tsx').then((module) => module.MediaFolders)),
    // All parts of the list are loaded before it is shown.
    Body: lazyComponent(() =>
      Promise.all([import('./mediaLibrary.tsx'), ...chunks.map((part) => part.fetch())]).then(
        ([module]) => module.LibraryArea,
      ),
    ),
    ...listParts,
  },
  form: {
    tabs: { base: { main: ['url'], side: ['name', 'alt', 'caption', 'credit', 'focal_x', 'folder_id', 'used'] } },
    inputs: {
      url: part(() => import('./MediaFile.tsx').then((module) => module.MediaFile)),
      alt: OfPicture,
      caption: OfPicture,
      credit: OfPicture,
      focal_x: part(() => import('./FocalPoint.tsx').then((module) => module.FocalPoint)),
      used: part(() => import('./MediaUses.tsx').then((module) => module.UsesOfFile)),
    },
  },
  row: rowParts,
  record: { displays },
});

function useFolderScope() {
  const translate = useTranslate();
  const label = useFieldLabel(media.name);
  const { filterValues } = useListContext();
  const { data } = useAll(mediaFolder.name);
  const folder = data?.find(({ id }) => id === Number(filterValues.folder_id));
  if (!folder) return undefined;
  const name = 'folder_id';
  return { name, word: translate('list.filterIs', { name: label(name), value: folder.title }) };
}
