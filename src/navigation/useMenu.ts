import { useQuery } from '@tanstack/react-query';
import { type MenuEntry, menu } from '../../contract/calls/console.ts';
import { entityList } from '../../contract/index.ts';
import { listPath } from '../../contract/paths.ts';
import { useIdentity } from '../auth/useMay.ts';
import { refetchAfterFailure } from '../services/queryClient.ts';
import { features, http } from '../services/services.ts';

export const useMenu = () => useMenuQuery().data ?? [];

export function useMenuQuery() {
  const identity = useIdentity();
  return useQuery({
    queryKey: ['menu', identity?.id],
    queryFn: ({ signal }) => readMenu(signal),
    enabled: identity !== undefined && !identity.gate,
    staleTime: 60_000,
    refetchInterval: refetchAfterFailure,
  });
}

export async function readMenu(signal?: AbortSignal): Promise<MenuEntry[]> {
  if (features.isExtended()) return ((await http.call(menu, { pid: 0 }, signal)) ?? []).map(ownPaths);
  const { readForeignMenu } = await import('../../dataProvider/foreign/foreignMenu.ts');
  return (await readForeignMenu(http, signal)).map(ownPaths);
}

/** Some back ends omit a path's leading slash. */
const fromRoot = (path: string) => (/^\w/.test(path) ? `/${path}` : path);

/** A back end may send a screen with a model; here each model of a shared screen has its own path. */
function ownPaths(entry: MenuEntry): MenuEntry {
  const path = fromRoot(entry.path ?? '');
  const shown = entityList.find(({ model, screen }) => model && model === entry.model && screen === path);
  return {
    ...entry,
    path: shown ? listPath(shown) : path,
    children: (entry.children ?? []).map(ownPaths),
  };
}
