import { createContext, useContext } from 'react';
import type { Identity } from '../../authProvider/index.ts';
import { isRefusal } from '../../dataProvider/failure.ts';
import { useToast } from '../ui/useToast.ts';
import type { Resource, Silent } from './resource.ts';

/** The calls of the screen whose refusals make no toast. */
export const SilencedCallsContext = createContext<Silent | undefined>(undefined);

/** Shows a toast for a failed edit of a row, unless the screen silences refusals. */
export function useReportEditFailure(): (error: unknown) => void {
  const toast = useToast();
  const silent = useContext(SilencedCallsContext);
  return (error) => {
    if (!silent || !isRefusal(error)) toast.error(error);
  };
}

/** The message key why a record (`edit`, `delete`) or one of its fields is locked; undefined if it is not. */
export type LockReason = (what: string, record: Record<string, unknown> | undefined) => string | undefined;

export const LockReasonContext = createContext<LockReason>(() => undefined);

export const useLockReason = () => useContext(LockReasonContext);

export const lockReasonOf =
  ({ name, record: { lockReasons } }: Resource, me: Identity | undefined): LockReason =>
  (what, record) =>
    me?.field_limits?.[name]?.[what] === 'read' ? 'roleForm.fieldLocked' : record && lockReasons?.[what]?.(record, me);
