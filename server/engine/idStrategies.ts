import { type SelectQueryBuilder, sql } from 'kysely';
import type { Entity } from '../../contract/entity.ts';
import { searchedOf, searchTable, talliedOf } from '../database/derived/scaled.ts';
import { idBits, termsIn } from '../database/derived/searchIndex.ts';
import type { Param } from '../database/statements.ts';
import { type AnyTables, type Db, generic, isPostgres } from '../database/tables.ts';
import { inOrder, isNewestFirst, type Ordered } from './order.ts';
import { filtered, holding, live, placeIn, type QueryFilter, type Where } from './queryFilter.ts';

/** What a query asks for; its values are bound as parameters. */
export interface Asked {
  db: Db;
  entity: Entity;
  queryFilter: QueryFilter;
  order: Ordered[];
  place: Param;
  isLimited: boolean;
  /** Indexes of the table follow this order for each value of a list, so that one read for each value pays. */
  isOrderOfLists?: boolean;
}

type Query = SelectQueryBuilder<AnyTables, string, Record<string, unknown>>;

const mostMembers = 40;

const from = ({ db, entity }: Asked) => generic(db).selectFrom(entity.name) as unknown as Query;
const limited = (query: Query, { isLimited, place }: Asked) =>
  isLimited ? query.limit(place('limit')).offset(place('offset')) : query;
const ordered = (query: Query, asked: Asked) => limited(inOrder(query, asked.order), asked);
/** The fields needed to sort the combined rows of several queries. */
const keys = ({ order }: Asked) => [...new Set(['id', ...order.map(({ field }) => field)])];

/**
 * The order of a table's live records as its indexes have it. PostgreSQL cannot use an index that begins with
 * `deleted_at` for sorting unless the order names that column too, although it is always null here.
 */
function tableOrder({ db, entity, order }: Asked): Ordered[] {
  // The index is ascending in all columns, but pinned records come first (descending), so `deleted_at` cannot follow the
  // pinned flag's direction.
  const way = order[0]?.field === entity.pinned ? 'asc' : (order[0]?.way ?? 'asc');
  const isTold = entity.recycle && isPostgres(db) && order[0]?.field !== 'id';
  return isTold ? [{ field: 'deleted_at', way, mayBeNone: false }, ...order] : order;
}

export const idsBy = {
  /**
   * Reads the order's index and skips what the filter does not match. A list of values takes one such read for each
   * value.
   */
  scan: (asked: Asked) => along(asked, [() => []]),

  /** The same, starting after the record before the page. */
  after: (asked: Asked) => {
    const { order } = asked;
    const beyond = (where: Where, { field, way }: Ordered) =>
      where(field, way === 'asc' ? '>' : '<', asked.place(`after.${field}`));
    const same = (where: Where, { field }: Ordered) => where(field, '=', asked.place(`after.${field}`));
    const starts = order.map((last, at): Conditions => {
      const before = order.slice(0, at);
      return (where) => [...before.map((each) => same(where, each)), beyond(where, last)];
    });
    return along(asked, starts.reverse());
  },

  /** Reads along the order, but only the first `bound` records. */
  bounded: (asked: Asked) => {
    const { entity, queryFilter, place } = asked;
    const order = tableOrder(asked);
    const columns = [...new Set([...keys({ ...asked, order }), ...searchedOf(entity)])];
    const first = inOrder(
      from(asked)
        .select(columns)
        .where((where) => where.and([...filtered(where, asked, queryFilter, place), ...live(where, entity)])),
      order,
    ).limit(place('bound'));
    const found = generic(asked.db).selectFrom(first.as('first')) as unknown as Query;
    return ordered(
      found.select('id').where((where) => where.and(holding(where, entity, queryFilter, place))),
      { ...asked, order },
    );
  },

  /** Reads everything that the search index finds, then sorts it. */
  match: (asked: Asked) => {
    const hits = matching(asked).select(keys(asked));
    if (!isPostgres(asked.db)) return ordered(matching(asked).select('id'), asked);
    // Materialized. Otherwise the limit would tempt the planner to walk along the order and test each record.
    const found = generic(asked.db)
      .with(
        (cte) => cte('hits').materialized(),
        () => hits,
      )
      .selectFrom('hits') as unknown as Query;
    return ordered(found.select('id'), asked);
  },

  /** SQLite: reads along the search index, which is in the list's own order. */
  walk: (asked: Asked) => {
    const way = isNewestFirst(asked.entity) ? 'desc' : 'asc';
    return limited(walked(asked).select(idOfPlace.as('id')).orderBy('s.rowid', way), asked);
  },
} satisfies Record<string, (asked: Asked) => Query>;

