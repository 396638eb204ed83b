import { useQuery } from '@tanstack/react-query';
import { type MenuEntry, menu } from '../../contract/calls/console.ts';
import { entityList } from '../../contract/index.ts';
import { listPath } from '../../contract/paths.ts';
import { useIdentity } from '../auth/useMay.ts';
import { http } from '../services/services.ts';

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

/** Asks for the menu of the signed-in role. */
export const readMenu = async (signal?: AbortSignal): Promise<MenuEntry[]> =>
  ((await http.call(menu, { pid: 0 }, signal)) ?? []).map(ownPaths);

/** Some back ends leave out the slash that a path begins with. */
const fromRoot = (path: string) => (/^\w/.test(path) ? `/${path}` : path);

/** Back ends may name a screen and a model; where several models share a screen, each has a path of its own here. */
function ownPaths(entry: MenuEntry): MenuEntry {
  const path = fromRoot(entry.path ?? '');
  const shown = entityList.find(({ model, screen }) => model && model === entry.model && screen === path);
  return {
    ...entry,
    path: shown ? listPath(shown) : path,
    children: (entry.children ?? []).map(ownPaths),
  };
}
