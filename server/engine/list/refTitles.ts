import type { Call } from '../../../contract/call.ts';
import type { Entity } from '../../../contract/entity.ts';
import { type Reference, type RefTitles, referencesOf, refTitlesName } from '../../../contract/fields.ts';
import { entities } from '../../../contract/index.ts';
import { dataVersionOf } from '../../database/dataVersion.ts';
import { idParams, idValues, preparedAs, sizeFor } from '../../database/statements.ts';
import { type Db, generic } from '../../database/tables.ts';

type Row = Record<string, unknown>;

/** Whoever may read a record may see its references' titles, but nothing else of them. `rows` are changed in place. */
export async function addRefTitles(db: Db, entity: Entity, rows: Row[]): Promise<void> {
  const references = referencesOf(entity.fields);
  if (references.length === 0 || rows.length === 0) return;
  const wanted = new Map<string, Set<number>>(references.map((reference) => [reference.entity, new Set()]));
  const referred = rows.map((row) => references.flatMap((reference) => idsIn(row, reference)));
  for (const { entity: name, id } of referred.flat()) wanted.get(name)?.add(id);
  const titles = new Map(
    await Promise.all([...wanted].map(async ([name, ids]) => [name, await titlesOf(db, name, ids)] as const)),
  );
  for (const [at, row] of rows.entries()) {
    const ofRow: RefTitles = {};
    for (const { entity: name, id } of referred[at] ?? []) {
      const title = titles.get(name)?.get(id);
      if (title === undefined) continue;
      ofRow[name] ??= {};
      ofRow[name][id] = title;
    }
    row[refTitlesName] = ofRow;
  }
}

export function rowsOfReply({ children, within }: Call, reply: unknown): Row[] {
  const rowsAt = (row: Row, name: string) => (row[name] as Row[] | undefined) ?? [];
  const walk = (rows: Row[]): Row[] => (children ? rows.flatMap((row) => [row, ...walk(rowsAt(row, children))]) : rows);
  if (!reply || typeof reply !== 'object') return [];
  if (Array.isArray(reply)) return within ? reply.flatMap((owner) => rowsAt(owner, within.name)) : walk(reply);
  return 'total' in reply && 'data' in reply ? walk(reply.data as Row[]) : [reply as Row];
}

function idsIn(row: Row, { name, entity, of }: Reference) {
  const holders = of === undefined ? [row] : ((row[of] as Row[] | null) ?? []);
  const ids = holders.flatMap((holder) => holder[name] as number | number[] | null | undefined);
  return ids.filter((id) => id !== null && id !== undefined).map((id) => ({ entity, id }));
}

/** PostgreSQL takes 65,535 values in one query, SQLite half of that. */
const maxAtOnce = 8192;

/** Titles that were read, with `undefined` for records that are gone. Valid for one data version. */
interface CachedTitles {
  n: number;
  titles: Map<number, string | undefined>;
}
const cachedTitles = new WeakMap<Db, Map<string, CachedTitles>>();
const maxCached = 5000;

async function titlesOf(db: Db, name: string, wanted: Set<number>): Promise<ReadonlyMap<number, string | undefined>> {
  if (wanted.size === 0) return new Map();
  if (db.isTransaction || wanted.size > maxCached) return readTitles(db, name, [...wanted]);
  const n = await dataVersionOf(db, name); // read before the titles, so that none is kept beyond a write
  const byEntity = cachedTitles.get(db) ?? new Map<string, CachedTitles>();
  cachedTitles.set(db, byEntity);
  let cached = byEntity.get(name);
  if (cached?.n !== n || cached.titles.size > maxCached) {
    cached = { n, titles: new Map() };
    byEntity.set(name, cached);
  }
  const { titles } = cached;
  const lacking = [...wanted].filter((id) => !titles.has(id));
  if (lacking.length > 0) {
    const found = await readTitles(db, name, lacking);
    for (const id of lacking) titles.set(id, found.get(id));
  }
  return titles;
}

async function readTitles(db: Db, name: string, ids: number[]): Promise<Map<number, string>> {
  const titles = new Map<number, string>();
  const { label, nickname, recycle } = entities[name as keyof typeof entities] as Entity;
  for (let from = 0; from < ids.length; from += maxAtOnce) {
    const some = ids.slice(from, from + maxAtOnce);
    const size = sizeFor(some);
    const find = preparedAs<{ id: number; title: unknown; nickname: unknown }>(
      `titles,${name},${size}`,
      (on, param) => {
        const found = generic(on)
          .selectFrom(name)
          .select(['id', `${label} as title`, `${nickname ?? label} as nickname`])
          .where('id', 'in', idParams(param, size));
        return recycle ? found.where('deleted_at', 'is', null) : found;
      },
    );
    for (const { id, title, nickname } of await find(db, idValues(some)))
      titles.set(Number(id), String(nickname || (title ?? '')));
  }
  return titles;
}
