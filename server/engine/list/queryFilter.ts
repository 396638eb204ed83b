import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { ContentState } from '../../../contract/entities/content.ts';
import type { Entity } from '../../../contract/entity.ts';
import { pinyinHitsOf } from '../../database/derived/pinyinTable.ts';
import { searchedOf, searchedText, searchTable, spelledOf, talliedOf } from '../../database/derived/scaled.ts';
import { idBits } from '../../database/derived/searchIndex.ts';
import { isSpelledWord } from '../../database/derived/spelling.ts';
import {
  filteredMatch,
  isCutInIndex,
  literalMatch,
  pinyinMatch,
  pinyinTermsOf,
  searchForm,
  termsOf,
} from '../../database/derived/sqlFunctions.ts';
import type { Param } from '../../database/statements.ts';
import { toStored } from '../../database/storage.ts';
import { type AnyTables, containsWord, type Db, isPostgres } from '../../database/tables.ts';
import { derivedOf } from '../hooks.ts';
import { isInState, isTimed, statusOf, type TimedState } from './timedState.ts';

/** `page` starts at 1; other names are filters by field (docs/contract.md, "Requests and replies"). */
export interface ListQuery {
  page?: number | null;
  limit?: number | null;
  sort?: string;
  order?: string;
  ids?: number[];
  searchKey?: string;
  /** For dated entities: the period, both ends inclusive. */
  from?: string | null;
  to?: string | null;
  /** For the public site: only public texts are searched; of equals the newest is first, but no pinned record. */
  isPublic?: boolean;
  /** A role's limits set this, the only maker of the contents, and `unsearched`, fields that the search leaves out. */
  madeBy?: number | undefined;
  /** In the operation log, only operations that are logged by this name. */
  logUsername?: string | undefined;
  unsearched?: string[];
  [filter: string]: unknown;
}

/** A record must match all of these: values, lists of values, and words that the searched texts must contain. */
export interface QueryFilter {
  equal: Record<string, unknown>;
  within: Record<string, unknown[]>;
  times: Partial<Record<keyof typeof bounds, string>>;
  state?: TimedState;
  words: string[];
  /** See `comparedTexts`. */
  texts?: string[];
  /** Whether names are also found whose pinyin or initials contain all the words. */
  pinyin?: boolean;
}

const bounds = { from: '>=', to: '<=' } as const;

export type Where = ExpressionBuilder<AnyTables, string>;

export function queryFilterOf(entity: Entity, query: ListQuery): QueryFilter {
  const queryFilter: QueryFilter = { equal: {}, within: {}, times: {}, words: wordsOf(query.searchKey ?? '') };
  if (query.ids?.length) queryFilter.within.id = query.ids;
  const state = entity.fields.state ? (query.state as ContentState | undefined) : undefined;
  for (const [name, wanted] of Object.entries(query)) {
    const field = entity.fields[name];
    if (!field?.filter || wanted === undefined || wanted === null || name === 'state') continue;
    if (Array.isArray(wanted)) queryFilter.within[name] = wanted;
    else queryFilter.equal[name] = toStored(field, wanted);
  }
  if (query.madeBy) {
    const { admin_id = query.madeBy } = queryFilter.equal;
    // Somebody else's records are asked for, so the query matches nothing.
    if (Number(admin_id) !== query.madeBy) queryFilter.within.id = [0];
    queryFilter.equal.admin_id = query.madeBy;
  }
  if (query.logUsername) {
    const { username = query.logUsername } = queryFilter.equal;
    if (username !== query.logUsername) queryFilter.within.id = [0];
    queryFilter.equal.username = query.logUsername;
  }
  if (state) {
    const { status = statusOf(state) } = queryFilter.equal;
    // No record can have both, so the query matches nothing.
    if (status !== statusOf(state)) queryFilter.within.id = [0];
    queryFilter.equal.status = statusOf(state);
    if (isTimed(state)) queryFilter.state = state;
  }
  const isTextSearched = (name: string) =>
    (!query.isPublic || entity.fields[name]?.public) && !query.unsearched?.includes(name);
  const texts = searchedOf(entity).filter(isTextSearched);
  const compared = comparedTexts(entity, queryFilter.words, texts);
  if (compared) queryFilter.texts = compared;
  queryFilter.pinyin = mayBePinyin(entity, queryFilter.words, texts);
  if (entity.dated && query.from) queryFilter.times.from = query.from;
  if (entity.dated && query.to) queryFilter.times.to = query.to;
  return queryFilter;
}

