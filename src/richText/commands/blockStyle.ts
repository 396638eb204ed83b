import type { Command } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { type EditorState, Selection } from '@tiptap/pm/state';
import { styleValue, withStyle } from '../html/style.ts';
import type { PreservedAttributes } from '../schema/preservedAttributes.ts';

export type Align = 'left' | 'center' | 'right' | 'justify';

/** Aligns the selected paragraphs and headings; the same alignment again takes it away. */
export function setAlign(align: Align): Command {
  return ({ state, tr }) => {
    const value = alignOf(state) === align ? null : align;
    eachText(state, (node, position) => {
      const { style: before, align: _old, ...others }: PreservedAttributes = node.attrs.preserved;
      const style = withStyle(before, ['text-align'], value);
      tr.setNodeAttribute(position, 'preserved', style ? { ...others, style } : others);
    });
    return true;
  };
}

export function alignOf(state: EditorState): string | null {
  const preserved: PreservedAttributes | undefined = state.selection.$from.parent.attrs.preserved;
  return styleValue(preserved?.style, 'text-align') ?? preserved?.align ?? null;
}

/** Takes every mark but links off the selected text, and styles and classes off its paragraphs. */
export const clearFormat: Command = ({ state, tr }) => {
  for (const { $from, $to } of state.selection.ranges)
    for (const type of Object.values(state.schema.marks))
      if (type.name !== 'link') tr.removeMark($from.pos, $to.pos, type);
  eachText(state, (_node, position) => {
    tr.setNodeAttribute(position, 'preserved', {});
  });
  tr.setStoredMarks([]);
  return true;
};

/** A paragraph after a last block that no text can follow. */
export const textAfter: Command = ({ state, tr }) => {
  const paragraph = state.schema.nodes.paragraph?.create();
  if (paragraph && !tr.doc.lastChild?.isTextblock) tr.insert(tr.doc.content.size, paragraph);
  return true;
};

/** A horizontal rule, and the cursor in the text after it. */
export const insertRule: Command = (props) => {
  const { state, tr } = props;
  const rule = state.schema.nodes.rule?.create();
  if (!rule) return false;
  tr.replaceSelectionWith(rule, false);
  textAfter(props);
  const after = tr.doc.resolve(tr.mapping.map(state.selection.to));
  tr.setSelection(Selection.near(after, 1)).scrollIntoView();
  return true;
};

function eachText(state: EditorState, act: (node: DocNode, position: number) => void): void {
  for (const { $from, $to } of state.selection.ranges)
    state.doc.nodesBetween($from.pos, $to.pos, (node, position) => {
      if (node.isTextblock) act(node, position);
    });
}
