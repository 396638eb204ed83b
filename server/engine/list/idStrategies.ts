import { expressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Entity } from '../../../contract/entity.ts';
import { pinyinHitsOf } from '../../database/derived/pinyinTable.ts';
import { searchedOf, searchTable } from '../../database/derived/scaled.ts';
import { hitsOf, idBits } from '../../database/derived/searchIndex.ts';
import type { Param } from '../../database/statements.ts';
import { type AnyTables, type Db, generic, isPostgres } from '../../database/tables.ts';
import { inOrder, isNewestFirst, type Ordered, orderByColumn, selected, sortKeyColumn, sortKeyOf } from './order.ts';
import {
  conditionsOnMatches,
  fieldConditions,
  hasFieldConditions,
  keywordConditions,
  notDeleted,
  paramName,
  type QueryFilter,
  unindexed,
  type Where,
} from './queryFilter.ts';

export interface IdQuery {
  db: Db;
  entity: Entity;
  queryFilter: QueryFilter;
  order: Ordered[];
  param: Param;
  isLimited: boolean;
  /** Whether the table's indexes follow this order for each value of a list, so that one read for each value pays. */
  isOrderOfLists?: boolean;
}

type Query = SelectQueryBuilder<AnyTables, string, Record<string, unknown>>;

const maxMembers = 40;

const from = ({ db, entity }: IdQuery) => generic(db).selectFrom(entity.name) as unknown as Query;
const limited = (query: Query, { isLimited, param }: IdQuery) =>
  isLimited ? query.limit(param('limit')).offset(param('offset')) : query;
const ordered = (query: Query, idQuery: IdQuery) => limited(inOrder(query, idQuery.order), idQuery);
/** SQLite: reads among the ids in the parameter `found`, a JSON list. */
const amongFound = (idQuery: IdQuery) =>
  from(idQuery)
    .select(pageColumns(idQuery))
    .where('id', 'in', sql<number>`(select value from json_each(${idQuery.param('found')}))`);
const columnsOf = (order: Ordered[]) => [...new Set(['id', ...order.map(({ column }) => column)])];
/** Selects what a query of the table needs to be ordered later. */
const keys = ({ order }: IdQuery) => {
  const id = order.some(({ column }) => column === 'id') ? [] : ['id'];
  return [...id, ...order.map(selected)];
};
/** Selects what the query for the rows needs of a page: ids, and the sort keys, so that they are not made again. */
const pageColumns = ({ order }: Pick<IdQuery, 'order'>) => [
  'id',
  ...order.filter(({ column }) => column === sortKeyColumn).map(selected),
];
/** Names these columns for a query that has them already. */
const pageColumnsOf = ({ order }: Pick<IdQuery, 'order'>) =>
  columnsOf(order).filter((column) => column === 'id' || column === sortKeyColumn);

/** PostgreSQL uses an index that begins with `deleted_at` only if the order names that column (always null here). */
function tableOrder({ db, entity, order }: IdQuery): Ordered[] {
  // The index is ascending, but pinned records come first (descending), so `deleted_at` cannot follow their direction.
  const direction = order[0]?.field === entity.pinned ? 'asc' : (order[0]?.direction ?? 'asc');
  const isNamed = entity.recycle && isPostgres(db) && order[0]?.field !== 'id';
  return isNamed ? [orderByColumn('deleted_at', direction), ...order] : order;
}

export const idsBy = {
  /** Reads along the order and skips what the filter does not match; a list of values takes one read for each. */
  scan: (idQuery: IdQuery) => along(idQuery, [() => []]),

  /** Like `scan`, but starts after the record before the page. */
  after: (idQuery: IdQuery) => along(idQuery, startsAfter(idQuery)),

  /** Reads along the order, but only the first `bound` records. */
  bounded: (idQuery: IdQuery) => amongFirst(idQuery, [() => []]),

  /** Like `bounded`, but starts after the record before the page. */
  boundedAfter: (idQuery: IdQuery) => amongFirst(idQuery, startsAfter(idQuery)),

  /** Reads everything that the search index finds, then sorts it. */
  match: (idQuery: IdQuery) => {
    const hits = matching(idQuery).select(keys(idQuery));
    if (!isPostgres(idQuery.db)) return ordered(matching(idQuery).select(pageColumns(idQuery)), idQuery);
    // The hits are materialized, as the limit would tempt the planner to walk along the order and test each record.
    const found = generic(idQuery.db)
      .with(
        (cte) => cte('hits').materialized(),
        () => hits,
      )
      .selectFrom('hits') as unknown as Query;
    return ordered(found.select(pageColumnsOf(idQuery)), idQuery);
  },

  /** Reads many matches along the index of the order, which holds their sort keys: making these takes longer. */
  matchAlong: (idQuery: IdQuery) => {
    const { db, entity, queryFilter, param } = idQuery;
    const hits = isPostgres(db) ? foundHits(idQuery) : walked(idQuery).select(idOfPlace.as('id'));
    const rest = (where: Where) =>
      isPostgres(db)
        ? [...fieldConditions(where, idQuery, queryFilter, param), ...conditionsOnHits(where, idQuery)]
        : [];
    const along = from(idQuery)
      .select(pageColumns(idQuery))
      // With `id in (…)` alone both databases would read record after record.
      .where(sql<boolean>`(${sql.ref('id')} in ${hits}) is true`)
      .where((where) => where.and([...notDeleted(where, entity), ...rest(where)]));
    return ordered(along, { ...idQuery, order: tableOrder(idQuery) });
  },

  /** SQLite: reads what `comparedIds` found. */
  found: (idQuery: IdQuery) => {
    const { entity, queryFilter, param } = idQuery;
    const found = amongFound(idQuery).where((where) =>
      where.and([...fieldConditions(where, idQuery, queryFilter, param), ...notDeleted(where, entity)]),
    );
    return ordered(found, idQuery);
  },

  /** SQLite: reads along the search index, which is in the list's own order. */
  walk: (idQuery: IdQuery) => {
    const direction = isNewestFirst(idQuery.entity) ? 'desc' : 'asc';
    return limited(walked(idQuery).select(idOfPlace.as('id')).orderBy('s.rowid', direction), idQuery);
  },
} satisfies Record<string, (idQuery: IdQuery) => Query>;