/** Returns a filter for all records that contain the words in any of their texts. */
export function searchFilterOf(entity: Entity, words: string[]): QueryFilter {
  const texts = comparedTexts(entity, words);
  return { equal: {}, within: {}, times: {}, words, pinyin: mayBePinyin(entity, words), ...(texts && { texts }) };
}

/**
 * Returns the texts with which the words are compared because the index does not tell in which text a word stands, or
 * how a long word goes on. Undefined if the index tells everything.
 */
export function comparedTexts(entity: Entity, words: string[], texts = searchedOf(entity)): string[] | undefined {
  if (words.length === 0) return undefined;
  return texts.length < searchedOf(entity).length || words.some((word) => isCutInIndex(word, words))
    ? texts
    : undefined;
}

/** Whether words may be the pinyin of names, which are all among the texts that are searched. */
export function mayBePinyin(entity: Entity, words: string[], texts = searchedOf(entity)): boolean {
  const names = spelledOf(entity);
  return (
    names.length > 0 && words.length > 0 && words.every(isSpelledWord) && names.every((name) => texts.includes(name))
  );
}

export const wordsOf = (text: string) => [...new Set(searchForm(text).split(/\s+/).filter(Boolean))];

export const shapeOf = ({ equal, within, times, state, words, texts, pinyin }: QueryFilter) =>
  [
    ...(pinyin ? ['pinyin'] : []),
    ...(state ? [`is ${state}`] : []),
    ...(texts ? [`in ${texts}`] : []),
    ...Object.keys(equal),
    ...Object.entries(within).map(([name, list]) => name + list.length),
    ...Object.keys(times).map((name) => `${name}:`),
    // The conditions depend on whether a word has one, two or more characters, and whether SQLite's index cuts it.
    ...words.map((word) => `${isCutInIndex(word, words) ? 'cut ' : ''}${Math.min(3, Array.from(word).length)}`),
  ].join();

export const paramName = (name: string, at: number) => `${name}.${at}`;

export function valuesOf({ equal, within, times, words }: QueryFilter): Record<string, unknown> {
  const listed = Object.entries(within).flatMap(([name, list]) =>
    list.map((value, at) => [paramName(name, at), value]),
  );
  const searched = words.map((word, at) => [paramName('word', at), word]);
  return { ...equal, ...times, ...Object.fromEntries([...listed, ...searched]) };
}

/** Returns all bound values, also those for the search index: `match`, and `pinyin` for the spellings of names. */
export function boundValues(db: Db, entity: Entity, queryFilter: QueryFilter): Record<string, unknown> {
  const { words, pinyin, texts, equal, within } = queryFilter;
  const values = valuesOf(queryFilter);
  if (words.length === 0) return values;
  if (isPostgres(db)) return { ...values, match: termsOf(words), ...(pinyin && { pinyin: pinyinTermsOf(words) }) };
  const filters = talliedOf(entity).flatMap((name, at): [number, unknown[]][] => {
    const wanted = name in equal ? [equal[name]] : within[name];
    return wanted ? [[at, wanted]] : [];
  });
  const literal = literalMatch(words);
  if (!pinyin) return { ...values, match: filteredMatch(literal, filters) };
  const spelled = pinyinMatch(words);
  // Literal matches are compared with the words afterwards, pinyin matches are not, so the two are queried separately.
  const match = filteredMatch(texts ? literal : `(${literal}) OR (${spelled})`, filters);
  return { ...values, match, pinyin: filteredMatch(spelled, filters) };
}

