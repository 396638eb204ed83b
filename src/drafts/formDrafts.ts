import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import type { AdminId } from '../../authProvider/index.ts';
import { createListeners, readJson, writeJson } from '../utils/store.ts';

/** The unsaved values of a form. */
export interface FormDraft {
  adminId: AdminId;
  /** The form's address, below the host. */
  path: string;
  /** The resource's name, and the record's title. */
  resource: string;
  title: string;
  /** The record's version when typing began; undefined for a new record. */
  version?: number;
  values: Record<string, unknown>;
}

const key = 'rtop.unsaved';
const listeners = createListeners();
const readAll = () => readJson<Record<string, FormDraft>>(sessionStorage, key) ?? {};
const nameOf = ({ adminId, path }: Pick<FormDraft, 'adminId' | 'path'>) => `${adminId} ${path}`;
/** The drafts' names (`nameOf`), oldest first: what `useDraftPaths` subscribes to. */
let names = Object.keys(readAll());

function write(all: Record<string, FormDraft>): boolean {
  const isWritten = writeJson(sessionStorage, key, all);
  const next = Object.keys(all);
  if (!isWritten || next.join() === names.join()) return isWritten;
  names = next;
  listeners.notify();
  return true;
}

/**
 * Stores a draft for this browser tab, one for each form and administrator.
 * @returns false if the storage is full
 */
export function saveDraft(draft: FormDraft): boolean {
  return write({ ...readAll(), [nameOf(draft)]: draft });
}

export function readDraft(adminId: AdminId, path: string): FormDraft | undefined {
  return readAll()[nameOf({ adminId, path })];
}

export function listDrafts(adminId: AdminId | undefined): FormDraft[] {
  return Object.values(readAll()).filter((draft) => draft.adminId === adminId);
}

/** Removes an administrator's drafts of the form at a path, and of the forms below it. */
export function discardDrafts(adminId: AdminId | undefined, path: string): void {
  const isDropped = (draft: FormDraft) =>
    draft.adminId === adminId && (draft.path === path || draft.path.startsWith(`${path}/`));
  write(Object.fromEntries(Object.entries(readAll()).filter(([, draft]) => !isDropped(draft))));
}

/** The addresses of an administrator's forms with drafts. */
export function useDraftPaths(adminId: AdminId | undefined): string[] {
  const all = useSyncExternalStore(listeners.subscribe, () => names);
  return useMemo(() => {
    const prefix = `${adminId} `;
    return all.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  }, [all, adminId]);
}

/** Set for a form that is shown in place of its list: such forms share the list's address. */
export const FormAddress = createContext<string | undefined>(undefined);

/** The address of the form around it, and whether the form is shown in place of its list. */
export function useFormAddress(): { address: string; isInPlace: boolean } {
  const { pathname } = useLocation();
  const inPlace = useContext(FormAddress);
  return { address: inPlace ?? pathname, isInPlace: inPlace !== undefined };
}
