import { DOMParser, type Node as DocNode, type Schema } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import { fixTables } from '@tiptap/pm/tables';
import { isBlank, isBlock, isLocated, looseSelector, markBoxes, opaqueSelector } from './elements.ts';
import { isLosslessRoundTrip } from './isLosslessRoundTrip.ts';
import { groupsOf, insertIslands, islandOf, narrowIslands, sourceOfNodes } from './islands.ts';
import { isPlain } from './plain.ts';
import { markers, prepare } from './prepare.ts';
import { type Located, locate, type Range } from './source.ts';
import { isBare, type Source, toHtml, unknownItem } from './toHtml.ts';

export type OpenBody = ReturnType<typeof openBody>;

/** A block with its source, or a run of loose text. */
interface Item extends Source {
  html: string;
  nodes: Node[];
  /** Whether `html` is known to mean the same as the block; undefined until they are compared. */
  isTrue?: boolean;
}

const itemized = [looseSelector, 'ul', 'ol'].join(',');
let count = 0;

export function openBody(html: string, schema: Schema) {
  keepMarkOrder(schema);
  const parser = DOMParser.fromSchema(schema);
  const items = new Map<string, Item>();
  const lineBreak = html.includes('\r\n') ? '\r\n' : '\n';

  /** Numbers blocks and runs: blocks by an attribute, runs in `runs`. */
  function number(item: Item, runs: Map<Node, string>): void {
    const [first] = item.nodes;
    if (!first) return;
    const id = `${++count}`;
    items.set(id, item);
    if (first instanceof Element && isBlock(first)) first.setAttribute(markers.item, id);
    else runs.set(first, id);
  }

  /** The block of an item; nothing if the schema cannot hold it as it is. */
  function build(located: Located, item: Item): DocNode | undefined {
    const runs = new Map<Node, string>();
    const holder = located.body.ownerDocument.createElement('div');
    const [only, ...others] = item.nodes;
    const isSure = others.length === 0 && only instanceof Element && isPlain(only);
    for (const node of item.nodes) {
      if (!(node instanceof Element)) continue;
      for (const container of [...(node.matches(itemized) ? [node] : []), ...node.querySelectorAll(itemized)])
        if (isSure || !container.closest(opaqueSelector))
          for (const inner of itemsOf(html, located, container) ?? []) number(inner, runs);
    }
    number(item, runs);
    holder.append(...item.nodes);
    for (const entry of holder.querySelectorAll(`li:not([${markers.item}])`))
      entry.setAttribute(markers.item, unknownItem);
    const { content } = parser.parse(prepare(holder, true, runs));
    item.isTrue =
      content.childCount === 1 && (isSure || isLosslessRoundTrip(item.html, written(content.content, schema)));
    return item.isTrue ? (content.firstChild ?? undefined) : undefined;
  }

  const parsed = () => {
    let located = locate(html, isLocated);
    if (markBoxes(located.body)) located = locate(html, () => true);
    insertIslands(located, html);
    const { body } = located;
    const chunks = itemsOf(html, located, body) ?? groupsOf(body).map((nodes) => itemOf(nodes, sourceOfNodes(nodes)));
    return { located, chunks };
  };
  const fits = (holder: HTMLElement) => {
    const before = sourceOfNodes([...holder.childNodes]);
    return isLosslessRoundTrip(before, written(parser.parse(prepare(holder)).content.content, schema));
  };
  const { located, chunks } = parsed();
  // The attempt to build a block changes its nodes.
  let again: ReturnType<typeof parsed> | undefined;
  const blocks = chunks.map((chunk, index) => {
    const block = build(located, chunk);
    if (block) return block;
    again ??= parsed();
    const second = again.chunks[index] ?? chunk;
    const source = sourceOfNodes(second.nodes, second.html);
    const narrowed = { ...second, html: source, nodes: narrowIslands(second.nodes, again.located, html, fits) };
    return (
      build(again.located, narrowed) ?? build(again.located, { ...narrowed, nodes: [islandOf(source, located.body)] })
    );
  });
  const known = blocks.filter((block) => block !== undefined);
  const doc = schema.topNodeType.createAndFill(null, known) ?? schema.topNodeType.create(null, known);

  const originals = new Map<string, DocNode>();
  doc.descendants((node) => {
    const { item } = node.attrs;
    // The parser made two blocks of one.
    if (originals.has(item)) items.delete(item);
    if (item) originals.set(item, node);
  });

  function sourceOf(parent: DocNode, index: number): Source | undefined {
    const node = parent.child(index);
    const item = items.get(node.attrs.item);
    if (!item) return undefined;
    const original = originals.get(node.attrs.item);
    // Undo brings back an equal block, not the same object.
    const isSame = (node === original || original?.eq(node)) && !(node.attrs.bare && !isBare(parent, index));
    if (isSame) item.isTrue ??= isLosslessRoundTrip(item.html, toHtml(parent, index));
    return { lead: item.lead, trail: item.trail, html: isSame && item.isTrue ? item.html : undefined };
  }

  return {
    doc,
    /** The HTML of a later state of `doc`: unchanged blocks are written exactly as the source had them. */
    html(current: DocNode): string {
      if (current.eq(doc)) return html;
      if (isEmpty(current)) return '';
      return current.content.content
        .map((_node, index) => {
          const { lead, html: source, trail } = sourceOf(current, index) ?? {};
          return source === undefined ? toHtml(current, index, sourceOf, lineBreak) : `${lead}${source}${trail}`;
        })
        .join('');
    },
  };
}

