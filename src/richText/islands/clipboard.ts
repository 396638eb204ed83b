import { DOMSerializer, type Fragment, type Schema } from '@tiptap/pm/model';
import { fileUrl } from '../../services/backEnd.ts';
import { token } from '../html/elements.ts';
import { islandOf } from '../html/islands.ts';
import { purifiedNodes, repeatFirstLineBreaks } from '../html/prepare.ts';
import { toClipboardHtml } from '../html/toHtml.ts';
import { parsePaste } from '../paste/css.ts';
import { islandContent } from './islandContent.ts';

/** Marks what was copied from an editor of this page, so that another page cannot pretend to be one. */
const attribute = 'data-rt-own';
/** The source of an island, for an editor of another page. */
const sourceAttribute = 'data-rt-source';

const copied: string[] = [];

/** Copies blocks sanitized, with whole addresses. An island carries its source as it is, which a paste sanitizes. */
export function clipboardSerializer(schema: Schema): DOMSerializer {
  const serializer = DOMSerializer.fromSchema(schema);
  return Object.assign(Object.create(serializer) as DOMSerializer, {
    serializeFragment(content: Fragment) {
      // ProseMirror puts its own attribute on the first of them: each needs an element.
      const nodes = content.content.map((node) =>
        node.attrs.bare ? node.type.create({ ...node.attrs, bare: false }, node.content) : node,
      );
      const parent = content.firstChild?.isInline ? schema.nodes.paragraph : schema.topNodeType;
      const template = document.createElement('template');
      template.innerHTML = toClipboardHtml(
        (parent ?? schema.topNodeType).create(null, nodes),
        ({ attrs, isInline }) => {
          const tag = isInline ? 'span' : 'div';
          return `<${tag} ${attribute}="${token}:${copied.push(attrs.html) - 1}"></${tag}>`;
        },
      );
      const result = purifiedNodes(template.content);
      for (const media of result.querySelectorAll('[src]'))
        media.setAttribute('src', fileUrl(media.getAttribute('src') ?? ''));
      for (const island of result.querySelectorAll(`[${attribute}]`)) {
        const source = copiedSource(island) ?? '';
        island.setAttribute(sourceAttribute, source);
        island.append(islandContent(source));
      }
      repeatFirstLineBreaks(result);
      for (const child of result.children) if (!child.hasAttribute(attribute)) child.setAttribute(attribute, token);
      return result;
    },
  });
}

/** The source of an island that was copied from an editor of this page. */
function copiedSource(element: Element): string | undefined {
  const [key, number] = element.getAttribute(attribute)?.split(':') ?? [];
  return key === token && number ? copied[Number(number)] : undefined;
}

/** Whether the HTML was copied from an editor of this page. */
export const isOwnCopy = (body: Element): boolean => body.querySelector(`[${attribute}^="${token}"]`) !== null;

/** Replaces islands of another page by their sources, which are pasted like any other HTML. */
export function replaceIslandCopies(body: Element): void {
  for (const island of body.querySelectorAll(`[${sourceAttribute}]`))
    island.replaceWith(...parsePaste(island.getAttribute(sourceAttribute) ?? '').childNodes);
}

/** Puts the islands back that were copied here, and takes away what looks like this editor's own attributes. */
export function restoreIslands(body: Element): void {
  for (const element of body.querySelectorAll('*')) {
    const html = copiedSource(element);
    for (const name of element.getAttributeNames()) if (name.startsWith('data-rt-')) element.removeAttribute(name);
    if (html !== undefined) element.replaceWith(islandOf(html, body, element.localName === 'div' ? 'block' : 'inline'));
  }
}
