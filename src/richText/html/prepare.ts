import { joins } from './signature.ts';
import { isBlank, isBlock, isEmptyInline, isMark, looseSelector, textSelector } from './tags.ts';

/** Marks left in the tree for the schema to read. No attribute of a document may begin so. */
export const markers = {
  /** A paragraph that the source does not have: its content stood loose. */
  bare: 'data-rt-bare',
  /** What ended a text without a visible effect: a line break, and the inline elements that held it. */
  tail: 'data-rt-tail',
  /** The same of a block without any text: what keeps it one line high, or nothing. */
  alone: 'data-rt-alone',
  /** A table's caption and column groups. */
  head: 'data-rt-head',
} as const;

/**
 * Makes a tree fit the editor's schema and notes what was done, so that toHtml can undo it. Changes `root`.
 * @param wrapsRoot whether loose text of the root itself gets a paragraph too (not in what is pasted)
 */
export function prepare(root: HTMLElement, wrapsRoot = true): HTMLElement {
  for (const table of root.querySelectorAll('table')) takeHead(table);
  for (const block of root.querySelectorAll(looseSelector)) wrapLoose(block);
  if (wrapsRoot) wrapLoose(root);
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
    nodes[0]?.parentNode?.insertBefore(paragraph, nodes[0]);
    paragraph.append(...nodes);
    return paragraph;
  };
  for (const run of looseRuns(container)) bare(run);
  if (!hasContent(container)) container.append(bare([]));
}

/** Neighbours that are not blocks and hold more than white space. */
export function looseRuns(container: Element): Node[][] {
  const runs: Node[][] = [[]];
  for (const child of container.childNodes) {
    if (isBlock(child)) runs.push([]);
    else runs.at(-1)?.push(child);
  }
  return runs.filter((run) => run.some(isContent));
}

function takeTail(block: Element): void {
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
  // Split in two, an element that must not join would become one more.
  if (chain.some((element) => !holdsOnly(element) && !joins(element))) return;

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
const hasContent = (element: Element): boolean => [...element.childNodes].some(isContent);
const lastContent = (element: Element): Node | null => [...element.childNodes].findLast(isContent) ?? null;
