import { sql } from 'kysely';
import { prepared } from './prepared.ts';
import type { Db } from './tables.ts';

/** Says that records of an entity changed: part of the transaction that changes them, seen by every process. */
export async function advance(db: Db, entity: string): Promise<void> {
  await db
    .insertInto('generation')
    .values({ entity, n: 1 })
    .onConflict((conflict) => conflict.column('entity').doUpdateSet({ n: sql`generation.n + 1` }))
    .execute();
}

/**
 * Holds everyone else who asks for the same name until the transaction ends: for a check over several records that a
 * second writer could pass at the same moment. On SQLite there is one writer anyhow.
 */
export const oneAtATime = (db: Db, name: string) => advance(db, `lock: ${name}`);

const generationOf = prepared<{ n: number }>((db, place) =>
  db.selectFrom('generation').select('n').where('entity', '=', place('entity')),
);
const keptBy = new WeakMap<Db, Map<string, { n: number; total: number }>>();
const mostKept = 1000;

/**
 * A total that is counted once per generation of its entity. The generation is read before the count, so a write in
 * between makes the next reader count again; a stale total is never kept.
 * @param key tells one query of the entity from another
 */
export async function keptTotal(db: Db, entity: string, key: string, count: () => Promise<number>): Promise<number> {
  const [row] = await generationOf(db, { entity });
  const n = row?.n ?? 0;
  const kept = keptBy.get(db) ?? new Map();
  keptBy.set(db, kept);
  const known = kept.get(key);
  if (known?.n === n) return known.total;
  const total = await count();
  if (kept.size >= mostKept) kept.clear();
  kept.set(key, { n, total });
  return total;
}
