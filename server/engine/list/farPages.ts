import { dataVersionOf } from '../../database/dataVersion.ts';
import type { Db, Row } from '../../database/tables.ts';
import type { Ordered } from './order.ts';
import type { ListPlan } from './plan.ts';
import type { Window } from './queryFilter.ts';

const far = 500; // a page that skips at most this many rows is read by its offset
const maxLists = 200;
const maxStarts = 200;

/** Known page starts of a list: the record before each page, by the number of rows before it. Valid for one data version. */
interface PageStarts {
  n: number;
  after: Map<number, Record<string, unknown>>;
}

const startsByDatabase = new WeakMap<Db, Map<string, PageStarts>>();

export const isFar = ({ offset = 0, limit, heavy }: Window, order: Ordered[]) =>
  offset >= far && limit !== undefined && !heavy && order.every(({ mayBeNone }) => !mayBeNone);

/** A known place in a list: the number of rows before it, and the values of the last of them. */
export interface PageStart {
  at: number;
  values: Record<string, unknown>;
}
/** The offset of the window counts from the start, else from the beginning of the list. */
type Read = (window: Window, start?: PageStart) => Promise<Row[]>;

/**
 * Starts after the record before the page, else counts from the nearest known start. Notes its own and the next.
 * @param key the same for lists of the same records in the same order
 */
export async function farRows(
  { db, entity, order }: Pick<ListPlan, 'db' | 'entity' | 'order'>,
  key: string,
  window: Window,
  read: Read,
): Promise<Row[]> {
  const [offset, limit] = [window.offset ?? 0, window.limit ?? 0];
  const starts = await pageStartsOf(db, entity.name, key);
  const begin = nearest(starts, offset);
  const page = async (from: number, most: number) => {
    const part = { ...window, offset: from - begin, limit: most };
    return begin === 0 ? read(part) : read(part, { at: begin, values: starts.after.get(begin) ?? {} });
  };
  const remember = (at: number, row: Row | undefined) => {
    if (!row) return;
    if (starts.after.size >= maxStarts) starts.after.clear();
    starts.after.set(at, Object.fromEntries(order.map(({ field }) => [`after.${field}`, row[field]])));
  };

  if (begin === offset) {
    const rows = await page(offset, limit);
    if (rows.length === limit) remember(offset + limit, rows.at(-1));
    return rows;
  }
  const [before, ...rows] = await page(offset - 1, limit + 1);
  remember(offset, before);
  if (rows.length === limit) remember(offset + limit, rows.at(-1));
  return rows;
}

/** The data version is read before the rows: after a write in between, the next reader starts anew. */
async function pageStartsOf(db: Db, entity: string, key: string): Promise<PageStarts> {
  const n = await dataVersionOf(db, entity);
  const lists = startsByDatabase.get(db) ?? new Map<string, PageStarts>();
  startsByDatabase.set(db, lists);
  const known = lists.get(key);
  if (known?.n === n) return known;
  if (lists.size >= maxLists) lists.clear();
  const created = { n, after: new Map() };
  lists.set(key, created);
  return created;
}

const nearest = ({ after }: PageStarts, offset: number) =>
  [...after.keys()].reduce((best, at) => (at <= offset && at > best ? at : best), 0);