export type Strategy = keyof typeof idsBy;

type Conditions = (where: Where) => ReturnType<typeof notDeleted>;

/**
 * Returns a condition for each field of the order, in which the fields before it equal those of the record before the
 * page.
 */
function startsAfter({ order, param }: IdQuery): Conditions[] {
  const sides = ({ field, column }: Ordered) => {
    const [own, after] = [sql.ref(field), param(`after.${field}`)];
    return column === sortKeyColumn ? { own: sortKeyOf(own), after: sortKeyOf(after) } : { own, after };
  };
  const compare = (where: Where, ordered: Ordered, operator: '=' | '<' | '>') => {
    const { own, after } = sides(ordered);
    return where(own, operator, after);
  };
  const beyond = (where: Where, ordered: Ordered) => compare(where, ordered, ordered.direction === 'asc' ? '>' : '<');
  const same = (where: Where, ordered: Ordered) => compare(where, ordered, '=');
  const starts = order.map((last, at): Conditions => {
    const before = order.slice(0, at);
    return (where) => [...before.map((each) => same(where, each)), beyond(where, last)];
  });
  return starts.reverse();
}

/** Reads the records that contain the words, among the first `bound` records from the starts. */
function amongFirst(idQuery: IdQuery, starts: Conditions[]): Query {
  const { db, entity, queryFilter, param } = idQuery;
  const order = tableOrder(idQuery);
  // On PostgreSQL the index gives sort keys only to queries that read no other text, so the texts are read afterwards.
  const readsLater = isPostgres(db) && order.some(({ column }) => column === sortKeyColumn);
  const ofOrder = columnsOf(order);
  const texts = readsLater ? [] : searchedOf(entity).filter((name) => !ofOrder.includes(name));
  const columns = [...keys({ ...idQuery, order }), ...texts];
  const members = starts.map((start) =>
    from(idQuery)
      .select(columns)
      .where((where) =>
        where.and([
          ...fieldConditions(where, idQuery, queryFilter, param),
          ...notDeleted(where, entity),
          ...start(where),
        ]),
      ),
  );
  const first = inOrder(together(members, { ...idQuery, order }, 'bound'), order).limit(param('bound'));
  const found = generic(db).selectFrom(first.as('first')) as unknown as Query;
  const holds = (where: Where) => where.and(keywordConditions(where, idQuery, queryFilter, param));
  const holdsLater = generic(db)
    .selectFrom(entity.name)
    .select((where) => holds(where as Where).as('holds'))
    .whereRef(`${entity.name}.id`, '=', 'first.id');
  return ordered(
    found
      .select(pageColumnsOf(idQuery))
      .where((where) => (readsLater ? (holdsLater as unknown as ReturnType<typeof holds>) : holds(where))),
    { ...idQuery, order },
  );
}

function along(idQuery: IdQuery, starts: Conditions[]): Query {
  const { entity, queryFilter, param, isLimited, isOrderOfLists = true } = idQuery;
  const [list, ...others] = Object.entries(queryFilter.within).filter(([name]) => name !== 'id');
  // The records that one administrator made have an index of their own.
  const hasNoMaker = !('admin_id' in queryFilter.equal);
  const isShort = list && hasNoMaker && others.length === 0 && list[1].length <= maxMembers && !queryFilter.within.id;
  const isSplit = isShort && isLimited && isOrderOfLists;
  const [name, values] = isSplit ? list : ['', [undefined]];
  const { [name]: _split, ...within } = queryFilter.within;

  const order = tableOrder(idQuery);
  const members = values.flatMap((_, at) =>
    starts.map((start) =>
      from(idQuery)
        .select(values.length * starts.length > 1 ? keys({ ...idQuery, order }) : pageColumns(idQuery))
        .where((where) =>
          where.and([
            ...(isSplit ? [where(name, '=', param(paramName(name, at)))] : []),
            ...fieldConditions(where, idQuery, { ...queryFilter, within }, param),
            ...notDeleted(where, entity),
            ...start(where),
            ...keywordConditions(where, idQuery, queryFilter, param),
          ]),
        ),
    ),
  );
  return ordered(together(members, { ...idQuery, order }), { ...idQuery, order });
}

