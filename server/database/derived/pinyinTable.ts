import type { Entity } from '../../../contract/entity.ts';
import { follow } from './follow.ts';
import { type Derived, differenceOf, isMending, liveIn, lockRecords, quoted, spelledOf } from './scaled.ts';
import { spellingFunction } from './spelling.ts';

/** On PostgreSQL: the name of the function whose rows are the ids of the live records that hold all pinyin terms of its parameter. */
export const pinyinHitsOf = (entity: Entity) => `${entity.name}_pinyin_hits`;

/** Each pair and triple of neighbouring letters of what names are spelled as, without duplicates, in order. */
const pinyinTerms = `create or replace function pinyin_terms(variadic spellings text[]) returns text[]
  language plpgsql immutable parallel safe as $$
  declare
    letters text[] := string_to_array(array_to_string(spellings, E'\\n'), null);
  begin
    return array(
      select a || b as term from unnest(letters, letters[2:]) as two (a, b) where b is not null
      union select a || b || c from unnest(letters, letters[2:], letters[3:]) as three (a, b, c) where c is not null
      order by term
    );
  end $$`;

/**
 * On PostgreSQL: the pinyin terms of the live records that have Chinese in their names. They are in a separate table because
 * PostgreSQL writes all index entries of a row anew on each update, even if no name changed.
 */
export function pinyinTable(entity: Entity): Derived {
  const [name, table, on] = [`${entity.name}_pinyin`, quoted(`${entity.name}_pinyin`), quoted(entity.name)];
  const spellings = (row: string) => spelledOf(entity).map((field) => `${spellingFunction}(${row}.${quoted(field)})`);
  const rowOf = (row: string, from = '') => `select ${row}.id, made.terms
    from ${from} lateral (select pinyin_terms(${spellings(row)}) as terms) as made
    where ${liveIn(entity, row)} and made.terms <> '{}'`;
  const { objects, drop, make } = follow('postgres', {
    table: entity.name,
    triggers: name,
    columns: [...spelledOf(entity), ...(entity.recycle ? ['deleted_at'] : [])],
    add: `insert into ${table} (id, terms) ${rowOf('new')};`,
    remove: `delete from ${table} where id = old.id;`,
  });
  const all = `${on} r,`;
  return {
    objects: [name, `${pinyinHitsOf(entity)}(text[])`, ...objects],
    drop: [...drop, `drop function if exists ${quoted(pinyinHitsOf(entity))}(text[])`, `drop table if exists ${table}`],
    make: [
      pinyinTerms,
      `create table ${table} (id bigint primary key, terms text[] not null)`,
      `insert into ${table} (id, terms) ${rowOf('r', all)}`,
      `create index ${quoted(`${name}_terms`)} on ${table} using gin (terms) with (gin_pending_list_limit = 256)`,
      `create function ${quoted(pinyinHitsOf(entity))}(text[]) returns setof bigint
        language sql stable set enable_seqscan = off as $$ select id from ${table} where terms @> $1 $$`,
      ...make,
    ],
    contents: {
      differing: `select distinct id from (${differenceOf(`select id, terms from ${table}`, rowOf('r', all))}) as differing`,
      mend: [
        ...lockRecords(entity, 'postgres'),
        `delete from ${table} where ${isMending('id')}`,
        `insert into ${table} (id, terms) ${rowOf('r', all)} and ${isMending('r.id')}`,
      ],
    },
  };
}
