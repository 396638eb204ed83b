import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { startPoll } from '../authProvider/poll.ts';
import { ini } from '../contract/calls/auth.ts';
import { createI18nProvider } from '../i18n/index.ts';
import { App } from './App.tsx';
import { basename, features, http, session } from './services.ts';
import { store } from './store.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const styles = createCache({ key: 'css', nonce, prepend: true });

const [i18nProvider] = await Promise.all([
  createI18nProvider(store.getItem('locale', 'zh') ?? 'zh'),
  // A back end that cannot be reached now says so at the first real call.
  http
    .call(ini)
    .then((answer) => features.learn(answer?.extensions))
    .catch(() => undefined),
]);

// A data router: react-admin can hold a navigation back only in one.
const router = createBrowserRouter([{ path: `${basename}/*`, element: <App i18nProvider={i18nProvider} /> }]);

startPoll(http, session);

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
createRoot(root).render(
  <StrictMode>
    <CacheProvider value={styles}>
      <RouterProvider router={router} />
    </CacheProvider>
  </StrictMode>,
);
