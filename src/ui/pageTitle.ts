import { useTranslate } from 'ra-core';
import { useEffect, useSyncExternalStore } from 'react';
import { createListeners } from '../utils/store.ts';

let current = '';
const listeners = createListeners();

function set(title: string): void {
  current = title;
  listeners.notify();
}

/** Sets the page's title in the breadcrumb, the document and the open-screens tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    set(title);
    return () => set('');
  }, [title]);
}

/**
 * Sets the title that docs/contract.md, "Screens" gives a path; menu entries may be shorter.
 * @param otherwise the title of a path that is not in that table
 */
export function useScreenTitle(path: string, otherwise = ''): void {
  usePageTitle(useTranslate()(`titles.${path.slice(1)}`, { _: otherwise }));
}

/** The document's title of a page outside the frame, which leaves the one before as it was. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}

export const useCurrentTitle = () => useSyncExternalStore(listeners.subscribe, () => current);
