import type { Attributes } from '@tiptap/core';
import { fileUrl } from '../../services/backEnd.ts';

/** Attributes of an element, by name, as the source spells them. */
export type Kept = Record<string, string>;

const internal = /^data-(pm|rt)-|^id$/;
/** Names could take the place of the page's own things while the text is on screen. */
const unshown = new Set(['name']);

export function keptOf(element: Element, own: readonly string[] = []): Kept {
  const attributes = [...element.attributes].filter(({ name }) => !internal.test(name) && !own.includes(name));
  return Object.fromEntries(attributes.map(({ name, value }) => [name, value]));
}

/**
 * What every node and mark remembers of its element: the tag and all attributes.
 * @param own attributes that the extension reads itself
 */
export function keptAttributes(tag: string, own: readonly string[] = []): Attributes {
  return {
    tag: { default: tag, keepOnSplit: false, rendered: false, parseHTML: (element) => element.localName },
    id: { default: null, keepOnSplit: false, rendered: false, parseHTML: (element) => element.getAttribute('id') },
    kept: {
      default: {},
      parseHTML: (element) => keptOf(element, own),
      renderHTML: ({ kept }) =>
        Object.fromEntries(
          Object.entries(kept as Kept)
            .filter(([name]) => !unshown.has(name))
            .map(([name, value]) => [name, name === 'src' ? fileUrl(value) : value]),
        ),
    },
  };
}
