import type { Entity } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/fields.ts';
import { type Derived, quoted, talliedOf } from './scaled.ts';
import { hasSortKey, sortKeyFields, sortKeyFunction } from './sortKeys.ts';

/** Contents may be many. Other entities index only sort keys, because making them costs more than reading a column. */
export const hasOrderIndexes = (entity: Entity) => entity.model !== undefined || sortKeyFields(entity).length > 0;

/** Contents have an index for each sort order and filter flag, for the default order, and for records with an end. */
export function orderIndexes(entity: Entity, kind: 'sqlite' | 'postgres'): Derived {
  const { name, fields, newestFirst, pinned, recycle, model } = entity;
  // Null sorts first. SQLite does this by default.
  const nulls = (field: string) => (kind === 'postgres' && mayBeNone(fields[field]) ? ' nulls first' : '');
  const live = recycle ? ['deleted_at'] : [];
  const ordering = (field: string) =>
    hasSortKey(fields[field]) ? `${sortKeyFunction}(${quoted(field)})` : `${quoted(field)}${nulls(field)}`;
  const sortable = Object.keys(fields).filter((field) => fields[field]?.sortable && field !== 'sort');
  const orders = (model ? sortable : sortKeyFields(entity)).map((field) => ({
    field,
    columns: [...live, ordering(field), 'id'],
    ...(kind === 'postgres' && hasSortKey(fields[field]) && { include: includedWithSortKey(entity, field) }),
  }));
  const own = ['sort', newestFirst ? 'id desc' : 'id'];
  const ownAfter = (...before: string[]) => [...before, ...(pinned ? [`${quoted(pinned)} desc`] : []), ...own];
  const flags = (model ? Object.keys(fields) : [])
    .filter((field) => {
      const { filter, virtual, kind } = fields[field] ?? {};
      return filter && !virtual && kind === 'flag' && field !== pinned;
    })
    .map((field) => ({ field, columns: ownAfter(...live, quoted(field)) }));
  // Entities without `pinned` get these indexes from migrations.
  const pins = pinned
    ? [
        { field: pinned, columns: ownAfter(...live) },
        { field: 'col_id', columns: ownAfter('col_id', ...live) },
        { field: 'admin_id', columns: ownAfter('admin_id', ...live) },
        { field: 'status', columns: ownAfter(...live, 'status') },
      ]
    : [];
  const ends =
    model && fields.expire_time
      ? [{ field: 'expire_time', columns: [...live, 'expire_time'], where: ' where expire_time is not null' }]
      : [];
  const indexes = [...orders, ...flags, ...pins, ...ends].map((each) => ({
    where: '',
    include: '',
    ...each,
    index: `${name}_by_${each.field}`,
  }));
  return {
    objects: indexes.map(({ index }) => index),
    drop: indexes.map(({ index }) => `drop index if exists ${quoted(index)}`),
    make: indexes.map(
      ({ index, columns, include, where }) =>
        `create index ${quoted(index)} on ${quoted(name)} (${columns})${include}${where}`,
    ),
  };
}

/**
 * PostgreSQL takes a sort key from the index only if the index also has whatever else is read of a record: the name,
 * and the fields that lists filter by. Otherwise it makes the key again for every record of the pages before.
 */
function includedWithSortKey(entity: Entity, field: string): string {
  const times = ['publish_time', 'expire_time'].filter((name) => entity.fields[name]);
  const others = [...talliedOf(entity), ...times].filter((name) => name !== field);
  return ` include (${[field, ...others].map(quoted)})`;
}

const numbers = ['int', 'money', 'ref', 'time'];

export const mayBeNone = (field: Field | undefined) =>
  field !== undefined &&
  numbers.includes(field.kind) &&
  !field.required &&
  (field.default === undefined || field.default === 'now');
