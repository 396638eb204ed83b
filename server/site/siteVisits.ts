import { toIsoSeconds } from '../../contract/kinds.ts';
import { type Batch, batch } from '../core/batch.ts';
import { readAgent } from '../core/userAgent.ts';
import type { Database } from '../database/tables.ts';

interface Visit {
  url: string;
  title?: string;
  referer?: string;
  ip: string;
  userAgent: string;
}
interface Stay {
  id: number;
  ip: string;
  duration: number;
}

/** Reading the user agents of so many visits holds nobody else up for long. */
const maxItems = 100;

const dayMs = 24 * 3600_000;
const cutTo = (text: string | undefined, most: number) => [...(text ?? '')].slice(0, most).join('');

/** Makes one batch per database, so that simultaneous visits share a transaction. */
function batches<T, R>(write: (database: Database, items: T[]) => Promise<R[]>) {
  const batchesByDatabase = new WeakMap<Database, Batch<T, R>>();
  return (database: Database) => {
    const known = batchesByDatabase.get(database) ?? batch((items: T[]) => write(database, items), { maxItems });
    batchesByDatabase.set(database, known);
    return known;
  };
}

const visits = batches((database, all: Visit[]) =>
  database.transaction(async (db) => {
    const rows = await db
      .insertInto('visitor_log')
      .values(all.map(rowOf) as never)
      .returning('id')
      .execute();
    return rows.map(({ id }) => Number(id));
  }),
);

const stays = batches((database, all: Stay[]) =>
  database.transaction(async (db) => {
    const since = toIsoSeconds(new Date(Date.now() - dayMs));
    for (const { id, ip, duration } of all.toSorted((one, other) => one.id - other.id)) {
      const visit = await db
        .selectFrom('visitor_log')
        .select(['duration', 'create_time'])
        .where('id', '=', id)
        .where('ip', '=', ip)
        .where('create_time', '>=', since)
        .executeTakeFirst();
      if (!visit) continue;
      // Not longer than possible since the visit began; one second more, because stored times are whole seconds.
      const most = Math.ceil((Date.now() - Date.parse(visit.create_time)) / 1000) + 1;
      const lasted = Math.max(visit.duration ?? 0, Math.min(duration, most));
      await db.updateTable('visitor_log').set({ duration: lasted }).where('id', '=', id).execute();
    }
    return all;
  }),
);

/** A preview's token is in no log, whatever the site calls its parameter. */
const withoutToken = (url = '') => url.replace(/([?&][^=&#?]+)=[A-Za-z0-9_-]{43}(?=[&#]|$)/g, '$1=');

/** At most 500 bytes, since a browser writes a URL in ASCII. */
const storedUrl = (url: string | undefined) =>
  Buffer.from(withoutToken(url))
    .subarray(0, 500)
    .toString()
    .replace(/\uFFFD$/, '');

function rowOf({ url, title, referer, ip, userAgent }: Visit) {
  return {
    url: storedUrl(url),
    title: cutTo(title, 200),
    referer: storedUrl(referer),
    keyword: cutTo(searchKeyword(referer ?? ''), 200),
    ip,
    region: '',
    user_id: null,
    duration: 0,
    ...readAgent(userAgent),
    create_time: toIsoSeconds(new Date()),
  };
}

export const recordVisit = (database: Database, visit: Visit): Promise<number> => visits(database).add(visit);

/** Stores the duration of a visit of the last day. Only the address that made the visit may report it. */
export const recordStay = (database: Database, stay: Stay) => stays(database).add(stay);

/** The URL parameters that contain search terms, by the end of a search engine's host name. */
const engines: [RegExp, string[]][] = [
  [/(^|\.)baidu\.com$/, ['wd', 'word', 'kw']],
  [/(^|\.)(google|bing)(\.[a-z]{2,6}){1,2}$/, ['q']],
  [/(^|\.)sogou\.com$/, ['query', 'keyword']],
  [/(^|\.)(so\.com|sm\.cn|duckduckgo\.com|ecosia\.org)$/, ['q']],
  [/(^|\.)toutiao\.com$/, ['keyword']],
  [/(^|\.)yandex\.[a-z]+$/, ['text']],
  [/(^|\.)yahoo(\.[a-z]{2,6}){1,2}$/, ['p']],
];

function searchKeyword(referer: string): string {
  if (!URL.canParse(referer)) return '';
  const { hostname, searchParams } = new URL(referer);
  const names = engines.find(([host]) => host.test(hostname))?.[1] ?? [];
  const words = names.map((name) => searchParams.get(name)).find(Boolean) ?? '';
  // Decoded here, after the check that refuses NUL in parameters.
  return words.replaceAll('\0', '');
}
