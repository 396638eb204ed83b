import { useSyncExternalStore } from 'react';

/** How many files of the form at hand are on their way, or wait for it: it is not saved before they are there. */
let ofForms = 0;
const listeners = new Set<() => void>();

export const pending = {
  ofForms: () => ofForms,
  set: (n: number) => {
    if (n === ofForms) return;
    ofForms = n;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export const usePending = () => useSyncExternalStore(pending.subscribe, pending.ofForms);
