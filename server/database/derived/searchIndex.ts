import type { Entity } from '../../../contract/entity.ts';
import { follow } from './follow.ts';
import {
  type Derived,
  differenceOf,
  isMending,
  isNamed,
  liveIn,
  mendingTable,
  quoted,
  searchedOf,
  searchedText,
  searchTable,
  spelledOf,
  talliedOf,
} from './scaled.ts';
import { spellingFunction } from './spelling.ts';
import { itemTextsFunction, searchTokensFunction } from './sqlFunctions.ts';

/** A rowid in the index encodes the list position: pinned flag (highest bits), `sort`, id; for a log the id. */
export const idBits = 4_294_967_295;
const most = 1_073_741_822;
const half = 4_611_686_018_427_387_904n;
function placeOf(entity: Entity, row: string): string {
  if (entity.isLog) return `${row}.id`;
  const own = `${row}.id ${entity.newestFirst ? '-' : '+'} max(-${most}, min(${most}, ${row}.sort)) * ${idBits + 1}`;
  return entity.pinned ? `${own} + case when ${row}.${quoted(entity.pinned)} = 1 then ${half} else -${half} end` : own;
}

export function searchIndex(entity: Entity, kind: 'sqlite' | 'postgres'): Derived {
  return kind === 'sqlite' ? onSqlite(entity) : onPostgres(entity);
}

function labelIndex(entity: Entity): Derived {
  const name = `${entity.name}_label`;
  const first = entity.recycle ? 'deleted_at, ' : '';
  const make = `create index ${quoted(name)} on ${quoted(entity.name)} (${first}lower(${quoted(entity.label)}))`;
  return {
    objects: isNamed(entity) ? [name] : [],
    drop: [`drop index if exists ${quoted(name)}`],
    make: isNamed(entity) ? [make] : [],
  };
}

/** On SQLite: the tokens of a row, which are those of its entry in the index. */
function tokensOf(entity: Entity, row: string): string {
  const [searched, spelled, filters] = [searchedOf(entity), spelledOf(entity), talliedOf(entity)];
  const columnOf = (name: string) => `${row}.${quoted(name)}`;
  const spellings = spelled.map((name) => `${spellingFunction}(${columnOf(name)})`);
  const texts = searched.map((name) => searchedText(entity, name, columnOf(name)));
  const values = [...texts, ...spellings, ...filters.map(columnOf)];
  return `${searchTokensFunction}(${[searched.length, spelled.length, ...values]})`;
}

/** On SQLite: the tokens of all live records by `id`, in its order. */
export const expectedTokens = (entity: Entity) =>
  `select r.id, ${tokensOf(entity, 'r')} as tokens from ${quoted(entity.name)} r where ${liveIn(entity, 'r')} order by r.id`;

/** On SQLite: the `id` of a record from its entry's rowid. */
export const recordOfEntry = (rowid: string) => `${rowid} & ${idBits}`;

/** On SQLite: marks the entries of records, whose ids are parameters, as to be made anew. */
export const markEntries = (entity: Entity) =>
  `insert or ignore into ${mendingTable} (id) select ${placeOf(entity, 'r')} from ${quoted(entity.name)} r
    where r.id in (select value from json_each(?))`;

/**
 * FTS5 merges its segments within the inserts, which hold the process. By default each 16th of a size is merged at once with the 15 before:
 * up to 150 ms among 100,000 articles. So they are merged by portions of 64 pages alone, and pages are small: 13 ms, and half the time in all.
 */
const mergeSettings = { pgsz: 1000, crisismerge: 1000 };

