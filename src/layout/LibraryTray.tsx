import { Suspense } from 'react';
import { later } from '../later.tsx';
import { usePending } from '../upload/pending.ts';

const UploadTray = later(() => import('../media/UploadTray.tsx').then((module) => module.UploadTray));

/** Files on their way into the library, where there are any. */
export function LibraryTray() {
  if (usePending().ofLibrary === 0) return null;
  return (
    <Suspense>
      <UploadTray />
    </Suspense>
  );
}
