import { Extension } from '@tiptap/core';
import { type Node as DocNode, type Fragment, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';

/**
 * Pastes code of several lines, figures and lists of definitions as blocks of their own. ProseMirror would put their first
 * and last texts into the paragraph at the cursor, where line breaks of code are lost, and a caption is without its figure. Code that is dragged
 * out of a block of code stays text: `toHtml` writes its line breaks.
 */
export const pasteWholeBlocks = Extension.create({
  name: 'pasteWholeBlocks',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        transformPasted(slice, view) {
          if (view.state.selection.$from.parent.type.spec.code) return slice;
          const { content, openStart, openEnd } = slice;
          return new Slice(
            content,
            openDepth(content, 'firstChild', openStart),
            openDepth(content, 'lastChild', openEnd),
          );
        },
      },
    }),
  ],
});

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
