import { useCanAccess } from 'ra-core';
import type { Action } from '../../authProvider/index.ts';

// Rights are of a resource: asked with each row's record, they would be asked for each row.
const anyRecord = {};

/**
 * Whether one may do this with the records of a resource. For what stands in each row of a list.
 * @param unknown what it is until that is known
 */
export function useMay(resource: string, action: Action, unknown = false): boolean {
  return useCanAccess({ resource, action, record: anyRecord }).canAccess ?? unknown;
}

/** Whether one may read the records of an entity to choose one, to learn what it is called, or for a form; undefined until that is known. */
export const useMayChoose = (entity: string): boolean | undefined =>
  useCanAccess({ resource: entity, action: 'choose', record: anyRecord }).canAccess;
