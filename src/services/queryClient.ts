import { QueryClient } from '@tanstack/react-query';
import { type DataProvider, useDataProvider } from 'ra-core';
import { useMemo } from 'react';
import { isSessionEnded } from '../../authProvider/session.ts';
import { ini } from '../../contract/calls/auth.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { features, http, session } from './services.ts';

// When a call is refused with 401, ra-core signs out and then resolves it with empty data, as if it had succeeded. Here it
// fails, so that no caller reports a save that did not happen. One that did happen, while another call ended the session,
// fails too: its form keeps the draft, and the next save finds out.

async function failAfterSession<T>(call: Promise<T>): Promise<T> {
  await call.catch(() => undefined);
  if (isSessionEnded(session.status())) throw new CallFailure('unauthorized', '', 401);
  return call;
}

const againMs = 10_000;

/** For what the frame cannot do without: who one is, the menu, the site's title. */
export const refetchAfterFailure = ({ state }: { state: { status: string } }): number | false =>
  state.status === 'error' ? againMs : false;

export function createQueryClient(): QueryClient {
  // A failed read says so at once, and the user can try again (docs/contract.md, "Limits").
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryDefaults(['auth', 'getIdentity'], { refetchInterval: refetchAfterFailure });
  const complete = client.defaultMutationOptions.bind(client);
  // Every hook of react-query passes here, also those of ra-core; several times for one mutation.
  client.defaultMutationOptions = (given) => {
    if (given?._defaulted) return given;
    const options = complete(given);
    const { mutationFn } = options;
    return mutationFn ? { ...options, mutationFn: (...args) => failAfterSession(mutationFn(...args)) } : options;
  };
  return client;
}

/** react-admin's data provider, for calls outside its hooks. They fail when the session has ended. */
export function useProvider(): DataProvider {
  const provider = useDataProvider();
  return useMemo(() => {
    return new Proxy(provider, {
      get: (target, name) => {
        const value = target[name as 'getOne'] as unknown;
        return typeof value === 'function' ? (...args: unknown[]) => failAfterSession(value(...args)) : value;
      },
    });
  }, [provider]);
}

/** The back end's description of itself, requested once at the start. The features are learned from it. */
export const iniQuery = {
  queryKey: ['ini'],
  queryFn: async () => {
    const reply = await http.call(ini);
    features.learn(reply?.extensions);
    return { sms: Number(reply?.sms) };
  },
};

/** The failure is shown in the place of the data, and not as react-admin's toast too. */
export const quiet = { onError: () => {} };
