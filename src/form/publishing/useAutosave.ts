import { createContext, useContext } from 'react';
import type { WorkingCopy } from '../../../contract/calls/publishing.ts';

export type Values = Record<string, unknown>;

export interface FlushOptions {
  /** The user has seen what somebody else changed meanwhile. */
  isResolved?: boolean;
  /** The page is being left. The browser keeps its own draft too, so that the page finds it after a reload. */
  keepsDraft?: boolean;
}

export interface Autosave {
  /** `retrying`: the save failed and is tried again by itself, without further typing. */
  status: 'idle' | 'saving' | 'saved' | 'failed' | 'retrying';
  /** The time of the last successful save, ISO UTC. */
  time: string | undefined;
  /** The id of a new record's stored working copy; undefined for other records, whose copy needs no id. */
  copyId(): number | undefined;
  /** The digest of the stored working copy. */
  digest(): string | undefined;
  /** Whether the server has all typed values. */
  isStored(): boolean;
  /** Stores the typed values now. @returns whether they are stored */
  flush(options?: FlushOptions): Promise<boolean>;
  /** Waits for a pending autosave, so that nothing is stored after a save of the record. */
  waitForPendingAutosave(): Promise<unknown>;
  /**
   * The fields that were typed in another tab as well, with the values that are stored: those of the other tab, until
   * one of both is chosen.
   */
  tabConflicts: Values;
  resolveTabConflicts(choice: 'mine' | 'theirs'): Promise<unknown>;
  /** Loads a stored working copy into the form, which then continues it. */
  resume(copy: Pick<WorkingCopy, 'id' | 'values' | 'digest'>): void;
  /**
   * Resets the form to the saved record.
   * @param values the values that are discarded, if they are not the typed ones
   * @returns a function that restores them
   */
  discard(values?: Values): Promise<() => Promise<unknown>>;
}

export const AutosaveContext = createContext<Autosave | undefined>(undefined);
/** Undefined if the record has no working copies. */
export const useAutosave = () => useContext(AutosaveContext);
