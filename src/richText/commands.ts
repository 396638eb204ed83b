import type { Command } from '@tiptap/core';
import type { Node as DocNode, Mark, MarkType } from '@tiptap/pm/model';
import { type EditorState, Selection } from '@tiptap/pm/state';
import { liftTarget } from '@tiptap/pm/transform';
import { styleValue, withStyle } from './html/elements.ts';
import type { PreservedAttributes } from './schema/preservedAttributes.ts';

export type Align = 'left' | 'center' | 'right' | 'justify';

/** Aligns the selected paragraphs and headings; the same alignment again takes it away. */
export function setAlign(align: Align): Command {
  return ({ state, tr }) => {
    const value = alignOf(state) === align ? null : align;
    forEachTextblock(state, (node, position) => {
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

export const clearFormat: Command = ({ state, tr }) => {
  for (const { $from, $to } of state.selection.ranges)
    for (const type of Object.values(state.schema.marks))
      if (type.name !== 'link') tr.removeMark($from.pos, $to.pos, type);
  forEachTextblock(state, (_node, position) => {
    tr.setNodeAttribute(position, 'preserved', {});
  });
  tr.setStoredMarks([]);
  return true;
};

/**
 * Takes the selected texts out of their innermost quotes if all of them stand in one, or else puts a quote around them. Text that
 * stood in a quote without a paragraph becomes one.
 */
export const toggleQuote: Command = ({ state, tr, commands }) => {
  const isQuote = ({ type }: DocNode) => type.name === 'blockquote';
  const quotes = new Map<number, { first: number; last: number }>();
  const bare: number[] = [];
  let isQuoted = true;
  forEachTextblock(state, (node, position) => {
    const $text = tr.doc.resolve(position + 1);
    const range = $text.blockRange($text, isQuote);
    if (!range) {
      isQuoted = false;
      return;
    }
    const quote = $text.before(range.depth);
    quotes.set(quote, { first: quotes.get(quote)?.first ?? $text.pos, last: $text.pos });
    if (node.attrs.bare && $text.depth === range.depth + 1) bare.push(position);
  });
  if (!isQuoted || quotes.size === 0) return commands.toggleWrap('blockquote');
  for (const position of bare) tr.setNodeAttribute(position, 'bare', false);
  const begun = tr.steps.length;
  // The last ones first, so that those within others are taken out before these.
  for (const { first, last } of [...quotes.values()].toReversed()) {
    const mapping = tr.mapping.slice(begun);
    const range = tr.doc.resolve(mapping.map(first)).blockRange(tr.doc.resolve(mapping.map(last)), isQuote);
    const depth = range && liftTarget(range);
    if (range && typeof depth === 'number') tr.lift(range, depth);
  }
  return true;
};

/** Adds a paragraph if the document ends with a block behind which the cursor cannot be placed. */
export const textAfter: Command = ({ state, tr }) => {
  const paragraph = state.schema.nodes.paragraph?.create();
  if (paragraph && !tr.doc.lastChild?.isTextblock) tr.insert(tr.doc.content.size, paragraph);
  return true;
};

/** Inserts a block in place of the selection; the cursor goes behind it. */
export const insertBlock =
  (block: DocNode): Command =>
  (props) => {
    const { tr } = props;
    tr.replaceSelectionWith(block, false);
    // At the end of a line it stands after that line, where the selection is not.
    let end = tr.selection.to;
    tr.mapping.maps.at(-1)?.forEach((_from, _to, _newFrom, newTo) => {
      end = newTo;
    });
    textAfter(props);
    tr.setSelection(Selection.near(tr.doc.resolve(end), 1)).scrollIntoView();
    return true;
  };

export const insertRule: Command = (props) => {
  const rule = props.state.schema.nodes.rule?.create();
  return rule ? insertBlock(rule)(props) : false;
};

function forEachTextblock(state: EditorState, act: (node: DocNode, position: number) => void): void {
  for (const { $from, $to } of state.selection.ranges)
    state.doc.nodesBetween($from.pos, $to.pos, (node, position) => {
      if (node.isTextblock) act(node, position);
    });
}

/** Equivalent CSS properties; the first one is written. */
export const textColor = ['color'];
export const highlight = ['background-color', 'background'];

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

/** The value at the selection, of the innermost element. */
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
  // The innermost span wins, so only that one is changed; a span with a `key` must stay separate and is not.
  const last = rest.at(-1);
  const span = last?.type === type && last.attrs.tag === 'span' && last.attrs.key === null ? last : type.create();
  const preserved = { ...span.attrs.preserved, style: withStyle(span.attrs.preserved.style, properties, value) };
  return [...rest.filter((mark) => mark !== span), type.create({ ...span.attrs, tag: 'span', preserved })];
}

/** The mark with its new style; nothing if it has no other attribute and no style left. */
function withMarkStyle(mark: Mark, style: string): Mark[] {
  const { style: _before, ...others } = mark.attrs.preserved;
  const preserved = style ? { ...others, style } : others;
  const isIdle = mark.attrs.tag === 'span' && Object.keys(preserved).length === 0;
  return isIdle ? [] : [mark.type.create({ ...mark.attrs, preserved })];
}
