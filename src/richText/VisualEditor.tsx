import { Alert, Box, useTheme } from '@mui/material';
import { closeHistory } from '@tiptap/pm/history';
import type { Node as DocNode, Fragment } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { useTranslate } from 'ra-core';
import {
  type CSSProperties,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isUploading } from '../upload/queue.ts';
import { UploadRows } from '../upload/UploadRows.tsx';
import { contentStyle } from './contentStyle.ts';
import { readableColors, setContrastPalette } from './contrast/readableColors.ts';
import { finder } from './find/finder.ts';
import { type OpenBody, openBody } from './html/openBody.ts';
import { clipboardSerializer } from './islands/clipboard.ts';
import { pasteWholeBlocks } from './paste/pasteWholeBlocks.ts';
import { usePasteGuard } from './paste/usePasteGuard.ts';
import { PictureTools } from './pictures/PictureTools.tsx';
import { pictureKeys } from './pictures/pictureKeys.ts';
import { caretSync } from './schema/caretSync.ts';
import { exitMarks } from './schema/exitMarks.ts';
import { extensions } from './schema/extensions.ts';
import { linkComposition } from './schema/linkComposition.ts';
import { markdownRules } from './schema/markdownRules.ts';
import { SlashMenu } from './slash/SlashMenu.tsx';
import { slashQuery } from './slash/slashQuery.ts';
import { TextCountLine } from './TextCountLine.tsx';
import { cellKeys } from './tables/cellKeys.ts';
import { pasteCells } from './tables/pasteCells.ts';
import { EditorToolbar } from './toolbar/EditorToolbar.tsx';
import { FloatingToolbar } from './toolbar/FloatingToolbar.tsx';
import { toolbarKeys } from './toolbar/toolbarKeys.ts';
import { uploadPlaceholders } from './uploads/uploadPlaceholders.ts';
import { SendFiles, useEditorUploads } from './uploads/useEditorUploads.ts';
import { importedPictures, RemotePicturesNotice, useRemotePictures } from './uploads/useRemotePictures.tsx';
import { useLabel } from './useLabel.ts';

export interface EditorProps {
  id: string;
  value: string;
  onChange: (html: string) => void;
  onBlur: () => void;
  editable: boolean;
  aria: Record<`aria-${string}`, string>;
  /** react-hook-form's ref: receives what focuses the field. */
  focusRef: (target: { focus: () => void } | null) => void;
  focused: boolean;
}

const all = [
  ...extensions,
  caretSync,
  pictureKeys,
  uploadPlaceholders,
  importedPictures,
  toolbarKeys,
  cellKeys,
  pasteCells,
  pasteWholeBlocks,
  linkComposition,
  markdownRules,
  exitMarks,
  slashQuery,
  finder,
  readableColors,
];

const bodies = new WeakMap<Editor, OpenBody>();
const nonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

interface Props extends EditorProps {
  isShown: boolean;
  onSource: () => void;
}

/**
 * Reads `value` when it is shown. A value that is set from outside later needs a new editor (useBody). Changes that
 * were made in the HTML source meanwhile are one undo step.
 */
