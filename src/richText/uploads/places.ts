import { Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import type { PreservedAttributes } from '../schema/preservedAttributes.ts';

interface Change {
  /** Uploads that begin, each with its place in the document. */
  add?: { id: number; pos: number }[];
  /** Uploads that are over. */
  drop?: readonly number[];
}

const key = new PluginKey<DecorationSet>('uploadPlaces');
const waiting = '/rt-uploading/';

/** In pasted HTML, the address of a picture whose upload has begun. */
export const waitingAddress = (id: number) => `${waiting}${id}`;

export const changePlaces = (tr: Transaction, change: Change): Transaction => tr.setMeta(key, change);

/** Where what came of an upload belongs; undefined where the text around it is gone. */
export const placeOf = (state: EditorState, id: number): number | undefined =>
  key.getState(state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from;

function place(id: number): (pos: number) => Decoration {
  const mark = () => {
    const element = document.createElement('span');
    element.className = 'upload-place';
    return element;
  };
  return (pos) => Decoration.widget(pos, mark, { id, key: `upload ${id}`, side: -1 });
}

/** Shows where files on their way will stand. They are no part of the document, so a text is never saved with one. */
export const uploadPlaces = Extension.create({
  name: 'uploadPlaces',
  addProseMirrorPlugins: () => [
    new Plugin({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply(tr, before) {
          const { add = [], drop = [] } = (tr.getMeta(key) as Change | undefined) ?? {};
          const moved = before.map(tr.mapping, tr.doc);
          const over = moved.find(undefined, undefined, (spec) => drop.includes(spec.id));
          return moved.remove(over).add(
            tr.doc,
            add.map(({ id, pos }) => place(id)(pos)),
          );
        },
      },
      props: { decorations: (state) => key.getState(state) },
      // A pasted picture on its way gives its room to its place, before anything of it is shown.
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
        return add.length > 0 ? changePlaces(tr, { add }) : undefined;
      },
    }),
  ],
});
