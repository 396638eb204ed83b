import { diffArrays } from 'diff';
import { purifiedBody } from '../richText/html/prepare.ts';
import { wordsOf } from './words.ts';

type Change = 'ins' | 'del';
/** The elements in which the text's own `ins` and `del` are shown. */
const shownInstead = { ins: 'u', del: 's' };

const blocks = new Set(
  (
    'ADDRESS ARTICLE ASIDE BLOCKQUOTE CAPTION COLGROUP DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER ' +
    'HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'
  ).split(' '),
);
/** May stand only in its own parent, so that `ins` and `del` stand within it. */
const parts = new Set('CAPTION DD DT FIGCAPTION LI SUMMARY TD TH'.split(' '));
const tableParts = new Set('TBODY TFOOT THEAD TR'.split(' '));
/** So much of their words two blocks have in common at least, of which one is taken for the other's change. */
const leastSimilar = 0.3;
/** How many of the added blocks are searched for the successor of a removed one. */
const maxCandidates = 50;
/** After this time the remaining blocks are shown as removed and added as a whole, because the comparison blocks the page. */
const maxCompareMs = 2000;

/**
 * Two bodies as one formatted text: what came stands in `ins`, what went in `del`, tables are compared cell by cell. The console's own
 * style sheets cannot hide any of it by class, id or name, and its links open tabs of their own.
 */
export function diffHtml(before: string, after: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const deadline = performance.now() + maxCompareMs;
  fragment.append(...diffBlocks(blocksOf(inertBody(before)), blocksOf(inertBody(after)), deadline));
  for (const element of fragment.querySelectorAll('*'))
    for (const name of ['class', 'id', 'name']) element.removeAttribute(name);
  for (const link of fragment.querySelectorAll('a, area, form')) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  }
  return fragment;
}

/** Frames of other sites are not loaded; their address stands instead. The text's own marks are none of the comparison's. */
function inertBody(html: string): HTMLElement {
  const body = purifiedBody(html);
  for (const frame of body.querySelectorAll('iframe')) frame.replaceWith(`[${frame.getAttribute('src') ?? ''}]`);
  for (const [name, shown] of Object.entries(shownInstead))
    for (const element of body.querySelectorAll(name)) {
      const copy = body.ownerDocument.createElement(shown);
      // Unlike `setAttribute`, this takes each name that the parser has taken.
      for (const attribute of element.attributes) copy.setAttributeNode(attribute.cloneNode() as Attr);
      copy.append(...element.childNodes);
      element.replaceWith(copy);
    }
  for (const element of body.querySelectorAll('[data-changed], [data-block]')) {
    element.removeAttribute('data-changed');
    element.removeAttribute('data-block');
  }
  return body;
}

const msLeft = (deadline: number) => Math.max(0, deadline - performance.now());

const isBlock = (node: Node): node is Element => blocks.has(node.nodeName);
const isContainer = (element: Element) => [...element.childNodes].some(isBlock);

/** The block children; other nodes beside them are put into paragraphs. */
function blocksOf(parent: Element): Element[] {
  const found: Element[] = [];
  let open: Element | undefined;
  for (const node of parent.childNodes) {
    if (isBlock(node)) {
      found.push(node);
      open = undefined;
    } else if (open) open.append(node.cloneNode(true));
    else if (node.textContent?.trim() || node instanceof Element) {
      open = parent.ownerDocument.createElement('p');
      open.append(node.cloneNode(true));
      found.push(open);
    }
  }
  return found;
}

function diffBlocks(before: Element[], after: Element[], deadline: number): Node[] {
  const keyed = (elements: Element[]) => elements.map((element) => ({ element, key: element.outerHTML }));
  const runs = diffArrays(keyed(before), keyed(after), {
    comparator: (one, other) => one.key === other.key,
    timeout: msLeft(deadline),
  });
  if (!runs) return pairBlocks(before, after, deadline);
  const nodes: Node[] = [];
  let gone: Element[] = [];
  let come: Element[] = [];
  const flush = () => {
    nodes.push(...pairBlocks(gone, come, deadline));
    [gone, come] = [[], []];
  };
  for (const { value, added, removed } of runs) {
    const elements = value.map(({ element }) => element);
    if (removed) gone = [...gone, ...elements];
    else if (added) come = [...come, ...elements];
    else {
      flush();
      nodes.push(...elements.map((element) => element.cloneNode(true)));
    }
  }
  flush();
  return nodes;
}

/** Blocks that were changed are compared with what they became; the others came or went as a whole. */
function pairBlocks(gone: Element[], come: Element[], deadline: number): Node[] {
  const nodes: Node[] = [];
  let at = 0;
  for (const old of gone) {
    const found = msLeft(deadline) > 0 ? indexOfMostSimilar(old, come, at) : -1;
    if (found < 0) nodes.push(mark(old, 'del'));
    else {
      nodes.push(...come.slice(at, found).map((element) => mark(element, 'ins')));
      nodes.push(diffElement(old, come[found] as Element, deadline));
      at = found + 1;
    }
  }
  return [...nodes, ...come.slice(at).map((element) => mark(element, 'ins'))];
}

