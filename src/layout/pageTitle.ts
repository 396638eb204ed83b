import { useEffect, useSyncExternalStore } from 'react';

let current = '';
const listeners = new Set<() => void>();

function set(title: string): void {
  current = title;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Names the page: in the breadcrumb bar, in the document's title and in its open-screens tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    set(title);
    return () => set('');
  }, [title]);
}

/** What the page at hand called itself. */
export const useCurrentTitle = () => useSyncExternalStore(subscribe, () => current);
