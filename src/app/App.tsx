import { CssBaseline, type Theme, useMediaQuery } from '@mui/material';
import {
  DefaultTitleContextProvider,
  type I18nProvider,
  LogoutOnMount,
  ResourceDefinitionContextProvider,
  useAuthState,
} from 'ra-core';
import { AdminContext, Notification } from 'ra-ui-materialui';
import { createElement, type ReactNode, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { entityList } from '../../contract/index.ts';
import { authProvider, basename, dataProvider, loginPath, session, store } from '../services/services.ts';
import { darkTheme, lightTheme, sizes } from '../theme/index.ts';
import { useNoticeHeight } from '../ui/Connection.tsx';
import { Boundary } from '../ui/states/Crashed.tsx';
import { Frame, fetchRest, Home, NotFoundPage, Screens, SignInPage, ToLastPlace } from './chunks.ts';
import { queryClient } from './queries.ts';
import { useLanguages } from './useLanguages.ts';

const definitions = Object.fromEntries(
  entityList.map(({ name, label }) => [name, { name, recordRepresentation: label }]),
);

const SignIn = () => (
  <Suspense fallback={<Shell of="signIn" />}>
    {/* Who types here will be inside in a moment: the rest of the script comes meanwhile. */}
    <SignInPage onTyping={fetchRest} />
  </Suspense>
);
const Outside = () => (
  <Suspense>
    <NotFoundPage />
  </Suspense>
);

/** Every route of docs/contract.md, "Screens" that has a screen; the rest leads home. */
const screens = (
  <Routes>
    <Route path="/home" element={<Home />} />
    <Route path="/" element={<ToLastPlace />} />
    <Route path="/Layout/*" element={<ToLastPlace />} />
    <Route path="/*" element={<Screens />} />
  </Routes>
);

/** What needs someone signed in. */
function Inside() {
  const { authenticated, isPending } = useAuthState();
  if (isPending) return <Shell of="frame" />;
  // Who was never in need not be signed out, which would forget what the page has read.
  if (!authenticated) return session.token() ? <LogoutOnMount /> : <Navigate to={loginPath} replace />;
  return (
    <Suspense fallback={<Shell of="frame" />}>
      <Frame>{screens}</Frame>
    </Suspense>
  );
}

/**
 * react-admin, composed of its parts: its own `Admin` brings a layout, a sign-in and texts that nothing here shows, and
 * renders all that is inside it twice at the start.
 */
export function App({ i18nProvider }: { i18nProvider: I18nProvider }) {
  const languages = useLanguages(i18nProvider);
  return (
    <AdminContext
      basename={basename}
      dataProvider={dataProvider}
      authProvider={authProvider}
      i18nProvider={languages}
      store={store}
      queryClient={queryClient}
      theme={lightTheme}
      darkTheme={darkTheme}
    >
      <ResourceDefinitionContextProvider definitions={definitions}>
        <CssBaseline enableColorScheme />
        <DefaultTitleContextProvider value="rTop Admin">
          <Boundary level={1}>
            <Routes>
              <Route path="/login" element={<SignIn />} />
              <Route path="/404" element={<Outside />} />
              <Route path="/*" element={<Inside />} />
            </Routes>
          </Boundary>
        </DefaultTitleContextProvider>
        <Toasts />
      </ResourceDefinitionContextProvider>
    </AdminContext>
  );
}

/** What stands in an element of the page, as React's own elements; the shells are made of classes alone. */
const within = (element: Element): ReactNode[] =>
  [...element.children].map((child) =>
    createElement(child.localName, { key: child.className, className: child.className }, within(child)),
  );

/** The page's own shells (index.html), taken before React replaces them. */
const shells = new Map(
  [...document.querySelectorAll<HTMLElement>('#root > [data-shell]')].map((shell) => [
    shell.dataset.shell,
    within(shell),
  ]),
);

/** What the page showed before any script ran, while a chunk is on its way. */
const Shell = ({ of }: { of: 'frame' | 'signIn' }) => <div data-shell={of}>{shells.get(of)}</div>;

/** Above where a list has its pages, far below any title; beside an edit panel, so that no field is covered by it. */
function Toasts() {
  const isBeside = useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'), { noSsr: true });
  const bottom = sizes.toast + useNoticeHeight();
  const left = sizes.toastMargin;
  const beside = isBeside && { left, maxWidth: `calc(100vw - ${sizes.panelWidth} - ${2 * left}px)` };
  return (
    <Notification
      anchorOrigin={{ vertical: 'bottom', horizontal: isBeside ? 'left' : 'center' }}
      sx={{ '&.MuiSnackbar-root': { bottom, ...beside } }}
    />
  );
}
