import { lateTexts } from '../../i18n/index.ts';
import { type ChunkName, firstChunks } from '../early/firstChunks.ts';
import { loadConfirmIdentity, session } from '../services/services.ts';
import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';

/** The chunks beside the main script, named after their files (build/plugin.ts). */
export const SignInPage = lazyComponent(() => import('../signIn/SignInPage.tsx').then((module) => module.SignInPage));
export const EndSession = lazyComponent(() =>
  withTexts(import('../signIn/EndSession.tsx').then((module) => module.EndSession)),
);
export const Frame = lazyComponent(() => import('../layout/Frame.tsx').then((module) => module.Frame));
export const Home = lazyComponent(() => import('../home/Home.tsx').then((module) => module.Home));
export const NotFoundPage = lazyComponent(() => import('./NotFoundPage.tsx').then((module) => module.NotFoundPage));
const screens = () => import('./Screens.tsx');
export const Screens = lazyComponent(() => screens().then((module) => module.Screens));
export const ToLastPlace = lazyComponent(() => screens().then((module) => module.ToLastPlace));

const chunks = { SignInPage, Frame, Home, Screens } satisfies Record<ChunkName, { fetch: () => Promise<unknown> }>;

export const fetchFirst = () =>
  Promise.all(firstChunks(Boolean(session.token()), location.pathname).map((name) => chunks[name].fetch()));

/** Loads all screens in advance. What fails is loaded again when it is shown. */
export function fetchScreens(): void {
  for (const chunk of Object.values(chunks)) chunk.fetch().catch(() => undefined);
}

export function fetchRest(): void {
  fetchScreens();
  const rest = [
    loadConfirmIdentity(),
    import('../bulk/SelectionToolbar.tsx'),
    import('../delete/DeleteDialog.tsx'),
    import('../drafts/UnsavedChangesDialog.tsx'),
    import('../layout/DrawerMenu.tsx'),
    import('../list/listRest.ts'),
    import('../screen/RecordPanel.tsx'),
    import('../screen/ScreenTabs.tsx'),
    import('../signIn/SignInDialog.tsx'),
    lateTexts(),
  ];
  for (const part of rest) part.catch(() => undefined);
}
