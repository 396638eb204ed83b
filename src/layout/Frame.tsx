import { useQueryClient } from '@tanstack/react-query';
import { useAuthProvider, useLogoutIfAccessDenied, useStore } from 'ra-core';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import type { AdminId } from '../../authProvider/index.ts';
import { getAdminInfo, menu } from '../../contract/calls/console.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { useIdentity } from '../auth/useMay.ts';
import { homePath, preferences, session } from '../services/services.ts';
import { SignInDialog } from '../signIn/SignInDialog.tsx';
import type { Density } from '../theme/index.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { Layout } from './Layout.tsx';
import { Screen } from './Screen.tsx';

const FirstPassword = lazyComponent(() =>
  import('../account/FirstPassword.tsx').then((module) => module.FirstPassword),
);

/** Header, menus and page; before the first password is changed, nothing but that. */
export function Frame({ children }: { children: ReactNode }) {
  const identity = useIdentity();
  const mustChange = identity?.must_change;
  useLeaveWhenRefused();
  useRightsAnew();
  useOtherTab();
  usePreferencesOf(mustChange ? undefined : identity?.id);
  useDensity();
  useStartAtTop();
  return (
    <Layout hasMenu={!mustChange}>
      {mustChange ? (
        <Suspense>
          <FirstPassword />
        </Suspense>
      ) : (
        <Screen>{children}</Screen>
      )}
      <SignInDialog />
    </Layout>
  );
}

/** Theme, columns, open screens and the like are one administrator's own, before anything of the screen changes them. */
function usePreferencesOf(adminId: AdminId | undefined) {
  useLayoutEffect(() => {
    if (adminId !== undefined) preferences.adopt(adminId);
  }, [adminId]);
}

/** The theme's sizes follow it (src/theme/index.ts). */
function useDensity() {
  const [density] = useStore<Density>('density', 'normal');
  useLayoutEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);
}

/** react-admin sees the 401 of its own calls; this sees that of every other query. */
function useLeaveWhenRefused() {
  const queries = useQueryClient();
  const leaveIfRefused = useLogoutIfAccessDenied();
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') leaveIfRefused(event.action.error);
      }),
    [queries, leaveIfRefused],
  );
}

/** What the back end forbids, the console thought allowed: rights and menu are asked for anew. */
function useRightsAnew() {
  const queries = useQueryClient();
  useEffect(() => {
    const anew = ({ type, action }: { type: string; action?: { type: string; error?: unknown } }) => {
      const error = type === 'updated' && action?.type === 'error' && action.error;
      if (!(error instanceof CallFailure && error.kind === 'forbidden')) return;
      // What they are told by may be forbidden itself: once is enough.
      if (error.call?.path === getAdminInfo.path || error.call?.path === menu.path) return;
      for (const key of ['auth', 'menu']) queries.invalidateQueries({ queryKey: [key] });
    };
    const stops = [queries.getQueryCache().subscribe(anew), queries.getMutationCache().subscribe(anew)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries]);
}

/** Another tab signed out, or someone else in: nothing of the first one's screen may stay (docs/contract.md, "How the console behaves"). */
function useOtherTab() {
  const identity = useIdentity();
  const authProvider = useAuthProvider();
  const onToken = useEffectEvent(async (token: string) => {
    if (!identity) return;
    // Who cannot be asked for now is asked for by the next call; the screen stays until then.
    const now = token ? await authProvider?.getIdentity?.().catch(() => identity) : undefined;
    if (now?.id !== identity.id) window.location.assign(homePath);
  });
  useEffect(() => session.subscribeToOtherTabs(onToken), []);
}

/** After the sign-in, whose button is gone, the keyboard goes on from the top of the page, not from where that was. */
function useStartAtTop(): void {
  useEffect(() => {
    const { body, activeElement } = document;
    if (activeElement !== body) return;
    body.setAttribute('tabindex', '-1');
    body.addEventListener('blur', () => body.removeAttribute('tabindex'), { once: true });
    body.focus();
  }, []);
}
