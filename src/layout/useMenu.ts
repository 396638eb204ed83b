import { useQuery } from '@tanstack/react-query';
import { useGetIdentity } from 'ra-core';
import type { Identity } from '../../authProvider/index.ts';
import { readMenu } from './readMenu.ts';

export function useIdentity(): Identity | undefined {
  return useGetIdentity().identity as Identity | undefined;
}

/** One that could not be read is asked for again after so many milliseconds. */
const againMs = 10_000;

/** The menu of the signed-in role; asked anew for each administrator. */
export const useMenu = () => useMenuQuery().data ?? [];

export function useMenuQuery() {
  const identity = useIdentity();
  return useQuery({
    queryKey: ['menu', identity?.id],
    queryFn: ({ signal }) => readMenu(signal),
    enabled: identity !== undefined && !identity.must_change,
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.status === 'error' ? againMs : false),
  });
}
