import { useQuery } from '@tanstack/react-query';
import { useGetIdentity } from 'ra-core';
import type { Identity } from '../../authProvider/index.ts';
import { readMenu } from './readMenu.ts';

export function useIdentity(): Identity | undefined {
  return useGetIdentity().identity as Identity | undefined;
}

/** The menu of the signed-in role; asked anew for each administrator. */
export function useMenu() {
  const identity = useIdentity();
  const { data } = useQuery({
    queryKey: ['menu', identity?.id],
    queryFn: ({ signal }) => readMenu(signal),
    enabled: identity !== undefined && !identity.must_change,
    staleTime: 60_000,
  });
  return data ?? [];
}
