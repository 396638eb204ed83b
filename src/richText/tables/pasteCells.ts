import { Extension } from '@tiptap/core';
import { type Node as DocNode, Fragment, type Schema, type Slice } from '@tiptap/pm/model';
import { EditorState, Plugin, Selection, type Transaction } from '@tiptap/pm/state';
import { CellSelection, fixTables, isInTable, selectionCell, TableMap, tableNodeTypes } from '@tiptap/pm/tables';
import type { EditorView } from '@tiptap/pm/view';
import { setColumnWidths, writtenWidths } from './columnWidths.ts';

interface Rect {
  top: number;
  left: number;
  bottom: number;
  right: number;
}
interface Placed extends Rect {
  cell: DocNode;
}

/**
 * Pastes cells over the cells of a table. prosemirror-tables does the same, but throws if the last pasted cell is
 * merged, or if a merged cell of the table reaches into the target area.
 */
export const pasteCells = Extension.create({
  name: 'pasteCells',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handlePaste(view, _event, slice) {
          const source = isInTable(view.state) && !isWithinCell(slice) && tableOf(slice, view.state.schema);
          if (!source) return false;
          pasteTable(view, source);
          return true;
        },
      },
    }),
  ],
});

/**
 * Whether a slice is part of the content of one cell, such as a word. ProseMirror copies the cell around it too, open
 * at both ends.
 */
function isWithinCell({ content, openStart, openEnd }: Slice): boolean {
  let nodes = content;
  for (let depth = Math.min(openStart, openEnd); depth > 0 && nodes.childCount === 1; depth--) {
    if (roleOf(nodes) === 'cell') return true;
    nodes = nodes.firstChild?.content ?? Fragment.empty;
  }
  return false;
}

/** The cells of a slice as a table of their own; undefined if the slice contains something else too. */
function tableOf({ content, openStart, openEnd }: Slice, schema: Schema): DocNode | undefined {
  const { table, row } = tableNodeTypes(schema);
  let nodes = content;
  for (let depth = Math.min(openStart, openEnd); depth > 0 && !roleOf(nodes) && nodes.childCount === 1; depth--)
    nodes = nodes.firstChild?.content ?? Fragment.empty;
  const rows = { table: nodes.firstChild?.content, row: nodes, cell: Fragment.from(row.create(null, nodes)) };
  const role = roleOf(nodes);
  if (!role || (role === 'table' && nodes.childCount > 1)) return undefined;
  const doc = schema.topNodeType.create(null, table.create(null, rows[role]));
  return (fixTables(EditorState.create({ doc }))?.doc ?? doc).firstChild ?? undefined;
}

/** The table role of the nodes; undefined if they have several. */
function roleOf(nodes: Fragment): 'table' | 'row' | 'cell' | undefined {
  const roles = new Set(nodes.content.map(({ type }) => String(type.spec.tableRole).replace('header_', '')));
  const [role] = roles;
  return roles.size === 1 && (role === 'table' || role === 'row' || role === 'cell') ? role : undefined;
}

function pasteTable(view: EditorView, source: DocNode): void {
  const { state } = view;
  const { selection, tr } = state;
  const $cell = selectionCell(state);
  const table = $cell.node(-1);
  const start = $cell.start(-1);
  const map = TableMap.get(table);
  const { width, height } = TableMap.get(source);
  const isSelected = selection instanceof CellSelection;
  const target = isSelected
    ? map.rectBetween(selection.$anchorCell.pos - start, selection.$headCell.pos - start)
    : map.findCell($cell.pos - start);
  const { top, left } = target;
  // Selected cells are filled; the pasted cells are repeated as often as needed.
  const rect = isSelected ? target : { top, left, bottom: top + height, right: left + width };
  const cells = [...cellsOf(table).flatMap((placed) => cutAroundTarget(placed, rect)), ...repeated(source, rect)];
  replaceCells(tr, start, cells);

  const pasted = tr.doc.nodeAt(start - 1);
  const widths = rect.right > map.width && pasted && writtenWidths(table) ? writtenWidths(pasted) : undefined;
  if (widths) setColumnWidths(tr, start - 1, widths);
  const after = TableMap.get(tr.doc.nodeAt(start - 1) ?? table);
  // The caret stands behind the last cell's text. If the cells were selected, the next key would empty them.
  const last = start + (after.map[(rect.bottom - 1) * after.width + rect.right - 1] ?? 0);
  const end = last + (tr.doc.nodeAt(last)?.nodeSize ?? 1) - 1;
  tr.setSelection(Selection.near(tr.doc.resolve(end), -1));
  view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
}

