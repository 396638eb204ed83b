import type { Attrs, Node as DocNode, Mark } from '@tiptap/pm/model';
import { TableMap } from '@tiptap/pm/tables';
import type { PreservedAttributes } from '../schema/preservedAttributes.ts';
import { preservesWhiteSpace, token } from './elements.ts';
import { innerHtml } from './prepare.ts';
import type { Source } from './source.ts';

const noBreakSpace = '\u00a0';
const page = document.implementation.createHTMLDocument('');

export type SourceOf = (parent: DocNode, index: number) => Source | undefined;

interface Writer {
  sourceOf: SourceOf | undefined;
  /** HTML that no parser and serializer may respell, by the number of the comment that holds its place. */
  verbatim: string[];
  /** Writes the clipboard's replacement of an island. If it is set, spaces stay as they are. */
  copyIsland?: (island: DocNode) => string;
}

const places = new RegExp(`<!--${token}(\\d+)-->`, 'g');

/** Writes a block. Style attributes are text, so that no browser rewrites them. `lineBreak`: that of the source. */
export function toHtml(parent: DocNode, index: number, sourceOf?: SourceOf, lineBreak = '\n'): string {
  const writer = { sourceOf, verbatim: [] as string[] };
  return write(writer, (holder) => appendBlock(holder, parent, index, writer), lineBreak);
}

/** Writes the content of a node, blocks or a text, for the clipboard. */
export function toClipboardHtml(parent: DocNode, copyIsland: (island: DocNode) => string): string {
  const writer: Writer = { sourceOf: undefined, verbatim: [], copyIsland };
  return write(writer, (holder) =>
    parent.isTextblock ? appendInline(holder, parent, writer) : appendBlocks(holder, parent, writer, false),
  );
}

function write({ verbatim }: Writer, append: (holder: Element) => void, lineBreak = '\n'): string {
  const holder = page.createElement('div');
  append(holder);
  return innerHtml(holder)
    .replaceAll('\n', lineBreak)
    .replace(places, (_place, number) => verbatim[number] ?? '');
}

const islandHtml = (node: DocNode, { copyIsland }: Writer): string => copyIsland?.(node) ?? node.attrs.html;

function appendVerbatim(into: Element, html: string, { verbatim }: Writer): void {
  if (html) into.append(page.createComment(`${token}${verbatim.push(html) - 1}`));
}

/** Whether a paragraph is written without its tag: the source had none, and its neighbours still allow that. */
export function isBare(parent: DocNode, index: number): boolean {
  const wants = (node: DocNode | null | undefined) =>
    node?.type.name === 'paragraph' &&
    (node.attrs.bare ?? /^table(Cell|Header)$/.test(parent.type.name)) &&
    Object.keys(node.attrs.preserved).length === 0;
  return (
    wants(parent.maybeChild(index)) && !wants(parent.maybeChild(index - 1)) && !wants(parent.maybeChild(index + 1))
  );
}

type Write = (element: Element, node: DocNode, writer: Writer, isTight: boolean) => void;

const writers: Record<string, Write> = {
  table: appendRows,
  codeBlock: (element, node, writer) => appendInline(element, node, writer),
};

/**
 * Whether a list item was made in the editor, in a list whose other items have no paragraphs of their own. Its text is
 * then written without a paragraph, which browsers would set apart.
 */
function isTight(list: DocNode, index: number): boolean {
  const item = list.child(index);
  const isNew = item.type.name === 'listItem' && item.attrs.item === null;
  return isNew && list.children.every((other) => other.attrs.item === null || other.firstChild?.attrs.bare !== false);
}

const isParagraph = (node: DocNode | null | undefined) => node?.type.name === 'paragraph';

/** Whether a block is a paragraph without paragraphs beside it, and has no attributes to lose. */
const isAlone = (parent: DocNode, index: number) =>
  isParagraph(parent.child(index)) &&
  Object.keys(parent.child(index).attrs.preserved).length === 0 &&
  !isParagraph(parent.maybeChild(index - 1)) &&
  !isParagraph(parent.maybeChild(index + 1));

function appendBlock(into: Element, parent: DocNode, index: number, writer: Writer, isInTight = false): void {
  const node = parent.child(index);
  const isUnwrapped = isInTight && isAlone(parent, index);
  const source = isUnwrapped ? undefined : writer.sourceOf?.(parent, index);
  const html = node.type.name === 'island' ? islandHtml(node, writer) : source?.html;
  appendVerbatim(into, source?.lead ?? '', writer);
  if (html === undefined) {
    const element = isUnwrapped || isBare(parent, index) ? into : into.appendChild(elementOf(node.attrs));
    const append = writers[node.type.name] ?? (node.isTextblock ? appendText : appendBlocks);
    append(element, node, writer, writer.sourceOf !== undefined && isTight(parent, index));
  } else appendVerbatim(into, html, writer);
  appendVerbatim(into, source?.trail ?? '', writer);
}

