import { useQueryClient } from '@tanstack/react-query';
import { useAuthProvider, useGetIdentity, useLogoutIfAccessDenied } from 'ra-core';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { AdminId, Identity } from '../../authProvider/index.ts';
import { startPoll } from '../../authProvider/poll.ts';
import { getAdminInfo, menu } from '../../contract/calls/console.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { useIdentity } from '../auth/useMay.ts';
import { gateKey } from '../early/wire.ts';
import {
  authProvider,
  confirming,
  homePath,
  http,
  loadConfirmIdentity,
  preferences,
  session,
} from '../services/services.ts';
import { useSetting } from '../services/settings.ts';
import { SessionEnd } from '../signIn/SessionEnd.tsx';
import { type Density, sizes } from '../theme/index.ts';
import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { Layout } from './Layout.tsx';
import { Screen } from './Screen.tsx';

const FirstPassword = lazyComponent(() =>
  withTexts(import('../account/FirstPassword.tsx').then((module) => module.FirstPassword)),
);

const FirstFactor = lazyComponent(() =>
  withTexts(import('../account/FirstFactor.tsx').then((module) => module.FirstFactor)),
);

const ConfirmIdentity = lazyComponent(() =>
  confirming.then(() => withTexts(loadConfirmIdentity().then((module) => module.ConfirmIdentity))),
);

const ViewingBar = lazyComponent(() =>
  withTexts(import('../access/ViewingBar.tsx').then((module) => module.ViewingBar)),
);

const rightsKeys = ['auth', 'menu'];

/** Header, menus and page; until what has to be done first is done, only its form. */
export function Frame({ children }: { children: ReactNode }) {
  const { identity, isPending } = useGetIdentity() as { identity?: Identity; isPending: boolean };
  const gate = identity?.gate;
  const [isOpen, setOpen] = useState(!isPending && !gate);
  // Once open, the screen stays while who one is is asked again: a screen that is mounted anew would ask once more.
  if (!isPending && isOpen === Boolean(gate)) setOpen(!gate);
  useGateMemory(identity);
  useLogoutOnRefusal();
  usePoll();
  useRightsRefresh();
  useRightsAfterFailure(identity);
  useOtherTabs();
  // While somebody else’s console is viewed, no preferences are loaded or stored.
  usePreferences(gate || identity?.viewing ? undefined : identity?.id);
  useDensity();
  useInitialFocus();
  return (
    <Layout hasMenu={!gate}>
      {identity?.viewing && (
        <Suspense>
          <ViewingBar name={identity.viewing} />
        </Suspense>
      )}
      <Suspense>
        {gate === 'password' && <FirstPassword />}
        {identity && gate === 'factor' && <FirstFactor identity={identity} />}
      </Suspense>
      {/* Before it is known whether something has to be done first, a screen would read what is refused until then. */}
      {!gate && <Screen>{isOpen ? children : <SkeletonRows height={sizes.row} />}</Screen>}
      <Suspense>
        <ConfirmIdentity />
      </Suspense>
      <SessionEnd />
    </Layout>
  );
}

/** Loads the administrator's preferences, such as theme and open screens, before the screen's own effects change them. */
function usePreferences(adminId: AdminId | undefined) {
  useLayoutEffect(() => {
    if (adminId !== undefined) preferences.adopt(adminId);
  }, [adminId]);
}

/** The next load of the page reads nothing early that is refused until what has to be done first is done. */
function useGateMemory(identity: Identity | undefined) {
  useEffect(() => {
    if (!identity) return;
    if (identity.gate) localStorage.setItem(gateKey, identity.gate);
    else localStorage.removeItem(gateKey);
  }, [identity]);
}

function useDensity() {
  const [density] = useSetting<Density>('density');
  useLayoutEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);
}

const isUnauthorized = (error: unknown) => error instanceof CallFailure && error.kind === 'unauthorized';

/** react-admin handles the 401 of its own calls; this handles that of every other query. */
function useLogoutOnRefusal() {
  const queries = useQueryClient();
  const leaveIfRefused = useLogoutIfAccessDenied();
  useEffect(() => {
    const cache = queries.getQueryCache();
    // A read that this token was refused while the page was loaded is not made again, so nothing else would report it.
    const refused = cache
      .getAll()
      .find(({ state: { error, errorUpdatedAt } }) => isUnauthorized(error) && errorUpdatedAt >= session.since());
    if (refused) leaveIfRefused(refused.state.error);
    return cache.subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') leaveIfRefused(event.action.error);
    });
  }, [queries, leaveIfRefused]);
}

/** A 401 leads to the sign-in; after a change of the role's rights, they and the menu are read again. */
function usePoll() {
  const queries = useQueryClient();
  const leave = useLogoutIfAccessDenied();
  const onDead = useEffectEvent(leave);
  useEffect(
    () =>
      startPoll(http, session, onDead, () => {
        authProvider.forgetIdentity();
        for (const key of rightsKeys) queries.invalidateQueries({ queryKey: [key] });
      }),
    [queries],
  );
}

/** After a 403 the console's rights are outdated: rights and menu are read again. */
function useRightsRefresh() {
  const queries = useQueryClient();
  useEffect(() => {
    const refresh = ({ type, action }: { type: string; action?: { type: string; error?: unknown } }) => {
      const error = type === 'updated' && action?.type === 'error' && action.error;
      if (!(error instanceof CallFailure && error.kind === 'forbidden')) return;
      // These two calls may be forbidden themselves: no loop.
      if (error.call?.path === getAdminInfo.path || error.call?.path === menu.path) return;
      for (const key of rightsKeys) queries.invalidateQueries({ queryKey: [key] });
    };
    const stops = [queries.getQueryCache().subscribe(refresh), queries.getMutationCache().subscribe(refresh)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries]);
}

/** Rights that could not be read are read once it is known who one is: they come with the same reply. */
function useRightsAfterFailure(identity: Identity | undefined) {
  const queries = useQueryClient();
  useEffect(() => {
    if (!identity) return;
    const hasFailed = ({ state }: { state: { status: string } }) => state.status === 'error';
    queries.refetchQueries({ queryKey: ['auth', 'canAccess'], predicate: hasFailed });
  }, [identity, queries]);
}

/** When another tab signs out, or signs someone else in, a reload removes this administrator's data (docs/contract.md, "How the console behaves"). */
function useOtherTabs() {
  const identity = useIdentity();
  const authProvider = useAuthProvider();
  const onToken = useEffectEvent(async (token: string) => {
    if (!identity) return;
    // If the call fails, the screen stays; the next call decides.
    const current = token ? await authProvider?.getIdentity?.().catch(() => identity) : undefined;
    if (current?.id !== identity.id) window.location.assign(homePath);
  });
  useEffect(() => session.subscribeToOtherTabs(onToken), []);
}

/** After the sign-in, whose focused button is gone, Tab starts at the top of the page. */
function useInitialFocus(): void {
  useEffect(() => {
    // In the next frame, to avoid a layout of its own.
    const frame = requestAnimationFrame(() => {
      const { body, activeElement } = document;
      if (activeElement !== body) return;
      body.setAttribute('tabindex', '-1');
      body.addEventListener('blur', () => body.removeAttribute('tabindex'), { once: true });
      body.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
}
