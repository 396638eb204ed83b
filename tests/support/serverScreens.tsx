import { act, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import { AdminContext, Notification } from 'ra-ui-materialui';
import { createMemoryRouter, Route, RouterProvider, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, expect, onTestFinished, vi } from 'vitest';
import { createI18nProvider } from '../../i18n/index.ts';
import { Home } from '../../src/app/chunks.ts';
import { prepareQueries, queryClient } from '../../src/app/queries.ts';
import type { Resource } from '../../src/declaration/resource.ts';
import { RecyclePage } from '../../src/recycle/RecyclePage.tsx';
import { EntityScreen } from '../../src/screen/EntityScreen.tsx';
import { iniQuery } from '../../src/services/queryClient.ts';
import { authProvider, basename, dataProvider, session, store } from '../../src/services/services.ts';
import { lightTheme } from '../../src/theme/index.ts';
import type { TestServer } from './server.ts';

const nodeFetch = fetch;
// Queries find hidden elements too, because jsdom takes long to find out what is hidden.
configure({ defaultHidden: true });

/**
 * Shows screens in jsdom with a server of this process and the console's own providers. They prove what a browser would
 * prove with a page each, unless it is about layout, a page that is loaded, or what only a browser has.
 */
export function useServerScreens(server: TestServer) {
  // Screens load this when they are first shown. Loading it here spares the tests the wait.
  beforeAll(() => import('../../src/screen/RecordPanel.tsx'));
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    // The server replies at any time, not only while Testing Library waits for it.
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false);
    vi.stubGlobal(
      'fetch',
      vi.fn((url: string, init?: RequestInit) => nodeFetch(new URL(url, server.url), init)),
    );
    return () => vi.unstubAllGlobals();
  });

  /**
   * Opens the screens of these resources at an address below the console's base.
   * @param token the super administrator's by default
   */
  return async function open(resources: Resource[], path: string, token = server.token) {
    session.begin(token);
    authProvider.forgetIdentity();
    await queryClient.fetchQuery(iniQuery);
    // The console does this at its start. Otherwise each right is asked for by itself, and everything is rendered for
    // each.
    await prepareQueries();
    const i18nProvider = await createI18nProvider('zh');
    const element = (
      <AdminContext
        basename={basename}
        dataProvider={dataProvider}
        authProvider={authProvider}
        i18nProvider={i18nProvider}
        store={store}
        queryClient={queryClient}
        theme={lightTheme}
      >
        <Routes>
          <Route path="/home" element={<Home />} />
          <Route path="/recycle" element={<RecyclePage />} />
          {resources.map((resource) => (
            <Route key={resource.name} path={`${resource.path}/*`} element={<EntityScreen resource={resource} />} />
          ))}
        </Routes>
        <Notification />
      </AdminContext>
    );
    const router = createMemoryRouter([{ path: `${basename}/*`, element }], { initialEntries: [`${basename}${path}`] });
    const { unmount } = render(<RouterProvider router={router} />);
    const leave = () => {
      unmount();
      act(() => session.end());
      queryClient.clear();
    };
    onTestFinished(leave);
    return {
      user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }),
      leave,
      address: () => decodeURIComponent(`${router.state.location.pathname}${router.state.location.search}`),
    };
  };
}

/**
 * The resource with only these tabs of its form and an empty list, because the list is rendered again with every
 * change.
 */
export const formOf = (resource: Resource, tabs: Resource['form']['tabs']): Resource => ({
  ...resource,
  list: { columns: [], Body: () => null },
  form: { ...resource.form, tabs },
});

/** Presses the one button with this name, as soon as it is enabled. A search by role would take jsdom much longer. */
export async function press(name: string, within: HTMLElement = document.body): Promise<void> {
  const button = () => {
    const buttons = [...within.querySelectorAll('button')];
    const named = buttons.filter((one) => (one.getAttribute('aria-label') ?? one.textContent) === name);
    const [found] = named;
    if (named.length !== 1 || !found || found.disabled) throw new Error(`${named.length} buttons are called ${name}`);
    return found;
  };
  const found = await waitFor(button);
  // A press moves the focus: the field that had it is no longer typed in.
  found.focus();
  fireEvent.click(found);
}

/** The dialog with this title. */
export const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });

/** Waits for a message at the edge of the screen. */
export const told = (text: string) =>
  waitFor(() =>
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContainEqual(
      expect.stringContaining(text),
    ),
  );

/** Writes a whole text at once into the input with this label, the first of several, and leaves it. */
export async function fill(label: string | RegExp, text: string, part: HTMLElement = document.body): Promise<void> {
  const [input] = await within(part).findAllByLabelText(label);
  if (!input) throw new Error(`no input is called ${label}`);
  fireEvent.change(input, { target: { value: text } });
  fireEvent.blur(input);
}

/** Chooses an option of a select. */
export async function choose(select: string, option: string, part: HTMLElement = document.body): Promise<void> {
  fireEvent.mouseDown(await within(part).findByRole('combobox', { name: select }));
  fireEvent.click(await screen.findByRole('option', { name: option }));
}

/** Chooses an entry of the menu behind the button with this name. */
export async function chooseFrom(menu: string, entry: string): Promise<void> {
  await press(menu);
  const found = await screen.findByRole('menuitem', { name: entry });
  await waitFor(() => expect(found.getAttribute('aria-disabled')).not.toBe('true'));
  fireEvent.click(found);
}
