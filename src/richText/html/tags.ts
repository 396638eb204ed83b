/** Inline elements that the editor holds as marks, by the mark's name. */
export const markTags = {
  bold: ['strong', 'b'],
  italic: ['em', 'i'],
  underline: ['u', 'ins'],
  strike: ['s', 'strike', 'del'],
  link: ['a'],
  inline: 'span font small big sub sup code kbd samp var tt mark abbr cite dfn q bdi bdo time'.split(' '),
} as const;

/** Blocks that the editor holds as they are, around other blocks. */
export const containerTags =
  'div section article aside header footer main nav center address figure figcaption dl dt dd'.split(' ');

const textTags = 'p h1 h2 h3 h4 h5 h6'.split(' ');
const tableTags = 'table caption colgroup col thead tbody tfoot tr td th'.split(' ');

/** Where loose text and images stand directly, without a paragraph of their own. */
export const looseSelector = [...containerTags, 'blockquote', 'li', 'td', 'th'].join(',');
export const textSelector = textTags.join(',');

const blocks = new Set([
  ...containerTags,
  ...textTags,
  ...tableTags,
  ...'pre hr ul ol li blockquote details summary fieldset form'.split(' '),
]);
const marks = new Set<string>(Object.values(markTags).flat());

export const isBlock = (node: Node): boolean => node instanceof Element && blocks.has(node.localName);
export const isMark = (node: Node | null): node is Element => node instanceof Element && marks.has(node.localName);

/** An inline element around nothing: an anchor's target, an icon of a font. */
export const isEmptyInline = (element: Element): boolean =>
  isMark(element) && element.textContent === '' && [...element.querySelectorAll('*')].every(isMark);

/** White space that HTML collapses. The no-break and the ideographic space are text. */
export const isBlank = (text: string): boolean => !/[^ \t\r\n\f]/.test(text);
