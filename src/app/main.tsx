import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { checkLogin } from '../../contract/calls/auth.ts';
import { webInfo } from '../../contract/calls/console.ts';
import { defaultLanguage } from '../../contract/languages.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { createFirstI18nProvider, createI18nProvider } from '../../i18n/index.ts';
import { BackEndAbsent, configuredAddress, host } from '../services/backEnd.ts';
import { iniQuery } from '../services/queryClient.ts';
import { basename, features, http, session, store } from '../services/services.ts';
import { safariPrefix } from '../theme/index.ts';
import { App } from './App.tsx';
import { fetchFirst, fetchRest } from './chunks.ts';
import { prepareQueries, queryClient } from './queries.ts';
import { startFailed } from './startFailed.tsx';

/** The first screen is complete by this time. */
const fetchRestAfterMs = 5000;

const isForeign = (error: unknown) => error instanceof CallFailure && error.isForeign;

async function start() {
  // react-admin renders nothing at first if its store has no locale.
  if (!store.getItem('locale')) store.setItem('locale', defaultLanguage);
  // If the back end is unreachable, the first call of a screen reports it.
  const learning = queryClient.fetchQuery(iniQuery).catch(async (error) => {
    if (features.areLearned() || !isForeign(error) || !configuredAddress()) return;
    // Calls may be broken or missing: there is no back end only if others fail alike, one of them a call of the specification.
    const fails = (call: typeof webInfo | typeof checkLogin) => http.call(call).then(() => false, isForeign);
    if ((await fails(webInfo)) && (await fails(checkLogin))) throw new BackEndAbsent(configuredAddress());
    // The back end answers but names no extensions, so it is taken to have none.
    features.learn([]);
  });
  const [language] = await Promise.all([
    createFirstI18nProvider(store.getItem('locale') ?? defaultLanguage),
    // A failed chunk is loaded again when it is shown.
    fetchFirst().catch(() => undefined),
    // An unknown back end must not get calls that only our server understands (docs/contract.md, "Back ends without
    // extensions").
    features.areLearned() || learning,
    prepareQueries(),
    host,
  ]);
  // The administrator's preferences may have changed the locale meanwhile.
  const locale = store.getItem('locale') ?? defaultLanguage;
  const i18nProvider = language.getLocale() === locale ? language : await createI18nProvider(locale);
  show(<App i18nProvider={i18nProvider} />);
  if (session.token()) setTimeout(fetchRest, fetchRestAfterMs);
}

function show(element: ReactNode) {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  const styles = createCache({ key: 'css', nonce, prepend: true, stylisPlugins: [safariPrefix] });
  // react-admin's navigation blocking needs a data router.
  const router = createBrowserRouter([{ path: `${basename}/*`, element }]);
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  createRoot(root).render(
    <StrictMode>
      <CacheProvider value={styles}>
        <RouterProvider router={router} />
      </CacheProvider>
    </StrictMode>,
  );
}

// This is not awaited, because a top-level await would block the chunks that import from this module.
start().catch(async (error) => show(await startFailed(error)));