/** Joins queries. Each is limited to what is needed, because PostgreSQL does not merge them itself. */
function together(members: Query[], { db, order, param }: IdQuery, needed = 'upTo'): Query {
  const parts =
    members.length === 1 || !isPostgres(db)
      ? members
      : members.map((member) => {
          const first = inOrder(member, order).limit(param(needed));
          return generic(db).selectFrom(first.as('part')).selectAll() as unknown as Query;
        });
  const [first, ...rest] = parts as [Query, ...Query[]];
  return rest.reduce((all, part) => all.unionAll(part), first);
}

/** SQLite: the id of a record from its rowid in the search index. */
const idOfPlace = sql<number>`s.rowid & ${sql.lit(idBits)}`;

/** SQLite: reads the search index, joined with the table if the index lacks something that is asked. */
function walked(idQuery: IdQuery, asked: 'match' | 'pinyin' = 'match'): Query {
  const { db, entity, queryFilter, param } = idQuery;
  const rest = unindexed(entity, queryFilter);
  const index = `${searchTable(entity)} as s`;
  const hits = generic(db).selectFrom(index) as unknown as Query;
  const found = hits.where(sql<boolean>`${sql.ref(`s.${searchTable(entity)}`)} match ${param(asked)}`);
  if (!hasFieldConditions(rest)) return found;
  return found
    .innerJoin(entity.name, (join) => join.on(sql<boolean>`${sql.ref(`${entity.name}.id`)} = ${idOfPlace}`))
    .where((where) => where.and(fieldConditions(where as Where, idQuery, rest, param))) as unknown as Query;
}

/** PostgreSQL: the ids that the search index finds. */
const indexedHits = ({ entity, param }: IdQuery) =>
  sql<number>`(select ${sql.ref(hitsOf(entity))}(${param('match')}::text[]))`;

function matching(idQuery: IdQuery): Query {
  const { db, entity, queryFilter, param } = idQuery;
  if (!isPostgres(db)) return from(idQuery).where('id', 'in', walked(idQuery).select(idOfPlace.as('id')) as never);
  return from(idQuery)
    .where('id', 'in', foundHits(idQuery))
    .where((where) =>
      where.and([
        ...notDeleted(where, entity),
        ...fieldConditions(where, idQuery, queryFilter, param),
        ...conditionsOnHits(where, idQuery),
      ]),
    );
}

/**
 * PostgreSQL: selects the ids of what may match. If names are also found by pinyin, literal matches are compared here.
 */
function foundHits(idQuery: IdQuery) {
  const { entity, queryFilter, param } = idQuery;
  if (!queryFilter.pinyin) return indexedHits(idQuery);
  const literal = from(idQuery)
    .select('id')
    .where('id', 'in', indexedHits(idQuery))
    .where((where) => where.and(conditionsOnMatches(where, idQuery, queryFilter, param)));
  return sql<number>`(${literal} union select ${sql.ref(pinyinHitsOf(entity))}(${param('pinyin')}::text[]))`;
}

const conditionsOnHits = (where: Where, idQuery: IdQuery) =>
  idQuery.queryFilter.pinyin ? [] : conditionsOnMatches(where, idQuery, idQuery.queryFilter, idQuery.param);

export function countOfMatches(idQuery: IdQuery): Query {
  const total = sql<number>`count(*)`.as('total');
  const { db } = idQuery;
  if (!isPostgres(db)) return walked(idQuery).select(total);
  if (asksMoreThanHits(idQuery)) return matching(idQuery).select(total);
  return generic(db).selectFrom(foundHits(idQuery).as('found')).select(total) as unknown as Query;
}

/**
 * PostgreSQL: whether records that the index finds must still be read. Reading 5,000 only to count them takes 15 ms.
 */
const asksMoreThanHits = (idQuery: IdQuery): boolean =>
  hasFieldConditions(idQuery.queryFilter) ||
  conditionsOnHits(expressionBuilder<AnyTables, string>(), idQuery).length > 0;

/** PostgreSQL: selects the ids of at most `limit` matches. */
export const firstMatches = (idQuery: IdQuery, limit: number) => matching(idQuery).select('id').limit(limit);

/** SQLite: selects the ids that the index finds, as a JSON list. */
export const indexedIds = (idQuery: IdQuery, asked: 'match' | 'pinyin' = 'match') =>
  walked(idQuery, asked).select(sql<string>`json_group_array(${idOfPlace})`.as('ids'));

/** SQLite: selects those of the ids `found` whose texts contain the words. */
export const comparedIds = (idQuery: IdQuery) =>
  amongFound(idQuery).where((where) =>
    where.and(conditionsOnMatches(where, idQuery, idQuery.queryFilter, idQuery.param)),
  );
