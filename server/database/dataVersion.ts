import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import type { CallError } from '../core/errors.ts';
import { prepared } from './statements.ts';
import { type Db, isPostgres } from './tables.ts';

const advanced = new WeakMap<Db, Set<string>>();
const answered = new WeakMap<Db, Map<string, Map<string, unknown>>>();

/** Returns a subquery with the versions of all entities as a JSON object, for a query that runs anyway. */
export const dataVersionsJson = (db: Db) =>
  isPostgres(db)
    ? sql<string>`(select json_object_agg(entity, n)::text from generation)`
    : sql<string>`(select json_group_object(entity, n) from generation)`;

export type DataVersions = Record<string, number>;
const requestVersions = new AsyncLocalStorage<{ db: Db; versions: DataVersions | undefined }>();

/**
 * While `work` runs, `dataVersionOf(db, …)` answers from `versions` instead of the database, until `work` writes. They
 * were read before it began, so a value that is cached meanwhile can only be newer than its version. Timers that `work`
 * starts would see them for ever.
 */
export const withVersions = <T>(db: Db, versions: DataVersions, work: () => Promise<T>): Promise<T> =>
  requestVersions.run({ db, versions }, work);

/** Raises the version of an entity's data. It is part of the writing transaction, and every process sees it. */
export async function bumpVersion(db: Db, entity: string): Promise<void> {
  answered.get(db)?.delete(entity);
  const known = requestVersions.getStore();
  if (known) known.versions = undefined;
  // A transaction raises it only once, because PostgreSQL keeps every version of a row until the transaction ends.
  if (db.isTransaction && advanced.get(db)?.has(entity)) return;
  advanced.set(db, (advanced.get(db) ?? new Set()).add(entity));
  await db
    .insertInto('generation')
    .values({ entity, n: 1 })
    .onConflict((conflict) => conflict.column('entity').doUpdateSet({ n: sql`generation.n + 1` }))
    .execute();
}

/** Caches an answer about an entity's records until the transaction writes to them. The rows of an import ask alike. */
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
 * Takes a lock until the transaction ends, for a check that two writers could both pass. SQLite has only one writer. Who only reads, such
 * as a visitor of a preview, takes none.
 */
export async function oneAtATime(db: Db, name: string): Promise<void> {
  if (db.isTransaction) await bumpVersion(db, `lock: ${name}`);
}

const readOne = prepared<{ entity: string; n: number }>((db, param) =>
  db.selectFrom('generation').select(['entity', 'n']).where('entity', '=', param('entity')),
);
const readAll = prepared<{ entity: string; n: number }>((db) => db.selectFrom('generation').select(['entity', 'n']));

interface Asking {
  entities: Set<string>;
  answer: Promise<Map<string, number>>;
}
const askedBy = new WeakMap<Db, Asking>();

/** Returns the version of an entity's data, which grows with each write. Requests at the same moment share one read. */
export async function dataVersionOf(db: Db, entity: string): Promise<number> {
  const known = requestVersions.getStore();
  if (known?.versions && known.db === db) return known.versions[entity] ?? 0;
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
  askedBy.delete(db); // a later request may come after a further write
  const [entity] = entities;
  const rows = entities.size === 1 ? await readOne(db, { entity }) : await readAll(db, {});
  return new Map(rows.map((row) => [row.entity, row.n]));
}

interface CachedTotal {
  n: number;
  total: number;
  /** Until this time a large total may be used despite writes. */
  until: number;
}
const totalsByDatabase = new WeakMap<Db, Map<string, CachedTotal>>();
const maxTotals = 1000;
const exactUpTo = 10_000;
const share = 50;

/**
 * Counts once per data version. The version is read before the count, so that no outdated total is cached.
 * @param isLog writes to a log raise no version, so a total is cached only if it may lag
 * @param mayLag a total above 10,000 may be as old as 50 times the duration of its count
 */
export async function cachedTotal(
  db: Db,
  { entity, key, mayLag, isLog }: { entity: string; key: string; mayLag: boolean; isLog?: boolean },
  count: () => Promise<number>,
): Promise<number> {
  const n = isLog ? Number.NaN : await dataVersionOf(db, entity);
  const totals = totalsByDatabase.get(db) ?? new Map<string, CachedTotal>();
  totalsByDatabase.set(db, totals);
  const known = totals.get(`${entity},${key}`);
  const started = performance.now();
  if (known && (known.n === n || started < known.until)) return known.total;
  const total = await (isLog ? count() : shared(db, `${entity},${key},${n}`, count));
  if (totals.size >= maxTotals) totals.clear();
  const ended = performance.now();
  totals.set(`${entity},${key}`, {
    n,
    total,
    until: mayLag && total > exactUpTo ? ended + (ended - started) * share : 0,
  });
  return total;
}

interface Kept {
  version: string;
  value: Promise<unknown>;
}
const keptByDatabase = new WeakMap<Db, Map<string, Kept>>();

/**
 * Reads once for each version of these entities' data. The version is read first. Whoever gets the value must not
 * change it.
 * @param name identifies what is read
 */
export async function keptUntilChanged<T>(
  db: Db,
  name: string,
  entities: readonly string[],
  read: () => Promise<T>,
): Promise<T> {
  if (db.isTransaction) return read();
  const version = (await Promise.all(entities.map((entity) => dataVersionOf(db, entity)))).join();
  const all = keptByDatabase.get(db) ?? new Map<string, Kept>();
  keptByDatabase.set(db, all);
  const known = all.get(name);
  if (known?.version === version) return known.value as Promise<T>;
  const value = read();
  all.set(name, { version, value });
  // After a failure the next call reads anew.
  value.catch(() => {
    if (all.get(name)?.value === value) all.delete(name);
  });
  return value;
}

const underWay = new WeakMap<Db, Map<string, Promise<number>>>();

function shared(db: Db, key: string, count: () => Promise<number>): Promise<number> {
  const counts = underWay.get(db) ?? new Map<string, Promise<number>>();
  underWay.set(db, counts);
  const known = counts.get(key);
  if (known) return known;
  const pending = count().finally(() => counts.delete(key));
  counts.set(key, pending);
  return pending;
}

/**
 * Runs a part of a transaction in a savepoint. If the part is refused, it alone is rolled back.
 * @returns the refusal, if any
 * @throws a failure, after which the transaction must be rolled back
 */
export async function inSavepoint(
  db: Db,
  work: () => Promise<unknown>,
  refusalOf: (error: Error) => CallError | undefined,
): Promise<CallError | undefined> {
  await sql`savepoint part`.execute(db);
  let refusal: CallError | undefined;
  try {
    await work();
  } catch (error) {
    refusal = refusalOf(error as Error);
    if (!refusal) throw error;
    await sql`rollback to savepoint part`.execute(db);
    // Versions raised and answers cached by this transaction are invalid.
    advanced.delete(db);
    answered.delete(db);
  }
  await sql`release savepoint part`.execute(db);
  return refusal;
}
