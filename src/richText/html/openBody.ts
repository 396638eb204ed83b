import { DOMParser, type Node as DocNode, type Schema } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import { fixTables } from '@tiptap/pm/tables';
import { once } from 'es-toolkit';
import { costlyElements } from './costly.ts';
import { isBlank, isBlock, isLocated, looseSelector, markBoxes, opaqueSelector, trimmedLength } from './elements.ts';
import { isLosslessRoundTrip, parseBody } from './isLosslessRoundTrip.ts';
import { insertIslands, islandOf, narrowIslands, sourceOfNodes } from './islands.ts';
import { isPlain } from './plain.ts';
import { groupsOf, prepare, type ReadSource, sourceReaders } from './prepare.ts';
import { type Located, locate, type Range, type Source } from './source.ts';
import { isBare, toHtml } from './toHtml.ts';

export interface OpenBody {
  doc: DocNode;
  /** The source of a block. Its `html` is undefined if the block has changed since it was opened. */
  sourceOf(parent: DocNode, index: number): Source | undefined;
  /** The HTML of a later state of `doc`: unchanged blocks are written exactly as the source had them. */
  html(current: DocNode): string;
}

/** A block with its source, or a run of loose text. */
interface Item extends Source {
  html: string;
  nodes: Node[];
  /** Whether `html` is known to mean the same as the block; undefined until they are compared. */
  isLossless?: boolean;
}

const itemized = [looseSelector, 'ul', 'ol'].join(',');

