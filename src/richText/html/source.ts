import { isBlock } from './elements.ts';
import { hasMisplacedList, parseBody } from './isLosslessRoundTrip.ts';

export interface Range {
  from: number;
  to: number;
}

/** A block's text in the source, and the text before and after it. A block without `html` is written anew. */
export interface Source {
  lead: string;
  html: string | undefined;
  trail: string;
}
interface Tag extends Range {
  name: string;
  isEnd: boolean;
}

const rawText = /^(script|style|textarea|title|xmp|iframe|noembed|noframes)$/;
const voidTags = /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;

/** The tags with their positions, as the HTML standard's tokenizer finds them (13.2.5). */
function scanTags(html: string): Tag[] {
  const tags: Tag[] = [];
  const opening = /<!--(?:-?>)?|<[!?]|<\/?[^>]/g;
  const part =
    /[\t\n\f\r /]+|=?[^\t\n\f\r />=]+(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"[^"]*"|'[^']*'|[^\t\n\f\r "'>][^\t\n\f\r >]*)?)?|=/y;
  /** The end of the first match from here, else the end of the text. */
  const after = (pattern: RegExp, at: number) => {
    pattern.lastIndex = at;
    return pattern.test(html) ? pattern.lastIndex : html.length;
  };
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    const [text] = found;
    if (text.startsWith('<!--')) {
      if (text === '<!--') opening.lastIndex = after(/--!?>/g, opening.lastIndex);
      continue;
    }
    if (!/[a-z]$/i.test(text)) {
      // `<3` is text, `</3` and `<!x` are comments.
      opening.lastIndex = /^<[!?/]/.test(text) ? after(/>/g, opening.lastIndex) : found.index + 1;
      continue;
    }
    const isEnd = text.startsWith('</');
    const start = found.index + (isEnd ? 2 : 1);
    let at = after(/[^\t\n\f\r />]+/g, start);
    const name = html.slice(start, at).toLowerCase();
    for (part.lastIndex = at; part.test(html); ) at = part.lastIndex;
    if (html[at] !== '>') break;
    tags.push({ name, isEnd, from: found.index, to: at + 1 });
    opening.lastIndex = at + 1;
    if (!isEnd && rawText.test(name)) opening.lastIndex = after(new RegExp(`(?=</${name}[\\t\\n\\f\\r />])`, 'gi'), at);
  }
  return tags;
}

const marker = 'data-rt-at';

/** The range of an element, and of the content between its tags. */
type Ranges = Range & { content: Range };

export type Located = ReturnType<typeof locate>;

/**
 * Parses HTML and finds the ranges of its elements in the source. If the HTML is not tidy, a range may be wrong, so its
 * text must be compared with the element before it is used.
 * @param isLocated tells by the tag whether the element's range is needed
 */
export function locate(html: string, isLocated: (tag: string) => boolean) {
  const tags = scanTags(html);
  let text = '';
  let done = 0;
  tags.forEach(({ name, isEnd, from }, index) => {
    if (isEnd || !isLocated(name)) return;
    const end = from + 1 + name.length;
    text += `${html.slice(done, end)} ${marker}="${index}"`;
    done = end;
  });
  const body = parseBody(text + html.slice(done));
  const starts: [Element, number][] = [...body.querySelectorAll(`[${marker}]`)].flatMap((element) => {
    const index = Number(element.getAttribute(marker));
    if (!isLocated(element.localName) || tags[index]?.name !== element.localName) return [];
    element.removeAttribute(marker);
    return [[element, index]];
  });

  const ranges = new Map<Element, Ranges>([
    [body, { from: 0, to: html.length, content: { from: 0, to: html.length } }],
  ]);
  starts.forEach(([element, index], order) => {
    const { name, from, to } = tags[index] as Tag;
    let following = order + 1;
    while (element.contains(starts[following]?.[0] ?? null)) following++;
    const next = starts[following];
    const limit = next ? (tags[next[1]]?.from ?? 0) : html.length;
    const end = voidTags.test(name) ? { from: to, to } : endTag(tags, index, limit);
    // A parent comes before its children. An end tag that is left out has no length.
    const last = Math.min(limit, ranges.get(element.parentElement ?? body)?.content.to ?? html.length);
    const { from: contentTo, to: outerTo } = end ?? { from: last, to: last };
    ranges.set(element, { from, to: outerTo, content: { from: to, to: contentTo } });
  });

  const rangeOf = (node: Node): Ranges | undefined => (node instanceof Element ? ranges.get(node) : undefined);
  return {
    body,
    isTidy: isTidy(tags, body, new Map(starts)) && !hasMisplacedList(body),
    contentRangeOf: (element: Element): Range | undefined => ranges.get(element)?.content,
    /** The range of an element, or of everything between two blocks. */
    rangeOf(nodes: readonly Node[]): Range | undefined {
      const [first, last] = [nodes[0], nodes.at(-1)];
      if (!first || !last) return undefined;
      const known = nodes.length === 1 ? rangeOf(first) : undefined;
      if (known || isBlock(first)) return known;
      const content = first.parentElement ? rangeOf(first.parentElement)?.content : undefined;
      const from = first.previousSibling ? rangeOf(first.previousSibling)?.to : content?.from;
      const to = last.nextSibling ? rangeOf(last.nextSibling)?.from : content?.to;
      return from === undefined || to === undefined || from > to ? undefined : { from, to };
    },
    replace(nodes: readonly Node[], replacement: Element): void {
      const [first] = nodes;
      const range = this.rangeOf(nodes);
      first?.parentNode?.insertBefore(replacement, first);
      for (const node of nodes) node.parentNode?.removeChild(node);
      if (range) ranges.set(replacement, { ...range, content: range });
    },
  };
}

/** Whether the parser took the tags as they are: it closed and moved nothing, but may have added table bodies. */
function isTidy(tags: readonly Tag[], body: Element, starts: ReadonlyMap<Element, number>): boolean {
  const located = new Set(starts.values());
  const open: number[] = [];
  const parents = new Map<number, number | undefined>();
  for (const [index, { name, isEnd }] of tags.entries()) {
    if (isEnd) {
      const start = open.pop();
      if (start === undefined || tags[start]?.name !== name) return false;
      continue;
    }
    parents.set(
      index,
      open.findLast((start) => located.has(start)),
    );
    if (!voidTags.test(name)) open.push(index);
  }
  const elements = [...body.querySelectorAll('*')];
  const added = elements.filter((element) => /^(tbody|colgroup)$/.test(element.localName) && !starts.has(element));
  if (open.length > 0 || elements.length - added.length !== parents.size) return false;
  return [...starts].every(([element, index]) => {
    let parent = element.parentElement;
    while (parent && parent !== body && !starts.has(parent)) parent = parent.parentElement;
    return parents.get(index) === (parent ? starts.get(parent) : undefined);
  });
}

function endTag(tags: Tag[], index: number, limit: number): Tag | undefined {
  let depth = 1;
  for (let at = index + 1; (tags[at]?.from ?? limit) < limit; at++) {
    if (tags[at]?.name !== tags[index]?.name) continue;
    depth += tags[at]?.isEnd ? -1 : 1;
    if (depth === 0) return tags[at];
  }
  return undefined;
}
