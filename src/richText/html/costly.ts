import { isMark } from './elements.ts';

/** The editor adds cells so that the rows of a table are equally long. */
const maxAddedCells = 5000;
/** The places of all tables' grids. Where cells are merged downwards, ProseMirror goes through all rows before each row. */
const maxPlaces = 300_000;
const maxRowsPassed = 2_000_000;
/** ProseMirror compares each mark of a text with all others of it. */
const maxMarkPairs = 1_000_000;
const maxKeptDepth = 4;

/**
 * The elements that the schema has nodes or marks for, and with which the editor would hold the page for many seconds: tables of few cells
 * that are thousands of columns wide, and texts deep in inline elements. A body of an ordinary article has none.
 */
export const costlyElements = (body: Element): Set<Element> => new Set([...costlyTables(body), ...costlyMarks(body)]);

function costlyTables(body: Element): Element[] {
  const total = { addedCells: 0, places: 0, rowsPassed: 0 };
  const costly = new Set<Element>();
  for (const table of body.querySelectorAll('table')) {
    const isWithinCostly = [...costly].some((outer) => outer.contains(table));
    if (isWithinCostly) continue;
    const grid = gridOf(table);
    const addedCells = total.addedCells + grid.addedCells;
    const places = total.places + grid.places;
    const rowsPassed = total.rowsPassed + grid.rowsPassed;
    if (addedCells > maxAddedCells || places > maxPlaces || rowsPassed > maxRowsPassed) costly.add(table);
    else Object.assign(total, { addedCells, places, rowsPassed });
  }
  return [...costly];
}

function gridOf({ rows }: HTMLTableElement): { addedCells: number; places: number; rowsPassed: number } {
  const widths: number[] = [];
  /** How many places of merged cells end before a row. */
  const ends = new Map<number, number>();
  let merged = 0;
  for (const [at, row] of [...rows].entries()) {
    merged -= ends.get(at) ?? 0;
    let width = merged;
    for (const { colSpan, rowSpan } of row.cells) {
      width += colSpan;
      if (rowSpan <= 1) continue;
      merged += colSpan;
      ends.set(at + rowSpan, (ends.get(at + rowSpan) ?? 0) + colSpan);
    }
    widths.push(width);
  }
  const widest = widths.reduce((max, width) => Math.max(max, width), 0);
  const places = widest * widths.length;
  const addedCells = widths.reduce((left, width) => left - width, places);
  return { places, addedCells, rowsPassed: ends.size > 0 ? widths.length ** 2 / 2 : 0 };
}

/** The elements at the depth from which on a body's inline elements are nested too often. */
function costlyMarks(body: Element): Element[] {
  let pairs = 0;
  const tooDeep: Element[] = [];
  const visit = (parent: Element, depth: number) => {
    for (const node of parent.childNodes) {
      if (!(node instanceof Element) || node.childNodes.length === 0) pairs += depth ** 2;
      else if (!isMark(node)) visit(node, depth);
      else {
        if (depth === maxKeptDepth) tooDeep.push(node);
        visit(node, depth + 1);
      }
    }
  };
  visit(body, 0);
  return pairs > maxMarkPairs ? tooDeep : [];
}
