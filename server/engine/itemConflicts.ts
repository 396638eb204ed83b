import type { Entity } from '../../contract/entity.ts';
import type { FieldErrors } from '../core/errors.ts';
import { oneAtATime } from '../database/dataVersion.ts';
import { itemValuesTable, normalizedItemValue, uniqueItemFields } from '../database/derived/itemValues.ts';
import { type Db, generic } from '../database/tables.ts';

type Items = readonly (Record<string, unknown> | null)[];

/**
 * The errors of items whose value another item or live record has. Other writers of such values wait until the
 * transaction ends. `id` is the record with the list; null for a new one.
 */
export async function findItemConflicts(
  db: Db,
  entity: Entity,
  list: string,
  items: Items,
  id: number | null,
): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  for (const { field, title } of await findItemsOfOthers(db, entity, list, items, id)) {
    // Unique item fields are named by abbreviations (such as SKU), which are the same in every language.
    const name = field.split('.').at(-1)?.toUpperCase() ?? '';
    errors[field] = { key: 'field_taken_by', values: { title, name } };
  }
  for (const { name } of uniqueItemFields(entity).filter((field) => field.list === list)) {
    const values = valuesOf(items, name);
    for (const [at, value] of values.entries()) {
      const first = values.indexOf(value);
      if (value && first < at) errors[`${list}.${at}.${name}`] = { key: 'field_twice', values: { row: first + 1 } };
    }
  }
  return errors;
}

export async function findItemsOfOthers(
  db: Db,
  entity: Entity,
  list: string,
  items: Items,
  id: number | null,
): Promise<{ field: string; value: string; title: string }[]> {
  const found: { field: string; value: string; title: string }[] = [];
  for (const { name } of uniqueItemFields(entity).filter((field) => field.list === list)) {
    const values = valuesOf(items, name);
    const wanted = [...new Set(values.filter(Boolean))];
    if (wanted.length === 0) continue;
    await lockItemValues(db, entity);
    const titles = await othersWith(db, entity, `${list}.${name}`, wanted, id);
    for (const [at, value] of values.entries()) {
      const title = titles.get(value);
      if (title !== undefined) found.push({ field: `${list}.${at}.${name}`, value: String(items[at]?.[name]), title });
    }
  }
  return found;
}

const valuesOf = (items: Items, name: string) => items.map((item) => normalizedItemValue(item?.[name]));

const lockItemValues = (db: Db, entity: Entity) => oneAtATime(db, `${entity.name} item values`);

async function othersWith(db: Db, entity: Entity, field: string, values: string[], id: number | null) {
  let found = generic(db)
    .selectFrom(`${itemValuesTable(entity)} as held`)
    .innerJoin(`${entity.name} as holder`, 'holder.id', 'held.record_id')
    .select(['held.value', `holder.${entity.label} as title`])
    .where('held.field', '=', field)
    .where('held.value', 'in', values);
  if (entity.recycle) found = found.where('holder.deleted_at', 'is', null);
  if (id !== null) found = found.where('holder.id', '<>', id);
  return new Map((await found.execute()).map(({ value, title }) => [String(value), String(title)]));
}

/** The first value that a live record has taken since the deletion with `deletedWith`, with both titles. */
export async function findItemTakenSince(
  db: Db,
  entity: Entity,
  deletedWith: number,
): Promise<{ field: string; value: string; title: string; record: string } | undefined> {
  if (uniqueItemFields(entity).length === 0) return undefined;
  await lockItemValues(db, entity);
  const table = itemValuesTable(entity);
  const found = await generic(db)
    .selectFrom(`${table} as gone`)
    .innerJoin(`${entity.name} as back`, 'back.id', 'gone.record_id')
    .innerJoin(`${table} as held`, (join) =>
      join.onRef('held.value', '=', 'gone.value').onRef('held.field', '=', 'gone.field'),
    )
    .innerJoin(`${entity.name} as holder`, 'holder.id', 'held.record_id')
    .select(['gone.field', 'gone.value', `holder.${entity.label} as title`, `back.${entity.label} as record`])
    .where('back.deleted_with', '=', deletedWith)
    .where('holder.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!found) return undefined;
  const { field, value, title, record } = found;
  return { field: String(field), value: String(value), title: String(title), record: String(record) };
}
