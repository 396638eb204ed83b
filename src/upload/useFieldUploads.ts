import { useNotify } from 'ra-core';
import { useEffect, useRef } from 'react';
import type { MediaKind } from '../../contract/uploadTypes.ts';
import type { Upload } from './queue.ts';
import type { UploadResult, UploadTransport } from './transport.ts';
import { fitting } from './uploadKinds.ts';
import { uploads, useOwnUploads } from './uploads.ts';

interface Options {
  kinds: readonly MediaKind[];
  isMultiple?: boolean;
  transport?: UploadTransport;
  onSent(sent: UploadResult, upload: Upload): void;
}

/** The uploads of one input; they are aborted when it unmounts. */
export function useFieldUploads({ kinds, isMultiple = false, transport, onSent }: Options) {
  const notify = useNotify();
  const { name, rows } = useOwnUploads();
  // The current callback is called, not the one of the render that added the file.
  const latestOnSent = useRef(onSent);
  useEffect(() => {
    latestOnSent.current = onSent;
  });
  const add = (files: readonly File[]) => {
    const fit = fitting(files, kinds);
    const others = files.filter((file) => !fit.includes(file));
    if (others.length > 0)
      notify('upload.notFitting', {
        type: 'warning',
        messageArgs: { names: others.map((file) => file.name).join('、') },
      });
    if (fit.length === 0) return;
    if (!isMultiple) {
      if (fit.length > 1) notify('upload.onlyOne', { type: 'info', messageArgs: { name: fit[0]?.name } });
      uploads.end(name);
    }
    const owner = {
      name,
      transport,
      showsDuplicates: !transport,
      onSent: (...sent: Parameters<typeof onSent>) => latestOnSent.current(...sent),
    };
    uploads.add(isMultiple ? fit : fit.slice(0, 1), owner);
  };
  return { rows, add };
}
