import { useCanAccess, useGetIdentity } from 'ra-core';
import { type Action, holds, type Identity } from '../../authProvider/index.ts';
import type { Call } from '../../contract/call.ts';
import type { Entity } from '../../contract/entity.ts';
import { findEntity, ruleOf } from '../../contract/index.ts';
import { columnFieldOf } from '../../contract/roleLimits.ts';
import { features } from '../services/services.ts';

// Rights belong to a resource: with each row's record, react-admin would check them once a row.
const anyRecord = {};

/**
 * Whether the administrator may do this with the records of a resource.
 * @param unknown the answer while rights are loading
 */
export function useMay(resource: string, action: Action, unknown = false): boolean {
  return useCanAccess({ resource, action, record: anyRecord }).canAccess ?? unknown;
}

/** Whether a form may read the records of an entity, to choose one or to show its title. Undefined while loading. */
export const useMayChoose = (entity: string): boolean | undefined =>
  useCanAccess({ resource: entity, action: 'choose', record: anyRecord }).canAccess;

/**
 * Whether the back end offers a call and the administrator has its rule. For calls that are no `Action`; one with a rule for
 * each value of a parameter is asked with its parameters.
 */
export function useMayCall(): (call: Call, params?: Record<string, unknown>) => boolean {
  const identity = useIdentity();
  return (call, params) => {
    const rule = ruleOf(call, params);
    return identity !== undefined && features.offers(call) && (rule === undefined || holds(identity, rule));
  };
}

/** Whether the administrator may open an entity's records: it takes their screen's rule and the right to list them. */
export function useCanOpen(entity: string): boolean {
  const identity = useIdentity();
  const known = findEntity(entity);
  // react-admin throws for a resource without a name.
  const mayList = useMay(known?.name ?? 'unknown', 'list');
  return known !== undefined && mayList && holds(identity ?? {}, known.screen);
}

/** Whether the administrator puts no record at the top of a tree: no column, where the role has columns of its own alone. */
export function useHasNoTopLevel(entity: Entity): boolean {
  return useIdentity()?.within_columns === true && columnFieldOf(entity) === 'id';
}

export function useIdentity(): Identity | undefined {
  return useGetIdentity().identity as Identity | undefined;
}
