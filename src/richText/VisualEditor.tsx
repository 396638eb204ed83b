import { Box } from '@mui/material';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useMemo } from 'react';
import { isUploading } from '../upload/queue.ts';
import { UploadRows } from '../upload/UploadRows.tsx';
import { contentStyle } from './contentStyle.ts';
import { type OpenBody, openBody } from './html/openBody.ts';
import { prepare } from './html/prepare.ts';
import { innerHtml, purifiedBody } from './html/purify.ts';
import { RemoteNote } from './RemoteNote.tsx';
import { extensions } from './schema/extensions.ts';
import { EditorToolbar } from './toolbar/EditorToolbar.tsx';
import { uploadPlaces } from './uploads/places.ts';
import { takenIn } from './uploads/takenIn.ts';
import { useEditorUploads } from './uploads/useEditorUploads.ts';
import { useRemotePictures } from './uploads/useRemotePictures.ts';

export interface EmptyStateProps {
  id: string;
  value: string;
  onChange: (html: string) => void;
  onBlur: () => void;
  editable: boolean;
  /** Attributes of the element that is written in: its names and state for assistive technology. */
  aria: Record<`aria-${string}`, string>;
  /** Told what takes the focus when the form wants it here. */
  focusRef: (target: { focus: () => void } | null) => void;
  focused: boolean;
}

const all = [...extensions, uploadPlaces, takenIn];
const bodies = new WeakMap<Editor, OpenBody>();
const nonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

/** The text as it looks. It reads `value` once; a later one from outside needs a new editor (useBody). */
export function VisualEditor(props: EmptyStateProps & { onSource: () => void }) {
  const { id, value, onChange, onBlur, editable, aria, focusRef, focused, onSource } = props;
  const ariaKey = JSON.stringify(aria);
  const { rows, handlers, target } = useEditorUploads();
  const remote = useRemotePictures(target);
  const editorProps = useMemo(
    () => ({
      attributes: { id, role: 'textbox', 'aria-multiline': 'true', ...JSON.parse(ariaKey) },
      transformPastedHTML: pasted,
      ...handlers,
      ...remote.handlers,
      handleDOMEvents: {
        click(_view: unknown, event: Event) {
          // Where nothing can be edited a browser would follow the link, out of the form.
          if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
          return false;
        },
      },
    }),
    [id, ariaKey, handlers, remote.handlers],
  );
  const editor = useEditor({
    extensions: all,
    editorProps,
    editable,
    injectNonce: nonce(),
    // Signs such as "1. " stay what was typed.
    enableInputRules: false,
    onBeforeCreate({ editor: created }) {
      const body = openBody(value, created.schema);
      bodies.set(created, body);
      // The option takes a document too, though its type does not say so: blocks are known by their objects.
      Object.assign(created.options, { content: body.doc });
    },
    onUpdate({ editor: changed, transaction }) {
      const body = bodies.get(changed);
      if (body && transaction.docChanged) onChange(body.html(changed.state.doc));
    },
    onBlur,
  });

  useEffect(() => {
    target.current = editor;
  }, [editor, target]);
  useEffect(() => editor.setEditable(editable, false), [editor, editable]);
  useEffect(() => {
    focusRef({ focus: () => editor.commands.focus() });
    return () => focusRef(null);
  }, [editor, focusRef]);
  useEffect(() => {
    if (focused) editor.commands.focus('start');
  }, [editor, focused]);

  return (
    <>
      {editable && <EditorToolbar editor={editor} isUploading={rows.some(isUploading)} onSource={onSource} />}
      <Box sx={contentStyle}>
        <EditorContent editor={editor} />
      </Box>
      {editable && remote.may && <RemoteNote editor={editor} rows={remote.rows} onImport={remote.importPictures} />}
      <Box sx={rows.length + remote.rows.length > 0 ? { p: 1.5, borderTop: 1, borderColor: 'divider' } : undefined}>
        <UploadRows rows={[...rows, ...remote.rows]} />
      </Box>
    </>
  );
}

/** HTML from the clipboard, made harmless and readable for the schema. Pictures inside of it are nowhere on the site. */
export function pasted(html: string): string {
  const body = purifiedBody(html);
  for (const image of body.querySelectorAll('img[src^="data:" i], img[src^="file:" i], img:not([src])')) image.remove();
  return innerHtml(prepare(body, false));
}
