import { useEffect, useSyncExternalStore } from 'react';
import { createListeners } from '../listeners.ts';

let current = '';
const listeners = createListeners();

function set(title: string): void {
  current = title;
  listeners.tell();
}

/** Names the page: in the breadcrumb bar, in the document's title and in its open-screens tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    set(title);
    return () => set('');
  }, [title]);
}

/** What the page at hand called itself. */
export const useCurrentTitle = () => useSyncExternalStore(listeners.subscribe, () => current);
