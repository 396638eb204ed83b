import { useCanAccessResources } from 'ra-core';
import { column } from '../../contract/entities/column.ts';
import type { Entity } from '../../contract/entity.ts';
import type { Model } from '../../contract/models.ts';
import { columnFieldOf } from '../../contract/roleLimits.ts';
import { useHasNoTopLevel } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import { useTopMenu } from '../declaration/useTopMenu.ts';
import { useAll } from './useAll.ts';

/**
 * The resources of which the administrator may create records, and has a column for them where they need one. `isPending`: they may
 * still become fewer.
 */
export function useCreatable(resources: readonly Resource[]): { isPending: boolean; creatable: Resource[] } {
  const rights = useCanAccessResources({ action: 'create', resources: resources.map(({ name }) => name) });
  const columns = useOwnColumns('all');
  return {
    isPending: rights.isPending || columns.isLoading,
    creatable: resources.filter(
      ({ name, entity }) => (rights.isPending || rights.canAccess?.[name]) && !columns.areLacking(entity),
    ),
  };
}

/**
 * Whether records of an entity need a column, and the administrator has none for them. Undefined while that is not known. The
 * list of a content model reads that model's columns anyway.
 */
export function useHasNoColumn({ entity }: Pick<Resource, 'entity'>): boolean | undefined {
  const isContent = entity.model !== undefined;
  const { data } = useTopMenu(entity.model as Model, isContent);
  const { areLacking } = useOwnColumns(isContent ? undefined : entity);
  return isContent ? data && data.length === 0 : areLacking(entity);
}

/** @param of the columns are read only if records of this entity need one; undefined: not at all */
function useOwnColumns(of: Entity | 'all' | undefined) {
  const hasNoTopLevel = useHasNoTopLevel(column);
  const needsOne = (entity: Entity) => {
    const field = entity.calls.create && columnFieldOf(entity);
    return field !== undefined && (field !== 'id' || hasNoTopLevel);
  };
  const { data, isLoading, failureCount } = useAll(
    column.name,
    undefined,
    of === 'all' || (of !== undefined && needsOne(of)),
  );
  const areLacking = (entity: Entity): boolean | undefined =>
    needsOne(entity) ? data && !data.some(({ model }) => entity.model === undefined || model === entity.model) : false;
  // Columns that could not be read at once are waited for no longer: everything is offered.
  return { isLoading: isLoading && failureCount === 0, areLacking };
}
