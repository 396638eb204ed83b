import DOMPurify from 'dompurify';
import {
  isBlank,
  isBlock,
  isEmptyInline,
  isJoinable,
  isMark,
  looseSelector,
  preservesWhiteSpace,
  textSelector,
  trimmedLength,
} from './elements.ts';
import { parseBody, putListsRight } from './isLosslessRoundTrip.ts';
import type { Source } from './source.ts';

/** Attributes in which `prepare` leaves notes for the schema. Attributes of a document with this prefix are dropped. */
export const markers = {
  /** A paragraph that was added around loose text. */
  bare: 'data-rt-bare',
  /** HTML that ended a text without a visible effect: a line break, and the inline elements around it. */
  tail: 'data-rt-tail',
  /** Like `tail`, for a block without text, where it keeps the block one line high. It may be empty. */
  alone: 'data-rt-alone',
  head: 'data-rt-head',
  /** The source of an island. */
  html: 'data-rt-html',
  /** A `data-pm-slice` of the document. That name is ProseMirror's own on the clipboard. */
  slice: 'data-rt-pm-slice',
} as const;

/** Finds where a block stands in the source when it is asked for. */
export type ReadSource = () => Source | undefined;
/** The source readers of blocks. A run of loose text has its reader at its first node. */
export const sourceReaders = new WeakMap<Node, ReadSource>();

/**
 * Makes `root` fit the schema, and marks the changes so that toHtml can undo them. `wrapsRoot`: the root is a body and
 * not clipboard content, so its loose text gets a paragraph too.
 */
export function prepare(root: HTMLElement, wrapsRoot = true): HTMLElement {
  putListsRight(root);
  for (const table of root.querySelectorAll('table')) takeHead(table);
  for (const block of root.querySelectorAll(looseSelector)) wrapLoose(block);
  if (wrapsRoot) {
    wrapLoose(root);
    for (const element of root.querySelectorAll('[data-pm-slice]')) {
      element.setAttribute(markers.slice, element.getAttribute('data-pm-slice') ?? '');
      element.removeAttribute('data-pm-slice');
    }
  }
  for (const block of root.querySelectorAll(textSelector)) takeTail(block);
  return root;
}

function takeHead(table: Element): void {
  const head = [...table.children].filter((child) => /^(caption|colgroup|col)$/.test(child.localName));
  if (head.length === 0) return;
  table.setAttribute(markers.head, head.map((child) => child.outerHTML).join(''));
  for (const child of head) child.remove();
}

function wrapLoose(container: Element): void {
  const page = container.ownerDocument;
  const bare = (nodes: Node[]) => {
    const paragraph = page.createElement('p');
    paragraph.setAttribute(markers.bare, '');
    const read = nodes[0] && sourceReaders.get(nodes[0]);
    if (read) sourceReaders.set(paragraph, read);
    nodes[0]?.parentNode?.insertBefore(paragraph, nodes[0]);
    paragraph.append(...nodes);
    return paragraph;
  };
  for (const run of looseRuns(container)) bare(run);
  if (!hasContent(container)) container.append(bare([]));
}

/** The blocks of a container and its runs of loose text, in order. */
export function groupsOf(container: Element): Node[][] {
  const groups: Node[][] = [];
  let run: Node[] | undefined;
  for (const child of container.childNodes) {
    if (run && !isBlock(child)) run.push(child);
    else {
      const group = [child];
      groups.push(group);
      run = isBlock(child) ? undefined : group;
    }
  }
  return groups.filter((group) => group.some(isContent));
}

export const looseRuns = (container: Element): Node[][] =>
  groupsOf(container).filter(([first]) => first && !isBlock(first));

/** Moves white space that a style shows from the end of a block to the tail, because the parser would drop it. */
function takeSpace(block: Element): void {
  const text = block.lastChild;
  if (!(text instanceof Text) || !preservesWhiteSpace.test(block.getAttribute('style') ?? '')) return;
  const end = trimmedLength(text.data);
  const space = text.data.slice(end);
  if (!space || !hasContent(block)) return;
  text.data = text.data.slice(0, end);
  block.setAttribute(markers.tail, space);
}

function takeTail(block: Element): void {
  takeSpace(block);
  if (block.hasAttribute(markers.tail)) return;
  const chain: Element[] = [];
  let last = lastContent(block);
  while (isMark(last) && !isEmptyInline(last)) {
    chain.push(last);
    last = lastContent(last);
  }
  if (!last) block.setAttribute(markers.alone, '');
  if (!(last instanceof Element) || last.localName !== 'br') return;
  const holdsOnly = (element: Element) =>
    isBlank(element.textContent ?? '') &&
    [...element.querySelectorAll('*')].every((inner) => inner === last || chain.includes(inner));
  // Splitting an element that must not be joined again would add an element.
  if (chain.some((element) => !holdsOnly(element) && !isJoinable(element))) return;

  const tail = chain.reduceRight<Element>((inner, element) => {
    const outer = element.cloneNode(false) as Element;
    outer.append(inner);
    return outer;
  }, last.cloneNode() as Element);
  last.remove();
  for (const element of chain.toReversed()) if (!hasContent(element)) element.remove();
  block.setAttribute(hasContent(block) ? markers.tail : markers.alone, tail.outerHTML);
}

const isContent = (node: Node): boolean => node instanceof Element || (node instanceof Text && !isBlank(node.data));
const hasContent = (element: Element): boolean => lastContent(element) !== null;

function lastContent(element: Element): Node | null {
  let last = element.lastChild;
  while (last && !isContent(last)) last = last.previousSibling;
  return last;
}

/** A separate instance, because its configuration applies to all its uses. */
const purifier = DOMPurify(window);
purifier.setConfig({
  ADD_TAGS: ['iframe'],
  ADD_ATTR: ['target', 'allowfullscreen', 'frameborder', 'scrolling', 'hspace', 'vspace'],
  ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|tel):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
  // The editor renders neither ids nor names, so DOM clobbering is not possible.
  SANITIZE_DOM: false,
  RETURN_DOM_FRAGMENT: true,
});

/** Sanitized HTML, in an inert document that loads and runs nothing. */
export function purifiedBody(html: string): HTMLElement {
  const body = parseBody('');
  body.append(purifier.sanitize(html, { RETURN_DOM_FRAGMENT: true }));
  return body;
}

/** Sanitizes nodes without a parser, which would take rows and cells out of their table. */
export const purifiedNodes = (nodes: DocumentFragment): DocumentFragment =>
  purifier.sanitize(nodes, { RETURN_DOM_FRAGMENT: true });

const preservedOnly = ['class', 'data-pm-slice', 'name'];

/**
 * The attributes that may be shown; the others are only preserved. A class could match the console's own style sheets
 * and so hide a text from its reviewer.
 */
export const shownAttributes = (tag: string, attributes: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).filter(
      ([name, value]) => !preservedOnly.includes(name) && purifier.isValidAttribute(tag, name, value),
    ),
  );

/** Repeats the line break at the start of a `pre`, which a parser drops there (HTML standard, 13.2.6.4.7). */
export function repeatFirstLineBreaks(root: ParentNode): void {
  for (const pre of root.querySelectorAll('pre')) if (pre.textContent?.startsWith('\n')) pre.prepend('\n');
}

/** Returns `innerHTML` that a parser turns into the same elements. */
export function innerHtml(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  repeatFirstLineBreaks(copy);
  return copy.innerHTML;
}
