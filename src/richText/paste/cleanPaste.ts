import { isBlank, styleValue, withStyle } from '../html/elements.ts';
import { putListsRight } from '../html/isLosslessRoundTrip.ts';
import { rulesOf } from './css.ts';
import { wordLists } from './wordLists.ts';

const office =
  /urn:schemas-microsoft-com:office|class=["']?(Mso|xl\d)|mso-|content=["']?(Word|Excel|PowerPoint|OneNote|LibreOffice|OpenOffice)|docs-internal-guid|\blst-kix|data-(lark|sheets|docx)|google-sheets-html-origin|Kingsoft|WPS Office|notionvc/i;

/** Removes from pasted HTML what programs write for themselves, and turns their styles into lists and formats. */
export function cleanPaste(page: Document, html: string): void {
  const { body } = page;
  const isOffice = office.test(html);
  if (isOffice) {
    for (const element of [...body.querySelectorAll('span, a, b, i, font')].toReversed())
      if (isIdle(element) && element.closest('p, li, td, th, h1, h2, h3, h4, h5, h6') === null) element.remove();
    wordLists(page);
    takeTableRules(page);
  }
  for (const element of page.querySelectorAll('xmp, script, meta, link, title, xml, br.Apple-interchange-newline'))
    element.remove();
  for (const element of body.querySelectorAll('*')) dropPrivate(element);
  if (!isOffice) return;
  for (const element of body.querySelectorAll('*')) if (isWrapper(element)) unwrap(element);
  for (const element of [...body.querySelectorAll('*')].toReversed()) cleanOffice(element);
  for (const item of body.querySelectorAll('li[style]'))
    if (item.querySelector('ul, ol') || item.nextElementSibling?.matches('ul, ol')) moveColor(item);
  for (const element of [...body.querySelectorAll('div')].toReversed()) takeDiv(element);
  putPastedListsRight(body);
  for (const text of body.querySelectorAll('li > p:only-child, td > p:only-child, th > p:only-child'))
    if (
      text.attributes.length === 0 &&
      [...(text.parentNode?.childNodes ?? [])].every((node) => node === text || isBlank(node.textContent ?? ''))
    )
      unwrap(text);
}

const isIdle = (element: Element): boolean => element.childElementCount === 0 && isBlank(element.textContent ?? '');

const ruled = 'font-weight font-style text-decoration color background background-color text-align'.split(' ');

/** Copies the styles of classes to cells, because Excel and WPS format cells by classes. */
function takeTableRules(page: Document): void {
  for (const { selector, style } of rulesOf(page)) {
    if (!/^[\w-]*\.[\w-]+$/.test(selector)) continue;
    const rules = ruled.flatMap((property) => {
      const value = styleValue(style, property);
      return value ? [`${property}: ${value};`] : [];
    });
    if (rules.length === 0) continue;
    for (const cell of page.querySelectorAll(`table :is(${selector})`))
      if (/^(td|th|font|span)$/.test(cell.localName))
        cell.setAttribute('style', `${rules.join(' ')} ${cell.getAttribute('style') ?? ''}`);
  }
}

const privateClass =
  /^(Mso|Apple-|gmail|xl\d|et\d|font\d|lark|ace-|docx?-|notion|kix|lst-kix|js_darkmode|SpellE|GramE|western|cjk|ctl$)/;

function dropPrivate(element: Element): void {
  for (const name of element.getAttributeNames())
    if (/^(data|aria)-|^(role|contenteditable|tabindex|spellcheck)$|:/.test(name)) element.removeAttribute(name);
  const classes = [...element.classList].filter((name) => !privateClass.test(name));
  if (classes.length > 0) element.setAttribute('class', classes.join(' '));
  else element.removeAttribute('class');
  if (element.getAttribute('dir') === 'ltr') element.removeAttribute('dir');
}

const plainColor = /^(windowtext|black|auto|inherit|initial|currentcolor|#000(000)?|rgb\(0,0,0\))$/i;
const noColor = /^(transparent|none|auto|white|inherit|initial|#fff(fff)?|rgb\(255,255,255\))$/i;
const cellSelector = 'td, th';

/** The style properties that are kept, each with a test whether a value has any effect. */
const keptStyles: Record<string, (value: string, element: Element) => boolean> = {
  'text-align': (value, element) => /^(center|right|justify)$/.test(value) && !element.matches('span'),
  'text-indent': (value, element) => Number.parseFloat(value) > 0 && element.matches('p'),
  color: (value, element) => !plainColor.test(value) && element.closest('a') === null,
  'background-color': (value) => !noColor.test(value),
  'list-style-type': (value, element) => element.matches('ol, ul, li') && !/^(disc|circle|square|decimal)$/.test(value),
  width: (value, element) => Number.parseFloat(value) > 0 && element.matches('table, td, th, col, img'),
  'vertical-align': (value, element) => element.matches(cellSelector) && /^(top|middle)$/.test(value),
  'border-collapse': () => true,
  'font-weight': (value, element) => /^(normal|400)$/.test(value) && isWithin(element, 'b, strong'),
  'font-style': (value, element) => value === 'normal' && isWithin(element, 'i, em'),
};
const isWithin = (element: Element, selector: string): boolean =>
  element.matches('span, font') && (element.parentElement?.closest(selector) ?? null) !== null;
const borders = ['border', 'border-top', 'border-right', 'border-bottom', 'border-left'];

const formats: [tag: string, same: string, isSet: (style: string) => boolean][] = [
  [
    'strong',
    'b, strong, th, h1, h2, h3, h4, h5, h6',
    (style) => /^(bold|bolder|[6-9]00)$/.test(styleValue(style, 'font-weight') ?? ''),
  ],
  ['em', 'i, em', (style) => /^(italic|oblique)/.test(styleValue(style, 'font-style') ?? '')],
  ['u', 'u, ins, a', (style) => /underline/.test(styleValue(style, 'text-decoration') ?? '')],
  ['s', 's, del, strike', (style) => /line-through/.test(styleValue(style, 'text-decoration') ?? '')],
  ['sup', 'sup', (style) => styleValue(style, 'vertical-align') === 'super'],
  ['sub', 'sub', (style) => styleValue(style, 'vertical-align') === 'sub'],
];

const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);

/** Whether an element is a program's own, Google's `b` around everything copied, or a link's target in the document. */
const isWrapper = (element: Element): boolean =>
  /^[ovw]:|^(google-sheets|byte-sheet)-html-origin$/.test(element.localName) ||
  (/^(b|strong)$/.test(element.localName) &&
    /^(normal|400)$/.test(styleValue(element.getAttribute('style') ?? '', 'font-weight') ?? '')) ||
  (element.localName === 'a' && /^(#_|$)/.test(element.getAttribute('href') ?? ''));

/** Cleans an element of an office program: formats become elements; other styles, names and wrappers are removed. */
function cleanOffice(element: Element): void {
  const color = element.matches('font') && element.getAttribute('color');
  const style = `${color ? `color: ${color};` : ''}${element.getAttribute('style') ?? ''}`;
  if (styleValue(style, 'display') === 'none' || styleValue(style, 'mso-hide') === 'all') {
    element.remove();
    return;
  }
  for (const name of ['class', 'id', 'name', 'lang', 'face', 'size', 'color']) {
    const isCode = name === 'class' && /\blanguage-/.test(element.className);
    if (!isCode && !(/^(size|color)$/.test(name) && element.matches('hr'))) element.removeAttribute(name);
  }
  if (element.matches('td, th, tr')) element.removeAttribute('height');
  if (element.matches('table') && element.getAttribute('border') === '0') element.setAttribute('border', '1');
  if (element.matches('span, font, td, th, p, li')) wrapFormats(element, style);
  setStyle(element, style);
  if (/^(span|font)$/.test(element.localName) && element.attributes.length === 0) unwrap(element);
  else if (element.matches('font')) toSpan(element);
  else if (/^(span|b|i|u|strong|em)$/.test(element.localName) && element.childNodes.length === 0) element.remove();
}

/** Moves an item's colour to its text, so that the lists in it do not inherit it. */
function moveColor(item: Element): void {
  const style = item.getAttribute('style') ?? '';
  const color = styleValue(style, 'color');
  if (!color) return;
  const rest = withStyle(style, ['color'], null);
  if (rest) item.setAttribute('style', rest);
  else item.removeAttribute('style');
  for (const child of [...item.childNodes]) {
    if (isBlank(child.textContent ?? '') || (child instanceof Element && child.matches('ul, ol'))) continue;
    const coloured = child instanceof Element && child.matches('p') ? child : item.ownerDocument.createElement('span');
    coloured.setAttribute('style', `color: ${color}; ${coloured.getAttribute('style') ?? ''}`.trim());
    if (coloured === child) continue;
    child.replaceWith(coloured);
    coloured.append(child);
  }
}

function toSpan(element: Element): void {
  const span = element.ownerDocument.createElement('span');
  span.setAttribute('style', element.getAttribute('style') ?? '');
  span.append(...element.childNodes);
  element.replaceWith(span);
}

function wrapFormats(element: Element, style: string): void {
  // The style of a list item is that of its number.
  if (element.matches('li') || isBlank(element.textContent ?? '')) return;
  for (const [tag, same, isSet] of formats) {
    if (!isSet(style) || element.closest(same)) continue;
    const blocks = [...element.querySelectorAll('p')];
    for (const block of blocks.length > 0 ? blocks : [element]) {
      const wrapper = block.ownerDocument.createElement(tag);
      wrapper.append(...block.childNodes);
      for (const inner of wrapper.querySelectorAll(tag)) unwrap(inner);
      block.append(wrapper);
    }
  }
}

function setStyle(element: Element, style: string): void {
  const values = { ...Object.fromEntries(Object.keys(keptStyles).map((name) => [name, styleValue(style, name)])) };
  const fill = /^(#\w+|[a-z]+|rgba?\([^)]*\))/i.exec(styleValue(style, 'background') ?? '')?.[0];
  values['background-color'] ??= fill;
  const indent = styleValue(style, 'mso-char-indent-count');
  if (values['text-indent'] && indent) values['text-indent'] = `${Number(indent)}em`;
  const kept = Object.entries(values).flatMap(([name, value]) =>
    value && keptStyles[name]?.(value, element) ? [`${name}: ${value};`] : [],
  );
  const lines = element.matches(cellSelector)
    ? borders.flatMap((name) => {
        const value = styleValue(style, name);
        return value && value !== 'none' ? [`${name}: ${value.replace('windowtext', 'currentcolor')};`] : [];
      })
    : [];
  const all = [...kept, ...lines].join(' ');
  if (all) element.setAttribute('style', all);
  else element.removeAttribute('style');
}

/** Turns a `div` without a meaning of its own into a paragraph, or removes it from around its blocks. */
function takeDiv(element: Element): void {
  if (element.attributes.length > 0 && element.getAttribute('align') === null) return;
  const hasBlocks =
    element.querySelector('p, div, ul, ol, table, h1, h2, h3, h4, h5, h6, pre, blockquote, hr') !== null;
  if (hasBlocks) {
    unwrap(element);
    return;
  }
  const paragraph = element.ownerDocument.createElement('p');
  paragraph.append(...element.childNodes);
  element.replaceWith(paragraph);
}

/** Moves lists within lists into items, and removes items that are empty or contain nothing but a list. */
function putPastedListsRight(body: Element): void {
  putListsRight(body);
  const hasContent = (node: Node) =>
    node instanceof Element
      ? !node.matches('ul, ol, br') &&
        (!isBlank(node.textContent?.replaceAll('\u00a0', '') ?? '') ||
          node.querySelector('img') !== null ||
          node.matches('img'))
      : node instanceof Text && !isBlank(node.data.replaceAll('\u00a0', ''));
  for (const item of [...body.querySelectorAll('li')].toReversed()) {
    if ([...item.childNodes].some(hasContent)) continue;
    const lists = [...item.children].filter((child) => child.matches('ul, ol'));
    const before = item.previousElementSibling;
    if (before?.matches('li')) before.append(...lists);
    else item.before(...lists.flatMap((list) => [...list.children]));
    item.remove();
  }
  for (const list of body.querySelectorAll('ul, ol')) if (list.childElementCount === 0) list.remove();
}
