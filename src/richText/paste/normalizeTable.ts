/** The number of columns that HTML allows (the standard's "forming a table"). */
const maxColumns = 1000;

interface Place {
  cell: Element;
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/**
 * Makes every row of a pasted table as wide as the others, without cells over each other or beyond the last row. Rows
 * and columns in which no cell begins are removed, because they have no extent in a browser; columns that a `col`
 * declares stay.
 */
export function normalizeTable(table: Element): void {
  const { places, rows } = placeCells(table);
  const declared = [...table.querySelectorAll(':scope > colgroup > col, :scope > col')]
    .map((column) => spanOf(column, 'span', 1))
    .reduce((sum, span) => sum + span, 0);
  const width = places.reduce((most, { right }) => Math.max(most, right), 0);
  const columns = new Set(places.map(({ left }) => left));
  for (let column = 0; column < Math.min(declared, width); column++) columns.add(column);
  const filled = new Set(places.map(({ top }) => top));
  const within = (kept: ReadonlySet<number>, from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => from + index).filter((index) => kept.has(index)).length;

  const widths = rows.map(() => 0);
  for (const { cell, top, left, bottom, right } of places) {
    const colspan = within(columns, left, right);
    setSpan(cell, 'colspan', colspan);
    setSpan(cell, 'rowspan', within(filled, top, bottom));
    for (let row = top; row < bottom; row++) widths[row] = (widths[row] ?? 0) + colspan;
  }
  rows.forEach((row, index) => {
    if (!filled.has(index)) row.remove();
    const tag = row.querySelector(':scope > td') ? 'td' : 'th';
    for (let missing = columns.size - (widths[index] ?? 0); missing > 0; missing--)
      row.append(table.ownerDocument.createElement(tag));
  });
  if (places.length === 0) table.replaceWith(...(table.querySelector('caption')?.childNodes ?? []));
}

/** Finds the cells' places in the grid: each cell is at the first free column, across columns that are free. */
function placeCells(table: Element): { places: Place[]; rows: Element[] } {
  const rows = [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table);
  /** The end of each head, body and foot, beyond which no cell reaches. */
  const ends = new Map(rows.map((row, index) => [row.parentElement, index + 1]));
  const places: Place[] = [];
  /** The row at which a column is free again. */
  const freeAt: number[] = [];
  rows.forEach((row, top) => {
    const isFree = (column: number) => (freeAt[column] ?? 0) <= top;
    const end = ends.get(row.parentElement) ?? rows.length;
    let left = 0;
    for (const cell of row.children) {
      if (!cell.matches('td, th')) continue;
      while (!isFree(left)) left++;
      const most = Math.min(left + spanOf(cell, 'colspan', 1), Math.max(maxColumns, left + 1));
      let right = left + 1;
      while (right < most && isFree(right)) right++;
      const bottom = Math.min(top + spanOf(cell, 'rowspan', end), end);
      places.push({ cell, top, left, bottom, right });
      for (let column = left; column < right; column++) freeAt[column] = bottom;
      left = right;
    }
  });
  return { places, rows };
}

/** @param ofZero the span that 0 stands for */
function spanOf(cell: Element, name: string, ofZero: number): number {
  const span = Number.parseInt(cell.getAttribute(name) ?? '1', 10);
  return span === 0 ? ofZero : Math.max(span || 1, 1);
}

function setSpan(cell: Element, name: string, span: number): void {
  if (span > 1) cell.setAttribute(name, `${span}`);
  else cell.removeAttribute(name);
}
