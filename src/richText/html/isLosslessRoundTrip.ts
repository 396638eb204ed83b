import { joins, signature } from './signature.ts';
import { preserved } from './style.ts';
import { isBlank, isBlock, isEmptyInline, isMark } from './tags.ts';

type Piece =
  | { kind: 'edge'; path: Element[]; text: string }
  | { kind: 'atom'; path: Element[]; text: string; breaks: boolean }
  | { kind: 'text'; path: Element[]; text: string; pre: boolean };

/**
 * Whether HTML that an editor produced says all that the original says: the same elements, attributes, styles and
 * text in the same nesting. Not compared: the order of attributes, the spelling of styles and entities, white space
 * that a browser collapses, comments, and the seam between two inline elements that look the same as one.
 */
export function isLosslessRoundTrip(original: string, produced: string): boolean {
  return normalForm(original) === normalForm(produced);
}

/** The document's body, in a page that loads and runs nothing. The tag keeps what would else slip into the head. */
export function parseBody(html: string): HTMLElement {
  return new DOMParser().parseFromString(`<body>${html}`, 'text/html').body;
}

function normalForm(html: string): string {
  const pieces: Piece[] = [];
  for (const child of parseBody(html).childNodes) collect(child, [], false, pieces);
  collapse(pieces);
  return JSON.stringify(named(pieces));
}

function collect(node: Node, path: Element[], pre: boolean, into: Piece[]): void {
  if (node instanceof Text) into.push({ kind: 'text', path, text: node.data, pre });
  if (!(node instanceof Element)) return;
  if (!isBlock(node) && (!isMark(node) || isEmptyInline(node))) {
    const text = `${signature(node)}>${isEmptyInline(node) ? node.outerHTML : node.innerHTML}`;
    into.push({ kind: 'atom', path, text, breaks: node.localName === 'br' });
    return;
  }
  const keeps = pre || node.localName === 'pre' || preserved.test(node.getAttribute('style') ?? '');
  if (isBlock(node)) into.push({ kind: 'edge', path, text: signature(node) });
  for (const child of node.childNodes) collect(child, isBlock(node) ? path : [...path, node], keeps, into);
  if (isBlock(node)) into.push({ kind: 'edge', path, text: `/${node.localName}` });
}

/** White space as CSS collapses it: one space for a run, none at the start and the end of a line. */
function collapse(pieces: Piece[]): void {
  let gap = true;
  let last: Piece | undefined;
  for (const piece of [...pieces, { kind: 'edge', path: [], text: '' } as const]) {
    if (piece.kind === 'text' && !piece.pre) {
      const text = piece.text.replace(/[ \t\r\n\f]+/g, ' ');
      piece.text = gap && text.startsWith(' ') ? text.slice(1) : text;
      if (piece.text === '') continue;
      gap = piece.text.endsWith(' ');
      last = piece;
      continue;
    }
    gap = piece.kind === 'edge' || (piece.kind === 'atom' && piece.breaks);
    if (gap && last && !isBlank(last.text)) last.text = last.text.replace(/ $/, '');
    else if (gap && last) last.text = '';
    last = undefined;
  }
}

/** Pieces as text; neighbours within equal inline elements are one, elements that must not join are numbered. */
function named(pieces: Piece[]): string[] {
  const numbers = new Map<Element, number>();
  const nameOf = (element: Element) => {
    if (joins(element)) return signature(element);
    numbers.set(element, numbers.get(element) ?? numbers.size);
    return `${signature(element)}#${numbers.get(element)}`;
  };
  const result: string[] = [];
  let open: string | undefined;
  for (const piece of pieces) {
    if (piece.kind === 'text' && piece.text === '') continue;
    const path = piece.path.map(nameOf).join('>');
    const start = `${piece.kind} ${path}\n`;
    if (piece.kind === 'text' && start === open) result.push(`${result.pop()}${piece.text}`);
    else result.push(`${start}${piece.text}`);
    open = piece.kind === 'text' ? start : undefined;
  }
  return result;
}
