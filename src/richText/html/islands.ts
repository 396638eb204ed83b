import { costlyElements } from './costly.ts';
import {
  hasReservedAttribute,
  isBlank,
  isBlock,
  isForeign,
  islandSelector,
  islandTags,
  isMark,
  looseSelector,
  markBoxes,
  opaqueSelector,
  textSelector,
} from './elements.ts';
import { groupsOf, innerHtml, looseRuns, markers } from './prepare.ts';
import type { Located } from './source.ts';

const lineSelector = `${textSelector},pre`;

export function islandOf(html: string, { ownerDocument }: Element, kind: keyof typeof islandTags = 'block'): Element {
  const island = ownerDocument.createElement(islandTags[kind]);
  island.setAttribute(markers.html, html);
  return island;
}

/** The HTML of the nodes: `source` if it means the same. */
export function sourceOfNodes(nodes: readonly Node[], source?: string): string {
  const page = nodes[0]?.ownerDocument ?? document;
  const holder = page.createElement('div');
  holder.append(...nodes.map((node) => node.cloneNode(true)));
  for (const island of holder.querySelectorAll(islandSelector)) {
    const template = page.createElement('template');
    template.innerHTML = island.getAttribute(markers.html) ?? '';
    island.replaceWith(template.content);
  }
  const written = innerHtml(holder);
  if (source === undefined) return written;
  holder.innerHTML = source;
  return innerHtml(holder) === written ? source : written;
}

function replaceBy(
  kind: keyof typeof islandTags,
  nodes: readonly Node[],
  located: Pick<Located, 'body' | 'rangeOf' | 'replace'>,
  html: string,
): Element {
  const range = located.rangeOf(nodes);
  const island = islandOf(sourceOfNodes(nodes, range && html.slice(range.from, range.to)), located.body, kind);
  located.replace(nodes, island);
  return island;
}

/** Puts islands in the places of elements that the schema has no node or mark for, or that would hold the page. */
export function insertIslands(located: Pick<Located, 'body' | 'rangeOf' | 'replace'>, html: string): void {
  const { body } = located;
  const reserved = new Set([...body.querySelectorAll(`:not(${islandSelector})`)].filter(hasReservedAttribute));
  markBoxes(body);
  const costly = costlyElements(body);
  for (const element of body.querySelectorAll('*')) {
    if (!isForeign(element) && !reserved.has(element) && !costly.has(element)) continue;
    if (!body.contains(element) || element.parentElement?.closest(opaqueSelector)) continue;
    const group = groupAround(element, body);
    if (group) replaceBy('block', group, located, html);
    else replaceBy(isHidden(element) ? 'hidden' : 'inline', [element], located, html);
  }
}

/** Not shown by a browser. */
const isHidden = ({ localName, innerHTML }: Element): boolean =>
  /^(script|style|link|meta|template|title|noscript)$/.test(localName) ||
  (/[-:]/.test(localName) && isBlank(innerHTML));

/** The block or loose text that must become an island with the element; nothing if the element can be one in its line. */
function groupAround(element: Element, body: Element): readonly Node[] | undefined {
  const holdsIslands = (parent: Element) => parent === body || parent.matches(looseSelector);
  let block = element;
  while (block.parentElement && !holdsIslands(block.parentElement)) {
    const parent: Element = block.parentElement;
    if (parent.matches(lineSelector) || isMark(parent)) break;
    block = parent;
  }
  const parent = block.parentElement ?? body;
  if (block !== element || (isBlock(element) && holdsIslands(parent))) return [block];
  const line = element.closest(lineSelector);
  const container = parent.closest(looseSelector) ?? body;
  const nodes = line ? [line] : looseRuns(container).find((run) => run.some((node) => node.contains(element)));
  const isBox = isBlock(element) || [...element.querySelectorAll('*')].some(isBlock);
  return isBox || nodes?.every(isForeignOnly) ? nodes : undefined;
}

function isForeignOnly(node: Node): boolean {
  if (!(node instanceof Element)) return isBlank(node instanceof Text ? node.data : '');
  if (isForeign(node) || node.localName === 'br') return true;
  return (node.matches(lineSelector) || isMark(node)) && [...node.childNodes].every(isForeignOnly);
}

/** Puts islands in the places of the smallest blocks that do not fit. @returns what then stands for `nodes` */
export function narrowIslands(
  nodes: Node[],
  located: Located,
  html: string,
  fits: (holder: HTMLElement) => boolean,
): Node[] {
  const isFit = () => {
    const holder = located.body.ownerDocument.createElement('div');
    holder.append(...nodes.map((node) => node.cloneNode(true)));
    return fits(holder);
  };
  if (isFit()) return nodes;
  const [first] = nodes;
  if (first instanceof Element && isBlock(first) && !first.matches(lineSelector)) {
    const containers = first.matches(looseSelector)
      ? [first]
      : [...first.querySelectorAll(looseSelector)].filter((inner) => {
          const outer = inner.parentElement?.closest(looseSelector);
          return !outer || !first.contains(outer);
        });
    for (const container of containers)
      for (const group of groupsOf(container)) narrowIslands(group, located, html, fits);
    if (isFit()) return nodes;
  }
  return [replaceBy('block', nodes, located, html)];
}
