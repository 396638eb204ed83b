import type { Entity } from '../../../contract/entity.ts';
import type { FieldErrors } from '../../core/errors.ts';
import { oneAtATime } from '../../database/dataVersion.ts';
import { itemValuesTable, normalizedItemValue, uniqueItemFields } from '../../database/derived/itemValues.ts';
import { type Db, generic } from '../../database/tables.ts';
import { type Limited, visibleTitles } from '../withinLimits.ts';

type Items = readonly (Record<string, unknown> | null)[];

/**
 * The errors of items whose value another item or live record has; a record that the caller does not see is not named. Other writers of such values wait until the
 * transaction ends. `id` is the record with the list; null for a new one.
 */
export async function findItemConflicts(
  caller: Limited & { db: Db },
  entity: Entity,
  list: string,
  items: Items,
  id: number | null,
): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  for (const { field, title } of await findItemsOfOthers(caller, entity, list, items, id)) {
    // Unique item fields are named by abbreviations (such as SKU), which are the same in every language.
    const name = field.split('.').at(-1)?.toUpperCase() ?? '';
    errors[field] = title === undefined ? { key: 'field_taken' } : { key: 'field_taken_by', values: { title, name } };
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

/** `title`: of the other record, undefined if the caller does not see it. */
export async function findItemsOfOthers(
  caller: Limited & { db: Db },
  entity: Entity,
  list: string,
  items: Items,
  id: number | null,
): Promise<{ field: string; value: string; title: string | undefined }[]> {
  const found: { field: string; value: string; title: string | undefined }[] = [];
  for (const { name } of uniqueItemFields(entity).filter((field) => field.list === list)) {
    const values = valuesOf(items, name);
    const wanted = [...new Set(values.filter(Boolean))];
    if (wanted.length === 0) continue;
    await lockItemValues(caller.db, entity);
    const holders = await othersWith(caller.db, entity, `${list}.${name}`, wanted, id);
    const titles = await visibleTitles(caller, entity, [...holders.values()]);
    for (const [at, value] of values.entries()) {
      const holder = holders.get(value);
      if (holder === undefined) continue;
      const title = titles.get(holder);
      found.push({ field: `${list}.${at}.${name}`, value: String(items[at]?.[name]), title });
    }
  }
  return found;
}

const valuesOf = (items: Items, name: string) => items.map((item) => normalizedItemValue(item?.[name]));

const lockItemValues = (db: Db, entity: Entity) => oneAtATime(db, `${entity.name} item values`);

/** @returns ids of records by the value that they have */
async function othersWith(db: Db, entity: Entity, field: string, values: string[], id: number | null) {
  let found = generic(db)
    .selectFrom(`${itemValuesTable(entity)} as held`)
    .innerJoin(`${entity.name} as holder`, 'holder.id', 'held.record_id')
    .select(['held.value', 'holder.id'])
    .where('held.field', '=', field)
    .where('held.value', 'in', values);
  if (entity.recycle) found = found.where('holder.deleted_at', 'is', null);
  if (id !== null) found = found.where('holder.id', '<>', id);
  return new Map((await found.execute()).map(({ value, id }) => [String(value), Number(id)]));
}

/** The first value that a live record has taken since the deletion with `deletedWith`, with both titles; `title` as of `findItemsOfOthers`. */
export async function findItemTakenSince(
  caller: Limited & { db: Db },
  entity: Entity,
  deletedWith: number,
): Promise<{ field: string; value: string; title: string | undefined; record: string } | undefined> {
  if (uniqueItemFields(entity).length === 0) return undefined;
  const { db } = caller;
  await lockItemValues(db, entity);
  const table = itemValuesTable(entity);
  const found = await generic(db)
    .selectFrom(`${table} as gone`)
    .innerJoin(`${entity.name} as back`, 'back.id', 'gone.record_id')
    .innerJoin(`${table} as held`, (join) =>
      join.onRef('held.value', '=', 'gone.value').onRef('held.field', '=', 'gone.field'),
    )
    .innerJoin(`${entity.name} as holder`, 'holder.id', 'held.record_id')
    .select(['gone.field', 'gone.value', 'holder.id', `back.${entity.label} as record`])
    .where('back.deleted_with', '=', deletedWith)
    .where('holder.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!found) return undefined;
  const { field, value, id, record } = found;
  const [title] = (await visibleTitles(caller, entity, [Number(id)])).values();
  return { field: String(field), value: String(value), title, record: String(record) };
}
