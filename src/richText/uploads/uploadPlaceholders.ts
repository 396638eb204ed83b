import { type Editor, Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import type { UploadResult } from '../../upload/transport.ts';
import { kindOf } from '../../upload/uploadKinds.ts';
import type { PreservedAttributes } from '../schema/preservedAttributes.ts';

interface Change {
  /** Uploads that start (`pos`: in the document), and the ids of those that ended. */
  add?: { id: number; pos: number }[];
  drop?: readonly number[];
}

const key = new PluginKey<DecorationSet>('uploadPlaceholders');
const waiting = '/rt-uploading/';

export const placeholderAddress = (id: number) => `${waiting}${id}`;

export const changePlaceholders = (tr: Transaction, change: Change): Transaction => tr.setMeta(key, change);

/** The position of an upload's placeholder; undefined if the text around it was deleted. */
export const placeholderPosition = (state: EditorState, id: number): number | undefined =>
  key.getState(state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from;

function placeholder({ id, pos }: { id: number; pos: number }): Decoration {
  const mark = () => Object.assign(document.createElement('span'), { className: 'upload-place' });
  return Decoration.widget(pos, mark, { id, key: `upload ${id}`, side: -1 });
}

/** Decorations, so that no text is saved with one. */
export const uploadPlaceholders = Extension.create({
  name: 'uploadPlaceholders',
  addProseMirrorPlugins: () => [
    new Plugin({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply(tr, before) {
          const { add = [], drop = [] } = (tr.getMeta(key) as Change | undefined) ?? {};
          const moved = before.map(tr.mapping, tr.doc);
          const over = moved.find(undefined, undefined, (spec) => drop.includes(spec.id));
          return moved.remove(over).add(tr.doc, add.map(placeholder));
        },
      },
      props: { decorations: (state) => key.getState(state) },
      // Replaces pasted pictures that are being uploaded by placeholders, before they are rendered.
      appendTransaction(transactions, _before, state) {
        if (!transactions.some((transaction) => transaction.getMeta('paste'))) return undefined;
        const { tr } = state;
        const add: { id: number; pos: number }[] = [];
        state.doc.descendants((node, pos) => {
          const { src = '' } = (node.attrs.preserved ?? {}) as PreservedAttributes;
          if (node.type.name !== 'image' || !src.startsWith(waiting)) return;
          const at = tr.mapping.map(pos);
          tr.delete(at, at + node.nodeSize);
          add.push({ id: Number(src.slice(waiting.length)), pos: at });
        });
        return add.length > 0 ? changePlaceholders(tr, { add }) : undefined;
      },
    }),
  ],
});

function contentOf({ url, name = url, kind, alt = '' }: Pick<UploadResult, 'url' | 'name' | 'kind' | 'alt'>) {
  const what = kind ?? kindOf({ name: url, type: '' });
  if (what === 'image') return { type: 'image', attrs: { preserved: { src: url, alt } } };
  if (what === 'document')
    return { type: 'text', text: name, marks: [{ type: 'link', attrs: { preserved: { href: url } } }] };
  return { type: 'film', attrs: { tag: what, preserved: { src: url, controls: '', preload: 'metadata' } } };
}

export function insertFile(editor: Editor, sent: UploadResult, pos?: number): void {
  if (pos === undefined) editor.chain().focus().insertContent(contentOf(sent)).run();
  else editor.commands.insertContentAt(pos, contentOf(sent), { updateSelection: false });
}
