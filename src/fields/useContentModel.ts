import { useWatch } from 'react-hook-form';
import type { Entity } from '../../contract/entity.ts';
import { type EntityName, entities } from '../../contract/index.ts';

/** The content model of what the form around it is of, or is for: the calls take it as `type` (console.md section 7). */
export function useContentModel(resource: string | undefined): unknown {
  const chosen = useWatch({ name: 'type' });
  const entity: Entity | undefined = entities[resource as EntityName];
  return entity?.model ?? chosen;
}
