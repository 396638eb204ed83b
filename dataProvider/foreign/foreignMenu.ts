import { type MenuEntry, menu } from '../../contract/calls/console.ts';
import { decodeFields, isRecord, listOf } from '../../contract/codecs.ts';
import { CallFailure } from '../failure.ts';
import type { Http } from '../transport/http.ts';

// console.md names a menu's entries and their children, but not how they are sent.

const { children: _, ...fields } = menu.returns[0];
/** Reads one level of the menu. Levels may come from several tables, so the ids of two entries may be equal. */
const levelCall = { ...menu, children: undefined, apart: [], returns: [fields] } as const;

type Asking = Pick<Http, 'call'>;

interface Row extends Omit<MenuEntry, 'children'> {
  pid?: unknown;
  [name: string]: unknown;
}

const childrenNames = ['children', 'sunList', 'child', 'sub', 'list'];

/** Returns the children of a menu entry, if they have one of the usual names. */
export const childrenOf = (row: Record<string, unknown>): Record<string, unknown>[] =>
  childrenNames.map((name) => listOf(row[name]).filter(isRecord)).find(({ length }) => length > 0) ?? [];

/** Reads the menu of a back end without extensions, in whichever way it sends the children of an entry. */
export async function readForeignMenu(http: Asking, signal?: AbortSignal): Promise<MenuEntry[]> {
  const entries = await askBelow(http, 0, signal);
  return entries.some(({ children }) => children.length > 0) ? entries : askEach(http, entries, signal);
}

/** Requests the children level by level: those of the top entries, and below them those of entries without a path. */
function askEach(http: Asking, entries: MenuEntry[], signal?: AbortSignal, level = 1): Promise<MenuEntry[]> {
  const isAsked = ({ id, path, children }: MenuEntry) =>
    id > 0 && children.length === 0 && (level === 1 || (level === 2 && path === ''));
  return Promise.all(
    entries.map(async (entry) => {
      const below = isAsked(entry) ? await askBelow(http, entry.id, signal) : entry.children;
      // Some back ends return the same entries for every `pid`.
      const isSame = below.some(({ id, title }) => id === entry.id && title === entry.title);
      return isSame ? entry : { ...entry, children: await askEach(http, below, signal, level + 1) };
    }),
  );
}

async function askBelow(http: Asking, pid: number, signal?: AbortSignal): Promise<MenuEntry[]> {
  const asked = http.call(levelCall, { pid }, signal) as Promise<Row[]>;
  const isMissing = (error: unknown) => error instanceof CallFailure && error.isCallMissing;
  // Some back ends refuse to list the children of an entry that has none.
  const rows = await (pid === 0 ? asked : asked.catch((error) => (isMissing(error) ? [] : Promise.reject(error))));
  return rowsBelow(rows);
}

/** Makes a tree of rows. All levels may come in one list, each row with the id of its parent as `pid`. */
function rowsBelow(rows: Row[]): MenuEntry[] {
  const isBelow = (row: Row) => rows.some((other) => other !== row && other.id > 0 && other.id === Number(row.pid));
  const withChildren = (row: Row, above: number[] = []): MenuEntry => {
    const nested = [childrenOf(row), ...Object.values(row).map(entriesIn)].find(({ length }) => length > 0);
    const ids = [...above, row.id];
    const flat = rows.filter((other) => row.id > 0 && Number(other.pid) === row.id && !ids.includes(other.id));
    const children = nested ? rowsBelow(nested.map(readRow)) : flat.map((other) => withChildren(other, ids));
    return { ...row, title: row.title || String(row.name ?? ''), children };
  };
  return rows.filter((row) => !isBelow(row)).map((row) => withChildren(row));
}

/** Children may have any name. The fields that console.md gives every entry tell them from other lists. */
const entriesIn = (value: unknown) =>
  listOf(value).filter((one): one is Record<string, unknown> => isRecord(one) && 'title' in one && 'path' in one);

const readRow = (row: Record<string, unknown>) => decodeFields(fields, row, 'full') as unknown as Row;
