import { useStore, useStoreContext } from 'ra-core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { MenuEntry } from '../../contract/calls/console.ts';
import { contentScreen, homeScreen } from '../../contract/paths.ts';
import { useIdentity } from '../auth/useMay.ts';
import { discardDrafts, listDrafts } from '../drafts/formDrafts.ts';
import { saveLastPlace } from '../navigation/history.ts';
import { linkOf, trailTo, useMenuPlace, usePath } from '../navigation/useMenuPlace.ts';

/** A screen that was opened, and its address as it was left: page, filters, and the record that is open. */
export interface OpenScreen {
  path: string;
  address: string;
}

const home: OpenScreen = { path: homeScreen, address: homeScreen };
/** Only screens with unsaved changes can make it more. */
const mostOpen = 20;
const storeKey = 'tabs.open';

/** The screens opened so far, in the order of opening; home is always the first. Each is an entry of the menu. */
export function useOpenScreens() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const identity = useIdentity();
  const path = usePath();
  const { entries, trail } = useMenuPlace();
  const [stored, store] = useStore<OpenScreen[]>(storeKey, []);
  const { getItem } = useStoreContext();
  const here = trail.at(-1);
  const current = here && !isRedirect(here) ? here.path : undefined;
  const address = `${path}${search}`;

  /** The screen that was closed and is still at hand until the navigation is done. */
  const leaving = useRef<string | undefined>(undefined);

  const remember = useEffectEvent((screen: OpenScreen, among: OpenScreen[]) => {
    if (!identity || screen.path === leaving.current) return;
    leaving.current = undefined;
    saveLastPlace({ adminId: identity.id, path: screen.address });
    // The rendered ones may still be those of the administrator before; the next rendering has one's own.
    if (JSON.stringify(getItem(storeKey) ?? []) !== JSON.stringify(among)) return;
    const at = among.findIndex(({ path }) => path === screen.path);
    if (among[at]?.address === screen.address) return;
    const unsaved = listDrafts(identity.id).map((each) => each.path);
    store(at < 0 ? [...makeRoom(among, unsaved), screen] : among.with(at, screen));
  });
  // Also when the settings of another administrator took the place of these.
  useEffect(() => {
    if (current) remember({ path: current, address }, stored);
  }, [current, address, stored]);

  const seen = stored.filter((screen) => screen.path !== home.path && entryOf(entries, screen.path));
  const screens = [stored.find((screen) => screen.path === home.path) ?? home, ...seen];

  /** Closes screens with what is typed in them; from the one at hand it goes to its neighbour. */
  const close = (closed: OpenScreen[], isAsked: boolean) => {
    const left = screens.filter((screen) => !closed.includes(screen));
    for (const { path } of closed) discardDrafts(identity?.id, linkOf(path));
    store(left);
    const at = screens.findIndex((screen) => screen.path === current);
    const shown = screens[at];
    if (!shown || !closed.includes(shown)) return;
    leaving.current = shown.path;
    const next = left.findLast((screen) => screens.indexOf(screen) < at) ?? home;
    navigate(linkOf(next.address), { state: { isDiscarded: isAsked } });
  };
  return { screens, current, close, entryOf: (screen: OpenScreen) => entryOf(entries, screen.path) };
}

/** Whether a screen, or a record opened in it, has unsaved changes. */
export const isUnsaved = ({ path }: OpenScreen, unsaved: readonly string[]): boolean =>
  unsaved.some((at) => at === linkOf(path) || at.startsWith(linkOf(`${path}/`)));

/** Closes the oldest screens to make room for one more, but never one with unsaved changes: that takes a question. */
function makeRoom(screens: OpenScreen[], unsaved: readonly string[]): OpenScreen[] {
  const closable = screens.filter((screen) => !isUnsaved(screen, unsaved));
  const closed = closable.slice(0, Math.max(0, screens.length + 1 - mostOpen));
  return screens.filter((screen) => !closed.includes(screen));
}

function entryOf(entries: readonly MenuEntry[], path: string): MenuEntry | undefined {
  const entry = trailTo(entries, path).at(-1);
  return entry?.path === path && !isRedirect(entry) ? entry : undefined;
}

/** It only leads to one of its children, whose screen has a tab of its own. */
const isRedirect = ({ path, children }: MenuEntry) => path === contentScreen && children.length > 0;
