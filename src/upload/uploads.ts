import { useEffect, useId, useMemo, useSyncExternalStore } from 'react';
import { isSessionEnded } from '../../authProvider/session.ts';
import { session } from '../services/services.ts';
import { pending } from './pending.ts';
import { createQueue, isUploading } from './queue.ts';
import { addressOf } from './remote.ts';
import { sendFile } from './sendFile.ts';

/** The one queue of the console. */
export const uploads = createQueue(sendFile);

/** Whose files go on when their screen is left: they come into the library, not into a form. */
export const libraryOwner = 'library';

/** Sends files into a folder of the library, or into none. */
export const sendToLibrary = (files: readonly File[], folderId: number | null) =>
  uploads.add(files, { name: libraryOwner, folderId, isKept: true });

const ask = (event: BeforeUnloadEvent) => event.preventDefault();
uploads.subscribe(() => {
  // A text has a picture of another site before it is in the library too: nothing waits for it.
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

/** The files of an owner, as they are now. */
export function useUploads(owner: string) {
  const all = useSyncExternalStore(uploads.subscribe, uploads.all);
  return useMemo(() => all.filter((upload) => upload.owner === owner), [all, owner]);
}

/**
 * The uploads of one component: they end when it goes away.
 * @returns `name`, under which the queue has them, and `rows`, as they are now
 */
export function useOwnUploads() {
  const name = useId();
  useEffect(() => () => uploads.end(name), [name]);
  return { name, rows: useUploads(name) };
}
