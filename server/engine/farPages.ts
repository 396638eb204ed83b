import { generationOf } from '../database/dataVersion.ts';
import type { Db, Row } from '../database/tables.ts';
import type { Way } from './idStrategies.ts';
import type { Ordered } from './order.ts';
import type { Window } from './queryFilter.ts';

const far = 500; // a page that skips at most this many rows is read by its offset
const mostLists = 200;
const mostPlaces = 200;

/** Known page starts of a list: the record before each page, by the number of rows before it. Valid for one data version. */
interface Places {
  n: number;
  after: Map<number, Record<string, unknown>>;
}

const placesBy = new WeakMap<Db, Map<string, Places>>();

export const isFar = ({ offset = 0, limit, heavy }: Window, order: Ordered[]) =>
  offset >= far && limit !== undefined && !heavy && order.every(({ mayBeNone }) => !mayBeNone);

interface FarPage {
  entity: string;
  key: string;
  order: Ordered[];
  window: Window;
}
type Run = (way: Way, values: Record<string, unknown>, window: Window) => Promise<Row[]>;

/**
 * The rows of a far page. If the record before the page is known, reading starts after it; otherwise it counts from the
 * nearest known start. Each read remembers the start of its own page and of the next.
 */
export async function farRows(db: Db, { entity, key, order, window }: FarPage, run: Run): Promise<Row[]> {
  const [offset, limit] = [window.offset ?? 0, window.limit ?? 0];
  const places = await placesOf(db, entity, key);
  const begin = nearest(places, offset);
  const page = async (from: number, most: number) => {
    const part = { ...window, offset: from - begin, limit: most };
    return begin === 0 ? run('scan', {}, part) : run('after', places.after.get(begin) ?? {}, part);
  };
  const remember = (at: number, row: Row | undefined) => {
    if (!row) return;
    if (places.after.size >= mostPlaces) places.after.clear();
    places.after.set(at, Object.fromEntries(order.map(({ field }) => [`after.${field}`, row[field]])));
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
async function placesOf(db: Db, entity: string, key: string): Promise<Places> {
  const n = await generationOf(db, entity);
  const lists = placesBy.get(db) ?? new Map<string, Places>();
  placesBy.set(db, lists);
  const known = lists.get(key);
  if (known?.n === n) return known;
  if (lists.size >= mostLists) lists.clear();
  const made = { n, after: new Map() };
  lists.set(key, made);
  return made;
}

const nearest = ({ after }: Places, offset: number) =>
  [...after.keys()].reduce((best, at) => (at <= offset && at > best ? at : best), 0);
