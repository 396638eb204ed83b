import { Node, type NodeConfig } from '@tiptap/core';
import { ReactNodeViewRenderer } from '@tiptap/react';
import { islandTags } from '../html/elements.ts';
import { markers, purifiedBody, sourceReaders } from '../html/prepare.ts';
import { IslandView } from './IslandView.tsx';

const island = (name: string, tag: string, config: Partial<NodeConfig>) =>
  Node.create({
    name,
    atom: true,
    draggable: true,
    addAttributes: () => ({
      html: { default: '', rendered: false, parseHTML: (element) => element.getAttribute(markers.html) ?? '' },
      item: { default: null, rendered: false, parseHTML: (element) => sourceReaders.get(element) ?? null },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ node }) => [node.isInline ? 'span' : 'div'],
    renderText: ({ node }) => purifiedBody(node.attrs.html).textContent ?? '',
    ...config,
  });

/** HTML that the schema cannot hold, as it came: shown, moved, deleted, and edited as source. */
export const Island = island('island', islandTags.block, {
  group: 'block',
  addNodeView: () => ReactNodeViewRenderer(IslandView, { as: 'div' }),
});

export const InlineIsland = island('inlineIsland', islandTags.inline, {
  group: 'inline',
  inline: true,
  addNodeView: () => ReactNodeViewRenderer(IslandView, { as: 'span' }),
});
