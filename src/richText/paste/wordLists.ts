import { styleValue } from '../html/elements.ts';
import { type Rule, rulesOf } from './css.ts';

interface Place {
  list: string;
  level: number;
}

interface Numbering {
  tag: 'ul' | 'ol';
  /** The numbering of an `ol`: a value of its `type` attribute, or a `list-style-type`. */
  type?: string;
  number?: number;
}

interface Open extends Place, Numbering {
  margin: string;
  element: Element;
  item: Element;
  next: number;
}

/**
 * Makes lists of paragraphs. Word and WPS write list items as paragraphs that carry the list's number and level in
 * `mso-list`, and the marker as text.
 */
export function wordLists(page: Document): void {
  const rules = rulesOf(page);
  const formats = new Map(
    rules.flatMap(({ selector, style }) => {
      const [, list, level] = /^@list (l\d+):level(\d+)$/.exec(selector) ?? [];
      return list ? [[`${list} ${level}`, styleValue(style, 'mso-level-number-format') ?? 'decimal']] : [];
    }),
  );
  let open: Open[] = [];
  let previous: Element | null = null;
  for (const paragraph of page.querySelectorAll('p, div, pre, h1, h2, h3, h4, h5, h6')) {
    const place = placeOf(paragraph, rules);
    if (paragraph.previousElementSibling !== previous) open = openLists(paragraph.previousElementSibling);
    const continued = open.findLast(({ margin }) => margin === marginOf(paragraph));
    if (place && /^h\d$/.test(paragraph.localName)) keepMarker(paragraph);
    else if (place) {
      const numbering = numberingOf(takeMarker(paragraph), formats.get(`${place.list} ${place.level}`));
      if (isEmptyItem(paragraph)) {
        paragraph.remove();
        continue;
      }
      open = appendItem(open, place, numbering, paragraph);
      previous = open[0]?.element ?? null;
    } else if (continued && /^MsoListParagraph/.test(paragraph.className)) {
      open = open.slice(0, open.indexOf(continued) + 1);
      continued.item.append(paragraph);
    }
  }
}

/**
 * Returns a real list that is not finished, and the unfinished lists in it. Word writes some items as items of real
 * lists, which the paragraphs after them continue.
 */
function openLists(element: Element | null): Open[] {
  const item = [...(element?.children ?? [])].findLast((child) => child.matches('li'));
  const place = item && placeIn(item.getAttribute('style'));
  if (!element?.matches('ul, ol') || !place) return [];
  const tag = element.matches('ol') ? 'ol' : 'ul';
  const type = tag === 'ol' && element.getAttribute('type') !== '1' ? element.getAttribute('type') : null;
  const next = Number(element.getAttribute('start') ?? 1) + element.querySelectorAll(':scope > li').length;
  const own: Open = { ...place, tag, type: type ?? undefined, margin: 'none', element, item, next };
  return [own, ...openLists(element.lastElementChild)];
}

function placeIn(style: string | null | undefined): Place | undefined {
  const [, list, level] = /(l\d+) level(\d+)/.exec(styleValue(style ?? '', 'mso-list') ?? '') ?? [];
  return list ? { list, level: Number(level) } : undefined;
}

/** Finds list and level in the paragraph's style or, if it has a marker, in the style of its class. */
function placeOf(paragraph: Element, rules: readonly Rule[]): Place | undefined {
  const own = placeIn(paragraph.getAttribute('style'));
  if (own || !paragraph.className || markerOf(paragraph).length === 0) return own;
  const classed = rules
    .filter(({ selector }) => selector.endsWith(`.${paragraph.className}`))
    .map(({ style }) => placeIn(style));
  return classed.find(Boolean) ?? { list: 'l0', level: 1 };
}

const marginOf = (paragraph: Element): string => styleValue(paragraph.getAttribute('style') ?? '', 'margin-left') ?? '';

function appendItem(before: readonly Open[], place: Place, numbering: Numbering, paragraph: Element): Open[] {
  const page = paragraph.ownerDocument;
  const open = before.filter(({ level }) => level <= place.level);
  const same = open.at(-1);
  const isOther = (list: Open) =>
    list.tag !== numbering.tag || (list.level === 1 && list.list !== place.list) || list.type !== numbering.type;
  if (same?.level === place.level && isOther(same)) open.pop();
  let list = open.at(-1);
  const item = page.createElement('li');
  if (list?.level !== place.level) {
    const element = page.createElement(numbering.tag);
    if (numbering.type?.includes('-')) element.setAttribute('style', `list-style-type: ${numbering.type};`);
    else if (numbering.type) element.setAttribute('type', numbering.type);
    const start = numbering.number ?? 1;
    if (numbering.tag === 'ol' && start !== 1) element.setAttribute('start', `${start}`);
    if (list) list.item.append(element);
    else paragraph.before(element);
    list = { ...place, ...numbering, margin: marginOf(paragraph), element, item, next: start };
    open.push(list);
  }
  const number = numbering.number ?? list.next;
  if (numbering.tag === 'ol' && number !== list.next) item.setAttribute('value', `${number}`);
  list.next = number + 1;
  list.item = item;
  list.element.append(item);
  item.append(...paragraph.childNodes);
  const align = styleValue(paragraph.getAttribute('style') ?? '', 'text-align');
  if (align) item.setAttribute('style', `text-align: ${align};`);
  paragraph.remove();
  return open;
}

