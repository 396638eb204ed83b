import { useStoreContext } from 'ra-core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { homeScreen } from '../../contract/paths.ts';
import { useIdentity } from '../auth/useMay.ts';
import { discardDrafts, listDrafts } from '../drafts/formDrafts.ts';
import { addressPath, linkOf, screenAt, useMenuPlace, usePath } from '../navigation/useMenuPlace.ts';
import { useSetting } from '../services/settings.ts';

/** An open screen and its last address, with page, filters and open record. */
export interface OpenScreen {
  path: string;
  address: string;
}

const home: OpenScreen = { path: homeScreen, address: homeScreen };
/** The most open screens. More are open only if all have unsaved changes. */
const maxOpen = 20;
const storeKey = 'tabs.open';

/** The open screens in the order of opening, the home screen first. Each is an entry of the menu. */
export function useOpenScreens() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const identity = useIdentity();
  const path = usePath();
  const { entries } = useMenuPlace();
  const [stored, store] = useSetting<OpenScreen[]>(storeKey);
  const { getItem } = useStoreContext();
  const entryOf = (at: string) => {
    const entry = screenAt(entries, at);
    return entry?.path === at ? entry : undefined;
  };
  const current = screenAt(entries, path)?.path;
  const address = `${path}${search}`;

  /** The path of a closed screen that is still current until the navigation is done. */
  const leaving = useRef<string | undefined>(undefined);

  const remember = useEffectEvent((screen: OpenScreen, among: OpenScreen[]) => {
    if (!identity || screen.path === leaving.current) return;
    leaving.current = undefined;
    // When another administrator signs in, the rendered list is still the former one's until the next rendering.
    if (JSON.stringify(getItem(storeKey) ?? []) !== JSON.stringify(among)) return;
    const at = among.findIndex(({ path }) => path === screen.path);
    if (among[at]?.address === screen.address) return;
    const unsaved = listDrafts(identity.id).map((each) => each.path);
    store(at < 0 ? [...makeRoom(among, unsaved), screen] : among.with(at, screen));
  });
  // `stored` is a dependency, so that this also runs after another administrator's preferences were loaded.
  useEffect(() => {
    if (current) remember({ path: current, address }, stored);
  }, [current, address, stored]);

  /** The path of a menu entry that has just redirected home, because the console has no such screen. */
  const unknownPath = state?.unknownPath;
  const forget = useEffectEvent((path: string, among: OpenScreen[]) => {
    const isOutdated = JSON.stringify(getItem(storeKey) ?? []) !== JSON.stringify(among);
    if (!identity || isOutdated || among.every((screen) => screen.path !== path)) return;
    store(among.filter((screen) => screen.path !== path));
  });
  useEffect(() => {
    if (unknownPath) forget(unknownPath, stored);
  }, [unknownPath, stored]);

  const seen = stored.filter((screen) => screen.path !== home.path && entryOf(screen.path));
  const screens = [stored.find((screen) => screen.path === home.path) ?? home, ...seen];

  /** The path of the screen that was asked for last, which may still be loading. */
  const opening = () => screenAt(entries, addressPath())?.path ?? current;

  const close = (closed: OpenScreen[], isAsked: boolean) => {
    const left = screens.filter((screen) => !closed.includes(screen));
    for (const { path } of closed) discardDrafts(identity?.id, linkOf(path), false);
    store(left);
    const isClosed = (path: string | undefined) => closed.some((screen) => screen.path === path);
    if (isClosed(current)) leaving.current = current;
    if (!isClosed(opening())) return;
    const at = screens.findIndex((screen) => screen.path === opening());
    const shown = left.find((screen) => screen.path === current);
    const next = shown ?? left.findLast((screen) => screens.indexOf(screen) < at) ?? home;
    // `replace` keeps Back from leading to a screen that was closed before it was shown.
    navigate(linkOf(next.address), { state: { isDiscarded: isAsked }, replace: shown !== undefined });
  };
  return { screens, current, opening, close, entryOf: (screen: OpenScreen) => entryOf(screen.path) };
}

export const isUnsaved = ({ path }: OpenScreen, unsaved: readonly string[]): boolean =>
  unsaved.some((at) => at === linkOf(path) || at.startsWith(linkOf(`${path}/`)));

/** Closes the oldest screens to make room for one more, except those with unsaved changes. */
function makeRoom(screens: OpenScreen[], unsaved: readonly string[]): OpenScreen[] {
  const closable = screens.filter((screen) => !isUnsaved(screen, unsaved));
  const closed = closable.slice(0, Math.max(0, screens.length + 1 - maxOpen));
  return screens.filter((screen) => !closed.includes(screen));
}
