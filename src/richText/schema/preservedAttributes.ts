import type { Attributes } from '@tiptap/core';
import { fileUrl } from '../../services/backEnd.ts';

/** Attributes of an element, by name, as the source spells them. */
export type PreservedAttributes = Record<string, string>;

const internal = /^data-(pm|rt)-|^id$/;
/** While the text is shown, its names could shadow globals of the page. */
const unshown = new Set(['name']);

export function preservedAttributesOf(element: Element, own: readonly string[] = []): PreservedAttributes {
  const attributes = [...element.attributes].filter(({ name }) => !internal.test(name) && !own.includes(name));
  return Object.fromEntries(attributes.map(({ name, value }) => [name, value]));
}

/**
 * The tag and all attributes of the source element, for every node and mark.
 * @param own attributes that the extension parses itself
 */
export function preservedAttributeSpec(tag: string, own: readonly string[] = []): Attributes {
  return {
    tag: { default: tag, keepOnSplit: false, rendered: false, parseHTML: (element) => element.localName },
    id: { default: null, keepOnSplit: false, rendered: false, parseHTML: (element) => element.getAttribute('id') },
    preserved: {
      default: {},
      parseHTML: (element) => preservedAttributesOf(element, own),
      renderHTML: ({ preserved }) =>
        Object.fromEntries(
          Object.entries(preserved as PreservedAttributes)
            .filter(([name]) => !unshown.has(name))
            .map(([name, value]) => [name, name === 'src' ? fileUrl(value) : value]),
        ),
    },
  };
}
