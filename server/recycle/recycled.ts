import type { Entity } from '../../contract/entity.ts';
import { entityList, findEntity, hasVersions, takesGenericCalls } from '../../contract/index.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { fromStored } from '../database/storage.ts';
import { type Db, generic, locking, type Row } from '../database/tables.ts';
import type { Caller, RequestInfo } from '../engine/callContext.ts';
import { hiddenFields } from '../engine/withinLimits.ts';

export const recycledEntities: Entity[] = entityList.filter(({ recycle }) => recycle);

/** @throws InvalidInput at `entity` if no entity has this name */
export function entityNamed(name: string): Entity {
  const entity = findEntity(name);
  if (!entity) throw new InvalidInput({ entity: { key: 'field_choice' } });
  return entity;
}

/** @throws InvalidInput at `entity` if no entity has this name, or it has secrets */
export function genericEntity(name: string): Entity {
  const entity = entityNamed(name);
  if (!takesGenericCalls(entity)) throw new InvalidInput({ entity: { key: 'entity_secret' } }, 'entity_secret');
  return entity;
}

/** The fields that say to which record a record belongs. It is deleted together with that record. */
export const belongsBy = ({ fields, model }: Entity): string[] =>
  Object.keys(fields).filter(
    (name) =>
      fields[name]?.kind === 'ref' &&
      (fields[name].required || name === 'pid' || (model !== undefined && name === 'col_id')),
  );

/** The name of the batch that a call makes; empty where nothing could undo it. */
export const batchIn = ({ batch = '' }: Pick<RequestInfo, 'batch'>, entity: Entity): string =>
  hasVersions(entity) ? batch : '';

/** Reads a record in the recycle bin and locks it until the transaction ends. */
export async function takeDeleted(db: Db, entity: Entity, id: number): Promise<Row> {
  const deleted = generic(db)
    .selectFrom(entity.name)
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is not', null);
  const row = await locking(db, deleted).executeTakeFirst();
  if (!row) throw new CallError('not_in_bin');
  for (const [name, field] of Object.entries(entity.fields)) if (name in row) row[name] = fromStored(field, row[name]);
  return row as Row;
}

/**
 * The refusal that names the record and, as far as the caller may see them, the value and its new owner.
 * @param field such as `mobile` or `skus.0.sku`
 * @param place the field's name in the reply
 */
export function takenMeanwhile(
  caller: Caller,
  entity: Entity,
  { field, ...values }: { field: string; value: string; title: string | undefined; record: string },
  place = field,
): CallError | InvalidInput {
  const [name = ''] = field.split('.');
  if (hiddenFields(caller, entity).includes(name))
    return new CallError('restore_taken_hidden', { record: values.record });
  const { title, ...seen } = values;
  if (title === undefined) return new InvalidInput({ [place]: { key: 'field_taken' } }, 'restore_taken_unseen', seen);
  const all = { ...seen, title };
  return new InvalidInput({ [place]: { key: 'restore_value_taken', values: all } }, 'restore_taken', all);
}