function appendBlocks(element: Element, node: DocNode, writer: Writer, isInTight: boolean): void {
  node.forEach((_child, _offset, index) => {
    appendBlock(element, node, index, writer, isInTight);
  });
}

function appendText(element: Element, node: DocNode, writer: Writer): void {
  appendInline(element, node, writer, !writer.copyIsland && !preservesWhiteSpace.test(node.attrs.preserved.style));
  const { tail } = node.attrs;
  const isEmpty = node.content.size === 0;
  const fits = tail && tail.alone === isEmpty;
  element.append(fragmentOf(fits ? tail.html : isEmpty ? '<br>' : ''));
}

/** @param spaces whether spaces that HTML would collapse become no-break spaces, because somebody typed them */
function appendInline(element: Element, node: DocNode, writer: Writer, spaces = false): void {
  let open: { mark: Mark; element: Element }[] = [];
  let gap = true;
  node.forEach((child) => {
    const differs = child.marks.findIndex((mark, depth) => !open[depth]?.mark.eq(mark));
    open = open.slice(0, differs === -1 ? child.marks.length : differs);
    for (const mark of child.marks.slice(open.length)) {
      const into = open.at(-1)?.element ?? element;
      open.push({ mark, element: into.appendChild(elementOf(mark.attrs)) });
    }
    const into = open.at(-1)?.element ?? element;
    if (child.isText) appendLines(into, child.text ?? '');
    else if (child.type.name === 'inlineIsland') appendVerbatim(into, islandHtml(child, writer), writer);
    else if (child.attrs.html === undefined) into.append(leafOf(child));
    else appendVerbatim(into, child.attrs.html, writer);
    if (!child.isText) gap = child.type.name === 'hardBreak';
  });

  /** Code that was dragged into a text has line feeds there. */
  function appendLines(into: Element, text: string): void {
    const [first = '', ...lines] = spaces ? text.split('\n') : [text];
    into.append(textOf(first));
    for (const line of lines) {
      gap = true;
      into.append(page.createElement('br'), textOf(line));
    }
  }

  function textOf(text: string): string {
    if (!spaces) return text;
    return text.replace(/[\s\S]/g, (character) => {
      const shown = character === ' ' && gap ? noBreakSpace : character;
      gap = character === ' ';
      return shown;
    });
  }
}

function leafOf({ type, attrs }: DocNode): Node {
  const element = elementOf(attrs);
  if (type.name === 'film') element.append(fragmentOf(attrs.inner));
  return element;
}

/** Rows go back into the head, body or foot that they came from; a new row joins the one before it. */
function appendRows(table: Element, node: DocNode, writer: Writer): void {
  table.append(headOf(node));
  const sections: (Attrs | null)[] = node.children.map((row) => row.attrs.section);
  const first = sections.find(Boolean) ?? { place: 0, tag: 'tbody', preserved: {} };
  let open: { place: unknown; element: Element } | undefined;
  node.forEach((_row, _offset, index) => {
    const section = sections.slice(0, index + 1).findLast(Boolean) ?? first;
    if (!open || open.place !== section.place)
      open = { place: section.place, element: table.appendChild(elementOf(section)) };
    appendBlock(open.element, node, index, writer);
  });
}

/** The head of a table. `col`s beyond the last column are left out, because they would add columns. */
function headOf(table: DocNode): DocumentFragment {
  const head = fragmentOf(table.attrs.head ?? '');
  const columns = [...head.querySelectorAll('col')];
  const { width } = TableMap.get(table);
  for (const column of columns.slice(width)) column.remove();
  return head;
}

function elementOf(attrs: Attrs): Element {
  const element = page.createElement(attrs.tag);
  const preserved: PreservedAttributes = attrs.preserved;
  const spans = Object.entries({ colspan: attrs.colspan, rowspan: attrs.rowspan }).filter(([, span]) => span > 1);
  for (const [name, value] of [...Object.entries(preserved), ...spans]) element.setAttribute(name, `${value}`);
  if (attrs.id) element.setAttribute('id', attrs.id);
  return element;
}

function fragmentOf(html: string): DocumentFragment {
  const template = page.createElement('template');
  template.innerHTML = html;
  return template.content;
}
