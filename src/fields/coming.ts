import { useLayoutEffect, useSyncExternalStore } from 'react';
import { createListeners } from '../listeners.ts';

let n = 0;
const listeners = createListeners();
const count = (by: 1 | -1) => {
  n += by;
  listeners.tell();
};

/** Stands for an input that is on its way, as long as it is mounted. */
export function useComes(): void {
  useLayoutEffect(() => {
    count(1);
    return () => count(-1);
  }, []);
}

/** The number of inputs on their way: what a form begins with is not whole before they are there. */
export const useComing = () => useSyncExternalStore(listeners.subscribe, () => n);
