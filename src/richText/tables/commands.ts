import type { Command } from '@tiptap/core';
import type { EditorState } from '@tiptap/pm/state';
import { CellSelection, isInTable, selectedRect, tableNodeTypes } from '@tiptap/pm/tables';
import { type ColumnWidths, moveBorder, setColumnWidths, shownWidths, writtenWidths } from './columnWidths.ts';

type Header = 'row' | 'column';

function headerCells(state: EditorState) {
  const { table, map, tableStart } = selectedRect(state);
  const type = tableNodeTypes(state.schema).header_cell;
  const isHeader = (cell: number) => table.nodeAt(cell)?.type === type;
  const cells = {
    row: map.cellsInRect({ left: 0, right: map.width, top: 0, bottom: 1 }),
    column: map.cellsInRect({ left: 0, right: 1, top: 0, bottom: map.height }),
  };
  return { cells, corner: map.map[0], tableStart, isHeader };
}

/** Whether the first row or column of the table around the selection consists of header cells. */
export function hasHeader(state: EditorState, header: Header): boolean {
  const { cells, isHeader } = headerCells(state);
  return cells[header].every(isHeader);
}

export function toggleHeader(header: Header): Command {
  return ({ state, tr }) => {
    if (!isInTable(state)) return false;
    const { cells, corner, tableStart, isHeader } = headerCells(state);
    const isOn = cells[header].every(isHeader);
    const others = cells[header === 'row' ? 'column' : 'row'].filter((cell) => cell !== corner);
    const isShared = others.length > 0 && others.every(isHeader);
    const { cell: plain, header_cell: marked } = tableNodeTypes(state.schema);
    for (const cell of cells[header]) {
      if (isOn ? cell === corner && isShared : isHeader(cell)) continue;
      const { scope: _scope, ...preserved } = tr.doc.nodeAt(tableStart + cell)?.attrs.preserved ?? {};
      const scope = header === 'row' ? 'col' : 'row';
      const attrs = isOn ? { tag: 'td', preserved } : { tag: 'th', preserved: { ...preserved, scope } };
      const before = tr.doc.nodeAt(tableStart + cell)?.attrs;
      tr.setNodeMarkup(tableStart + cell, isOn ? plain : marked, { ...before, ...attrs });
    }
    return true;
  };
}

export const canMerge = ({ selection }: EditorState): boolean =>
  selection instanceof CellSelection && selection.$anchorCell.pos !== selection.$headCell.pos;

export function canSplit(state: EditorState): boolean {
  const { table, map, left, top } = selectedRect(state);
  const { colspan, rowspan } = table.nodeAt(map.map[top * map.width + left] ?? 0)?.attrs ?? {};
  return !canMerge(state) && (colspan > 1 || rowspan > 1);
}

/** After columns were added or deleted: where widths are written, all columns get one, and together they are the table. */
export const fitColumns: Command = ({ state, tr }) => {
  if (!isInTable(state)) return true;
  const { table, tableStart } = selectedRect(state);
  const widths = writtenWidths(table);
  if (widths) setColumnWidths(tr, tableStart - 1, widths);
  return true;
};

const resize =
  (change: (widths: ColumnWidths, column: number) => ColumnWidths): Command =>
  ({ state, tr, view }) => {
    if (!isInTable(state)) return false;
    const { table, tableStart, right } = selectedRect(state);
    const widths = writtenWidths(table) ?? shownWidths(view, table, tableStart - 1);
    setColumnWidths(tr, tableStart - 1, change(widths, right - 1));
    return true;
  };

/** @param by per cent of the table, taken from the next column; from the one before for the last. */
export const widenColumn = (by: number): Command =>
  resize((widths, column) =>
    column < widths.length - 1 ? moveBorder(widths, column, by) : moveBorder(widths, column - 1, -by),
  );

export const evenColumns: Command = resize((widths) => widths.map(() => 100 / widths.length));