/** Whether nothing of an item is shown. The items after it keep their numbers. */
const isEmptyItem = (paragraph: Element): boolean =>
  /display:\s*none/.test(paragraph.getAttribute('style') ?? '') ||
  ((paragraph.textContent ?? '').replaceAll('\u00a0', ' ').trim() === '' && paragraph.querySelector('img') === null);

const isComment = (node: Node, text: string): boolean => node instanceof Comment && node.data.startsWith(text);

/** The nodes of the marker: what stands between two conditional comments, or is marked as a marker. */
function markerOf(paragraph: Element): Node[] {
  const comments = paragraph.ownerDocument.createTreeWalker(paragraph, NodeFilter.SHOW_COMMENT);
  while (comments.nextNode()) {
    if (!isComment(comments.currentNode, '[if !supportLists]')) continue;
    const nodes = [...(comments.currentNode.parentNode?.childNodes ?? [])];
    const from = nodes.indexOf(comments.currentNode as Comment);
    const to = nodes.findIndex((node, index) => index > from && isComment(node, '[endif]'));
    if (to !== -1) return nodes.slice(from + 1, to);
  }
  const ignored = [...paragraph.querySelectorAll('span')].find(
    (span) => styleValue(span.getAttribute('style') ?? '', 'mso-list')?.toLowerCase() === 'ignore',
  );
  return ignored ? [ignored] : [];
}

const textOf = (nodes: readonly Node[]): string =>
  nodes
    .map((node) => node.textContent ?? '')
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();

function takeMarker(paragraph: Element): { text: string; isSymbol: boolean } {
  const nodes = markerOf(paragraph);
  const elements = nodes.filter((node) => node instanceof Element);
  const styles = elements.flatMap((node) => [node.outerHTML]).join('');
  for (const node of nodes) node.parentNode?.removeChild(node);
  return { text: textOf(nodes), isSymbol: /font-family:\s*["']?(Symbol|Wingdings|Webdings)/i.test(styles) };
}

/** Keeps a numbered heading as a heading, with its number as text. */
function keepMarker(heading: Element): void {
  const nodes = markerOf(heading);
  const [first] = nodes;
  const text = textOf(nodes);
  if (first && text) first.parentNode?.insertBefore(heading.ownerDocument.createTextNode(`${text} `), first);
  for (const node of nodes) node.parentNode?.removeChild(node);
}

const chinese = '一二三四五六七八九';
const chineseNumber = (text: string): number => {
  const [tens = '', ones = ''] = text.includes('十') ? text.split('十') : ['0', text];
  const digit = (sign: string) => chinese.indexOf(sign) + 1;
  return (text.includes('十') ? (tens ? digit(tens) : 1) * 10 : 0) + (ones ? digit(ones) : 0);
};
const letterNumber = (text: string): number => text.toLowerCase().charCodeAt(0) - 96;
const romans: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };
const romanNumber = (text: string): number =>
  [...text.toLowerCase()].reduce((sum, sign, index, all) => {
    const [value = 0, next = 0] = [romans[sign], romans[all[index + 1] ?? '']];
    return sum + (value < next ? -value : value);
  }, 0);

/** Reads the numbering from the format that Word's style sheet names. If it names none, the marker decides. */
function numberingOf({ text, isSymbol }: { text: string; isSymbol: boolean }, format?: string): Numbering {
  if (format === 'bullet' || isSymbol) return { tag: 'ul' };
  const [, decimal] = /(?<!\d)(\d+)[.)）、．:：]?$/.exec(text.trimEnd()) ?? [];
  if (decimal) return { tag: 'ol', number: Number(decimal) };
  const circled = text.codePointAt(0) ?? 0;
  if (circled >= 0x2460 && circled <= 0x2473) return { tag: 'ol', number: circled - 0x245f };
  const [, sign] = new RegExp(`([${chinese}十]+)`).exec(text) ?? [];
  if (sign) return { tag: 'ol', type: 'cjk-ideographic', number: chineseNumber(sign) };
  const [, letters, end] = /^[(（]?([a-z]+)([.)）、]?)$/i.exec(text) ?? [];
  // Word's hollow bullet is the letter o.
  if (letters && (end || format || letters !== 'o')) {
    const isUpper = letters === letters.toUpperCase();
    const isRoman = format ? format.startsWith('roman') : /^[ivx]+$/i.test(letters);
    if (isRoman) return { tag: 'ol', type: isUpper ? 'I' : 'i', number: romanNumber(letters) };
    if (letters.length === 1) return { tag: 'ol', type: isUpper ? 'A' : 'a', number: letterNumber(letters) };
  }
  return format && !text ? { tag: 'ol' } : { tag: 'ul' };
}
