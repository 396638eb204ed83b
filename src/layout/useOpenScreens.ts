import { useStore } from 'ra-core';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { MenuEntry } from '../../contract/calls/console.ts';
import { dropUnsaved } from '../screens/unsaved.ts';
import { keepPlace } from './history.ts';
import { useIdentity } from './useMenu.ts';
import { linkOf, trailTo, useMenuPlace, usePath } from './useMenuPlace.ts';

/** A screen that was opened, and its address as it was left: page, filters, and the record that is open. */
export interface OpenScreen {
  path: string;
  address: string;
}

const home: OpenScreen = { path: '/home', address: '/home' };
const most = 20;

/** The screens opened so far, in the order of opening; home is always the first. Each is an entry of the menu. */
export function useOpenScreens() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const identity = useIdentity();
  const path = usePath();
  const { entries, trail } = useMenuPlace();
  const [stored, store] = useStore<OpenScreen[]>('tabs.open', []);
  const current = trail.at(-1)?.path;
  const address = `${path}${search}`;

  const remember = useEffectEvent(() => {
    if (!identity || !current) return;
    keepPlace({ adminId: identity.id, path: address });
    const at = stored.findIndex((screen) => screen.path === current);
    if (stored[at]?.address === address) return;
    const screen = { path: current, address };
    store(at < 0 ? [...stored, screen].slice(-most) : stored.with(at, screen));
  });
  useEffect(() => {
    if (current && address) remember();
  }, [current, address]);

  const seen = stored.filter((screen) => screen.path !== home.path && entryOf(entries, screen.path));
  const screens = [stored.find((screen) => screen.path === home.path) ?? home, ...seen];

  /** Closes screens with what is typed in them; from the one at hand it goes to its neighbour. */
  const close = (closed: OpenScreen[]) => {
    const left = screens.filter((screen) => !closed.includes(screen));
    for (const { path } of closed) dropUnsaved(identity?.id, linkOf(path));
    store(left);
    const at = screens.findIndex((screen) => screen.path === current);
    const here = screens[at];
    if (!here || !closed.includes(here)) return;
    const next = left.findLast((screen) => screens.indexOf(screen) < at) ?? home;
    navigate(linkOf(next.address), { state: { isDiscarded: true } });
  };
  return { screens, current, close, entryOf: (screen: OpenScreen) => entryOf(entries, screen.path) };
}

function entryOf(entries: readonly MenuEntry[], path: string): MenuEntry | undefined {
  const entry = trailTo(entries, path).at(-1);
  return entry?.path === path ? entry : undefined;
}
