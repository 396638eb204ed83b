import { sql } from 'kysely';
import type { Entity } from '../../../contract/entity.ts';
import { entityList } from '../../../contract/index.ts';
import { type Database, type Db, isPostgres } from '../tables.ts';
import { itemValues, uniqueItemFields } from './itemValues.ts';
import { hasOrderIndexes, orderIndexes } from './orderIndexes.ts';
import { pinyinTable } from './pinyinTable.ts';
import { type Derived, hasTally, isSearched, spelledOf } from './scaled.ts';
import { searchHits, searchIndex } from './searchIndex.ts';
import { sortKeyOnPostgres } from './sortKeyOnPostgres.ts';
import { spellingOnPostgres } from './spellingOnPostgres.ts';
import { tally } from './tally.ts';
import { uses, usingFields } from './uses.ts';

export interface DerivedPart extends Derived {
  /** The entity, and what is derived from it. */
  name: string;
  /** Undefined for a part that the parts of all entities use. */
  entity?: Entity;
}

export function derivedParts(kind: Database['kind']): DerivedPart[] {
  const ofEntities = entityList.flatMap((entity): DerivedPart[] => {
    const parts = {
      ...(hasTally(entity) && { tally }),
      ...(isSearched(entity) && { search: searchIndex }),
      ...(isSearched(entity) && kind === 'postgres' && { hits: searchHits }),
      ...(spelledOf(entity).length > 0 && kind === 'postgres' && { pinyin: pinyinTable }),
      ...(hasOrderIndexes(entity) && { order: orderIndexes }),
      ...(usingFields(entity).length > 0 && { uses }),
      ...(uniqueItemFields(entity).length > 0 && { itemValues }),
    };
    return Object.entries(parts).map(([part, make]) => ({
      ...make(entity, kind),
      name: `${entity.name} ${part}`,
      entity,
    }));
  });
  if (kind === 'sqlite') return ofEntities;
  return [
    { name: 'all sortKey', ...sortKeyOnPostgres() },
    { name: 'all spelling', ...spellingOnPostgres() },
    ...ofEntities,
  ];
}

/** Follows the contract without migrations: creates derived parts that are missing or come from other fields. */
export async function derive(db: Db, kind: Database['kind']): Promise<void> {
  for (const part of await outdatedParts(db, kind)) await build(db, part);
  await dropReplacedIndexes(db, kind);
}

/**
 * Makes one step of `derive`: drops the indexes that the step before has replaced, or else builds the first part that
 * needs it.
 * @returns whether there was anything to do
 */
export async function deriveNext(db: Db, kind: Database['kind']): Promise<boolean> {
  if (await dropReplacedIndexes(db, kind)) return true;
  const [part] = await outdatedParts(db, kind);
  if (part) await build(db, part);
  return part !== undefined;
}

async function outdatedParts(db: Db, kind: Database['kind']): Promise<DerivedPart[]> {
  await sql`create table if not exists derived (name text primary key, definition text not null)`.execute(db);
  const there = await objectsOf(db, kind);
  const rows = await db.selectFrom('derived').selectAll().execute();
  const known = new Map(rows.map(({ name, definition }) => [name, definition]));
  return derivedParts(kind).filter(
    (part) => known.get(part.name) !== definitionOf(part) || !part.objects.every((object) => there.has(object)),
  );
}

export const definitionOf = ({ make }: Derived) => make.join(';\n');

/**
 * Drops what is derived and makes it anew from the records. On PostgreSQL the old indexes stay until
 * `dropReplacedIndexes`.
 */
export async function build(db: Db, part: DerivedPart): Promise<void> {
  const { name, entity, drop, make } = part;
  if (isPostgres(db)) {
    // The lock keeps others from writing between the filling and the triggers, which would miss these writes.
    if (entity) await sql`lock table ${sql.table(entity.name)} in share row exclusive mode`.execute(db);
    await setIndexesAside(db, part);
  }
  for (const statement of [...drop, ...make]) await sql.raw(statement).execute(db);
  const definition = definitionOf(part);
  await db
    .insertInto('derived')
    .values({ name, definition })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ definition }))
    .execute();
}

const outdatedName = (index: string) => `${index}_outdated`;

/** Renames the old indexes: if they were dropped first, nobody could read the table until the new ones are made. */
async function setIndexesAside(db: Db, { objects }: DerivedPart): Promise<void> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'i' and pg_table_is_visible(oid) and relname = any(${objects})`.execute(db);
  for (const { name } of rows) {
    await sql`drop index if exists ${sql.id(outdatedName(name))}`.execute(db);
    await sql`alter index ${sql.id(name)} rename to ${sql.id(outdatedName(name))}`.execute(db);
  }
}

/**
 * Drops the old indexes that `build` renamed. This runs in a later transaction than `build`, because dropping needs the
 * table to itself: a writer that waits for `build` may hold a lock on it, which would be a deadlock.
 * @returns whether there were any
 */
export async function dropReplacedIndexes(db: Db, kind: Database['kind']): Promise<boolean> {
  const there = await objectsOf(db, kind);
  const outdated = derivedParts(kind)
    .flatMap(({ objects }) => objects.map(outdatedName))
    .filter((name) => there.has(name));
  for (const name of outdated) await sql`drop index ${sql.id(name)}`.execute(db);
  return outdated.length > 0;
}

/**
 * Returns the names of tables, indexes and triggers; on PostgreSQL of functions too, with the types of their
 * parameters. PostgreSQL has 3,400 functions of its own: to ask whether each is visible took an upgrade two seconds.
 */
export async function objectsOf(db: Db, kind: Database['kind']): Promise<Set<string>> {
  const names =
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master`
      : sql<{ name: string }>`select relname as name from pg_class where pg_table_is_visible(oid)
          union select tgname as name from pg_trigger where not tgisinternal
          union select proname || '(' || oidvectortypes(proargtypes) || ')' as name from pg_proc
            where pronamespace <> 'pg_catalog'::regnamespace and pg_function_is_visible(oid)`;
  return new Set((await names.execute(db)).rows.map(({ name }) => name));
}