export function fieldConditions(
  where: Where,
  { db, entity }: { db: Db; entity: Entity },
  { equal, within, times, state }: QueryFilter,
  param: Param,
): Expression<SqlBool>[] {
  /** A virtual field is compared by its SQL expression. */
  const expressionOf = (name: string) =>
    entity.fields[name]?.virtual ? (derivedOf(db, entity)[name] ?? sql.ref(name)) : sql.ref(name);
  const lists = Object.entries(within).map(([name, list]) =>
    where(
      name,
      'in',
      list.map((_, at) => param(paramName(name, at))),
    ),
  );
  const limits = (Object.keys(times) as (keyof typeof bounds)[]).map((name) =>
    where(entity.dated ?? 'create_time', bounds[name], param(name)),
  );
  const equals = Object.keys(equal).map((name) => where(expressionOf(name), '=', param(name)));
  return [...equals, ...lists, ...limits, ...(state ? [isInState(db, entity, state)] : [])];
}

/** Whether `fieldConditions` returns any. */
export const hasFieldConditions = ({ equal, within, times, state }: QueryFilter): boolean =>
  state !== undefined || [equal, within, times].flatMap(Object.keys).length > 0;

/** Returns the part of a filter that SQLite's search index cannot answer. */
export function unindexed(entity: Entity, { equal, within, times, state }: QueryFilter): QueryFilter {
  const indexed = new Set(talliedOf(entity));
  const rest = <T>(of: Record<string, T>) =>
    Object.fromEntries(Object.entries(of).filter(([name]) => !indexed.has(name)));
  return { equal: rest(equal), within: rest(within), times, ...(state && { state }), words: [] };
}

function literalConditions(
  where: Where,
  { db, entity }: { db: Db; entity: Entity },
  { words, texts = searchedOf(entity) }: QueryFilter,
  param: Param,
  isCompared: (word: string) => boolean = () => true,
): Expression<SqlBool>[] {
  return words.flatMap((word, at) =>
    isCompared(word)
      ? where.or(
          texts.map((name) => containsWord(db, sql.raw(searchedText(entity, name)), param(paramName('word', at)))),
        )
      : [],
  );
}

/** Finds names by the index, because making the spelling of each compared row takes too long. */
export function pinyinCondition({ db, entity }: { db: Db; entity: Entity }, param: Param) {
  const found = isPostgres(db)
    ? sql`select ${sql.ref(pinyinHitsOf(entity))}(${param('pinyin')}::text[])`
    : sql`select rowid & ${sql.lit(idBits)} from ${sql.table(searchTable(entity))}
        where ${sql.ref(searchTable(entity))} match ${param('pinyin')}`;
  return sql<boolean>`${sql.ref('id')} in (${found})`;
}

/** Returns the value of the parameter `pinyin` of `pinyinCondition`. */
export const pinyinValue = (db: Db, words: string[]): string | string[] =>
  isPostgres(db) ? pinyinTermsOf(words) : pinyinMatch(words);

/** Whether the words stand in a row's texts, or its names are spelled with them. */
export function keywordConditions(
  where: Where,
  of: { db: Db; entity: Entity },
  queryFilter: QueryFilter,
  param: Param,
): Expression<SqlBool>[] {
  const literal = literalConditions(where, of, queryFilter, param);
  return queryFilter.pinyin ? [where.or([where.and(literal), pinyinCondition(of, param)])] : literal;
}

/** Returns the conditions on what the search index finds, for those words about which it does not tell everything. */
export function conditionsOnMatches(
  where: Where,
  of: { db: Db; entity: Entity },
  queryFilter: QueryFilter,
  param: Param,
): Expression<SqlBool>[] {
  const isOfAllTexts = !queryFilter.texts || queryFilter.texts.length === searchedOf(of.entity).length;
  // On PostgreSQL words of one or two characters are terms of the index themselves.
  const isInexact = (word: string) =>
    isPostgres(of.db) ? Array.from(word).length > 2 : isCutInIndex(word, queryFilter.words);
  return literalConditions(where, of, queryFilter, param, isOfAllTexts ? isInexact : undefined);
}

export const notDeleted = (where: Where, entity: Entity): Expression<SqlBool>[] =>
  entity.recycle ? [where('deleted_at', 'is', null)] : [];

export interface Window {
  limit?: number;
  offset?: number;
  heavy: boolean;
  /** Only the ids are read, and what the list is ordered by. */
  onlyIds?: true;
}
