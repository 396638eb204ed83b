import { Extension, findParentNodeClosestToPos } from '@tiptap/core';
import { type Node as DocNode, type Fragment, type NodeType, type ResolvedPos, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';

/**
 * Pastes code of several lines, figures and lists of definitions as blocks of their own, and a quote or list that they stand in as a
 * whole. ProseMirror would put their first and last texts into the paragraph at the cursor, where line breaks of code are lost, and a
 * caption is without its figure. Code that is dragged out of a block of code stays text: `toHtml` writes its line breaks.
 */
export const pasteWholeBlocks = Extension.create({
  name: 'pasteWholeBlocks',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        transformPasted(slice, view) {
          const { $from, $to } = view.state.selection;
          if ($from.parent.type.spec.code) return slice;
          const { content, openStart, openEnd } = slice;
          const [only] = content.childCount === 1 ? content.content : [];
          // At the start of a text ProseMirror would make code of that text.
          const isBeforeText = $from.parentOffset === 0 && $to.parentOffset < $to.parent.content.size;
          if (only?.type.spec.code && openStart === 1 && isBeforeText && !isPastedWhole(only))
            return new Slice(only.content, 0, 0);
          const start = openDepth(content, 'firstChild', openStart);
          const end = openDepth(content, 'lastChild', openEnd);
          const isClosed = start < openStart || end < openEnd;
          if (isClosed && only && isQuoteOrList(only) && !isWithin($from, only.type)) return new Slice(content, 0, 0);
          return new Slice(content, start, end);
        },
      },
    }),
  ],
});

/** With more in it than one text: a part of code that was copied in a list comes without the list. */
const isQuoteOrList = (node: DocNode): boolean =>
  /^(blockquote|bulletList|orderedList)$/.test(node.type.name) && countTexts(node) > 1;

const isWithin = ($from: ResolvedPos, type: NodeType): boolean =>
  findParentNodeClosestToPos($from, (node) => node.type === type) !== undefined;

/** How deep the side of a slice may stay open: not into a block that is pasted as a whole. */
function openDepth(content: Fragment, side: 'firstChild' | 'lastChild', open: number): number {
  let node = content[side];
  for (let depth = 0; depth < open && node; depth++, node = node[side]) if (isPastedWhole(node)) return depth;
  return open;
}

/** A part of a single text, such as a word of a caption, is pasted as that text. */
function isPastedWhole(node: DocNode): boolean {
  if (node.type.spec.code) return node.textContent.includes('\n');
  return /^(figure|dl)$/.test(node.attrs.tag) && countTexts(node) > 1;
}

function countTexts(node: DocNode): number {
  let count = 0;
  node.descendants(({ isTextblock }) => {
    if (isTextblock) count++;
  });
  return count;
}
