import type { Entity } from '../../contract/entity.ts';
import { entityList, findEntity, hasVersions, takesGenericCalls } from '../../contract/index.ts';
import { InvalidInput } from '../core/errors.ts';
import type { RequestInfo } from '../engine/callContext.ts';

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
