import { isMark } from './elements.ts';

/** Cells that the editor adds so that the rows of a table are equally long, and places in the grids that it makes of tables. */
const maxAdded = 5000;
const maxPlaces = 300_000;
/** ProseMirror compares each mark of a text with all others of it. */
const maxMarkPairs = 1_000_000;
const shallow = 4;

/**
 * The elements that the schema has nodes or marks for, and with which the editor would hold the page for many seconds: tables of few cells
 * that are thousands of columns wide, and texts deep in inline elements. A body of an ordinary article has none.
 */
export const costlyElements = (body: Element): Set<Element> => new Set([...costlyTables(body), ...costlyMarks(body)]);

function costlyTables(body: Element): Element[] {
  const total = { added: 0, places: 0 };
  return [...body.querySelectorAll('table')].filter((table) => {
    const { added, places } = gridOf(table);
    if (total.added + added > maxAdded || total.places + places > maxPlaces) return true;
    total.added += added;
    total.places += places;
    return false;
  });
}

function gridOf({ rows }: HTMLTableElement): { added: number; places: number } {
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
  const widest = widths.reduce((most, width) => Math.max(most, width), 0);
  const places = widest * widths.length;
  return { places, added: widths.reduce((left, width) => left - width, places) };
}

/** The elements at the depth from which on a body's inline elements are nested too often. */
function costlyMarks(body: Element): Element[] {
  let pairs = 0;
  const deep: Element[] = [];
  const visit = (parent: Element, depth: number) => {
    for (const node of parent.childNodes) {
      if (!(node instanceof Element) || node.childNodes.length === 0) pairs += depth ** 2;
      else if (!isMark(node)) visit(node, depth);
      else {
        if (depth === shallow) deep.push(node);
        visit(node, depth + 1);
      }
    }
  };
  visit(body, 0);
  return pairs > maxMarkPairs ? deep : [];
}
