import { CssBaseline } from '@mui/material';
import { QueryClient } from '@tanstack/react-query';
import { CoreAdminUI, CustomRoutes, type I18nProvider, ResourceDefinitionContextProvider } from 'ra-core';
import { AdminContext, type LayoutProps, Notification } from 'ra-ui-materialui';
import { Suspense } from 'react';
import { Navigate, Route } from 'react-router-dom';
import { entityList } from '../contract/index.ts';
import { Frame, Home, Screens, SignInPage, ToLastPlace } from './chunks.ts';
import { Shell } from './early/Shell.tsx';
import { Crashed, NotFound } from './screens/faces.tsx';
import { authProvider, basename, dataProvider, homePath, store } from './services.ts';
import { darkTheme, lightTheme } from './theme/index.ts';

// A read that failed says so at once, and one can try again (console.md section 9).
const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });

const definitions = Object.fromEntries(
  entityList.map(({ name, label }) => [name, { name, recordRepresentation: label }]),
);

const InFrame = (props: LayoutProps) => (
  <Suspense fallback={<Shell of="frame" />}>
    <Frame {...props} />
  </Suspense>
);
const SignIn = () => (
  <Suspense fallback={<Shell of="signIn" />}>
    <SignInPage />
  </Suspense>
);
const Loading = () => <Shell of="frame" />;
const ToHome = () => <Navigate to={homePath} replace />;

/** At the top, where a toast covers no button of a panel. */
const Toasts = () => <Notification anchorOrigin={{ vertical: 'top', horizontal: 'center' }} />;

/** Every route of console.md section 2 that has a screen; the rest leads home. One element, so that nothing renders anew. */
const routes = (
  <CustomRoutes>
    <Route path="/home" element={<Home />} />
    <Route path="/404-In" element={<NotFound />} />
    <Route path="/" element={<ToLastPlace />} />
    <Route path="/Layout/*" element={<ToLastPlace />} />
    <Route path="/*" element={<Screens />} />
  </CustomRoutes>
);

/** react-admin, composed of its parts: its own `Admin` brings a layout, a sign-in and texts that nothing here shows. */
export function App({ i18nProvider }: { i18nProvider: I18nProvider }) {
  return (
    <AdminContext
      basename={basename}
      dataProvider={dataProvider}
      authProvider={authProvider}
      i18nProvider={i18nProvider}
      store={store}
      queryClient={queryClient}
      theme={lightTheme}
      darkTheme={darkTheme}
    >
      <ResourceDefinitionContextProvider definitions={definitions}>
        <CssBaseline enableColorScheme />
        <CoreAdminUI
          layout={InFrame}
          loading={Loading}
          loginPage={SignIn}
          error={Crashed}
          catchAll={ToHome}
          requireAuth
          disableTelemetry
        >
          {routes}
        </CoreAdminUI>
        <Toasts />
      </ResourceDefinitionContextProvider>
    </AdminContext>
  );
}