function cellsOf(table: DocNode): Placed[] {
  const map = TableMap.get(table);
  return [...new Set(map.map)].flatMap((position) => {
    const cell = table.nodeAt(position);
    return cell ? [{ ...map.findCell(position), cell }] : [];
  });
}

/** A cell of the table, cut where it reaches into the target area; none if it begins there. */
function cutAroundTarget(placed: Placed, rect: Rect): Placed[] {
  const { top, left, bottom, right } = placed;
  if (bottom <= rect.top || top >= rect.bottom || right <= rect.left || left >= rect.right) return [placed];
  if (top < rect.top) return [{ ...placed, bottom: rect.top }];
  return left < rect.left ? [{ ...placed, right: rect.left }] : [];
}

/** The cells of a table, repeated as often as the target area has room, and cut off at its end. */
function repeated(table: DocNode, rect: Rect): Placed[] {
  const { width, height } = TableMap.get(table);
  const placed: Placed[] = [];
  for (let row = rect.top; row < rect.bottom; row += height)
    for (let column = rect.left; column < rect.right; column += width)
      for (const { cell, top, left, bottom, right } of cellsOf(table))
        if (row + top < rect.bottom && column + left < rect.right)
          placed.push({
            cell,
            top: row + top,
            left: column + left,
            bottom: Math.min(row + bottom, rect.bottom),
            right: Math.min(column + right, rect.right),
          });
  return placed;
}

/** Writes the cells into the table, and empty ones between them. Unchanged parts are not touched. */
function replaceCells(tr: Transaction, start: number, cells: readonly Placed[]): void {
  const before = tr.doc.nodeAt(start - 1);
  if (!before) return;
  const { row: rowType, cell: cellType, header_cell: headerType } = tableNodeTypes(before.type.schema);
  const height = Math.max(before.childCount, ...cells.map(({ bottom }) => bottom));
  const width = Math.max(TableMap.get(before).width, ...cells.map(({ right }) => right));
  const grid = Array.from({ length: height }, () => Array<Placed | undefined>(width).fill(undefined));
  for (const placed of cells)
    for (const row of grid.slice(placed.top, placed.bottom)) row.fill(placed, placed.left, placed.right);

  let position = start + before.content.size;
  for (let index = height - 1; index >= 0; index--) {
    const old = before.maybeChild(index);
    const isHeading = old?.lastChild?.type === headerType;
    const fresh = (grid[index] ?? []).flatMap((placed, column) => {
      if (!placed) return (isHeading ? headerType : cellType).createAndFill() ?? [];
      return placed.top === index && placed.left === column ? sized(placed) : [];
    });
    if (old) position -= old.nodeSize;
    if (old) replaceChildren(tr, position + 1, old, fresh);
    else tr.insert(position, rowType.create(null, fresh));
  }
}

function sized({ cell, top, left, bottom, right }: Placed): DocNode {
  const [colspan, rowspan] = [right - left, bottom - top];
  if (cell.attrs.colspan === colspan && cell.attrs.rowspan === rowspan) return cell;
  return cell.type.create({ ...cell.attrs, colspan, rowspan, colwidth: null }, cell.content);
}

function replaceChildren(tr: Transaction, start: number, parent: DocNode, children: readonly DocNode[]): void {
  const old = parent.children;
  let same = 0;
  while (same < old.length && old[same] === children[same]) same++;
  let sameAtEnd = 0;
  while (
    sameAtEnd < Math.min(old.length, children.length) - same &&
    old.at(-1 - sameAtEnd) === children.at(-1 - sameAtEnd)
  )
    sameAtEnd++;
  if (same === old.length && same === children.length) return;
  const sizeOf = (nodes: readonly DocNode[]) => nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const from = start + sizeOf(old.slice(0, same));
  const to = start + parent.content.size - sizeOf(old.slice(old.length - sameAtEnd));
  tr.replaceWith(from, to, children.slice(same, children.length - sameAtEnd));
}
