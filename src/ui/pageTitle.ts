import { useTranslate } from 'ra-core';
import { useEffect, useSyncExternalStore } from 'react';
import { createListeners } from '../utils/store.ts';

let current = '';
const listeners = createListeners();

function set(title: string): void {
  current = title;
  listeners.notify();
}

/** Names the page: in the breadcrumb bar, in the document's title and in its open-screens tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    set(title);
    return () => set('');
  }, [title]);
}

/**
 * Names a page as the table of docs/contract.md, "Screens" names its path; menu entries may be shorter.
 * @param own what it is called where the table has no such path
 */
export function useScreenTitle(path: string, own = ''): void {
  usePageTitle(useTranslate()(`titles.${path.slice(1)}`, { _: own }));
}

/** What the page at hand called itself. */
export const useCurrentTitle = () => useSyncExternalStore(listeners.subscribe, () => current);