export function VisualEditor(props: Props) {
  const { id, value, onChange, onBlur, editable, aria, focusRef, focused, isShown, onSource } = props;
  const label = useLabel();
  const ariaKey = JSON.stringify(aria);
  const [isPlain, setPlain] = useState(false);
  const guard = usePasteGuard(isPlain);
  const { rows, handlers, sendFiles, target, lost, clearLost } = useEditorUploads(guard.isPlainPaste);
  const box = useRef<HTMLDivElement>(null);
  const remote = useRemotePictures(target);
  const editorProps = useMemo(
    () => ({
      attributes: { ...(isShown && { id }), role: 'textbox', 'aria-multiline': 'true', ...JSON.parse(ariaKey) },
      ...handlers,
      ...remote.handlers,
      handleDOMEvents: {
        ...guard.handlers,
        click(_view: unknown, event: Event) {
          // In a read-only editor the browser would follow the link and leave the form.
          if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
          return false;
        },
      },
    }),
    [id, isShown, ariaKey, guard, handlers, remote.handlers],
  );
  const editor = useEditor({
    extensions: all,
    editorProps,
    editable,
    injectNonce: nonce(),
    onBeforeCreate({ editor: created }) {
      created.options.editorProps.clipboardSerializer = clipboardSerializer(created.schema);
    },
    onUpdate({ editor: changed, transaction }) {
      const body = bodies.get(changed);
      // While the HTML source is shown, a finished upload must not overwrite it.
      if (!body || !transaction.docChanged || !isShown) return;
      // The form's other parts are rendered after the keystroke is on the screen.
      startTransition(() => onChange(body.html(changed.state.doc)));
    },
    onBlur,
  });

  const open = useEffectEvent((mounted: Editor) => {
    const earlier = bodies.get(mounted);
    if (mounted.isDestroyed || earlier?.html(mounted.state.doc) === value) return;
    const body = openBody(value, mounted.schema, earlier);
    bodies.set(mounted, body);
    const { doc: before, selection, tr } = mounted.state;
    // The nodes are inserted without a copy, because openBody recognizes its blocks by identity.
    closeHistory(tr).replaceWith(0, tr.doc.content.size, body.doc.content);
    const caret = earlier ? positionAfter(before, body.doc, selection.head) : 0;
    tr.setSelection(Selection.near(tr.doc.resolve(caret)));
    mounted.view.dispatch(tr.setMeta('addToHistory', earlier !== undefined).setMeta('preventUpdate', true));
  });
  // EditorContent renders the document once more when it mounts, so a long text is inserted afterwards. It is not
  // inserted during React's commit, because TipTap cannot render the React views of islands there.
  useLayoutEffect(() => {
    if (isShown) queueMicrotask(() => open(editor));
  }, [editor, isShown]);
  useEffect(() => {
    target.current = editor;
  }, [editor, target]);
  const { palette } = useTheme();
  useEffect(() => setContrastPalette(editor, palette), [editor, palette]);
  useEffect(() => editor.setEditable(editable && isShown, false), [editor, editable, isShown]);
  useEffect(() => {
    if (!isShown) return undefined;
    focusRef({ focus: () => editor.commands.focus() });
    return () => focusRef(null);
  }, [editor, focusRef, isShown]);
  useEffect(() => {
    if (focused && isShown) editor.commands.focus();
  }, [editor, focused, isShown]);

  return (
    <SendFiles value={sendFiles}>
      {editable && (
        <EditorToolbar
          editor={editor}
          isUploading={rows.some(isUploading)}
          isPlain={isPlain}
          onPlain={setPlain}
          onSource={onSource}
        />
      )}
      {lost.length > 0 && <LostPicturesNotice names={lost} onClose={clearLost} />}
      <Box ref={box} sx={contentStyle} style={{ '--slash-hint': JSON.stringify(label('slashHint')) } as CSSProperties}>
        <EditorContent editor={editor} />
        {editable && <PictureTools editor={editor} box={box} />}
      </Box>
      {editable && <SlashMenu editor={editor} />}
      {editable && <FloatingToolbar editor={editor} />}
      {editable && <TextCountLine editor={editor} />}
      {editable && remote.may && (
        <RemotePicturesNotice editor={editor} rows={remote.rows} onImport={remote.importPictures} />
      )}
      <Box sx={rows.length + remote.rows.length > 0 ? { p: 1.5, borderTop: 1, borderColor: 'divider' } : undefined}>
        <UploadRows rows={[...rows, ...remote.rows]} />
      </Box>
    </SendFiles>
  );
}

/** Maps a position to another version of a document: it stays in front of, or behind, the part that differs. */
function positionAfter(docBefore: DocNode, docAfter: DocNode, position: number): number {
  const [before, after] = [comparable(docBefore), comparable(docAfter)];
  const start = before.findDiffStart(after);
  const end = before.findDiffEnd(after);
  if (start === null || end === null || position <= start) return Math.min(position, after.size);
  return Math.max(start, position + end.b - end.a);
}

/** Copies a document by JSON, which leaves out the readers of its blocks' source: each opened text has its own. */
const comparable = (doc: DocNode): Fragment => doc.type.schema.nodeFromJSON(JSON.parse(JSON.stringify(doc))).content;

/** Names the pictures of a paste whose content did not come along. */
function LostPicturesNotice({ names, onClose }: { names: readonly string[]; onClose: () => void }) {
  const label = useLabel();
  const translate = useTranslate();
  const list = names.map((name) => name || label('unnamedPicture')).join(label('comma'));
  return (
    <Alert
      severity="warning"
      role="status"
      onClose={onClose}
      closeText={translate('form.close')}
      sx={{ borderRadius: 0, overflowWrap: 'anywhere' }}
    >
      {label('lostPictures', { smart_count: names.length, names: list })}
    </Alert>
  );
}
