import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import { adminName } from '../../contract/adminName.ts';
import type { Entity } from '../../contract/entity.ts';
import { contentEntities, ruleOf } from '../../contract/index.ts';
import type { Rights } from '../auth/rights.ts';
import { spelledOf } from '../database/derived/scaled.ts';
import { isSpelledWord, spellingFunction } from '../database/derived/spelling.ts';
import { isDeletedWithColumn } from '../database/storage.ts';
import { type AnyTables, contains, containsWord, type Db, generic } from '../database/tables.ts';
import type { Caller } from '../engine/callContext.ts';
import { wordsOf } from '../engine/list/queryFilter.ts';
import { nicknameSql } from '../engine/nicknames.ts';
import { limitConditions } from '../engine/withinLimits.ts';
import { recycledEntities } from './recycled.ts';

interface Deleted {
  id: number;
  entity: string;
  title: string;
  deleted_at: string;
}

/** The entities whose deleted records a role may see and restore: those from which it may delete. */
export const binOf = ({ holds, maySee }: Rights): Entity[] =>
  recycledEntities.filter(({ calls, screen }) => {
    const rule = calls.delete && ruleOf(calls.delete);
    return calls.delete && maySee(screen) && (!rule || holds(rule));
  });

export async function listBin(
  caller: Caller,
  entities: Entity[],
  { searchKey, page, limit }: { searchKey?: string | undefined; page: number; limit: number },
) {
  const { db } = caller;
  if (entities.length === 0) return { data: [], total: 0 };
  const parts = entities.map((entity) => deletedOf(caller, entity, searchKey));
  const all = sql<Deleted>`(${sql.join(parts, sql` union all `)})`;
  const { rows } = await sql<Deleted>`select * from ${all} as bin order by deleted_at desc, entity, id desc
    limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const counted = await sql<{ n: number }>`select count(*) as n from ${all} as bin`.execute(db);
  const deletedBy = await whoDeleted(db, rows);
  const holds = await wentWith(db, rows);
  const data = rows.map((row) => ({
    ...row,
    id: Number(row.id),
    deleted_by: deletedBy.get(`${row.entity} ${row.id}`) ?? '',
    holds: row.entity === 'column' ? (holds.get(Number(row.id)) ?? {}) : {},
  }));
  return { data, total: Number(counted.rows[0]?.n ?? 0) };
}

/** Records deleted on their own. What was deleted with a column is listed under the column. */
function deletedOf(caller: Caller, entity: Entity, searchKey: string | undefined): RawBuilder<unknown> {
  const { name, label } = entity;
  const title = sql.ref(label);
  const where = expressionBuilder<AnyTables, string>();
  const alone = isDeletedWithColumn(entity) ? [where('deleted_with', 'is', null)] : [];
  const listed = sql`deleted_at is not null and ${where.and([...alone, ...limitConditions(caller, entity, where)])}`;
  const found = wordsOf(searchKey ?? '').map((word) => {
    const holds = containsWord(caller.db, title, word);
    const isPinyin = spelledOf(entity).includes(label) && isSpelledWord(word);
    return isPinyin ? where.or([holds, isSpelledWith(caller.db, entity, listed, word)]) : holds;
  });
  return sql`select id, ${sql.lit(name)} as entity, ${title} as title, deleted_at from ${sql.table(name)}
    where ${listed} and ${where.and(found)}`;
}

/** The maximum number of records of each entity that are spelled: the last deleted ones. No index has them, and PostgreSQL takes 0.2 ms for a name. */
const maxSpelled = 300;

/**
 * Whether the pinyin or the initials of a deleted record's name contain a word.
 * @param listed the condition on the records that the bin lists
 */
function isSpelledWith(db: Db, { name, label }: Entity, listed: RawBuilder<unknown>, word: string) {
  const spelling = sql`${sql.raw(spellingFunction)}(${sql.ref(label)})`;
  const last = sql`select id from ${sql.table(name)} where ${listed} order by deleted_at desc limit ${maxSpelled}`;
  const spelled = sql`select id from ${sql.table(name)} where id in (select id from (${last}) as last) and ${contains(db, spelling, word)}`;
  return sql<boolean>`id in (${spelled})`;
}

async function whoDeleted(db: Db, rows: Deleted[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [entity, deleted] of Map.groupBy(rows, (row) => row.entity)) {
    const operations = await db
      .selectFrom('operation_log')
      .select(['target_id', 'username', nicknameSql('operation_log').as('nickname')])
      .where('target', '=', entity)
      .where('code', '=', 1)
      .where(
        'target_id',
        'in',
        deleted.map(({ id }) => id),
      )
      // A deletion logs `before` and no `after`.
      .where('before', 'is not', null)
      .where('after', 'is', null)
      .orderBy('id')
      .execute();
    for (const row of operations) names.set(`${entity} ${row.target_id}`, adminName(row));
  }
  return names;
}

/** How many records of each entity were deleted with each column. */
async function wentWith(db: Db, rows: Deleted[]): Promise<Map<number, Record<string, number>>> {
  const columns = rows.filter(({ entity }) => entity === 'column').map(({ id }) => Number(id));
  const counts = new Map(columns.map((id): [number, Record<string, number>] => [id, {}]));
  if (columns.length === 0) return counts;
  for (const name of ['column', ...contentEntities.map((entity) => entity.name)]) {
    const totals = await generic(db)
      .selectFrom(name)
      .select((select) => ['deleted_with', select.fn.countAll<number>().as('n')])
      .where('deleted_with', 'in', columns)
      .groupBy('deleted_with')
      .execute();
    for (const { deleted_with, n } of totals)
      Object.assign(counts.get(Number(deleted_with)) ?? {}, { [name]: Number(n) });
  }
  return counts;
}
