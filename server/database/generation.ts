import { sql } from 'kysely';
import { prepared } from './prepared.ts';
import type { Db } from './tables.ts';

const advanced = new WeakMap<Db, Set<string>>();
const answered = new WeakMap<Db, Map<string, Map<string, unknown>>>();

/** Says that records of an entity changed: part of the transaction that changes them, seen by every process. */
export async function bumpVersion(db: Db, entity: string): Promise<void> {
  answered.get(db)?.delete(entity);
  // Once a transaction: PostgreSQL keeps every version of a row until its end.
  if (db.isTransaction && advanced.get(db)?.has(entity)) return;
  advanced.set(db, (advanced.get(db) ?? new Set()).add(entity));
  await db
    .insertInto('generation')
    .values({ entity, n: 1 })
    .onConflict((conflict) => conflict.column('entity').doUpdateSet({ n: sql`generation.n + 1` }))
    .execute();
}

/** What a transaction did since a savepoint was undone: its numbers are raised, and its questions asked, anew. */
export function undone(db: Db): void {
  advanced.delete(db);
  answered.delete(db);
}

/**
 * What a transaction asks of an entity's records, asked once until it writes to them: the rows of an import ask the same.
 * @param question tells it from others of the entity
 */
export async function askedOnce<T>(db: Db, entity: string, question: string, ask: () => Promise<T>): Promise<T> {
  if (!db.isTransaction) return ask();
  const all = answered.get(db) ?? new Map<string, Map<string, unknown>>();
  answered.set(db, all);
  const known = all.get(entity) ?? new Map<string, unknown>();
  all.set(entity, known);
  if (!known.has(question)) known.set(question, await ask());
  return known.get(question) as T;
}

/**
 * Holds everyone else who asks for the same name until the transaction ends: for a check over several records that a
 * second writer could pass at the same moment. On SQLite there is one writer anyhow.
 */
export const oneAtATime = (db: Db, name: string) => bumpVersion(db, `lock: ${name}`);

const readOne = prepared<{ entity: string; n: number }>((db, place) =>
  db.selectFrom('generation').select(['entity', 'n']).where('entity', '=', place('entity')),
);
const readAll = prepared<{ entity: string; n: number }>((db) => db.selectFrom('generation').select(['entity', 'n']));

interface Asking {
  entities: Set<string>;
  answer: Promise<Map<string, number>>;
}
const askedBy = new WeakMap<Db, Asking>();

/** A number that grows with each write to an entity. Those that are asked for in the same moment are read at once. */
export async function generationOf(db: Db, entity: string): Promise<number> {
  let asking = askedBy.get(db);
  if (!asking) {
    const entities = new Set<string>();
    asking = { entities, answer: Promise.resolve().then(() => read(db, entities)) };
    askedBy.set(db, asking);
  }
  asking.entities.add(entity);
  return (await asking.answer).get(entity) ?? 0;
}

async function read(db: Db, entities: Set<string>): Promise<Map<string, number>> {
  askedBy.delete(db); // who asks from here on may have written since
  const [entity] = entities;
  const rows = entities.size === 1 ? await readOne(db, { entity }) : await readAll(db, {});
  return new Map(rows.map((row) => [row.entity, row.n]));
}

interface Kept {
  n: number;
  total: number;
  /** Until when a large total is good enough, whatever was written. */
  until: number;
}
const keptBy = new WeakMap<Db, Map<string, Kept>>();
const mostKept = 1000;
const exactUpTo = 10_000;
const share = 50;

/**
 * A total that is counted once per generation of its entity. The generation is read before the count, so a write in
 * between makes the next reader count again; a stale total is never kept.
 * @param key tells one query of the entity from another
 * @param isLog its writes raise no number: a total is kept only where it may lag
 * @param mayLag a total above 10,000 is not counted again at every write: it may be as old as 50 times what its count took
 */
export async function cachedTotal(
  db: Db,
  { entity, key, mayLag, isLog }: { entity: string; key: string; mayLag: boolean; isLog?: boolean },
  count: () => Promise<number>,
): Promise<number> {
  const n = isLog ? Number.NaN : await generationOf(db, entity);
  const kept = keptBy.get(db) ?? new Map<string, Kept>();
  keptBy.set(db, kept);
  const known = kept.get(`${entity},${key}`);
  const started = performance.now();
  if (known && (known.n === n || started < known.until)) return known.total;
  const total = await (isLog ? count() : shared(db, `${entity},${key},${n}`, count));
  if (kept.size >= mostKept) kept.clear();
  const ended = performance.now();
  kept.set(`${entity},${key}`, {
    n,
    total,
    until: mayLag && total > exactUpTo ? ended + (ended - started) * share : 0,
  });
  return total;
}

const underWay = new WeakMap<Db, Map<string, Promise<number>>>();

/** Of many who ask for the same at once one counts. */
function shared(db: Db, key: string, count: () => Promise<number>): Promise<number> {
  const counts = underWay.get(db) ?? new Map<string, Promise<number>>();
  underWay.set(db, counts);
  const known = counts.get(key);
  if (known) return known;
  const made = count().finally(() => counts.delete(key));
  counts.set(key, made);
  return made;
}
