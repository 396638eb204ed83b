import { useLogoutIfAccessDenied } from 'ra-core';
import { useState } from 'react';
import { CallFailure, isRefusal } from '../../dataProvider/failure.ts';
import { useToast } from './useToast.ts';

/**
 * Runs what a button begins, outside react-admin's own mutations.
 * @returns whether it is on its way, and `run`, which says as a toast why it failed; what is refused at fields goes to
 * `atFields`, and why else it is refused to `onRefused`, in the screens of the configuration and the layout (docs/contract.md, "Failures")
 */
export function useAsyncAction() {
  const leaveIfRefused = useLogoutIfAccessDenied();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const run = async (
    work: () => Promise<unknown>,
    atFields?: (errors: Record<string, string>) => void,
    onRefused?: (why: string) => void,
  ) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (await leaveIfRefused(error)) return;
      if (atFields && error instanceof CallFailure && error.kind === 'invalid')
        atFields(error.data.errors as Record<string, string>);
      else if (onRefused && isRefusal(error)) onRefused(toast.messageOf(error));
      else toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run };
}
