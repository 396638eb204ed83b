import type { Command } from '@tiptap/core';
import type { Mark, MarkType } from '@tiptap/pm/model';
import type { EditorState } from '@tiptap/pm/state';
import { styleValue, withStyle } from '../html/style.ts';

/** Properties that say the same thing; the first is the one to write. */
export const textColor = ['color'];
export const highlight = ['background-color', 'background'];

/** Sets a style on the selected text, or on what is typed next; `null` takes it away. */
export function setTextStyle(properties: readonly string[], value: string | null): Command {
  return ({ state, tr }) => {
    const type = state.schema.marks.inline;
    if (!type) return false;
    const styled = (marks: readonly Mark[]) => restyled(marks, type, properties, value);
    const { empty, ranges, $from } = state.selection;
    if (empty) tr.setStoredMarks(styled(state.storedMarks ?? $from.marks()));
    for (const range of ranges)
      state.doc.nodesBetween(range.$from.pos, range.$to.pos, (node, position) => {
        if (!node.isText) return;
        const from = Math.max(position, range.$from.pos);
        const to = Math.min(position + node.nodeSize, range.$to.pos);
        const marks = styled(node.marks);
        for (const mark of node.marks) if (!mark.isInSet(marks)) tr.removeMark(from, to, mark);
        for (const mark of marks) if (!mark.isInSet(node.marks)) tr.addMark(from, to, mark);
      });
    return true;
  };
}

/** The value that shows at the selection: the innermost element's. */
export function textStyle(state: EditorState, properties: readonly string[]): string | null {
  const { empty, $from } = state.selection;
  const marks = (empty ? state.storedMarks : state.doc.nodeAt($from.pos)?.marks) ?? $from.marks();
  const values = properties.flatMap((property) =>
    marks.map((mark) => styleValue(mark.attrs.preserved.style, property)),
  );
  return values.findLast(Boolean) ?? null;
}

function restyled(marks: readonly Mark[], type: MarkType, properties: readonly string[], value: string | null): Mark[] {
  const rest = marks.flatMap((mark) => {
    const { style } = mark.attrs.preserved;
    const has = properties.some((property) => styleValue(style, property));
    return has ? withMarkStyle(mark, withStyle(style, properties, null)) : [mark];
  });
  if (value === null) return rest;
  // The inner colour wins, so only the innermost span can take it; one that must stay apart is left alone.
  const last = rest.at(-1);
  const span = last?.type === type && last.attrs.tag === 'span' && last.attrs.key === null ? last : type.create();
  const preserved = { ...span.attrs.preserved, style: withStyle(span.attrs.preserved.style, properties, value) };
  return [...rest.filter((mark) => mark !== span), type.create({ ...span.attrs, tag: 'span', preserved })];
}

/** The mark with another style, or nothing if it was there for its style alone. */
function withMarkStyle(mark: Mark, style: string): Mark[] {
  const { style: _before, ...others } = mark.attrs.preserved;
  const preserved = style ? { ...others, style } : others;
  const isIdle = mark.attrs.tag === 'span' && Object.keys(preserved).length === 0;
  return isIdle ? [] : [mark.type.create({ ...mark.attrs, preserved })];
}