export type Way = keyof typeof idsBy;

type Conditions = (where: Where) => ReturnType<typeof live>;

function along(asked: Asked, starts: Conditions[]): Query {
  const { entity, queryFilter, place, isLimited, isOrderOfLists = true } = asked;
  const [list, ...others] = Object.entries(queryFilter.within).filter(([name]) => name !== 'id');
  const isShort = list && others.length === 0 && list[1].length <= mostMembers && !queryFilter.within.id;
  const isSplit = isShort && isLimited && isOrderOfLists;
  const [name, values] = isSplit ? list : ['', [undefined]];
  const { [name]: _split, ...within } = queryFilter.within;

  const order = tableOrder(asked);
  const members = values.flatMap((_, at) =>
    starts.map((start) =>
      from(asked)
        .select(values.length * starts.length > 1 ? keys({ ...asked, order }) : ['id'])
        .where((where) =>
          where.and([
            ...(isSplit ? [where(name, '=', place(placeIn(name, at)))] : []),
            ...filtered(where, asked, { ...queryFilter, within }, place),
            ...live(where, entity),
            ...start(where),
            ...holding(where, entity, queryFilter, place),
          ]),
        ),
    ),
  );
  return ordered(together(members, { ...asked, order }), { ...asked, order });
}

/**
 * Combines the sorted rows of several queries. Each query is limited to what is needed, because PostgreSQL does not merge
 * them itself.
 */
function together(members: Query[], { db, order, place }: Asked): Query {
  const parts =
    members.length === 1 || !isPostgres(db)
      ? members
      : members.map((member) => {
          const first = inOrder(member, order).limit(place('upTo'));
          return generic(db).selectFrom(first.as('part')).selectAll() as unknown as Query;
        });
  const [first, ...rest] = parts as [Query, ...Query[]];
  return rest.reduce((all, part) => all.unionAll(part), first);
}

/** SQLite: the id of a record from its rowid in the search index. */
const idOfPlace = sql<number>`s.rowid & ${sql.lit(idBits)}`;

/** SQLite: the search index, joined with the table if the index lacks something that is asked. */
function walked(asked: Asked): Query {
  const { db, entity, queryFilter, place } = asked;
  const rest = unindexed(entity, queryFilter);
  const index = `${searchTable(entity)} as s`;
  const hits = generic(db).selectFrom(index) as unknown as Query;
  const found = hits.where(sql<boolean>`${sql.ref(`s.${searchTable(entity)}`)} match ${place('match')}`);
  if (!rest.state && [rest.equal, rest.within, rest.times].flatMap(Object.keys).length === 0) return found;
  return found
    .innerJoin(entity.name, (join) => join.on(sql<boolean>`${sql.ref(`${entity.name}.id`)} = ${idOfPlace}`))
    .where((where) => where.and(filtered(where as Where, asked, rest, place))) as unknown as Query;
}

function matching(asked: Asked): Query {
  const { db, entity, queryFilter, place } = asked;
  if (!isPostgres(db)) {
    const found = from(asked).where('id', 'in', walked(asked).select(idOfPlace.as('id')) as never);
    return queryFilter.texts ? found.where((where) => where.and(holding(where, entity, queryFilter, place))) : found;
  }
  const terms = sql<boolean>`${sql.raw(termsIn(entity, entity.name))} @> ${place('match')}`;
  return from(asked)
    .where(terms)
    .where((where) =>
      where.and([
        ...live(where, entity),
        ...filtered(where, asked, queryFilter, place),
        // Words of one or two characters are index terms themselves, so these matches are exact.
        ...(!queryFilter.texts && queryFilter.words.every((word) => Array.from(word).length <= 2)
          ? []
          : holding(where, entity, queryFilter, place)),
      ]),
    );
}

/** The part of a filter that SQLite's search index cannot answer. */
function unindexed(entity: Entity, { equal, within, times, state }: QueryFilter): QueryFilter {
  const indexed = new Set(talliedOf(entity));
  const rest = <T>(of: Record<string, T>) =>
    Object.fromEntries(Object.entries(of).filter(([name]) => !indexed.has(name)));
  return { equal: rest(equal), within: rest(within), times, ...(state && { state }), words: [] };
}

export const countOfMatches = (asked: Asked) =>
  (isPostgres(asked.db) || asked.queryFilter.texts ? matching(asked) : walked(asked)).select(
    sql<number>`count(*)`.as('total'),
  );
