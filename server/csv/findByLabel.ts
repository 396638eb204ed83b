import { sql } from 'kysely';
import type { Entity } from '../../contract/entity.ts';
import { lowered } from '../database/derived/sqlFunctions.ts';
import { type Db, generic, isPostgres } from '../database/tables.ts';
import { matchedIds, total } from '../engine/query.ts';
import { likeText, notDeleted } from '../engine/queryFilter.ts';

export interface Found {
  id: number;
  title: string;
  /** 0 if the name equals the text, 1 if it begins with it, 2 if it contains it. */
  rank: number;
}

const few = 500;
const newest = 100;
const newestAmong = 20_000;

/** Best matches first, then newest. If hundreds match, only the name index's best and the newest are considered. */
export async function findByLabel(db: Db, entity: Entity, text: string, most: number): Promise<Found[]> {
  if (!entity.fields[entity.label]?.search) return ranked(db, entity, text, most);
  const found = await total(db, entity, { searchKey: text });
  if (found === 0) return [];
  if (found <= few) return ranked(db, entity, text, most, await matchedIds(db, entity, text));
  return ranked(db, entity, text, most, await bestIds(db, entity, text));
}

const like = (entity: Entity, pattern: string) =>
  sql<boolean>`lower(${sql.ref(entity.label)}) like ${pattern} escape '\\'`;

async function ranked(db: Db, entity: Entity, text: string, most: number, ids?: number[]): Promise<Found[]> {
  if (ids?.length === 0) return [];
  const [title, part] = [sql.ref<string>(entity.label), likeText(text)];
  const rank = sql<number>`case when lower(${title}) = ${lowered(text)} then 0
    when ${like(entity, `${part}%`)} then 1 else 2 end`;
  // Written so that no index applies; otherwise SQLite would read all of that index.
  const stillLive = entity.recycle ? [sql<boolean>`coalesce(deleted_at, '') = ''`] : [];
  const found = generic(db)
    .selectFrom(entity.name)
    .select(['id', title.as('title'), rank.as('rank')])
    .where((where) => where.and(ids ? [where('id', 'in', ids), ...stillLive] : notDeleted(where, entity)))
    .where(like(entity, `%${part}%`))
    .orderBy('rank')
    .orderBy(sql`case when ${like(entity, `${part}%`)} then length(${title}) else 0 end`)
    .orderBy('id', 'desc')
    .limit(most);
  return (await found.execute()) as unknown as Found[];
}

async function bestIds(db: Db, entity: Entity, text: string): Promise<number[]> {
  const [label, part] = [sql`lower(${sql.ref(entity.label)})`, lowered(text)];
  const named = generic(db)
    .selectFrom(entity.name)
    .select('id')
    .where((where) => where.and(notDeleted(where, entity)));
  // U+10FFFF sorts after every other character.
  const begins = named.where(sql<boolean>`${label} >= ${part} and ${label} < ${`${part}\u{10ffff}`}`);
  // PostgreSQL uses the index only if the order names all its columns.
  const best = (entity.recycle ? begins.orderBy('deleted_at') : begins).orderBy(label).limit(newest);
  const rows = (await best.execute()) as { id: number }[];
  const latest = isPostgres(db) ? await latestIds(db, entity, text) : await matchedIds(db, entity, text, newest);
  return [...rows.map(({ id }) => Number(id)), ...latest];
}

async function latestIds(db: Db, entity: Entity, text: string): Promise<number[]> {
  const first = generic(db)
    .selectFrom(entity.name)
    .select(['id', entity.label])
    .where((where) => where.and(notDeleted(where, entity)))
    .orderBy('id', 'desc')
    .limit(newestAmong);
  const found = generic(db)
    .selectFrom(first.as('first'))
    .select('id')
    .where(like(entity, `%${likeText(text)}%`))
    .orderBy('id', 'desc')
    .limit(newest);
  return ((await found.execute()) as { id: number }[]).map(({ id }) => Number(id));
}