function onSqlite(entity: Entity): Derived {
  const label = labelIndex(entity);
  const [table, on] = [searchTable(entity), quoted(entity.name)];
  const [searched, filters] = [searchedOf(entity), talliedOf(entity)];
  const add = (row: string, from: string) =>
    `insert into ${quoted(table)} (rowid, tokens) select ${placeOf(entity, row)}, ${tokensOf(entity, row)} ${from}
      where ${liveIn(entity, row)}`;
  const entries = `select rowid as id from ${quoted(table)}`;
  const places = `select ${placeOf(entity, 'r')} as id from ${on} r where ${liveIn(entity, 'r')}`;
  const take = `delete from ${quoted(table)} where rowid = ${placeOf(entity, 'old')} and ${liveIn(entity, 'old')};`;
  const watched = [
    ...searched,
    ...filters,
    ...(entity.isLog ? [] : ['sort']),
    ...(entity.recycle ? ['deleted_at'] : []),
  ];
  const followed = { table: entity.name, triggers: table, columns: watched, add: `${add('new', '')};`, remove: take };
  const { objects, drop, make } = follow('sqlite', followed);
  return {
    objects: [table, ...label.objects, ...objects],
    drop: [...drop, `drop table if exists ${quoted(table)}`, ...label.drop],
    make: [
      `create virtual table ${quoted(table)} using fts5(tokens, content='', contentless_delete=1, tokenize='ascii')`,
      ...Object.entries(mergeSettings).map(
        ([name, value]) => `insert into ${quoted(table)} (${quoted(table)}, rank) values ('${name}', ${value})`,
      ),
      `${add('r', `from ${on} r`)} order by 1`,
      ...make,
      ...label.make,
    ],
    contents: {
      differing: differenceOf(entries, places),
      mend: [
        `delete from ${quoted(table)} where ${isMending('rowid')}`,
        `${add('r', `from ${on} r`)} and ${isMending(placeOf(entity, 'r'))}`,
      ],
    },
  };
}

/**
 * Each character, pair and triple of neighbouring characters of the texts in their `searchForm`, without duplicates. The form is cut to
 * twice the length of the texts, 1,000 characters at least: one may become eighteen.
 */
const searchTerms = `create or replace function search_terms(variadic texts text[]) returns text[]
  language plpgsql immutable parallel safe as $$
  declare
    whole text := array_to_string(texts, E'\\n');
    characters text[];
  begin
    if getdatabaseencoding() = 'UTF8' then
      whole := left(normalize(whole, nfkc), greatest(1000, 2 * char_length(whole)));
    end if;
    characters := string_to_array(lower(whole), null);
    return array(
      select a from unnest(characters) as one (a)
      union select a || b from unnest(characters, characters[2:]) as two (a, b) where b is not null
      union select a || b || c from unnest(characters, characters[2:], characters[3:]) as three (a, b, c)
        where c is not null
    );
  end $$`;

/** Returns what `itemTexts` does, and refuses a text that is no list. A function, because an index takes no subqueries. */
const itemTexts = `create or replace function ${itemTextsFunction}(list text, variadic names text[]) returns text
  language plpgsql immutable parallel safe as $$
  begin
    if list is null or list in ('', '[]') then return ''; end if;
    return (select string_agg(item ->> name, E'\n') from json_array_elements(list::json) as item, unnest(names) as name);
  end $$`;

const termsIn = (entity: Entity, table: string) =>
  `search_terms(${searchedOf(entity).map((name) => searchedText(entity, name, `${quoted(table)}.${quoted(name)}`))})`;

function onPostgres(entity: Entity): Derived {
  const [index, on, label] = [quoted(searchTable(entity)), quoted(entity.name), labelIndex(entity)];
  return {
    objects: [searchTable(entity), ...label.objects],
    drop: [`drop index if exists ${index}`, ...label.drop],
    make: [
      searchTerms,
      itemTexts,
      `create index ${index} on ${on} using gin (${termsIn(entity, entity.name)}) with (fastupdate = off)
        where ${liveIn(entity, on)}`,
      ...label.make,
    ],
  };
}

/** On PostgreSQL: the name of the function whose rows are the ids of the live records that hold all terms of its parameter. */
export const hitsOf = (entity: Entity) => `${searchTable(entity)}_hits`;

/**
 * A term that nearly all records hold would tempt the planner to read the table and to compute the terms of each record, which takes a
 * hundred times as long as the search index does. Without scans of the table and of other indexes this index alone is left.
 */
export function searchHits(entity: Entity): Derived {
  const [name, on] = [quoted(hitsOf(entity)), quoted(entity.name)];
  return {
    objects: [`${hitsOf(entity)}(text[])`],
    drop: [`drop function if exists ${name}(text[])`],
    make: [
      `create function ${name}(text[]) returns setof bigint
        language sql stable set enable_seqscan = off set enable_indexscan = off as $$
        select id::bigint from ${on} where ${termsIn(entity, entity.name)} @> $1 and ${liveIn(entity, on)} $$`,
    ],
  };
}
