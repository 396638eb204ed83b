import { Extension } from '@tiptap/core';
import type { Node as DocNode, ResolvedPos } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, Selection, type Transaction } from '@tiptap/pm/state';
import { isFigure, selectedPicture } from './picture.ts';

type Act = (state: EditorState, tr: Transaction) => boolean;

/** Deleting the picture of a figure deletes its caption too. */
function deletePicture(state: EditorState, tr: Transaction): boolean {
  const figure = selectedPicture(state)?.figure;
  if (!figure) return false;
  tr.deleteRange(figure.pos, figure.pos + figure.node.nodeSize).scrollIntoView();
  return true;
}

/** How deep the figure is whose caption the position is in. */
function figureDepth($pos: ResolvedPos): number | undefined {
  const depth = $pos.depth - 2;
  const isCaption = depth > 0 && $pos.node(depth + 1).attrs.tag === 'figcaption' && isFigure($pos.node(depth));
  return isCaption ? depth : undefined;
}

/** At the end of a caption a new line begins after the figure. */
function leaveCaption({ selection, schema }: EditorState, tr: Transaction): boolean {
  const { $from, empty } = selection;
  const depth = figureDepth($from);
  const paragraph = schema.nodes.paragraph?.create();
  if (!empty || depth === undefined || $from.parentOffset < $from.parent.content.size || !paragraph) return false;
  const after = $from.after(depth);
  tr.insert(after, paragraph)
    .setSelection(Selection.near(tr.doc.resolve(after + 1)))
    .scrollIntoView();
  return true;
}

/** Nothing is joined with a figure: the picture is selected, and what is deleted next is seen before. */
const selectFigure =
  (by: 1 | -1): Act =>
  ({ selection, doc }, tr) => {
    const { $from, empty } = selection;
    const edge = by === 1 ? $from.parent.content.size : 0;
    if (!empty || $from.depth === 0 || $from.parentOffset !== edge) return false;
    const depth = figureDepth($from);
    const $edge = doc.resolve(by === 1 ? $from.after() : $from.before());
    const neighbour = by === 1 ? $edge.nodeAfter : $edge.nodeBefore;
    const place = depth !== undefined ? $from.before(depth) : $edge.pos - (by === 1 ? 0 : (neighbour?.nodeSize ?? 0));
    const figure = depth !== undefined ? $from.node(depth) : neighbour;
    if (!figure || !isFigure(figure)) return false;
    tr.setSelection(NodeSelection.create(doc, place + 1 + pictureOffset(figure))).scrollIntoView();
    return true;
  };

function pictureOffset(figure: DocNode): number {
  let offset = 0;
  figure.descendants(({ type }, at) => {
    if (type.name === 'image') offset = at;
  });
  return offset;
}

export const pictureKeys = Extension.create({
  name: 'pictureKeys',
  addKeyboardShortcuts() {
    const key = (act: Act) => () => this.editor.commands.command(({ state, tr }) => act(state, tr));
    const firstOf =
      (...keys: (() => boolean)[]) =>
      () =>
        keys.some((press) => press());
    return {
      Backspace: firstOf(key(deletePicture), key(selectFigure(-1))),
      Delete: firstOf(key(deletePicture), key(selectFigure(1))),
      Enter: key(leaveCaption),
    };
  },
});
