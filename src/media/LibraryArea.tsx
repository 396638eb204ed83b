import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { Resource } from '../declaration/resource.ts';
import { Unfinished } from '../upload/cloud/Unfinished.tsx';
import { DropArea } from '../upload/DropArea.tsx';
import { useMayUpload } from '../upload/offered.ts';
import { useSendHere } from './UploadHere.tsx';
import { useLibraryUploads } from './useLibraryUploads.ts';

const column = { display: 'flex', flexDirection: 'column', gap: 1.5, flex: 1, minHeight: 0 } as const;

/** The list of the library: files that are dropped or pasted anywhere on its screen come into the folder at hand. */
export function LibraryArea({ children }: { resource: Resource; children: ReactNode }) {
  const send = useSendHere();
  const mayUpload = useMayUpload();
  useLibraryUploads();
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, [role=dialog]');
    if (!mayUpload || files.length === 0 || isTyping) return;
    event.preventDefault();
    send(files);
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
  return (
    <DropArea onFiles={mayUpload ? send : undefined} sx={column}>
      {mayUpload && <Unfinished />}
      {children}
    </DropArea>
  );
}
