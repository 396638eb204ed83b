import { holds } from '../../authProvider/index.ts';
import type { Entity } from '../../contract/entity.ts';
import { entities } from '../../contract/index.ts';
import { entryOf } from '../entryOf.ts';
import { useIdentity } from '../layout/useMenu.ts';
import { useMay } from './useMay.ts';

/** Whether one may open records of an entity: it takes their screen, and the right to read them. */
export function useMayOpen(entity: string): boolean {
  const identity = useIdentity();
  const known = entryOf<Entity>(entities, entity);
  // react-admin refuses to be asked about a resource without a name.
  const mayList = useMay(known?.name ?? 'unknown', 'list');
  return known !== undefined && mayList && holds(identity ?? {}, known.screen);
}