const isEmpty = (doc: DocNode): boolean =>
  doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.firstChild.content.size === 0;

/** The HTML that results if every block is edited. */
function written(blocks: readonly DocNode[], schema: Schema): string {
  const doc = schema.topNodeType.createAndFill(null, blocks) ?? schema.topNodeType.create(null, blocks);
  // The editor completes missing table cells at its first transaction.
  const shown = fixTables(EditorState.create({ doc }))?.doc ?? doc;
  return shown.content.content.map((_node, index) => toHtml(shown, index)).join('');
}

const itemOf = (nodes: Node[], html: string): Item => ({ nodes, html, lead: '', trail: '' });

/** What a container holds, with the sources; nothing if they are not known. */
function itemsOf(html: string, located: Located, container: Element): Item[] | undefined {
  const items: Item[] = [];
  const content = located.contentRangeOf(container);
  const keepsSpace = container.closest('pre, [style*="white-space"]') !== null;
  let at = content?.from ?? 0;
  for (const nodes of groupsOf(container)) {
    const whole = located.rangeOf(nodes);
    const range = whole && !keepsSpace ? withoutSpace(html, whole, nodes) : whole;
    const source = range && html.slice(range.from, range.to);
    // The parser moves text in front of a table.
    if (!range || range.from < at || !source || isBlank(source)) return undefined;
    const isTrue = located.isTidy || undefined;
    items.push({ nodes, lead: html.slice(at, range.from), html: source, trail: '', isTrue });
    at = range.to;
  }
  const last = items.at(-1);
  if (last) last.trail = html.slice(at, content?.to);
  return content && items;
}

/** White space around loose text shows between boxes that stand in a line, so it stays when the text changes. */
function withoutSpace(html: string, { from, to }: Range, [first]: Node[]): Range {
  if (first && isBlock(first)) return { from, to };
  const text = html.slice(from, to);
  const start = from + (/^[ \t\r\n\f]*/.exec(text)?.[0].length ?? 0);
  const end = to - (/[ \t\r\n\f]*$/.exec(text)?.[0].length ?? 0);
  return start < end ? { from: start, to: end } : { from, to };
}

/** With equal ranks marks stay as the source nests them: a coloured span in a link and around it differ. */
function keepMarkOrder(schema: Schema): void {
  for (const type of Object.values(schema.marks)) Object.assign(type, { rank: 0 });
}
