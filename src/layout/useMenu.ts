import { useQuery } from '@tanstack/react-query';
import { useGetIdentity } from 'ra-core';
import type { Identity } from '../../authProvider/index.ts';
import { type MenuEntry, menu } from '../../contract/calls/console.ts';
import { entityList } from '../../contract/index.ts';
import { listPath } from '../../contract/paths.ts';
import { http } from '../services.ts';

export function useIdentity(): Identity | undefined {
  return useGetIdentity().identity as Identity | undefined;
}

/** The menu of the signed-in role; asked anew for each administrator. */
export function useMenu() {
  const identity = useIdentity();
  const { data } = useQuery({
    queryKey: ['menu', identity?.id],
    queryFn: async ({ signal }) => ((await http.call(menu, { pid: 0 }, signal)) ?? []).map(ownPaths),
    enabled: identity !== undefined && !identity.must_change,
    staleTime: 60_000,
  });
  return data ?? [];
}

/** Back ends may name a screen and a model; where several models share a screen, each has a path of its own here. */
function ownPaths(entry: MenuEntry): MenuEntry {
  const shown = entityList.find(({ model, screen }) => model && model === entry.model && screen === entry.path);
  return {
    ...entry,
    path: shown ? listPath(shown) : (entry.path ?? ''),
    children: (entry.children ?? []).map(ownPaths),
  };
}
