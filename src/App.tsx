import { QueryClient } from '@tanstack/react-query';
import { CustomRoutes, type I18nProvider, Resource } from 'ra-core';
import { Notification } from 'ra-ui-materialui';
import { Admin } from 'react-admin';
import { Navigate, Route } from 'react-router-dom';
import { Frame } from './layout/Frame.tsx';
import { Home } from './pages/Home.tsx';
import { resources } from './resources/index.ts';
import { EntityScreen } from './screens/EntityScreen.tsx';
import { NotFound } from './screens/faces.tsx';
import { authProvider, basename, dataProvider, homePath } from './services.ts';
import { SignInPage } from './signIn/SignInPage.tsx';
import { store } from './store.ts';
import { darkTheme, lightTheme } from './theme/index.ts';

// A read that failed says so at once, and one can try again (console.md section 9).
const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** At the top, where a toast covers no button of a panel. */
const Toasts = () => <Notification anchorOrigin={{ vertical: 'top', horizontal: 'center' }} />;
const ToHome = () => <Navigate to={homePath} replace />;

/** Every route of console.md section 2 that has a screen; the rest leads home. */
export function App({ i18nProvider }: { i18nProvider: I18nProvider }) {
  return (
    <Admin
      basename={basename}
      dataProvider={dataProvider}
      authProvider={authProvider}
      i18nProvider={i18nProvider}
      store={store}
      queryClient={queryClient}
      theme={lightTheme}
      darkTheme={darkTheme}
      layout={Frame}
      notification={Toasts}
      loginPage={SignInPage}
      catchAll={ToHome}
      requireAuth
      disableTelemetry
    >
      {resources.map(({ name, entity }) => (
        <Resource key={name} name={name} recordRepresentation={entity.label} />
      ))}
      <CustomRoutes>
        <Route path="/" element={<ToHome />} />
        <Route path="/Layout/*" element={<ToHome />} />
        <Route path="/home" element={<Home />} />
        <Route path="/404-In" element={<NotFound />} />
        <Route path="/content" element={<Navigate to={`${basename}/content/article`} replace />} />
        {resources.map((resource) => (
          <Route key={resource.name} path={`${resource.path}/*`} element={<EntityScreen resource={resource} />} />
        ))}
      </CustomRoutes>
    </Admin>
  );
}
