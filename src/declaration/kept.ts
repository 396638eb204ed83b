import { createContext, useContext } from 'react';
import type { Identity } from '../../authProvider/index.ts';
import type { Resource } from './resource.ts';

/** Why a record may not be changed (`edit`), deleted, or changed in one field; undefined where it may. */
export type Kept = (what: string, record: Record<string, unknown> | undefined) => string | undefined;

export const KeptContext = createContext<Kept>(() => undefined);

/** What the resource at hand keeps from being changed, as message keys. */
export const useKept = () => useContext(KeptContext);

export const keptOf =
  ({ kept }: Resource, me: Identity | undefined): Kept =>
  (what, record) =>
    record && kept?.[what]?.(record, me);
