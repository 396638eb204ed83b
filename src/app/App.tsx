import { CssBaseline, type Theme, useMediaQuery } from '@mui/material';
import {
  DefaultTitleContextProvider,
  type I18nProvider,
  LogoutOnMount,
  ResourceDefinitionContextProvider,
  useAuthState,
} from 'ra-core';
import { AdminContext, Notification } from 'ra-ui-materialui';
import { createElement, type ReactNode, Suspense, useMemo, useState } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { entityList } from '../../contract/index.ts';
import { createI18nProvider } from '../../i18n/index.ts';
import { routerProvider } from '../navigation/routerProvider.ts';
import { productName } from '../navigation/siteBrand.tsx';
import { authProvider, basename, dataProvider, loginPath, session, store } from '../services/services.ts';
import { darkTheme, lightTheme, sizes } from '../theme/index.ts';
import { useNoticeHeight } from '../ui/Connection.tsx';
import { Boundary } from '../ui/states/Crashed.tsx';
import { EndSession, Frame, fetchScreens, Home, NotFoundPage, Screens, SignInPage, ToLastPlace } from './chunks.ts';
import { queryClient } from './queries.ts';

const definitions = Object.fromEntries(
  entityList.map(({ name, label }) => [name, { name, recordRepresentation: label }]),
);

const SignIn = () => (
  <Suspense fallback={<Shell of="signIn" />}>
    {/* Loads the rest of the script while the user is typing. */}
    <SignInPage onTyping={fetchScreens} />
  </Suspense>
);
const OutOfMail = () => (
  <Suspense fallback={<Shell of="signIn" />}>
    <EndSession />
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

function Inside() {
  const { authenticated, isPending } = useAuthState();
  if (isPending) return <Shell of="frame" />;
  // A logout would clear the queries. If there is no token, none is needed.
  if (!authenticated) return session.token() ? <LogoutOnMount /> : <Navigate to={loginPath} replace />;
  return (
    <Suspense fallback={<Shell of="frame" />}>
      <Frame>{screens}</Frame>
    </Suspense>
  );
}

/**
 * Composes react-admin of its parts. Its `Admin` brings a layout, a sign-in page and texts that are not used here, and
 * renders its children twice at the start.
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
      routerProvider={routerProvider}
      theme={lightTheme}
      darkTheme={darkTheme}
    >
      <ResourceDefinitionContextProvider definitions={definitions}>
        <CssBaseline enableColorScheme />
        <DefaultTitleContextProvider value={productName}>
          <Boundary level={1}>
            <Routes>
              <Route path="/login" element={<SignIn />} />
              <Route path="/404" element={<Outside />} />
              <Route path="/EndSession" element={<OutOfMail />} />
              <Route path="/*" element={<Inside />} />
            </Routes>
          </Boundary>
        </DefaultTitleContextProvider>
        <Toasts />
      </ResourceDefinitionContextProvider>
    </AdminContext>
  );
}

/** An element's children as React elements; the shells have classes only. */
const toReact = (element: Element): ReactNode[] =>
  [...element.children].map((child) =>
    createElement(child.localName, { key: child.className, className: child.className }, toReact(child)),
  );

/** The page's own shells (index.html), taken before React replaces them. */
const shells = new Map(
  [...document.querySelectorAll<HTMLElement>('#root > [data-shell]')].map((shell) => [
    shell.dataset.shell,
    toReact(shell),
  ]),
);

/** The page's first state, shown while a chunk is loading. */
const Shell = ({ of }: { of: 'frame' | 'signIn' }) => <div data-shell={of}>{shells.get(of)}</div>;

/** Shows toasts above a list's pagination and beside an edit panel, so that they cover no field. */
function Toasts() {
  const isBeside = useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'), { noSsr: true });
  const bottom = (isBeside ? sizes.toast : sizes.toastNarrow) + useNoticeHeight();
  const left = sizes.toastMargin;
  const beside = isBeside && { left, maxWidth: `calc(100vw - ${sizes.panelWidth} - ${2 * left}px)` };
  return (
    <Notification
      anchorOrigin={{ vertical: 'bottom', horizontal: isBeside ? 'left' : 'center' }}
      sx={{ '&.MuiSnackbar-root': { bottom, ...beside } }}
    />
  );
}

/**
 * Switches the language by replacing the provider. If the provider changed its own locale, ra-core would remount
 * everything, and an open form would lose its tab.
 */
function useLanguages(first: I18nProvider): I18nProvider {
  const [provider, setProvider] = useState(first);
  return useMemo(
    () => ({
      ...provider,
      changeLocale: async (locale: string) => {
        setProvider(await createI18nProvider(locale));
        // Some of the back end's texts depend on the language.
        queryClient.invalidateQueries();
        // Never resolves: ra-core would remount everything.
        return new Promise<never>(() => {});
      },
    }),
    [provider],
  );
}
