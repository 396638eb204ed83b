import { randomId } from '../../../dataProvider/transport/writes.ts';

export const markTags = {
  bold: ['strong', 'b'],
  italic: ['em', 'i'],
  underline: ['u', 'ins'],
  strike: ['s', 'strike', 'del'],
  link: ['a'],
  inline: 'span font small big sub sup code kbd samp var tt mark abbr acronym cite dfn q bdi bdo time'.split(' '),
} as const;

/**
 * The element of inline decorations. It stands for no mark. So when ProseMirror parses text that an input method has
 * composed, it reads the text in this element as it was before.
 */
export const decorationTag = 'rt-decoration';

export const containerTags =
  'div section article aside header footer main nav center address figure figcaption fieldset legend dl dt dd'.split(
    ' ',
  );

const foreignBlocks = 'details summary form dialog hgroup menu search'.split(' ');
const textTags = 'p h1 h2 h3 h4 h5 h6'.split(' ');
const tableTags = 'table caption colgroup col thead tbody tfoot tr td th'.split(' ');

/** A random token that no text contains. */
export const token = randomId();

/** Stand-ins for HTML that the schema cannot hold: between blocks, in a text, and where a browser shows nothing. */
export const islandTags = { block: `rt-block-${token}`, inline: `rt-inline-${token}`, hidden: `rt-hidden-${token}` };
const islandNames = Object.values(islandTags);
export const islandSelector = islandNames.join(',');

/** Marks an inline element around blocks, such as a link around a box. The schema takes it for a container. */
export const boxMarker = 'data-rt-box';

/** Elements that may hold text and images without a paragraph. */
export const looseSelector = [...containerTags, 'blockquote', 'li', 'td', 'th', `[${boxMarker}]`].join(',');
export const textSelector = textTags.join(',');

const blocks = new Set([
  ...containerTags,
  ...textTags,
  ...tableTags,
  ...'pre hr ul ol li blockquote'.split(' '),
  ...foreignBlocks,
  islandTags.block,
]);
const marks = new Set<string>(Object.values(markTags).flat());
const films = ['video', 'audio'];
const leaves = new Set(['img', 'br', 'wbr', ...films]);

/** Whether the schema has no node or mark for an element. */
export const isForeign = ({ localName }: Element): boolean =>
  !marks.has(localName) &&
  !leaves.has(localName) &&
  !islandNames.includes(localName) &&
  (!blocks.has(localName) || foreignBlocks.includes(localName));

/** Names that `setAttribute` accepts, with which the editor writes attributes. A parser accepts more. */
const attributeName = /^[\p{L}_:][\p{L}\p{N}\p{M}\p{Pc}.:·-]*$/u;

/** Whether an element has an attribute that is reserved for this editor, or one that the editor cannot write. */
export const hasReservedAttribute = (element: Element): boolean =>
  element.getAttributeNames().some((name) => name.startsWith('data-rt-') || !attributeName.test(name));

/** Elements whose content the schema keeps as raw HTML. The editor does not edit it. */
export const opaqueSelector = [...films, 'caption', 'colgroup'].join(',');

/** Whether an element's place in the source is needed: for blocks, and for whatever may become an island. */
export const isLocated = (tag: string): boolean => !marks.has(tag) && !leaves.has(tag);

export const isBlock = (node: Node): boolean =>
  node instanceof Element && (blocks.has(node.localName) || node.hasAttribute(boxMarker));
export const isMark = (node: Node | null): node is Element =>
  node instanceof Element && marks.has(node.localName) && !node.hasAttribute(boxMarker);

const blockSelector = [...blocks].join(',');

/** Marks the inline elements around blocks. @returns whether there are any */
export function markBoxes(root: Element): boolean {
  const visited = new Set<Element>([root]);
  let hasBoxes = false;
  for (const block of root.querySelectorAll(blockSelector))
    for (let above = block.parentElement; above && !visited.has(above); above = above.parentElement) {
      visited.add(above);
      if (!marks.has(above.localName)) continue;
      above.setAttribute(boxMarker, '');
      hasBoxes = true;
    }
  return hasBoxes;
}

/** Whether an inline element has no text, or is a visible box around white space, such as the line of a form. */
export const isEmptyInline = (element: Element): boolean =>
  isMark(element) &&
  (element.textContent === '' || (isBlank(element.textContent ?? '') && hasBox(element))) &&
  [...element.querySelectorAll('*')].every(isMark);

const box = /^(display|width|height|min-.*|padding.*|border.*|background.*)$/;
const hasBox = (element: Element): boolean =>
  element.hasAttribute('class') || declarations(element.getAttribute('style') ?? '').some(([name]) => box.test(name));

