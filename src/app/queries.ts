import { onlineManager, QueryClient, type QueryKey } from '@tanstack/react-query';
import type { GetListParams } from 'ra-core';
import type { AdminId, Identity } from '../../authProvider/index.ts';
import { webInfo } from '../../contract/calls/console.ts';
import { getContentTopMenu } from '../../contract/calls/content.ts';
import { entityList } from '../../contract/index.ts';
import type { Model } from '../../contract/models.ts';
import { note, noteSecond } from '../early/memory.ts';
import { here, recall } from '../early/wire.ts';
import { readMenu } from '../navigation/useMenu.ts';
import { trailTo } from '../navigation/useMenuPlace.ts';
import { iniQuery } from '../services/iniQuery.ts';
import {
  authProvider,
  basename,
  dataProvider,
  features,
  http,
  preferences,
  session,
  store,
} from '../services/services.ts';

/** What react-admin asks its authProvider about a resource. */
const actions = ['list', 'choose', 'create', 'edit', 'delete'];
/** A frame without its menu is better than none: this long it is waited for, in milliseconds. */
const mostMs = 300;
/** What is put in place for the first rendering is not asked for again by it. */
const freshMs = 3000;

// Without a line react-query would hold each call back until there is one. Here it fails, and says so.
onlineManager.setEventListener(() => undefined);

// A read that failed says so at once, and one can try again (docs/contract.md, "Limits").
export const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });

queryClient.getQueryCache().subscribe(({ type, query }) => {
  const isWatched = type === 'observerAdded' || type === 'observerOptionsUpdated';
  // One that a screen has turned off is asked for by nobody.
  if (isWatched && !query.isDisabled() && runOf(query.queryKey)) note('queries', query.queryKey);
});

/** Puts in place what the address shows first, as far as it comes in time: so it is rendered once, and whole. */
export function prepareQueries(): Promise<unknown> {
  const ready = session.token() ? Promise.all([prepareTitle(), prepareScreen(), prepareInside()]) : prepareTitle();
  return Promise.race([ready, new Promise((resolve) => setTimeout(resolve, mostMs))]);
}

const prepareTitle = () => prepare(['webInfo'], () => http.call(webInfo));

async function prepareInside(): Promise<void> {
  const identity = await prepare(
    ['auth', 'getIdentity'],
    async () => authProvider.getIdentity?.() as Promise<Identity>,
  );
  if (!identity) return;
  put(['auth', 'checkAuth', {}], true);
  const rights = entityList.flatMap(({ name: resource }) =>
    actions.map(async (action) =>
      put(['auth', 'canAccess', { resource, action }], await authProvider.canAccess?.({ resource, action })),
    ),
  );
  const own = !identity.must_change && [prepareMenu(identity.id), preparePreferences(identity.id)];
  await Promise.all([...rights, ...(own || [])]);
}

/**
 * What this browser knows of an administrator's settings is shown at once. Where it knows none, the server's come before
 * the first rendering: the list of another column, and all in another language, would be asked for first.
 */
async function preparePreferences(adminId: AdminId): Promise<void> {
  // It is the server's to say whether it keeps them.
  if (!features.areLearned()) await queryClient.ensureQueryData(iniQuery).catch(() => undefined);
  if (!features.areLearned()) return;
  const isNew = !preferences.isKnown(adminId);
  const adopted = preferences.adopt(adminId);
  if (isNew) await adopted;
}

async function prepareMenu(adminId: AdminId): Promise<void> {
  const entries = await prepare(['menu', adminId], () => readMenu());
  const isMenuOpen = store.getItem('sidebar.open', true);
  const left = trailTo(entries ?? [], location.pathname.slice(basename.length))[1];
  noteSecond(left !== undefined && left.children.length > 0 && !(left.spread && isMenuOpen));
}

/** The lists that the address showed at its last load. */
const prepareScreen = () =>
  Promise.all((recall()[here()]?.queries ?? []).map((key) => prepare(key, async () => runOf(key)?.())));

/** How a query of a screen is made, by its key alone; undefined where that cannot be told. */
function runOf([first, second, params]: QueryKey): (() => Promise<unknown>) | undefined {
  if (second === 'getList') return () => dataProvider.getList(String(first), params as GetListParams);
  if (first === 'topMenu' && second) return () => http.call(getContentTopMenu, { model: second as Model });
  return undefined;
}

async function prepare<T>(queryKey: QueryKey, queryFn: () => Promise<T>): Promise<T | undefined> {
  await queryClient.prefetchQuery({ queryKey, queryFn });
  const data = queryClient.getQueryData<T>(queryKey);
  if (data !== undefined) put(queryKey, data);
  return data;
}

const put = (queryKey: QueryKey, data: unknown) =>
  queryClient.setQueryData(queryKey, data, { updatedAt: Date.now() + freshMs });
