import type { Editor } from '@tiptap/core';
import type { Slice } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { createContext, useEffect, useMemo, useRef, useState } from 'react';
import { CallFailure } from '../../../dataProvider/failure.ts';
import { sendFile } from '../../upload/sendFile.ts';
import type { UploadTransport } from '../../upload/transport.ts';
import { useMayUpload } from '../../upload/uploadKinds.ts';
import { uploads, useOwnUploads } from '../../upload/uploads.ts';
import { droppedFiles, hasFiles } from '../../utils/files.ts';
import { filmFrame, insertFrame } from '../films.ts';
import { purifiedBody } from '../html/prepare.ts';
import { parsePaste } from '../paste/css.ts';
import { pasteFormatted } from '../paste/formattedPaste.ts';
import { readPictures, takeRtfPictures } from '../paste/officePictures.ts';
import { cleanPastedHtml } from '../paste/pasted.ts';
import { useConfiguredHosts } from '../useConfiguredHosts.ts';
import { changePlaceholders, insertSent, placeholderAddress } from './uploadPlaceholders.ts';

/** Sends files to where the cursor is in the editor. */
export const SendFiles = createContext<(files: readonly File[]) => void>(() => {});

const hasText = (html: string) => purifiedBody(html).textContent?.trim() !== '';

/** Inserts each pasted or dropped file when it has arrived; the text around a pasted picture is inserted at once. */
export function useEditorUploads(isPlainPaste: () => boolean) {
  const { name, rows } = useOwnUploads();
  const mayUpload = useMayUpload();
  const hosts = useConfiguredHosts();
  const target = useRef<Editor>(null);
  const [lost, setLost] = useState<readonly string[]>([]);

  const known = useRef<number[]>([]);
  useEffect(() => {
    const ids = rows.map(({ id }) => id);
    const gone = known.current.filter((id) => !ids.includes(id));
    known.current = ids;
    const editor = target.current;
    if (gone.length > 0 && editor && !editor.isDestroyed)
      editor.view.dispatch(changePlaceholders(editor.state.tr, { drop: gone }));
  }, [rows]);

  const { handlers, sendFiles } = useMemo(() => {
    /** The names of pictures that were lost from the HTML that was pasted or dropped last. */
    let lostLast: string[] = [];
    const tellLost = () => {
      if (lostLast.length > 0) setLost((before) => [...before, ...lostLast]);
    };
    const send = (files: readonly File[], transport?: UploadTransport) =>
      uploads.add(files, {
        name,
        transport,
        onSent: (sent, { id }) => {
          const editor = target.current;
          if (editor && !editor.isDestroyed) insertSent(editor, sent, id);
        },
      });
    const sendTo = (view: EditorView, files: readonly File[], pos: number) =>
      view.dispatch(changePlaceholders(view.state.tr, { add: send(files).map((id) => ({ id, pos })) }));
    // `pasteHTML` and `pasteText` below call this handler again.
    let isOwn = false;
    let insertOwn: ((slice: Slice) => void) | undefined;
    const asOwn = (paste: () => void) => {
      isOwn = true;
      try {
        paste();
      } finally {
        isOwn = false;
        insertOwn = undefined;
      }
    };
    const handlers = {
      transformPastedHTML: (html: string) => cleanPastedHtml(html, (names) => (lostLast = names)),
      handlePaste(view: EditorView, event: ClipboardEvent, slice: Slice) {
        insertOwn?.(slice);
        if (isOwn) return insertOwn !== undefined;
        const text = event.clipboardData?.getData('text/plain') ?? '';
        const pasteText = () => asOwn(() => view.pasteText(text, event));
        if (isPlainPaste()) {
          pasteText();
          return true;
        }
        const { selection } = view.state;
        const isOnEmptyLine = selection.empty && selection.$from.parent.content.size === 0;
        const frame = isOnEmptyLine && filmFrame(text.trim(), hosts);
        if (frame) {
          insertFrame(view, frame);
          return true;
        }
        const html = event.clipboardData?.getData('text/html') ?? '';
        const pasteMarkup = (markup: string, insert: (slice: Slice) => void) =>
          asOwn(() => {
            insertOwn = insert;
            view.pasteHTML(markup, event);
          });
        if (pasteFormatted(view, { text, html }, { text: pasteText, html: pasteMarkup })) return true;
        const files = [...(event.clipboardData?.files ?? [])];
        // Office programs add a picture of the copied text. It is ignored if there is text.
        if (mayUpload && files.length > 0 && !hasText(html)) {
          sendTo(view, files, view.state.selection.to);
          return true;
        }
        if (!mayUpload || !/\ssrc\s*=\s*(?:["']\s*)?(data:image|blob:|file:)/i.test(html)) {
          tellLost();
          return false;
        }
        // The parsed document is inert, and `pasteHTML` sanitizes like any paste (pasted.ts).
        const body = parsePaste(html);
        readPictures(body);
        const rtf = takeRtfPictures(body, event.clipboardData?.getData('text/rtf') ?? '');
        for (const image of body.querySelectorAll('img')) {
          const src = image.getAttribute('src') ?? '';
          const file = rtf.get(image) ?? dataFile(src);
          const isBlob = /^blob:/i.test(src);
          const [id] = file ? send([file]) : isBlob ? send([blobFile()], throughBlob(src)) : [];
          if (id !== undefined) image.setAttribute('src', placeholderAddress(id));
        }
        asOwn(() => view.pasteHTML(body.innerHTML, event));
        tellLost();
        return true;
      },
      handleDrop(view: EditorView, event: DragEvent, _slice: unknown, isMoved: boolean) {
        if (!isMoved && !hasFiles(event)) tellLost();
        if (!mayUpload || isMoved || !hasFiles(event)) return false;
        event.preventDefault();
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
        const pos = at?.pos ?? view.state.selection.to;
        sendTo(view, droppedFiles(event), pos);
        // The cursor moves there, as after a drop of text: typing goes on there, and undo removes the files.
        view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(pos))));
        view.focus();
        return true;
      },
    };
    const sendFiles = (files: readonly File[]) => {
      const view = target.current?.view;
      if (view) sendTo(view, files, view.state.selection.to);
    };
    return { handlers, sendFiles };
  }, [mayUpload, name, isPlainPaste, hosts]);
  return { rows, handlers, sendFiles, target, lost, clearLost: () => setLost([]) };
}

const form = /^data:(image\/[a-z0-9.+-]+);base64,([a-z0-9+/=\s]+)$/i;

/** The picture in a `data:` URL as a file; undefined if there is none or it cannot be decoded. */
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

/** A stand-in in the upload queue for a picture behind a `blob:` URL, until it is read. */
const blobFile = () => new File([], 'image.png', { type: 'image/png' });

/** Reads the picture and sends it. @throws CallFailure if the URL was revoked or belongs to another origin */
const throughBlob =
  (address: string): UploadTransport =>
  async (file, options) =>
    sendFile(await read(address, file), options);

async function read(address: string, file: File): Promise<File> {
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } catch {
    throw new CallFailure('refused', 'upload.blobGone', 0);
  }
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  canvas.toBlob(resolve, file.type);
  const content = await promise;
  if (!content) throw new CallFailure('refused', 'upload.blobGone', 0);
  return new File([content], file.name, { type: file.type });
}
