import type { Entity } from '../../../contract/entity.ts';
import { follow } from './follow.ts';
import { type Derived, isNamed, liveIn, quoted, searchedOf, searchTable, talliedOf } from './scaled.ts';

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

function onSqlite(entity: Entity): Derived {
  const label = labelIndex(entity);
  const [table, on] = [searchTable(entity), quoted(entity.name)];
  const [searched, filters] = [searchedOf(entity), talliedOf(entity)];
  const tokens = (row: string) =>
    `search_tokens(${[searched.length, ...[...searched, ...filters].map((name) => `${row}.${quoted(name)}`)]})`;
  const add = (row: string, from: string) =>
    `insert into ${quoted(table)} (rowid, tokens) select ${placeOf(entity, row)}, ${tokens(row)} ${from}
      where ${liveIn(entity, row)}`;
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
      `${add('r', `from ${on} r`)} order by 1`,
      ...make,
      ...label.make,
    ],
  };
}

/** Each character, pair and triple of neighbouring characters of the texts in lower case, without duplicates. */
const searchTerms = `create or replace function search_terms(variadic texts text[]) returns text[]
  language plpgsql immutable parallel safe as $$
  declare
    characters text[] := string_to_array(lower(array_to_string(texts, E'\\n')), null);
  begin
    return array(
      select a from unnest(characters) as one (a)
      union select a || b from unnest(characters, characters[2:]) as two (a, b) where b is not null
      union select a || b || c from unnest(characters, characters[2:], characters[3:]) as three (a, b, c)
        where c is not null
    );
  end $$`;

export const termsIn = (entity: Entity, table: string) =>
  `search_terms(${searchedOf(entity).map((name) => `${quoted(table)}.${quoted(name)}`)})`;

function onPostgres(entity: Entity): Derived {
  const [index, on, label] = [quoted(searchTable(entity)), quoted(entity.name), labelIndex(entity)];
  return {
    objects: [searchTable(entity), ...label.objects],
    drop: [`drop index if exists ${index}`, ...label.drop],
    make: [
      searchTerms,
      `create index ${index} on ${on} using gin (${termsIn(entity, entity.name)}) with (fastupdate = off)
        where ${liveIn(entity, on)}`,
      ...label.make,
    ],
  };
}
