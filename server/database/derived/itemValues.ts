import type { Entity } from '../../../contract/entity.ts';
import { type Derived, quoted } from './scaled.ts';

/** The values within items that no two records may share, such as the SKU of a variant: each by its list and its own name. */
export const uniqueItemFields = ({ fields }: Entity): { list: string; name: string }[] =>
  Object.entries(fields).flatMap(([list, { of = {} }]) =>
    Object.keys(of).flatMap((name) => (of[name]?.unique ? [{ list, name }] : [])),
  );

/** The table of such values: `field` is `skus.sku`, `value` as `sameItemValue` compares it. */
export const itemValuesTable = (entity: Entity) => `${entity.name}_item_value`;

/** How values are compared: without spaces around them, and whatever the case of their ASCII letters. */
export const sameItemValue = (value: unknown) =>
  String(value ?? '')
    .trim()
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The values of every record, those in the recycle bin too, kept by triggers whoever writes. */
export function itemValues(entity: Entity, kind: 'sqlite' | 'postgres'): Derived {
  return (kind === 'sqlite' ? onSqlite : onPostgres)(entity);
}

/** How a database reads the items of a column, as rows `item`, and a value of one. */
interface Reading {
  items(column: string): string;
  value(name: string): string;
}

function partsOf(entity: Entity, { items, value }: Reading) {
  const table = itemValuesTable(entity);
  const fields = uniqueItemFields(entity);
  const select = (row: string, from: string) =>
    fields
      .map(({ list, name }) => {
        const found = `${from} ${items(`${row}.${quoted(list)}`)} as item where ${value(name)} <> ''`;
        return `select ${row}.id, '${list}.${name}', ${value(name)} from ${found}`;
      })
      .join(' union ');
  const add = (row: string, from = '') =>
    `insert into ${quoted(table)} (record_id, field, value) ${select(row, from && `${from}, `)};`;
  return {
    table,
    on: quoted(entity.name),
    watched: [...new Set(fields.map(({ list }) => quoted(list)))],
    triggers: ['inserted', 'updated', 'deleted'].map((event) => `${table}_${event}`) as [string, string, string],
    add,
    take: `delete from ${quoted(table)} where record_id = old.id;`,
    create: [
      `create table ${quoted(table)} (record_id bigint not null, field text not null, value text not null)`,
      `create index ${quoted(`${table}_value`)} on ${quoted(table)} (value)`,
      `create index ${quoted(`${table}_record`)} on ${quoted(table)} (record_id)`,
      add('r', `${quoted(entity.name)} r`).replace(/;$/, ''),
    ],
  };
}

function onSqlite(entity: Entity): Derived {
  const { table, on, watched, triggers, add, take, create } = partsOf(entity, {
    items: (column) => `json_each(case when json_valid(${column}) then ${column} else '[]' end)`,
    value: (name) => `lower(trim(coalesce(json_extract(item.value, '$.${name}'), '')))`,
  });
  const [inserted, updated, deleted] = triggers;
  const changed = watched.map((name) => `old.${name} is not new.${name}`).join(' or ');
  return {
    objects: [table, ...triggers],
    drop: [...triggers.map((name) => `drop trigger if exists ${name}`), `drop table if exists ${quoted(table)}`],
    make: [
      ...create,
      `create trigger ${inserted} after insert on ${on} begin ${add('new')} end`,
      `create trigger ${updated} after update of ${watched} on ${on} when ${changed} begin ${take} ${add('new')} end`,
      `create trigger ${deleted} after delete on ${on} begin ${take} end`,
    ],
  };
}

function onPostgres(entity: Entity): Derived {
  const { table, on, watched, triggers, add, take, create } = partsOf(entity, {
    items: (column) => `lateral json_array_elements(coalesce(nullif(${column}, ''), '[]')::json)`,
    value: (name) => `lower(btrim(coalesce(item ->> '${name}', '')) collate "C")`,
  });
  const [inserted, updated, deleted] = triggers;
  const changed = watched.map((name) => `old.${name} is distinct from new.${name}`).join(' or ');
  const function_ = quoted(`${table}_follow`);
  const trigger = (name: string, event: string, when = '') =>
    `create trigger ${name} after ${event} on ${on} for each row ${when} execute function ${function_}()`;
  return {
    objects: [table, ...triggers],
    drop: [
      ...triggers.map((name) => `drop trigger if exists ${name} on ${on}`),
      `drop function if exists ${function_}()`,
      `drop table if exists ${quoted(table)}`,
    ],
    make: [
      ...create,
      `create function ${function_}() returns trigger language plpgsql as $$ begin
        if TG_OP <> 'INSERT' then ${take} end if;
        if TG_OP <> 'DELETE' then ${add('new')} end if;
        return null;
      end $$`,
      trigger(inserted, 'insert'),
      trigger(updated, `update of ${watched}`, `when (${changed})`),
      trigger(deleted, 'delete'),
    ],
  };
}
