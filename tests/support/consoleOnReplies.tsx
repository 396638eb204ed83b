import { cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeAll, beforeEach, vi } from 'vitest';
import { createI18nProvider } from '../../i18n/index.ts';
import { App } from '../../src/app/App.tsx';
import { queryClient } from '../../src/app/queries.ts';
import { basename, features, session } from '../../src/services/services.ts';

/** An envelope, with code 1 unless it says otherwise, or a body that is sent as it is. */
export type Reply =
  | { status?: number; code?: number; msg?: string; data?: unknown }
  | { status?: number; body: string };

interface Sent {
  call: string;
  params: Record<string, string>;
}

/** The replies by call. A reply that depends on the parameters is a function. */
export type Replies = Record<string, Reply | ((params: Record<string, string>) => Reply | Promise<Reply>)>;

let tokens = 0;

/**
 * Shows the whole console in jsdom, signed in. The back end answers what a test says, and all other calls with code 1
 * and an empty list.
 * @param extensions the extensions that the back end lists, if it lists any
 */
export function useReplies(extensions?: string[]) {
  beforeAll(async () => {
    // Screens load this when they are first shown. Loading it here spares the tests the wait.
    await import('../../src/screen/RecordPanel.tsx');
  });
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    features.learn(extensions);
    // Each test has a token of its own, because replies to one token are shared for a moment.
    session.begin(`token-${++tokens}`);
    return () => {
      // This comes first: an application that sees its session end signs out, which clears the queries of the next
      // test.
      cleanup();
      session.end();
      queryClient.clear();
      vi.unstubAllGlobals();
    };
  });

  return async function open(path: string, replies: Replies) {
    const sent: Sent[] = [];
    vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
      const { pathname, searchParams } = new URL(url, 'http://back.end');
      const call = pathname.replace('/api/', '');
      const params = Object.fromEntries(body ? new URLSearchParams(String(body)) : searchParams);
      sent.push({ call, params });
      const told = replies[call] ?? {};
      const { status = 200, ...reply } = typeof told === 'function' ? await told(params) : told;
      const envelope = JSON.stringify({ code: 1, msg: '', data: [], ...reply });
      return new Response('body' in reply ? reply.body : envelope, { status });
    });
    const element = <App i18nProvider={await createI18nProvider('zh')} />;
    const router = createMemoryRouter([{ path: `${basename}/*`, element }], { initialEntries: [`${basename}${path}`] });
    const { unmount } = render(<RouterProvider router={router} />);
    return {
      user: userEvent.setup(),
      unmount,
      sent,
      /** The calls that were made, in their order. */
      asked: () => sent.map(({ call }) => call),
      address: () => router.state.location.pathname,
    };
  };
}
