import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { MenuEntry } from '../../contract/calls/console.ts';
import { contentScreen } from '../../contract/paths.ts';
import { useIdentity } from '../auth/useMay.ts';
import { basename } from '../services/services.ts';
import { lastScreen, saveLastPlace } from './history.ts';
import { useMenu } from './useMenu.ts';

/** The selected menu entries from the top menu down; empty for a page outside the menu. */
export type Trail = MenuEntry[];

const isAt = (path: string, at: string) => path !== '' && (at === path || at.startsWith(`${path}/`));

/** The entries that lead to a path below the router's base, the deepest last. */
export function trailTo(entries: readonly MenuEntry[], at: string): Trail {
  for (const entry of entries) {
    const below = trailTo(entry.children, at);
    if (below.length > 0) return [entry, ...below];
    if (isAt(entry.path, at)) return [entry];
  }
  return [];
}

/** The entry of the screen at a path below the router's base; undefined for a page outside the menu. */
export function screenAt(entries: readonly MenuEntry[], at: string): MenuEntry | undefined {
  const entry = trailTo(entries, at).at(-1);
  // This entry only redirects to one of its children.
  const isRedirect = entry?.path === contentScreen && entry.children.length > 0;
  return isRedirect ? undefined : entry;
}

/**
 * The path that a click on an entry opens: the first child's, or the entry's own if it has no children
 * (docs/contract.md, "Screens").
 */
export function targetOf(entry: MenuEntry): string {
  const [first] = entry.children;
  return first ? targetOf(first) : entry.path;
}

export const linkOf = (path: string) => `${basename}${path}`;

const belowBase = (pathname: string) => pathname.slice(basename.length) || '/';

/** The path below the router's base, of the screen that is shown. */
export const usePath = () => belowBase(useLocation().pathname);

/**
 * The path below the router's base in the browser's address. React shows its screen only once the screen's code has
 * been loaded.
 */
export const addressPath = () => belowBase(window.location.pathname);

export function useMenuPlace() {
  const entries = useMenu();
  const path = usePath();
  const trail = trailTo(entries, path);
  const [top] = trail.length > 0 ? trail : trailTo(entries, lastScreen());
  const shownTop = top ?? entries[0];
  return { entries, trail, top: shownTop, left: trail[1], second: trail[2] };
}

/** The title of a menu entry: our server's are message keys, other back ends send the text itself. */
export function useMenuTitle() {
  const translate = useTranslate();
  return ({ title }: Pick<MenuEntry, 'title'>) => translate(title, { _: title, smart_count: 2 });
}

/** Saves the administrator's current screen, to which `/` and `/Layout` lead, and its content model. */
export function useSavedPlace(): void {
  const adminId = useIdentity()?.id;
  const titleOf = useMenuTitle();
  const { search } = useLocation();
  const path = usePath();
  const entry = screenAt(useMenu(), path);
  const { model } = entry ?? {};
  const title = entry && titleOf(entry);
  useEffect(() => {
    if (adminId === undefined || title === undefined) return;
    saveLastPlace({ adminId, path: `${path}${search}`, ...(model && { model: { model, title } }) });
  }, [adminId, path, search, model, title]);
}
