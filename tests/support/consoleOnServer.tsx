import { fireEvent, render, screen, within } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeAll, onTestFinished, vi } from 'vitest';
import { createI18nProvider, lateTexts } from '../../i18n/index.ts';
import { App } from '../../src/app/App.tsx';
import { Frame, Home, Screens, SignInPage } from '../../src/app/chunks.ts';
import { queryClient } from '../../src/app/queries.ts';
import { basename, features, session } from '../../src/services/services.ts';
import type { TestServer } from './server.ts';

const realFetch = globalThis.fetch;

beforeAll(async () => {
  // React renders at any time, as in a browser: replies of the server and lazy parts come in between.
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false);
  // Screens load these when they are first shown. Loading them here spares the tests the wait.
  await Promise.all([Frame, Home, Screens, SignInPage].map((chunk) => chunk.fetch()));
  await Promise.all([import('../../src/screen/RecordPanel.tsx'), lateTexts()]);
});

interface Visit {
  /** Token of the session; a new one of `admin` by default, empty if nobody is signed in. */
  token?: string | undefined;
  /** The `data` of calls that are not sent to the server, as another back end would answer them. */
  answers?: Record<string, unknown>;
}

/**
 * Shows the whole console in jsdom with a server of this process, as after a load of its page. It is for tests that
 * need no layout and no navigation of a browser, at a fraction of a browser's cost.
 * @param path the address below the console's base
 */
export async function openConsole(server: TestServer, path: string, { token: given, answers = {} }: Visit = {}) {
  const token = given ?? (await server.signIn('admin', server.password));
  // jsdom matches every rule of every style sheet for each element that a query or a click looks at, which takes most
  // of a test's time. Here elements are hidden only by their own style or by an attribute.
  vi.spyOn(window, 'getComputedStyle').mockImplementation((element) => (element as HTMLElement).style);
  queryClient.clear();
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const call = url.replace('/api/', '').replace(/\?.*/, '');
    asked.push([url, init?.body ?? ''].join(' ').trim());
    if (!(call in answers)) return realFetch(new URL(url, server.url), init);
    return new Response(JSON.stringify({ code: 1, msg: '', data: answers[call] }));
  });
  features.learn((await server.data<{ extensions: string[] }>('auth.auth/ini')).extensions);
  if (token) session.begin(token);
  const element = <App i18nProvider={await createI18nProvider('zh')} />;
  const router = createMemoryRouter([{ path: `${basename}/*`, element }], { initialEntries: [`${basename}${path}`] });
  const { unmount } = render(<RouterProvider router={router} />);
  onTestFinished(() => {
    unmount();
    session.end();
    queryClient.clear();
    localStorage.clear();
    sessionStorage.clear();
    // Spies are restored first, because a spy on a stub would put the stub back.
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  return {
    user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never, delay: null }),
    /** Unmounts the console, as when its page is left. */
    unmount,
    /** The calls that were made, each with its parameters. */
    asked,
    /** The address below the console's base. */
    address: () =>
      decodeURIComponent(`${router.state.location.pathname}${router.state.location.search}`).slice(basename.length),
    /** Goes to an address below the console's base, as a link does. */
    goTo: (to: string) => router.navigate(`${basename}${to}`),
  };
}

/** Replaces the text of a field, as a paste over all of it does. */
export const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

/** The labels of the links in a navigation. */
export const linksIn = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
