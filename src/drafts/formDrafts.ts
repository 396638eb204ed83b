import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import type { AdminId } from '../../authProvider/index.ts';
import { createListeners, readJson, writeJson } from '../utils/store.ts';

/** What was typed in a form and not saved yet. */
export interface FormDraft {
  adminId: AdminId;
  /** The form's address, below the host. */
  path: string;
  /** The name of its resource, and what the record was called. */
  resource: string;
  title: string;
  /** The version of the record that was typed over, where there is one. */
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
 * Kept for this browser tab alone, one for each form of each administrator.
 * @returns whether there was room for it
 */
export function saveDraft(unsaved: FormDraft): boolean {
  return write({ ...readAll(), [nameOf(unsaved)]: unsaved });
}

export function readDraft(adminId: AdminId, path: string): FormDraft | undefined {
  return readAll()[nameOf({ adminId, path })];
}

export function listDrafts(adminId: AdminId | undefined): FormDraft[] {
  return Object.values(readAll()).filter((unsaved) => unsaved.adminId === adminId);
}

/** Forgets what an administrator typed in the form at a path, and in those below it. */
export function discardDrafts(adminId: AdminId | undefined, path: string): void {
  const isDropped = (unsaved: FormDraft) =>
    unsaved.adminId === adminId && (unsaved.path === path || unsaved.path.startsWith(`${path}/`));
  write(Object.fromEntries(Object.entries(readAll()).filter(([, unsaved]) => !isDropped(unsaved))));
}

/** The addresses of an administrator's forms that hold unsaved text. */
export function useDraftPaths(adminId: AdminId | undefined): string[] {
  const all = useSyncExternalStore(listeners.subscribe, () => names);
  return useMemo(() => {
    const own = `${adminId} `;
    return all.filter((name) => name.startsWith(own)).map((name) => name.slice(own.length));
  }, [all, adminId]);
}

/** The address of a form that stands in its list's place, where several share that of the list. */
export const FormAddress = createContext<string | undefined>(undefined);

/** Where the form around it is found again, and whether it stands in its list's place. */
export function useFormAddress(): { address: string; isInPlace: boolean } {
  const { pathname } = useLocation();
  const own = useContext(FormAddress);
  return { address: own ?? pathname, isInPlace: own !== undefined };
}
