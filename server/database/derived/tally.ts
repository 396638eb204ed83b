import type { Entity } from '../../../contract/entity.ts';
import { type Derived, type DerivedContents, liveIn, quoted, talliedOf, tallyTable } from './scaled.ts';

const cellOf = (names: string[], row: string) =>
  names.length === 0
    ? `'all'`
    : names.map((name) => `coalesce(cast(${row}.${quoted(name)} as text), '')`).join(` || ',' || `);

/** Totals that triggers update at each write, including imports, bulk changes and manual SQL. */
export function tally(entity: Entity, kind: 'sqlite' | 'postgres'): Derived {
  const parts = partsOf(entity);
  return { ...(kind === 'sqlite' ? onSqlite : onPostgres)(entity, parts), contents: contentsOf(entity, kind, parts) };
}

/** A whole table of totals is counted anew. On PostgreSQL writers of the records wait for it. */
function contentsOf(entity: Entity, kind: 'sqlite' | 'postgres', { names, table, fill }: Parts): DerivedContents {
  const [on, totals] = [quoted(entity.name), quoted(table)];
  const stored = `select cell, n from ${totals} t where n <> 0 and cell = ${cellOf(names, 't')}`;
  const counted = `select ${cellOf(names, 'r')} as cell, count(*) as n from ${on} r where ${liveIn(entity, 'r')} group by 1`;
  return {
    differing: `select coalesce(stored.cell, counted.cell) as id from (${stored}) as stored
      full join (${counted}) as counted on stored.cell = counted.cell
      where coalesce(stored.n, 0) <> coalesce(counted.n, 0)`,
    mend: [
      ...(kind === 'postgres' ? [`lock table ${on} in share row exclusive mode`] : []),
      `delete from ${totals}`,
      fill,
    ],
    isWhole: true,
  };
}

function partsOf(entity: Entity) {
  const names = talliedOf(entity);
  const table = tallyTable(entity);
  const listed = names.map((name) => `, ${quoted(name)}`).join('');
  const from = (row: string) => `${cellOf(names, row)}${names.map((name) => `, ${row}.${quoted(name)}`).join('')}`;
  const columns = names.map((name) => {
    const kind = entity.fields[name]?.kind;
    const isText = kind === 'choice' && entity.fields[name]?.values?.some((value) => typeof value === 'string');
    return `, ${quoted(name)} ${isText ? 'text' : 'bigint'}`;
  });
  const fill = `insert into ${quoted(table)} (cell${listed}, n) select ${from('r')}, count(*) from ${quoted(entity.name)} r
      where ${liveIn(entity, 'r')} group by 1${listed}`;
  const create = [
    `create table ${quoted(table)} (cell text primary key${columns.join('')}, n bigint not null)`,
    ...(names.includes('col_id') ? [`create index ${quoted(`${table}_column`)} on ${quoted(table)} (col_id)`] : []),
    fill,
  ];
  return { names, table, listed, from, fill, create };
}
type Parts = ReturnType<typeof partsOf>;

function onSqlite(entity: Entity, { names, table, listed, from, create }: Parts): Derived {
  const [inserted, updated, deleted] = ['inserted', 'updated', 'deleted'].map((event) => `${table}_${event}`);
  const watched = [...names, ...(entity.recycle ? ['deleted_at'] : [])].map(quoted);
  const add = `insert into ${quoted(table)} (cell${listed}, n) select ${from('new')}, 1 where ${liveIn(entity, 'new')}
    on conflict (cell) do update set n = n + 1;`;
  const take = `update ${quoted(table)} set n = n - 1 where cell = ${cellOf(names, 'old')} and ${liveIn(entity, 'old')};`;
  const on = quoted(entity.name);
  const changed = watched.map((name) => `old.${name} is not new.${name}`).join(' or ');
  return {
    objects: [table, inserted, deleted, ...(watched.length > 0 ? [updated] : [])] as string[],
    drop: [inserted, updated, deleted]
      .map((name) => `drop trigger if exists ${quoted(name as string)}`)
      .concat(`drop table if exists ${quoted(table)}`),
    make: [
      ...create,
      `create trigger ${inserted} after insert on ${on} begin ${add} end`,
      `create trigger ${deleted} after delete on ${on} begin ${take} end`,
      ...(watched.length > 0
        ? [`create trigger ${updated} after update of ${watched} on ${on} when ${changed} begin ${take} ${add} end`]
        : []),
    ],
  };
}

/** Handles all rows of a statement at once. Row by row, each update would add another version of the same counter row. */
function onPostgres(entity: Entity, { table, listed, from, create }: Parts): Derived {
  const [inserted, updated, deleted] = ['inserted', 'updated', 'deleted'].map((event) => `${table}_${event}`);
  const on = quoted(entity.name);
  const rows = (row: string, n: number) => `select ${from(row)}, ${n} from ${row} where ${liveIn(entity, row)}`;
  const apply = (source: string) => `
    insert into ${quoted(table)} (cell${listed}, n)
    select cell${listed}, sum(n)::bigint from (${source}) as changed (cell${listed}, n)
    group by cell${listed} having sum(n) <> 0 order by cell
    on conflict (cell) do update set n = ${quoted(table)}.n + excluded.n;`;
  const [added, taken] = [rows('new_rows', 1), rows('old_rows', -1)];
  const trigger = (name: string | undefined, event: string, referencing: string) =>
    `create trigger ${name} after ${event} on ${on} referencing ${referencing} for each statement
      execute function ${quoted(table)}()`;
  return {
    objects: [table, inserted, updated, deleted] as string[],
    drop: [
      ...[inserted, updated, deleted].map((name) => `drop trigger if exists ${name} on ${on}`),
      `drop function if exists ${quoted(table)}()`,
      `drop table if exists ${quoted(table)}`,
    ],
    make: [
      ...create,
      `create function ${quoted(table)}() returns trigger language plpgsql as $$ begin
        if TG_OP = 'INSERT' then ${apply(added)}
        elsif TG_OP = 'DELETE' then ${apply(taken)}
        else ${apply(`${taken} union all ${added}`)}
        end if;
        return null;
      end $$`,
      trigger(inserted, 'insert', 'new table as new_rows'),
      trigger(updated, 'update', 'old table as old_rows new table as new_rows'),
      trigger(deleted, 'delete', 'old table as old_rows'),
    ],
  };
}