/** Whether a text is only white space that HTML collapses. The no-break and the ideographic space count as text. */
export const isBlank = (text: string): boolean => !/[^ \t\r\n\f]/.test(text);

/** Returns the length of a text without its trailing white space. */
export function trimmedLength(text: string): number {
  let end = text.length;
  while (end > 0 && isBlank(text.charAt(end - 1))) end--;
  return end;
}

type Declaration = [property: string, value: string];

export const preservesWhiteSpace = /white-space:\s*(pre|break-spaces)/;

const closings: Readonly<Record<string, string>> = { '(': ')', '"': '"', "'": "'" };

/**
 * Splits a style at semicolons outside of brackets and quotes. Unlike a regular expression, it takes linear time for
 * brackets that are never closed.
 */
function splitDeclarations(style: string): string[] {
  const parts: string[] = [];
  const lasts = Object.fromEntries(Object.values(closings).map((closing) => [closing, style.lastIndexOf(closing)]));
  let start = 0;
  for (let at = 0; at <= style.length; at++) {
    const closing = closings[style[at] ?? ''];
    const end = closing && at < (lasts[closing] ?? -1) ? style.indexOf(closing, at + 1) : -1;
    if (end > 0) at = end;
    else if (closing || at === style.length || style[at] === ';') {
      if (at > start) parts.push(style.slice(start, at));
      start = at + 1;
    }
  }
  return parts;
}

/** The declarations of a style, parsed from text: the CSSOM drops what a CSP or the browser does not allow. */
function declarations(style: string): Declaration[] {
  return splitDeclarations(style).flatMap((part): Declaration[] => {
    const colon = part.indexOf(':');
    const property = part.slice(0, colon).trim().toLowerCase();
    const value = part.slice(colon + 1).trim();
    return colon > 0 && value ? [[property, value.replace(/\s+/g, ' ').replace(/ ?([,()]) ?/g, '$1')]] : [];
  });
}

export function styleValue(style: string | undefined, property: string): string | undefined {
  return declarations(style ?? '').findLast(([name]) => name === property)?.[1];
}

/** The width of an element in percent; undefined if it has another unit or none. */
export function percentWidth({ style, width }: Readonly<Record<string, string>>): number | undefined {
  const percent = /^(\d+(?:\.\d+)?)%$/.exec(styleValue(style, 'width') ?? width ?? '')?.[1];
  return percent === undefined ? undefined : Number(percent);
}

/** The style without the named properties; if there is a value, the first of them is set to it. */
export function withStyle(style: string | undefined, properties: readonly string[], value: string | null): string {
  const rest = declarations(style ?? '').filter(([name]) => !properties.includes(name));
  const added: Declaration[] = value === null || !properties[0] ? [] : [[properties[0], value]];
  return [...rest, ...added].map(([name, text]) => `${name}: ${text};`).join(' ');
}

const normalizers: Record<string, (value: string) => string> = {
  style: (value) =>
    declarations(value)
      .map((declaration) => declaration.join(':'))
      .join(';'),
  class: (value) => value.trim().replace(/\s+/g, ' '),
  colspan: (value) => (value === '1' ? '' : value),
  rowspan: (value) => (value === '1' ? '' : value),
};

/** An element's tag and attributes as text, independent of their order and of the spacing in styles. */
export function signature(element: Element): string {
  const attributes = [...element.attributes].flatMap(({ name, value }) => {
    if (name === boxMarker) return [];
    const text = normalizers[name]?.(value) ?? value;
    return name in normalizers && text === '' ? [] : [`${name}=${JSON.stringify(text)}`];
  });
  return [element.localName, ...attributes.sort()].join(' ');
}

const joinableAttributes = new Set(['style', 'color', 'face', 'size', 'href', 'target', 'rel', 'title', 'lang']);
const joinableStyle = /^(color|background(-color)?|font.*|line-height|letter-spacing|word-.*|text-.*)$/;

/**
 * Whether an element may be joined with an equal neighbour. It may not if it has a class (badges) or is inside an equal
 * element (`big` adds up).
 */
export function isJoinable(element: Element): boolean {
  const plain = [...element.attributes].every(({ name, value }) =>
    name === 'style'
      ? declarations(value).every(([property]) => joinableStyle.test(property))
      : joinableAttributes.has(name),
  );
  return plain && !hasTwinAbove(element);
}

function hasTwinAbove(element: Element): boolean {
  const own = signature(element);
  for (let above = element.parentElement; isMark(above); above = above.parentElement)
    if (signature(above) === own) return true;
  return false;
}
