import { DOMSerializer, type Node as DocNode, type Fragment, type Schema } from '@tiptap/pm/model';
import { token } from '../html/elements.ts';
import { islandOf } from '../html/islands.ts';
import { islandContent } from './islandContent.ts';

/** Marks what was copied from an editor of this page, so that another page cannot pretend to be one. */
const attribute = 'data-rt-own';

const copied: string[] = [];

/** For other programs the content of an island; for this page its number too, by which the source is found again. */
export function copyIsland({ attrs, isInline }: DocNode): Element {
  const element = document.createElement(isInline ? 'span' : 'div');
  element.setAttribute(attribute, `${token}:${copied.push(attrs.html) - 1}`);
  element.append(islandContent(attrs.html));
  return element;
}

export function markingSerializer(schema: Schema): DOMSerializer {
  const serializer = DOMSerializer.fromSchema(schema);
  return Object.assign(Object.create(serializer) as DOMSerializer, {
    serializeFragment(content: Fragment, options?: { document?: Document }, target?: HTMLElement | DocumentFragment) {
      const result = serializer.serializeFragment(content, options, target);
      for (const child of result.children) if (!child.hasAttribute(attribute)) child.setAttribute(attribute, token);
      return result;
    },
  });
}

/** Whether the HTML was copied from an editor of this page. */
export const isOwnCopy = (body: Element): boolean => body.querySelector(`[${attribute}^="${token}"]`) !== null;

/** Puts the islands back that were copied here, and takes away what looks like this editor's own attributes. */
export function restoreIslands(body: Element): void {
  for (const element of body.querySelectorAll('*')) {
    const [key, number] = element.getAttribute(attribute)?.split(':') ?? [];
    const html = key === token && number ? copied[Number(number)] : undefined;
    for (const name of element.getAttributeNames()) if (name.startsWith('data-rt-')) element.removeAttribute(name);
    if (html !== undefined) element.replaceWith(islandOf(html, body, element.localName === 'div' ? 'block' : 'inline'));
  }
}
