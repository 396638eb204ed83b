import { type Attributes, Node, type NodeConfig } from '@tiptap/core';
import { fileUrl } from '../../services/backEnd.ts';
import { markers, shownAttributes, sourceReaders } from '../html/prepare.ts';

export type PreservedAttributes = Record<string, string>;

const internal = /^data-(rt-|pm-slice$)|^id$/;

export function preservedAttributesOf(element: Element, own: readonly string[] = []): PreservedAttributes {
  const preserved: PreservedAttributes = {};
  for (const name of element.getAttributeNames())
    if (!internal.test(name) && !own.includes(name)) preserved[name] = element.getAttribute(name) ?? '';
  const slice = element.getAttribute(markers.slice);
  if (slice !== null) preserved['data-pm-slice'] = slice;
  return preserved;
}

/** @param own attributes that the extension parses itself */
export function preservedAttributeSpec(tag: string, own: readonly string[] = []): Attributes {
  return {
    tag: { default: tag, keepOnSplit: false, rendered: false, parseHTML: (element) => element.localName },
    id: { default: null, keepOnSplit: false, rendered: false, parseHTML: (element) => element.getAttribute('id') },
    preserved: {
      default: {},
      parseHTML: (element) => preservedAttributesOf(element, own),
      renderHTML: ({ tag: shownTag, preserved }) => {
        const shown = shownAttributes(shownTag ?? tag, preserved);
        return { ...shown, ...(shown.src && { src: fileUrl(shown.src) }) };
      },
    },
    item: {
      default: null,
      keepOnSplit: false,
      rendered: false,
      parseHTML: (element) => sourceReaders.get(element) ?? null,
    },
  };
}

/** A node written with the tag that it was read with; a new one gets the first tag. */
export const elementNode = (name: string, tags: readonly string[], config: Partial<NodeConfig>) =>
  Node.create({
    name,
    addAttributes: () => preservedAttributeSpec(tags[0] ?? 'div'),
    parseHTML: () => [{ tag: tags.join() }],
    renderHTML: ({ node, HTMLAttributes }) =>
      node.isLeaf ? [node.attrs.tag, HTMLAttributes] : [node.attrs.tag, HTMLAttributes, 0],
    ...config,
  });
