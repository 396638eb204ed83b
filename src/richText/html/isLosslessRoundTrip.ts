import {
  isBlank,
  isBlock,
  isEmptyInline,
  isJoinable,
  isMark,
  markBoxes,
  preservesWhiteSpace,
  signature,
} from './elements.ts';

type Piece =
  | { kind: 'edge'; path: Element[]; text: string }
  | { kind: 'atom'; path: Element[]; text: string; breaks: boolean }
  | { kind: 'text'; path: Element[]; text: string; pre: boolean };

/**
 * Whether two HTML texts have the same content. It ignores the order of attributes, the spelling of styles and
 * entities, white space that collapses, and comments.
 */
export function isLosslessRoundTrip(original: string, produced: string): boolean {
  return normalForm(original) === normalForm(produced);
}

/** The body of an inert document, which loads and runs nothing. The `body` tag keeps content out of the head. */
export function parseBody(html: string): HTMLElement {
  return new DOMParser().parseFromString(`<body>${html}`, 'text/html').body;
}

function normalForm(html: string): string {
  const pieces: Piece[] = [];
  const body = parseBody(html);
  putListsRight(body);
  markBoxes(body);
  for (const child of body.childNodes) collect(child, [], 'collapses', pieces);
  collapse(pieces);
  return JSON.stringify(named(pieces));
}

/** The effect of white space. If a style keeps it (`breaks`), the schema holds a line feed as `br`. */
type Space = 'collapses' | 'breaks' | 'stays';

function collect(node: Node, path: Element[], space: Space, into: Piece[]): void {
  if (node instanceof Text) into.push(...piecesOf(node.data, path, space));
  if (!(node instanceof Element)) return;
  if (!isBlock(node) && (!isMark(node) || isEmptyInline(node))) {
    const text = `${signature(node)}>${isEmptyInline(node) ? node.outerHTML : node.innerHTML}`;
    into.push({ kind: 'atom', path, text, breaks: node.localName === 'br' });
    return;
  }
  const styled = space === 'collapses' && preservesWhiteSpace.test(node.getAttribute('style') ?? '');
  const inner = node.localName === 'pre' ? 'stays' : styled ? 'breaks' : space;
  if (isBlock(node)) into.push({ kind: 'edge', path, text: signature(node) });
  const innerPath = isBlock(node) ? path : [...path, node];
  for (const child of node.childNodes) collect(child, innerPath, inner, into);
  if (isBlock(node)) into.push({ kind: 'edge', path, text: `/${node.localName}` });
}

function piecesOf(data: string, path: Element[], space: Space): Piece[] {
  const lines = space === 'breaks' ? data.split('\n') : [data];
  return lines.flatMap((text, index): Piece[] => [
    ...(index > 0 ? [{ kind: 'atom', path, text: 'br>', breaks: true } as const] : []),
    { kind: 'text', path, text, pre: space !== 'collapses' },
  ]);
}

/** Collapses white space as CSS does: one space for a run, none at the start and the end of a line. */
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

/**
 * Returns the distinct paths of inline elements, then the pieces as text, each with the number of its path. Neighbours
 * in equal inline elements become one; elements that must not be joined are numbered.
 */
function named(pieces: Piece[]): string[] {
  const numbers = new Map<Element, number>();
  const names = new Map<Element, string>();
  const nameOf = (element: Element) => {
    const name = names.get(element) ?? makeName(element);
    names.set(element, name);
    return name;
  };
  const makeName = (element: Element) => {
    if (isJoinable(element)) return signature(element);
    numbers.set(element, numbers.get(element) ?? numbers.size);
    return `${signature(element)}#${numbers.get(element)}`;
  };
  const paths = new Map<string, number>();
  // Pieces of one element share their path.
  const known = new Map<Element[], number>();
  const numberOf = (path: Element[]) => {
    const number = known.get(path);
    if (number !== undefined) return number;
    const name = path.map(nameOf).join('>');
    const next = paths.get(name) ?? paths.size;
    paths.set(name, next);
    known.set(path, next);
    return next;
  };
  const result: string[] = [];
  let open: string | undefined;
  for (const piece of pieces) {
    if (piece.kind === 'text' && piece.text === '') continue;
    const start = `${piece.kind} ${numberOf(piece.path)}\n`;
    if (piece.kind === 'text' && start === open) result.push(`${result.pop()}${piece.text}`);
    else result.push(`${start}${piece.text}`);
    open = piece.kind === 'text' ? start : undefined;
  }
  return [...paths.keys(), ...result];
}

const misplacedList = 'ul > ul, ul > ol, ol > ul, ol > ol';
export const hasMisplacedList = (root: Element): boolean => root.querySelector(misplacedList) !== null;

/** Moves a list among the items of a list into the item before it. Browsers show both alike. */
export function putListsRight(root: Element): void {
  for (const list of root.querySelectorAll(misplacedList)) {
    let item = list.previousElementSibling;
    if (item?.localName !== 'li') {
      item = root.ownerDocument.createElement('li');
      item.setAttribute('style', 'list-style-type: none;');
      list.before(item);
    }
    item.append(list);
  }
}
