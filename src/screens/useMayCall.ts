import { holds } from '../../authProvider/index.ts';
import type { Call } from '../../contract/call.ts';
import { ruleOf } from '../../contract/index.ts';
import { useIdentity } from '../layout/useMenu.ts';
import { features } from '../services.ts';

/** Whether the back end has a call, and the administrator the rule for it: for those that `useMay` has no action for. */
export function useMayCall(): (call: Call) => boolean {
  const identity = useIdentity();
  return (call) => {
    const rule = ruleOf(call);
    return identity !== undefined && features.offers(call) && (rule === undefined || holds(identity, rule));
  };
}
