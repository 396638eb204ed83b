import { useQueryClient } from '@tanstack/react-query';
import { useRefresh } from 'ra-core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { mediaFolder } from '../../contract/entities/mediaFolder.ts';
import type { Upload } from '../upload/queue.ts';
import { libraryOwner, useUploads } from '../upload/uploads.ts';

const isThere = ({ state }: Upload) => state === 'done';

/**
 * The files on their way into the library; its list is read again with each that is there.
 * @param onDone is told of each that is there
 */
export function useLibraryUploads(onDone?: (upload: Upload) => void) {
  const rows = useUploads(libraryOwner);
  const refresh = useRefresh();
  const queries = useQueryClient();
  const known = useRef(new Set(rows.filter(isThere).map(({ id }) => id)));
  const tell = useEffectEvent((now: readonly Upload[]) => {
    const fresh = now.filter((upload) => isThere(upload) && !known.current.has(upload.id));
    if (fresh.length === 0) return;
    for (const upload of fresh) {
      known.current.add(upload.id);
      onDone?.(upload);
    }
    refresh();
    queries.invalidateQueries({ queryKey: [mediaFolder.name] });
  });
  useEffect(() => tell(rows), [rows]);
  return rows;
}
