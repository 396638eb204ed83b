import type { Editor } from '@tiptap/core';
import type { EditorView } from '@tiptap/pm/view';
import { useEffect, useMemo, useRef } from 'react';
import { droppedFiles, hasFiles } from '../../upload/droppedFiles.ts';
import { useMayUpload } from '../../upload/offered.ts';
import type { UploadTransport } from '../../upload/transport.ts';
import { uploads, useOwnUploads } from '../../upload/uploads.ts';
import { parseBody } from '../html/isLosslessRoundTrip.ts';
import { purifiedBody } from '../html/purify.ts';
import { blobFile, throughBlob } from './blobFile.ts';
import { insertSent } from './insertSent.ts';
import { changePlaces, placeOf, waitingAddress } from './places.ts';

const hasText = (html: string) => purifiedBody(html).textContent?.trim() !== '';

/**
 * Files that are pasted or dropped into an editor are uploaded, and stand in the text when they are there; so are pictures
 * within pasted HTML. What else is pasted with them is there at once.
 */
export function useEditorUploads() {
  const { name, rows } = useOwnUploads();
  const mayUpload = useMayUpload();
  const target = useRef<Editor>(null);

  // What is cancelled leaves no place behind.
  const known = useRef<number[]>([]);
  useEffect(() => {
    const ids = rows.map(({ id }) => id);
    const gone = known.current.filter((id) => !ids.includes(id));
    known.current = ids;
    const editor = target.current;
    if (gone.length > 0 && editor && !editor.isDestroyed)
      editor.view.dispatch(changePlaces(editor.state.tr, { drop: gone }));
  }, [rows]);

  const handlers = useMemo(() => {
    if (!mayUpload) return {};
    const send = (files: readonly File[], way?: UploadTransport) =>
      uploads.add(files, {
        name,
        way,
        onSent: (sent, { id }) => {
          const editor = target.current;
          const pos = editor && !editor.isDestroyed ? placeOf(editor.state, id) : undefined;
          if (editor && pos !== undefined) insertSent(editor, sent, pos);
        },
      });
    const sendTo = (view: EditorView, files: readonly File[], pos: number) =>
      view.dispatch(changePlaces(view.state.tr, { add: send(files).map((id) => ({ id, pos })) }));
    // The editor hands its own paste of HTML here too.
    let isOwn = false;
    return {
      handlePaste(view: EditorView, event: ClipboardEvent) {
        if (isOwn) return false;
        const html = event.clipboardData?.getData('text/html') ?? '';
        const files = [...(event.clipboardData?.files ?? [])];
        // An office program adds a picture of the text that is copied.
        if (files.length > 0 && !hasText(html)) {
          sendTo(view, files, view.state.selection.to);
          return true;
        }
        if (!/\ssrc\s*=\s*["']?\s*(data:image|blob:)/i.test(html)) return false;
        // Nothing of it is run, and what goes into the text is made harmless like all that is pasted (VisualEditor.tsx).
        const body = parseBody(html);
        for (const image of body.querySelectorAll('img')) {
          const src = image.getAttribute('src') ?? '';
          const file = dataFile(src);
          const isBlob = /^blob:/i.test(src);
          const [id] = file ? send([file]) : isBlob ? send([blobFile()], throughBlob(src)) : [];
          if (id !== undefined) image.setAttribute('src', waitingAddress(id));
        }
        isOwn = true;
        view.pasteHTML(body.innerHTML, event);
        isOwn = false;
        return true;
      },
      handleDrop(view: EditorView, event: DragEvent, _slice: unknown, isMoved: boolean) {
        if (isMoved || !hasFiles(event)) return false;
        event.preventDefault();
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
        sendTo(view, droppedFiles(event), at?.pos ?? view.state.selection.to);
        return true;
      },
    };
  }, [mayUpload, name]);
  return { rows, handlers, target };
}

const form = /^data:(image\/[a-z0-9.+-]+);base64,([a-z0-9+/=\s]+)$/i;

/** The picture that a `data:` address holds, as a file; undefined where it holds none that can be read. */
function dataFile(address: string): File | undefined {
  const [, type = '', coded = ''] = form.exec(address) ?? [];
  if (!type) return undefined;
  try {
    const bytes = Uint8Array.from(atob(coded), (character) => character.charCodeAt(0));
    return new File([bytes], `image.${type.slice('image/'.length)}`, { type });
  } catch {
    return undefined;
  }
}