function indexOfMostSimilar(old: Element, come: Element[], from: number): number {
  let [best, found] = [leastSimilar, -1];
  for (let at = from; at < Math.min(from + maxCandidates, come.length); at++) {
    const similar = similarity(old, come[at] as Element);
    if (similar >= best && (found < 0 || similar > best)) [best, found] = [similar, at];
  }
  return found;
}

/** The share of common words, 0 to 1. */
function similarity(one: Element, other: Element): number {
  if (one.nodeName !== other.nodeName) return 0;
  const [own, others] = [wordSet(one), wordSet(other)];
  if (own.size === 0 && others.size === 0) return 1;
  return (2 * [...own].filter((word) => others.has(word)).length) / (own.size + others.size);
}

const wordSets = new WeakMap<Element, Set<string>>();
function wordSet(element: Element): Set<string> {
  const known = wordSets.get(element);
  if (known) return known;
  const words = new Set(
    textsOf(element)
      .flatMap(wordsOf)
      .filter((word) => /[\p{L}\p{N}]/u.test(word)),
  );
  wordSets.set(element, words);
  return words;
}

/** Text by text, since those of neighbouring cells have nothing between them. */
const textsOf = (node: Node): string[] =>
  node.nodeType === Node.TEXT_NODE ? [node.textContent ?? ''] : [...node.childNodes].flatMap(textsOf);

function diffElement(before: Element, after: Element, deadline: number): Element {
  if (before.outerHTML === after.outerHTML) return after.cloneNode(true) as Element;
  const shell = after.cloneNode(false) as Element;
  const isRow = after.nodeName === 'TR' && before.children.length === after.children.length;
  if (isRow)
    shell.append(...[...after.children].map((cell, at) => diffElement(before.children[at] as Element, cell, deadline)));
  else if (isContainer(before) || isContainer(after))
    shell.append(...diffBlocks(blocksOf(before), blocksOf(after), deadline));
  else shell.append(...diffInline(tokensOf(before), tokensOf(after), deadline));
  // Only the block itself was changed, such as its alignment.
  if (!shell.querySelector('ins, del, [data-changed]')) shell.setAttribute('data-changed', '');
  return shell;
}

function mark(element: Element, change: Change): Element {
  const { nodeName, ownerDocument } = element;
  const wrapper = ownerDocument.createElement(change);
  if (parts.has(nodeName)) {
    const shell = element.cloneNode(false) as Element;
    wrapper.append(...[...element.childNodes].map((node) => node.cloneNode(true)));
    shell.append(wrapper);
    return shell;
  }
  if (tableParts.has(nodeName)) {
    const shell = element.cloneNode(false) as Element;
    shell.append(...[...element.children].map((child) => mark(child, change)));
    return shell;
  }
  wrapper.setAttribute('data-block', '');
  wrapper.append(element.cloneNode(true));
  return wrapper;
}

/** A word, a picture or a line break with the inline elements around it. */
interface Token {
  key: string;
  node: Node;
  path: Element[];
}

function tokensOf(parent: Element, path: Element[] = [], pathKey = ''): Token[] {
  return [...parent.childNodes].flatMap((node): Token[] => {
    if (node.nodeType === Node.TEXT_NODE)
      return wordsOf(node.textContent ?? '').map((word) => ({
        key: `${pathKey} ${word}`,
        node: parent.ownerDocument.createTextNode(word),
        path,
      }));
    if (!(node instanceof Element)) return [];
    if (node.childNodes.length === 0) return [{ key: pathKey + node.outerHTML, node, path }];
    const shell = node.cloneNode(false) as Element;
    return tokensOf(node, [...path, shell], pathKey + shell.outerHTML);
  });
}

function diffInline(before: Token[], after: Token[], deadline: number): Node[] {
  const comparator = (one: Token, other: Token) => one.key === other.key;
  const runs = diffArrays(before, after, { comparator, timeout: msLeft(deadline) });
  if (!runs) return [...inside('del', before), ...inside('ins', after)];
  return runs.flatMap(({ value, added, removed }) =>
    added || removed ? inside(added ? 'ins' : 'del', value) : assemble(value),
  );
}

function inside(change: Change, tokens: Token[]): Node[] {
  if (tokens.length === 0) return [];
  const wrapper = document.createElement(change);
  wrapper.append(...assemble(tokens));
  return [wrapper];
}

/** The tokens within copies of their inline elements. */
function assemble(tokens: Token[]): Node[] {
  const nodes: Node[] = [];
  let last: { path: Element[]; innermost: Element } | undefined;
  for (const { node, path } of tokens) {
    const copy = node.cloneNode(true);
    if (last?.path === path) {
      last.innermost.append(copy);
      continue;
    }
    last = undefined;
    const chain = path.map((element) => element.cloneNode(false) as Element);
    for (const [at, element] of chain.entries()) chain[at - 1]?.append(element);
    const innermost = chain.at(-1);
    innermost?.append(copy);
    nodes.push(chain[0] ?? copy);
    if (innermost) last = { path, innermost };
  }
  return nodes;
}
