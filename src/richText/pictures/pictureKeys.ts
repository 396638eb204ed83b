import { Extension } from '@tiptap/core';
import { type EditorState, Selection, type Transaction } from '@tiptap/pm/state';
import { selectedPicture } from './picture.ts';

/** Deleting the picture of a figure deletes its caption too. */
function deletePicture(state: EditorState, tr: Transaction): boolean {
  const figure = selectedPicture(state)?.figure;
  if (!figure) return false;
  tr.deleteRange(figure.pos, figure.pos + figure.node.nodeSize).scrollIntoView();
  return true;
}

/** At the end of a caption a new line begins after the figure. */
function leaveCaption({ selection, schema }: EditorState, tr: Transaction): boolean {
  const { $from, empty } = selection;
  const depth = $from.depth - 2;
  if (!empty || depth < 1 || $from.parentOffset < $from.parent.content.size) return false;
  if ($from.node(depth + 1).attrs.tag !== 'figcaption' || $from.node(depth).attrs.tag !== 'figure') return false;
  const paragraph = schema.nodes.paragraph?.create();
  if (!paragraph) return false;
  const after = $from.after(depth);
  tr.insert(after, paragraph)
    .setSelection(Selection.near(tr.doc.resolve(after + 1)))
    .scrollIntoView();
  return true;
}

export const pictureKeys = Extension.create({
  name: 'pictureKeys',
  addKeyboardShortcuts() {
    const key = (act: typeof deletePicture) => () => this.editor.commands.command(({ state, tr }) => act(state, tr));
    return { Backspace: key(deletePicture), Delete: key(deletePicture), Enter: key(leaveCaption) };
  },
});
