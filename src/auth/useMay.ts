import { useCanAccess } from 'ra-core';
import { type Action, holds } from '../../authProvider/index.ts';
import type { Call } from '../../contract/call.ts';
import { findEntity, ruleOf } from '../../contract/index.ts';
import { features } from '../services/services.ts';
import { useIdentity } from './useIdentity.ts';

// Rights are of a resource: asked with each row's record, they would be asked for each row.
const anyRecord = {};

/**
 * Whether one may do this with the records of a resource. For what stands in each row of a list.
 * @param unknown what it is until that is known
 */
export function useMay(resource: string, action: Action, unknown = false): boolean {
  return useCanAccess({ resource, action, record: anyRecord }).canAccess ?? unknown;
}

/** Whether the administrator may read the records of an entity for a form: to choose one, or to show its title. Undefined while loading. */
export const useMayChoose = (entity: string): boolean | undefined =>
  useCanAccess({ resource: entity, action: 'choose', record: anyRecord }).canAccess;

/** Whether the back end has a call, and the administrator the rule for it: for those that `useMay` has no action for. */
export function useMayCall(): (call: Call) => boolean {
  const identity = useIdentity();
  return (call) => {
    const rule = ruleOf(call);
    return identity !== undefined && features.offers(call) && (rule === undefined || holds(identity, rule));
  };
}

/** Whether the administrator may open records of an entity: it takes the rule of their screen, and the right to read them. */
export function useCanOpen(entity: string): boolean {
  const identity = useIdentity();
  const known = findEntity(entity);
  // react-admin throws for a resource without a name.
  const mayList = useMay(known?.name ?? 'unknown', 'list');
  return known !== undefined && mayList && holds(identity ?? {}, known.screen);
}
