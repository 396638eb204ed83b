import type { Node as DocNode } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { TableMap } from '@tiptap/pm/tables';
import type { EditorView } from '@tiptap/pm/view';
import { percentWidth, styleValue, withStyle } from '../html/elements.ts';
import type { PreservedAttributes } from '../schema/preservedAttributes.ts';

/** In per cent of the table. */
export type ColumnWidths = readonly number[];

const narrowest = 4;
const rounded = (width: number) => Math.round(width * 100) / 100;

/** The widths that the cells have as per cent, completed and scaled to 100; undefined where none has one. */
export function writtenWidths(table: DocNode): ColumnWidths | undefined {
  const map = TableMap.get(table);
  const known = Array.from({ length: map.width }, (_, column) => {
    const cells = map.cellsInRect({ left: column, right: column + 1, top: 0, bottom: map.height });
    const attributes = cells.map((cell) => table.nodeAt(cell)?.attrs ?? {});
    return attributes.filter(({ colspan }) => colspan === 1).map((attrs) => percentWidth(attrs.preserved))[0];
  });
  const given = known.filter((width) => width !== undefined);
  if (given.length === 0) return undefined;
  const sum = given.reduce((total, width) => total + width, 0);
  const left = (100 - sum) / (known.length - given.length);
  const share = left >= narrowest ? left : sum / given.length;
  const complete = known.map((width) => width ?? share);
  const total = complete.reduce((before, width) => before + width, 0);
  return complete.map((width) => (width * 100) / total);
}

/** @param start the position before the table */
export function shownWidths(view: EditorView, table: DocNode, start: number): ColumnWidths {
  const map = TableMap.get(table);
  const edges: number[] = [];
  for (const cell of new Set(map.map)) {
    const dom = view.nodeDOM(start + 1 + cell);
    if (!(dom instanceof Element)) continue;
    const { left, right } = map.findCell(cell);
    const box = dom.getBoundingClientRect();
    edges[left] = box.left;
    edges[right] = box.right;
  }
  const all = (edges.at(-1) ?? 0) - (edges[0] ?? 0);
  const widths = Array.from({ length: map.width }, (_, column) => {
    const [from, to] = [edges[column], edges[column + 1]];
    return from === undefined || to === undefined || all <= 0 ? 100 / map.width : ((to - from) * 100) / all;
  });
  const total = widths.reduce((sum, width) => sum + width, 0);
  return widths.map((width) => (width * 100) / total);
}

/** Gives a column some of the width of the next one, or takes it back. */
export function moveBorder(widths: ColumnWidths, column: number, by: number): ColumnWidths {
  const [left = 0, right = 0] = widths.slice(column, column + 2);
  const most = Math.max(right - narrowest, 0);
  const least = Math.min(narrowest - left, 0);
  const moved = Math.min(Math.max(by, least), most);
  return widths.map((width, index) => width + (index === column ? moved : index === column + 1 ? -moved : 0));
}

/**
 * Makes the last column wider or narrower, and the table with it; the others stay as wide as they are.
 * @param share of the page that the table takes, in per cent
 * @param by in per cent of the table as it was
 */
export function moveEdge(widths: ColumnWidths, share: number, by: number): { widths: ColumnWidths; share: number } {
  const least = Math.min(narrowest - (widths.at(-1) ?? 0), 0);
  const most = Math.max((100 * 100) / share - 100, 0);
  const moved = Math.min(Math.max(by, least), most);
  const scale = 100 / (100 + moved);
  const last = widths.length - 1;
  return {
    widths: widths.map((width, index) => (index === last ? width + moved : width) * scale),
    share: rounded(share / scale),
  };
}

/** Each cell with its columns' share. */
export function cellWidths(table: DocNode, widths: ColumnWidths): { cell: number; width: string }[] {
  const map = TableMap.get(table);
  return [...new Set(map.map)].map((cell) => {
    const { left, right } = map.findCell(cell);
    const width = widths.slice(left, right).reduce((sum, each) => sum + each, 0);
    return { cell, width: `${rounded(width)}%` };
  });
}

/**
 * Written into the styles of all cells: a `col` would not reach readers of feeds and mail, and pixels not fit a phone.
 * @param start the position before the table
 * @param share of the page that a table takes that has no width yet, or with `isResized` any
 */
export function setColumnWidths(
  tr: Transaction,
  start: number,
  widths: ColumnWidths,
  share = 100,
  isResized = false,
): void {
  const table = tr.doc.nodeAt(start);
  if (!table) return;
  for (const { cell, width } of cellWidths(table, widths)) setWidth(tr, start + 1 + cell, width);
  const { preserved, head } = table.attrs;
  if (isResized || (!styleValue(preserved.style, 'width') && !preserved.width))
    setWidth(tr, start, `${rounded(share)}%`);
  if (head) tr.setNodeAttribute(start, 'head', withoutColumnWidths(head));
}

function setWidth(tr: Transaction, position: number, width: string): void {
  const { width: _before, ...preserved }: PreservedAttributes = tr.doc.nodeAt(position)?.attrs.preserved ?? {};
  const style = withStyle(preserved.style, ['width'], width);
  if (style !== preserved.style || _before) tr.setNodeAttribute(position, 'preserved', { ...preserved, style });
}

function withoutColumnWidths(head: string): string {
  const template = document.createElement('template');
  template.innerHTML = head;
  for (const column of template.content.querySelectorAll('col, colgroup')) {
    column.removeAttribute('width');
    const style = withStyle(column.getAttribute('style') ?? '', ['width'], null);
    if (style) column.setAttribute('style', style);
    else column.removeAttribute('style');
  }
  return template.innerHTML;
}
