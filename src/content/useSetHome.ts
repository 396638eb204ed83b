import { useRefresh } from 'ra-core';
import { setIndex } from '../../contract/calls/content.ts';
import { useMayCall } from '../auth/useMay.ts';
import { http } from '../services/services.ts';
import { useToast } from '../ui/useToast.ts';

/**
 * Makes a column the site's home; undefined for a role that may not. A failure shows nothing (docs/contract.md, "Failures"); the
 * list then tells the truth.
 */
export function useSetHome(): ((cid: number) => Promise<void>) | undefined {
  const toast = useToast();
  const mayCall = useMayCall();
  const refresh = useRefresh();
  if (!mayCall(setIndex)) return undefined;
  return async (cid) => {
    try {
      await http.call(setIndex, { cid });
      toast.success('list.homeSet');
    } catch {
      // Nothing is said.
    }
    refresh();
  };
}
