import { useSyncExternalStore } from 'react';

/** What was typed in a form and not saved yet. */
export interface Unsaved {
  adminId: number;
  /** The form's address, below the host. */
  path: string;
  title: string;
  /** The version of the record that was typed over, where there is one. */
  version?: number;
  values: Record<string, unknown>;
}

const key = 'rtop.unsaved';
const listeners = new Set<() => void>();
let paths = Object.keys(readAll());

function readAll(): Record<string, Unsaved> {
  return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, Unsaved>;
}

function write(all: Record<string, Unsaved>): void {
  sessionStorage.setItem(key, JSON.stringify(all));
  const next = Object.keys(all);
  if (next.join() === paths.join()) return;
  paths = next;
  for (const listener of listeners) listener();
}

/** Kept for this browser tab alone, one for each form, and for the administrator who typed it. */
export function keepUnsaved(unsaved: Unsaved): void {
  write({ ...readAll(), [unsaved.path]: unsaved });
}

export function readUnsaved(adminId: number | undefined, path: string): Unsaved | undefined {
  const unsaved = readAll()[path];
  return unsaved && unsaved.adminId === adminId ? unsaved : undefined;
}

export function listUnsaved(adminId: number | undefined): Unsaved[] {
  return Object.values(readAll()).filter((unsaved) => unsaved.adminId === adminId);
}

/** Forgets what was typed in the form at a path, and in those below it. */
export function dropUnsaved(path: string): void {
  const others = Object.entries(readAll()).filter(([at]) => at !== path && !at.startsWith(`${path}/`));
  write(Object.fromEntries(others));
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The addresses of forms that hold unsaved text. */
export const useUnsavedPaths = () => useSyncExternalStore(subscribe, () => paths);
