import { useEffect, useId, useMemo, useSyncExternalStore } from 'react';
import { isSessionEnded } from '../../authProvider/session.ts';
import { session } from '../services/services.ts';
import { pending } from './pending.ts';
import { createQueue, isUploading } from './queue.ts';
import { addressOf } from './remote.ts';
import { sendFile } from './sendFile.ts';

export const uploads = createQueue(sendFile);

/** The owner of uploads into the media library. They continue when their screen is left. */
export const libraryOwner = 'library';

export const sendToLibrary = (files: readonly File[], folderId: number | null) =>
  uploads.add(files, { name: libraryOwner, folderId, keepsFinished: true, showsDuplicates: true });

const ask = (event: BeforeUnloadEvent) => event.preventDefault();
uploads.subscribe(() => {
  // Pictures of other sites are shown in a text before they are in the library: nothing waits for them.
  const active = uploads.all().filter((upload) => isUploading(upload) && !addressOf(upload.file));
  pending.set({
    ofForms: active.filter(({ owner }) => owner !== libraryOwner).length,
    ofLibrary: uploads.all().filter(({ owner }) => owner === libraryOwner).length,
  });
  if (active.length > 0) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
});
session.subscribe(() => {
  if (isSessionEnded(session.status())) uploads.end();
});

export function useUploads(owner: string) {
  const all = useSyncExternalStore(uploads.subscribe, uploads.all);
  return useMemo(() => all.filter((upload) => upload.owner === owner), [all, owner]);
}

/** They are aborted when the component unmounts. `name` is the owner in the queue. */
export function useOwnUploads() {
  const name = useId();
  useEffect(() => () => uploads.end(name), [name]);
  return { name, rows: useUploads(name) };
}
