import { holds } from '../../authProvider/index.ts';
import { useIdentity } from '../layout/useMenu.ts';

/** Whether the administrator holds the rule of a call that is no one entity's own. */
export function useMayHold(): (path: string) => boolean {
  const identity = useIdentity();
  return (path) => identity !== undefined && holds(identity, path);
}
