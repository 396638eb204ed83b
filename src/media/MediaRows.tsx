import { useListContext } from 'ra-core';
import type { Resource } from '../declaration/resource.ts';
import { EntityTable } from '../list/EntityTable.tsx';
import { useMediaView } from './LibraryTools.tsx';
import { MediaGrid } from './MediaGrid.tsx';
import { TileSkeletons } from './tiles.tsx';

/** The files of the page, as tiles or as rows. */
export function MediaRows({ resource }: { resource: Resource }) {
  const [view] = useMediaView();
  const { isPending } = useListContext();
  if (view === 'list') return <EntityTable resource={resource} />;
  return isPending ? <TileSkeletons /> : <MediaGrid resource={resource} />;
}
