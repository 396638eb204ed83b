import { Alert, Button } from '@mui/material';
import { Extension } from '@tiptap/core';
import type { Fragment, Node, Slice } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { type Editor, useEditorState } from '@tiptap/react';
import { type RefObject, useCallback, useMemo } from 'react';
import { mediaFetch } from '../../../contract/calls/media.ts';
import { useMayCall } from '../../auth/useMay.ts';
import { fileUrl } from '../../services/backEnd.ts';
import type { Upload } from '../../upload/queue.ts';
import { addressOf, remoteFile, throughFetch } from '../../upload/remote.ts';
import type { UploadTransport } from '../../upload/transport.ts';
import { uploads, useOwnUploads } from '../../upload/uploads.ts';
import type { PreservedAttributes } from '../schema/preservedAttributes.ts';
import { useLabel } from '../useLabel.ts';

/** Pasted pictures are imported at once. The text keeps the original address until the import succeeds. */
export function useRemotePictures(target: RefObject<Editor | null>) {
  const { name, rows } = useOwnUploads();
  const may = useMayCall()(mediaFetch);

  const importPictures = useCallback(
    (addresses: readonly string[]) => {
      const transport: UploadTransport = async (file, options) => {
        const sent = await throughFetch(file, options);
        const editor = target.current;
        if (editor && !editor.isDestroyed)
          editor.view.dispatch(replaceAddress(editor.state, addressOf(file) ?? '', sent.url));
        return sent;
      };
      const ofThis = uploads.all().filter(({ owner }) => owner === name);
      const rowOf = (address: string) => ofThis.find(({ file }) => addressOf(file) === address);
      for (const address of addresses) uploads.retry(rowOf(address)?.id ?? 0);
      uploads.add(addresses.filter((address) => !rowOf(address)).map(remoteFile), { name, transport });
    },
    [name, target],
  );

  const handlers = useMemo(() => {
    if (!may) return {};
    return {
      transformPasted(slice: Slice, view: EditorView) {
        const addresses = remotePictures(slice.content);
        // Dragging within the text adds nothing new.
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

interface Props {
  editor: Editor;
  /** In progress or failed: the upload rows show them, the notice does not count them. */
  rows: readonly Upload[];
  onImport: (addresses: readonly string[]) => void;
}

export function RemotePicturesNotice({ editor, rows, onImport }: Props) {
  const label = useLabel();
  const all = useEditorState({ editor, selector: ({ editor: current }) => remotePictures(current.state.doc) });
  const queued = rows.map(({ file }) => addressOf(file));
  const addresses = all.filter((address) => !queued.includes(address));
  const count = { smart_count: addresses.length };
  if (addresses.length === 0) return null;
  return (
    <Alert
      severity="info"
      role="status"
      sx={{ borderRadius: 0, flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 16em' } }}
      action={
        <Button size="small" color="inherit" onClick={() => onImport(addresses)}>
          {label('importPictures', count)}
        </Button>
      }
    >
      {label('remote', count)}
    </Alert>
  );
}

/** The path of an uploaded file, on whichever host: the site's, a bucket's or its own domain. */
const libraryPath = /^\/upload\/([0-9a-f]{12}\/)?\d{4}\/\d\d\/\d\d\/[\w-]{20,}\.\w+$/;

function isRemote(src: string): boolean {
  if (!/^(https?:)?\/\//i.test(src)) return false;
  const url = URL.parse(src, location.href);
  const hosts = [location.host, new URL(fileUrl('/'), location.href).host];
  return url !== null && !hosts.includes(url.host) && !libraryPath.test(url.pathname);
}

const sourceOf = (node: Node): string =>
  node.type.name === 'image' ? ((node.attrs.preserved as PreservedAttributes | undefined)?.src ?? '') : '';

function remotePictures(content: Node | Fragment): string[] {
  const found = new Set<string>();
  content.descendants((node) => {
    const src = sourceOf(node);
    if (isRemote(src)) found.add(src);
  });
  return [...found];
}

/** The address in the library by the one on the other site. */
type ImportedAddresses = ReadonlyMap<string, string>;

const key = new PluginKey<ImportedAddresses>('importedPictures');

/** Gives a picture its address in the library, everywhere in the text. This is no undo step. */
function replaceAddress(state: EditorState, from: string, to: string): Transaction {
  const known = new Map(key.getState(state)).set(from, to);
  return withImportedAddresses(state.tr, known).setMeta(key, known);
}

function withImportedAddresses(tr: Transaction, known: ImportedAddresses): Transaction {
  tr.doc.descendants((node, pos) => {
    const src = known.get(sourceOf(node));
    if (src === undefined) return;
    // `srcset` still points to the other site.
    const { srcset: _srcset, sizes: _sizes, ...preserved } = node.attrs.preserved;
    tr.setNodeAttribute(pos, 'preserved', { ...preserved, src });
  });
  return tr.setMeta('addToHistory', false);
}

export const importedPictures = Extension.create({
  name: 'importedPictures',
  addProseMirrorPlugins: () => [
    new Plugin<ImportedAddresses>({
      key,
      state: { init: () => new Map(), apply: (tr, before) => tr.getMeta(key) ?? before },
      appendTransaction(transactions, _before, state) {
        const known = key.getState(state);
        if (!known?.size || !transactions.some(({ docChanged }) => docChanged)) return undefined;
        const tr = withImportedAddresses(state.tr, known);
        return tr.docChanged ? tr : undefined;
      },
    }),
  ],
});
