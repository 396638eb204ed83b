import { Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { sourceOf } from './remotePictures.ts';

/** Pictures of other sites that are in the library by now: their addresses there, by those that they had. */
type TakenIn = ReadonlyMap<string, string>;

const key = new PluginKey<TakenIn>('takenIn');

/** Gives a picture its address in the library, wherever it stands in the text. That is no step that can be undone. */
export function takeIn(state: EditorState, from: string, to: string): Transaction {
  const known = new Map(key.getState(state)).set(from, to);
  return readdressed(state.tr, known).setMeta(key, known);
}

function readdressed(tr: Transaction, known: TakenIn): Transaction {
  tr.doc.descendants((node, pos) => {
    const src = known.get(sourceOf(node));
    if (src === undefined) return;
    // Other sizes of it are still on the other site.
    const { srcset: _srcset, sizes: _sizes, ...preserved } = node.attrs.preserved;
    tr.setNodeAttribute(pos, 'preserved', { ...preserved, src });
  });
  return tr.setMeta('addToHistory', false);
}

/** A picture that was taken in stays so: also where undoing brings back its old address, or it is pasted again. */
export const takenIn = Extension.create({
  name: 'takenIn',
  addProseMirrorPlugins: () => [
    new Plugin<TakenIn>({
      key,
      state: {
        init: () => new Map(),
        apply: (tr, before) => tr.getMeta(key) ?? before,
      },
      appendTransaction(transactions, _before, state) {
        const known = key.getState(state);
        if (!known?.size || !transactions.some(({ docChanged }) => docChanged)) return undefined;
        const tr = readdressed(state.tr, known);
        return tr.docChanged ? tr : undefined;
      },
    }),
  ],
});
