import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import type { AdminId } from '../../authProvider/index.ts';
import { copyOf, withCopy } from '../navigation/useListLink.ts';
import { createListeners, readJson, writeJson } from '../utils/store.ts';

export interface FormDraft {
  adminId: AdminId;
  path: string;
  resource: string;
  /** The record's title. */
  title: string;
  /** The record's version when typing began; undefined for a new record. */
  version?: number;
  values: Record<string, unknown>;
  /** The id of a new record's working copy on the server. */
  copy?: number;
  /** The digest of the working copy over which the values were typed. */
  digest?: string;
  /** The values are autosaved on the server too, so closing the form loses nothing. */
  isAutosaved?: boolean;
}

/** Notified before forms are left, so that they store typed values at once. */
export const beforeLeaving = createListeners();

const key = 'rtop.unsaved';
const listeners = createListeners();
const readAll = () => readJson<Record<string, FormDraft>>(sessionStorage, key) ?? {};
const nameOf = ({ adminId, path }: Pick<FormDraft, 'adminId' | 'path'>) => `${adminId} ${path}`;
/** The drafts' names (`nameOf`), oldest first. `useDraftPaths` subscribes to them. */
let names = Object.keys(readAll());

function write(all: Record<string, FormDraft>): boolean {
  const isWritten = writeJson(sessionStorage, key, all);
  const next = Object.keys(all);
  if (!isWritten || next.join() === names.join()) return isWritten;
  names = next;
  listeners.notify();
  return true;
}

/** @returns false if the storage is full */
export const saveDraft = (draft: FormDraft): boolean => write({ ...readAll(), [nameOf(draft)]: draft });

export const readDraft = (adminId: AdminId, path: string): FormDraft | undefined =>
  readAll()[nameOf({ adminId, path })];

export const listDrafts = (adminId: AdminId | undefined): FormDraft[] =>
  Object.values(readAll()).filter((draft) => draft.adminId === adminId);

/**
 * Removes an administrator's drafts of the form at a path, and of the forms below it.
 * @param isStored whether the server has the autosaved values; if not, their drafts are kept
 */
export function discardDrafts(adminId: AdminId | undefined, path: string, isStored = true): void {
  const isDropped = (draft: FormDraft) =>
    draft.adminId === adminId &&
    (isStored || !draft.isAutosaved) &&
    (draft.path === path || draft.path.startsWith(`${path}/`));
  write(Object.fromEntries(Object.entries(readAll()).filter(([, draft]) => !isDropped(draft))));
}

export function useDraftPaths(adminId: AdminId | undefined): string[] {
  const all = useSyncExternalStore(listeners.subscribe, () => names);
  return useMemo(() => {
    const prefix = `${adminId} `;
    return all.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  }, [all, adminId]);
}

/** Set for a form that is shown in place of its list: such forms share the list's address. */
export const FormAddress = createContext<string | undefined>(undefined);

/** Set for a new record's form once that is saved: the router may arrive at the record's address much later. */
export const SavedAddress = createContext<string | undefined>(undefined);

export function useFormAddress(): { address: string; isInPlace: boolean } {
  const location = useLocation();
  const inPlace = useContext(FormAddress);
  const saved = useContext(SavedAddress);
  const copy = copyOf(location);
  // Several new records that were begun share a path.
  const own = copy === undefined ? location.pathname : `${location.pathname}${withCopy('', copy)}`;
  return { address: inPlace ?? saved ?? own, isInPlace: inPlace !== undefined };
}
