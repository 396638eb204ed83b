import { type Editor, Extension, type JSONContent } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import type { UploadResult } from '../../upload/transport.ts';
import { kindOf } from '../../upload/uploadKinds.ts';
import { insertBlock } from '../commands.ts';
import { pictureContent } from '../pictures/picture.ts';
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

/** The placeholder of an upload, then the others at its position. */
function placeholdersAt(state: EditorState, id: number): { id: number; pos: number }[] {
  const all = key.getState(state)?.find() ?? [];
  const own = all.find(({ spec }) => spec.id === id);
  const others = all.filter((other) => other !== own && other.from === own?.from);
  return own ? [own, ...others].map(({ spec, from }) => ({ id: spec.id, pos: from })) : [];
}

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

function contentOf({ url, name = url, kind, alt = '', caption }: Inserted): JSONContent {
  const what = kind ?? kindOf({ name: url, type: '' });
  if (what === 'image') return pictureContent({ src: url, alt, caption });
  if (what === 'document')
    return { type: 'text', text: name, marks: [{ type: 'link', attrs: { preserved: { href: url } } }] };
  return { type: 'film', attrs: { tag: what, preserved: { src: url, controls: '', preload: 'metadata' } } };
}
type Inserted = Pick<UploadResult, 'url' | 'name' | 'kind' | 'alt' | 'caption'>;

export function insertFile(editor: Editor, sent: Inserted): void {
  const node = editor.schema.nodeFromJSON(contentOf(sent));
  if (node.isBlock) editor.chain().focus().command(insertBlock(node)).run();
  else editor.chain().focus().insertContent(node.toJSON()).run();
}

/** Inserts it in the place of its upload; nothing if the text around that was deleted. */
export function insertSent(editor: Editor, sent: UploadResult, id: number): void {
  const [own, ...others] = placeholdersAt(editor.state, id);
  if (!own) return;
  const later = others.filter((placed) => placed.id > id);
  editor
    .chain()
    .insertContentAt(own.pos, contentOf(sent), { updateSelection: false })
    .command(({ tr }) => {
      // A placeholder stays before what is inserted at its place; the later ones belong after it.
      const add = later.map((placed) => ({ ...placed, pos: tr.mapping.map(placed.pos, 1) }));
      changePlaceholders(tr, { drop: later.map((placed) => placed.id), add });
      return true;
    })
    .run();
}
