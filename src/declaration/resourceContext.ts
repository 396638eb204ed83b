import { createContext, useContext } from 'react';
import type { Identity } from '../../authProvider/index.ts';
import { isRefusal } from '../../dataProvider/failure.ts';
import { useToast } from '../ui/useToast.ts';
import type { Resource, Silent } from './resource.ts';

/** The calls of the screen around it whose refusals make no toast. */
export const SilencedCallsContext = createContext<Silent | undefined>(undefined);

/** Says why an edit of a row failed, where the screen says that at all. */
export function useReportEditFailure(): (error: unknown) => void {
  const toast = useToast();
  const silent = useContext(SilencedCallsContext);
  return (error) => {
    if (!silent || !isRefusal(error)) toast.error(error);
  };
}

/** Why a record may not be changed (`edit`), deleted, or changed in one field; undefined where it may. */
export type LockReason = (what: string, record: Record<string, unknown> | undefined) => string | undefined;

export const LockReasonContext = createContext<LockReason>(() => undefined);

/** What the resource at hand keeps from being changed, as message keys. */
export const useLockReason = () => useContext(LockReasonContext);

export const lockReasonOf =
  ({ record: { lockReasons } }: Resource, me: Identity | undefined): LockReason =>
  (what, record) =>
    record && lockReasons?.[what]?.(record, me);
