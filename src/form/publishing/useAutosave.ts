import { createContext, useContext } from 'react';
import type { WorkingCopy } from '../../../contract/calls/publishing.ts';

export type Values = Record<string, unknown>;

export interface FlushOptions {
  /** What somebody else changed meanwhile was seen. */
  isResolved?: boolean;
  /** The page goes away: the browser keeps its own copy too, for the page to find if it is reloaded. */
  keepsDraft?: boolean;
}

export interface Autosave {
  /** `retrying`: it failed, and is tried again without another key. */
  status: 'idle' | 'saving' | 'saved' | 'failed' | 'retrying';
  /** When it was stored last, ISO UTC. */
  time: string | undefined;
  /** Of the working copy that is stored: its id where the record is new, and its digest. */
  copyId(): number | undefined;
  digest(): string | undefined;
  /** Whether the server has all that is typed. */
  isStored(): boolean;
  /** Stores what is typed now. @returns whether it is stored */
  flush(options?: FlushOptions): Promise<boolean>;
  /** Waits for what is under way, so that nothing is stored after a save of the record. */
  settle(): Promise<unknown>;
  /** Of the fields that were typed in another tab as well: the values that are stored, which are the other's until one is chosen. */
  clashes: Values;
  settleClashes(choice: 'mine' | 'theirs'): Promise<unknown>;
  /** Goes on with a working copy of a new record. */
  resume(copy: Pick<WorkingCopy, 'id' | 'values' | 'digest'>): void;
  /**
   * Takes the form back to the saved record.
   * @param values what goes, if it is not what is typed
   * @returns what puts it back
   */
  discard(values?: Values): Promise<() => Promise<unknown>>;
}

export const AutosaveContext = createContext<Autosave | undefined>(undefined);
/** Undefined where the back end keeps no working copies. */
export const useAutosave = () => useContext(AutosaveContext);
