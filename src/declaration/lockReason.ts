import { createContext, useContext } from 'react';
import type { Identity } from '../../authProvider/index.ts';
import type { Resource } from './resource.ts';

/** Why a record may not be changed (`edit`), deleted, or changed in one field; undefined where it may. */
export type LockReason = (what: string, record: Record<string, unknown> | undefined) => string | undefined;

export const LockReasonContext = createContext<LockReason>(() => undefined);

/** What the resource at hand keeps from being changed, as message keys. */
export const useLockReason = () => useContext(LockReasonContext);

export const lockReasonOf =
  ({ record: { lockReasons } }: Resource, me: Identity | undefined): LockReason =>
  (what, record) =>
    record && lockReasons?.[what]?.(record, me);
