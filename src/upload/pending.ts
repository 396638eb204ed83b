import { useSyncExternalStore } from 'react';
import { createListeners } from '../utils/store.ts';

interface Pending {
  /** How many files of the form at hand are on their way, or wait for it: it is not saved before they are there. */
  ofForms: number;
  /** How many files of the library are shown, whatever became of them. */
  ofLibrary: number;
}

let now: Pending = { ofForms: 0, ofLibrary: 0 };
const listeners = createListeners();

/** What the frame and the forms need to know of uploads, without the script that makes them. */
export const pending = {
  now: () => now,
  set: (next: Pending) => {
    if (next.ofForms === now.ofForms && next.ofLibrary === now.ofLibrary) return;
    now = next;
    listeners.notify();
  },
  subscribe: listeners.subscribe,
};

export const usePending = () => useSyncExternalStore(pending.subscribe, pending.now);