/** @param earlier the body that the same editor showed before; undo may bring its blocks back */
export function openBody(html: string, schema: Schema, earlier?: OpenBody): OpenBody {
  keepMarkOrder(schema);
  const parser = DOMParser.fromSchema(schema);
  const lineBreak = html.includes('\r\n') ? '\r\n' : '\n';

  const parsed = () => {
    let located = locate(html, isLocated);
    if (markBoxes(located.body)) located = locate(html, () => true);
    insertIslands(located, html);
    const { body } = located;
    const chunks = itemsOf(html, located, body) ?? groupsOf(body).map((nodes) => itemOf(nodes, sourceOfNodes(nodes)));
    return { located, chunks };
  };
  const source = once(parsed);

  /** Parses chunks into blocks. @param chunks their nodes, and functions that find the items of their parts on call */
  function parse(
    chunks: [nodes: readonly Node[], readParts: () => readonly (Item | undefined)[]][],
  ): readonly DocNode[] {
    const holder = chunks[0]?.[0][0]?.ownerDocument?.createElement('div');
    if (!holder) return [];
    for (const [nodes, readParts] of chunks) {
      const parts = [nodes, ...containersOf(nodes).flatMap(groupsOf)];
      parts.forEach(([node], place) => {
        if (node) sourceReaders.set(node, () => readParts()[place]);
      });
      holder.append(...nodes);
    }
    return parser.parse(prepare(holder)).content.content;
  }

  /**
   * Parses plain chunks into blocks without locating them in the source. The result is undefined if the chunks of the
   * source differ, as with islands, or if the body has costly elements.
   */
  function plainBlocks(): (DocNode | undefined)[] | undefined {
    const body = parseBody(html);
    markBoxes(body);
    if (costlyElements(body).size > 0) return undefined;
    const groups = groupsOf(body);
    const plain = [...groups.entries()].filter(([, nodes]) => isPlainChunk(nodes));
    if (plain.length < groups.length && source().chunks.length !== groups.length) return undefined;
    const blocks = parse(
      plain.map(([index, nodes]) => [nodes, once(() => partsOf(html, source().located, source().chunks[index]))]),
    );
    if (blocks.length !== plain.length) return undefined;
    const built = new Map(plain.map(([index], at) => [index, blocks[at]]));
    return groups.map((_nodes, index) => built.get(index));
  }

  /** The block of an item; undefined if the schema cannot hold it as it is. */
  function build(located: Located, item: Item): DocNode | undefined {
    const parts = partsOf(html, located, item);
    const blocks = parse([[item.nodes, () => parts]]);
    item.isLossless = blocks.length === 1 && isLosslessRoundTrip(item.html, written(blocks, schema));
    return item.isLossless ? blocks[0] : undefined;
  }

  const fits = (holder: HTMLElement) => {
    const before = sourceOfNodes([...holder.childNodes]);
    return isLosslessRoundTrip(before, written(parser.parse(prepare(holder)).content.content, schema));
  };
  // The attempt to build a block changes its nodes, so a second attempt needs the source parsed again.
  const again = once(parsed);
  function buildNarrowed(index: number): DocNode | undefined {
    const { located, chunks } = source();
    const chunk = chunks[index];
    const block = chunk && build(located, chunk);
    if (block || !chunk) return block;
    const { located: anew } = again();
    const second = again().chunks[index] ?? chunk;
    const text = sourceOfNodes(second.nodes, second.html);
    const narrowed = { ...second, html: text, nodes: narrowIslands(second.nodes, anew, html, fits) };
    return build(anew, narrowed) ?? build(anew, { ...narrowed, nodes: [islandOf(text, located.body)] });
  }

  const known = (plainBlocks() ?? source().chunks.map(() => undefined))
    .map((block, index) => block ?? buildNarrowed(index))
    .filter((block) => block !== undefined);
  const doc = schema.topNodeType.createAndFill(null, known) ?? schema.topNodeType.create(null, known);

  /** The blocks as they were opened, by their source reader; undefined if the parser made two blocks of one. */
  const originals = once(() => {
    const found = new Map<ReadSource, DocNode | undefined>();
    doc.descendants((node) => {
      const read = node.attrs.item;
      if (read) found.set(read, found.has(read) ? undefined : node);
      return !node.isTextblock;
    });
    return found;
  });

  function sourceOf(parent: DocNode, index: number): Source | undefined {
    const node = parent.child(index);
    const read: ReadSource | null = node.attrs.item;
    const original = read && originals().get(read);
    const item = original && (read() as Item | undefined);
    if (!item) return earlier?.sourceOf(parent, index);
    // Undo brings back an equal block, not the same object.
    const isSame = (node === original || original.eq(node)) && !(node.attrs.bare && !isBare(parent, index));
    if (isSame) item.isLossless ??= isLosslessRoundTrip(item.html, toHtml(parent, index));
    return { lead: item.lead, trail: item.trail, html: isSame && item.isLossless ? item.html : undefined };
  }

  return {
    doc,
    sourceOf,
    html(current) {
      if (current.eq(doc)) return html;
      if (earlier && current.eq(earlier.doc)) return earlier.html(current);
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

const isPlainChunk = ([only, ...others]: Node[]): boolean =>
  others.length === 0 && only instanceof Element && isPlain(only);

/** The containers whose blocks and runs of text are items of their own. */
const containersOf = (nodes: readonly Node[]): Element[] =>
  nodes
    .filter((node) => node instanceof Element)
    .flatMap((node) => [...(node.matches(itemized) ? [node] : []), ...node.querySelectorAll(itemized)])
    .filter((container) => !container.closest(opaqueSelector));

/**
 * The chunk and the items in it, in the order in which `parse` goes through them. An item is undefined if its source is
 * not known.
 */
const partsOf = (html: string, located: Located, chunk: Item | undefined): (Item | undefined)[] => [
  chunk,
  ...containersOf(chunk?.nodes ?? []).flatMap(
    (container) => itemsOf(html, located, container) ?? groupsOf(container).map(() => undefined),
  ),
];

/** The items of a container with their sources; undefined if the sources are not known. */
function itemsOf(html: string, located: Located, container: Element): Item[] | undefined {
  const items: Item[] = [];
  const content = located.contentRangeOf(container);
  const keepsSpace = container.closest('pre, [style*="white-space"]') !== null;
  let at = content?.from ?? 0;
  for (const nodes of groupsOf(container)) {
    const whole = located.rangeOf(nodes);
    const range = whole && !keepsSpace ? withoutSpace(html, whole, nodes) : whole;
    const source = range && html.slice(range.from, range.to);
    // The parser moves text out of a table to the front of it, so a range may be out of order.
    if (!range || range.from < at || !source || isBlank(source)) return undefined;
    const isLossless = located.isTidy || undefined;
    items.push({ nodes, lead: html.slice(at, range.from), html: source, trail: '', isLossless });
    at = range.to;
  }
  const last = items.at(-1);
  if (last) last.trail = html.slice(at, content?.to);
  return content && items;
}

/**
 * Leaves out white space around loose text. It is visible between boxes that stand in a line, so it stays when the text
 * changes.
 */
function withoutSpace(html: string, { from, to }: Range, [first]: Node[]): Range {
  if (first && isBlock(first)) return { from, to };
  const text = html.slice(from, to);
  const start = from + (/^[ \t\r\n\f]*/.exec(text)?.[0].length ?? 0);
  const end = from + trimmedLength(text);
  return start < end ? { from: start, to: end } : { from, to };
}

/** Gives marks equal ranks, so that they stay nested as in the source: a span in a link differs from one around it. */
function keepMarkOrder(schema: Schema): void {
  for (const type of Object.values(schema.marks)) Object.assign(type, { rank: 0 });
}
