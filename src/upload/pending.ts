import { useSyncExternalStore } from 'react';
import { createListeners } from '../utils/store.ts';

interface Pending {
  /** How many files of the open form are being sent or wait; it cannot be saved before they are done. */
  ofForms: number;
  /** How many rows of the library are shown, in any state. */
  ofLibrary: number;
}

let now: Pending = { ofForms: 0, ofLibrary: 0 };
const listeners = createListeners();

/** A file of its own, so that the frame and the forms do not load the upload queue. */
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
