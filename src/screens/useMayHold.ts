import { holds } from '../../authProvider/index.ts';
import { useIdentity } from '../layout/useMenu.ts';

/** Whether the administrator holds a rule, by its path: of a call that `useMay` has no action for. */
export function useMayHold(): (path: string) => boolean {
  const identity = useIdentity();
  return (path) => identity !== undefined && holds(identity, path);
}
