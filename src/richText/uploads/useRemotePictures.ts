import type { Editor } from '@tiptap/core';
import type { Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { type RefObject, useCallback, useMemo } from 'react';
import { mediaFetch } from '../../../contract/calls/media.ts';
import { useMayCall } from '../../auth/useMay.ts';
import { addressOf, remoteFile, throughFetch } from '../../upload/remote.ts';
import type { UploadTransport } from '../../upload/transport.ts';
import { uploads, useOwnUploads } from '../../upload/uploads.ts';
import { remotePictures } from './remotePictures.ts';
import { takeIn } from './takenIn.ts';

/**
 * Imports pictures of other sites into the media library: pasted ones immediately, others when `importPictures` is called.
 * The text keeps the original address until the import of a picture succeeds.
 */
export function useRemotePictures(target: RefObject<Editor | null>) {
  const { name, rows } = useOwnUploads();
  const may = useMayCall()(mediaFetch);

  const importPictures = useCallback(
    (addresses: readonly string[]) => {
      const way: UploadTransport = async (file, options) => {
        const sent = await throughFetch(file, options);
        const editor = target.current;
        if (editor && !editor.isDestroyed) editor.view.dispatch(takeIn(editor.state, addressOf(file) ?? '', sent.url));
        return sent;
      };
      const ofThis = uploads.all().filter(({ owner }) => owner === name);
      const rowOf = (address: string) => ofThis.find(({ file }) => addressOf(file) === address);
      for (const address of addresses) uploads.retry(rowOf(address)?.id ?? 0);
      uploads.add(addresses.filter((address) => !rowOf(address)).map(remoteFile), { name, way });
    },
    [name, target],
  );

  const handlers = useMemo(() => {
    if (!may) return {};
    return {
      transformPasted(slice: Slice, view: EditorView) {
        const addresses = remotePictures(slice.content);
        // What is dragged within the text is nothing new.
        if (addresses.length > 0 && !view.dragging)
          queueMicrotask(() => {
            const there = view.isDestroyed ? [] : remotePictures(view.state.doc);
            importPictures(addresses.filter((address) => there.includes(address)));
          });
        return slice;
      },
    };
  }, [may, importPictures]);
  return { may, rows, importPictures, handlers };
}
