import type { Entity } from '../../../contract/entity.ts';
import { follow } from './follow.ts';
import { type Derived, differenceOf, isMending, lockRecords, quoted } from './scaled.ts';
import { lowered } from './sqlFunctions.ts';

export const uniqueItemFields = ({ fields }: Entity): { list: string; name: string }[] =>
  Object.entries(fields).flatMap(([list, { of = {} }]) =>
    Object.keys(of).flatMap((name) => (of[name]?.unique ? [{ list, name }] : [])),
  );

/** The table of these values: `field` is for example `skus.sku`, `value` is in the form of `normalizedItemValue`. */
export const itemValuesTable = (entity: Entity) => `${entity.name}_item_value`;

export const normalizedItemValue = (value: unknown) => lowered(String(value ?? '').trim());

export function itemValues(entity: Entity, kind: 'sqlite' | 'postgres'): Derived {
  const { items, value } = reading[kind];
  const table = itemValuesTable(entity);
  const fields = uniqueItemFields(entity);
  const select = (row: string, from = '', and = '') => {
    const found = fields.map(({ list, name }) => {
      const stored = `${from} ${items(`${row}.${quoted(list)}`)} as item where ${value(name)} <> ''${and}`;
      return `select ${row}.id, '${list}.${name}', ${value(name)} from ${stored}`;
    });
    return found.join(' union ');
  };
  const insert = (...selected: Parameters<typeof select>) =>
    `insert into ${quoted(table)} (record_id, field, value) ${select(...selected)}`;
  const all = `${quoted(entity.name)} r,`;
  const { objects, drop, make } = follow(kind, {
    table: entity.name,
    triggers: table,
    function: `${table}_follow`,
    columns: [...new Set(fields.map(({ list }) => list))],
    add: `${insert('new')};`,
    remove: `delete from ${quoted(table)} where record_id = old.id;`,
  });
  return {
    objects: [table, ...objects],
    drop: [...drop, `drop table if exists ${quoted(table)}`],
    make: [
      `create table ${quoted(table)} (record_id bigint not null, field text not null, value text not null)`,
      `create index ${quoted(`${table}_value`)} on ${quoted(table)} (value)`,
      `create index ${quoted(`${table}_record`)} on ${quoted(table)} (record_id)`,
      insert('r', all),
      ...make,
    ],
    contents: {
      differing: `select distinct record_id as id from (${differenceOf(
        `select record_id, field, value from ${quoted(table)}`,
        `select * from (${select('r', all)}) as wanted`,
      )}) as differing`,
      mend: [
        ...lockRecords(entity, kind),
        `delete from ${quoted(table)} where ${isMending('record_id')}`,
        insert('r', all, ` and ${isMending('r.id')}`),
      ],
    },
  };
}

const reading = {
  sqlite: {
    items: (column: string) => `json_each(case when json_valid(${column}) then ${column} else '[]' end)`,
    value: (name: string) => `lower(trim(coalesce(json_extract(item.value, '$.${name}'), '')))`,
  },
  postgres: {
    items: (column: string) => `lateral json_array_elements(coalesce(nullif(${column}, ''), '[]')::json)`,
    value: (name: string) => `lower(btrim(coalesce(item ->> '${name}', '')) collate "C")`,
  },
};
