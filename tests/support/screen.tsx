import { act, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  type AuthProvider,
  type DataProvider,
  memoryStore,
  type RaRecord,
  useNotificationContext,
  useTranslate,
} from 'ra-core';
import { AdminContext } from 'ra-ui-materialui';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import type { ConsoleProvider } from '../../dataProvider/index.ts';
import { createI18nProvider } from '../../i18n/index.ts';
import { createQueryClient } from '../../src/services/queryClient.ts';
import { basename, features, session } from '../../src/services/services.ts';
import { lightTheme } from '../../src/theme/index.ts';

const missing = (method: string) => async () => {
  throw new Error(`this screen should not call ${method}`);
};

/** A data provider of plain functions. Methods that a test does not give throw when its screen calls them. */
export function fakeProvider(methods: Partial<ConsoleProvider>): ConsoleProvider {
  return {
    getAll: missing('getAll'),
    getList: missing('getList'),
    getOne: missing('getOne'),
    getMany: missing('getMany'),
    getManyReference: missing('getManyReference'),
    create: missing('create'),
    update: missing('update'),
    updateMany: missing('updateMany'),
    delete: missing('delete'),
    deleteMany: missing('deleteMany'),
    forgetRows: () => {},
    ...methods,
  };
}

/** A `getList` that returns these rows, whatever is asked for. */
export const listing =
  (...rows: RaRecord[]): DataProvider['getList'] =>
  async () => ({ data: rows as never, total: rows.length });

const administrator = { id: 1, username: 'admin', fullName: 'admin' };

interface Rights {
  forbidden?: string[];
  /** Rules of calls that belong to no entity. `all` stands for a back end that tells no rules. */
  rules?: string[] | 'all';
}

/**
 * The auth provider of a signed-in administrator who may do everything with records except the `forbidden` actions, and
 * who has no rules but these.
 */
export function fakeAuth({ forbidden = [], rules = [] }: Rights = {}): AuthProvider {
  return {
    login: async () => {},
    logout: async () => `${basename}/Login`,
    checkAuth: async () => {},
    checkError: async () => {},
    getIdentity: async () => ({ ...administrator, ...(rules !== 'all' && { rules }) }),
    canAccess: async ({ action }) => !forbidden.includes(action),
  };
}

interface Toast {
  message: string;
  type: string;
  autoHideDuration: number | null | undefined;
}

interface Options {
  provider?: ConsoleProvider;
  auth?: AuthProvider;
  /** The address below the router's base. */
  path?: string;
  locale?: string;
}

const { offers } = features;

/**
 * Renders a screen within react-admin and a router, as someone signed in sees it. The back end keeps no working copies:
 * tests/screens/publishing.test.tsx has one that does.
 */
export async function show(screen: ReactNode, { provider, auth, path = '/', locale = 'zh' }: Options = {}) {
  session.begin('the-token');
  onTestFinished(() => act(() => session.end()));
  const spy = vi.spyOn(features, 'offers');
  spy.mockImplementation((call) => call.extension !== 'publishing' && offers(call));
  onTestFinished(() => spy.mockRestore());
  const i18nProvider = await createI18nProvider(locale);
  let toasts: Toast[] = [];
  const Toasts = () => {
    const translate = useTranslate();
    toasts = useNotificationContext().notifications.map(({ message, type, notificationOptions = {} }) => ({
      message: translate(String(message), notificationOptions.messageArgs),
      type,
      autoHideDuration: notificationOptions.autoHideDuration,
    }));
    return null;
  };
  const element = (
    <AdminContext
      basename={basename}
      dataProvider={provider ?? fakeProvider({})}
      authProvider={auth ?? fakeAuth()}
      i18nProvider={i18nProvider}
      store={memoryStore()}
      queryClient={createQueryClient()}
      theme={lightTheme}
    >
      {screen}
      <Toasts />
    </AdminContext>
  );
  const router = createMemoryRouter([{ path: `${basename}/*`, element }], { initialEntries: [`${basename}${path}`] });
  const { unmount } = render(<RouterProvider router={router} />);
  // This renders what follows from the first effects, too.
  await act(async () => {});
  return {
    user: userEvent.setup(),
    /** Unmounts the screen. */
    unmount,
    /** The toasts that the screen has shown and nobody has closed yet. */
    toasts: () => toasts,
    /** The address below the router's base. */
    address: () => decodeURIComponent(`${router.state.location.pathname}${router.state.location.search}`),
    /** Goes back in the browser's history. */
    goBack: () => act(() => router.navigate(-1)),
  };
}
