import { onlineManager, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { GetListParams } from 'ra-core';
import type { AdminId, Identity } from '../../authProvider/index.ts';
import { getContentTopMenu } from '../../contract/calls/content.ts';
import { column } from '../../contract/entities/column.ts';
import { entityList } from '../../contract/index.ts';
import type { Model } from '../../contract/models.ts';
import { noteQuery, noteSecond } from '../early/memory.ts';
import { here, recall } from '../early/wire.ts';
import { readMenu } from '../navigation/useMenu.ts';
import { trailTo } from '../navigation/useMenuPlace.ts';
import { readWebInfo, webInfoKey } from '../navigation/webInfo.ts';
import { createQueryClient, iniQuery } from '../services/queryClient.ts';
import {
  authProvider,
  basename,
  dataProvider,
  features,
  homePath,
  http,
  preferences,
  session,
  store,
} from '../services/services.ts';

const actions = ['list', 'choose', 'create', 'edit', 'delete'];
/** The first rendering waits no longer than this. */
const maxWaitMs = 300;
/** Prepared data is not read again by the first rendering. */
const freshMs = 3000;

// Offline, react-query would hold calls back. Here they fail, and the console says so.
onlineManager.setEventListener(() => undefined);

export const queryClient = createQueryClient();

declare global {
  interface Window {
    __TANSTACK_QUERY_CLIENT__: QueryClient;
  }
}
// The browser extension TanStack Query Devtools looks for the client here. Tests clear it here.
window.__TANSTACK_QUERY_CLIENT__ = queryClient;

queryClient.getQueryCache().subscribe(({ type, query }) => {
  // A query that is removed before its time, as at a sign-out, is read anew and not taken from a shared reply.
  if (type === 'removed' && query.gcTime > 0) http.forgetReplies();
  const isWatched = type === 'observerAdded' || type === 'observerOptionsUpdated';
  if (isWatched && !query.isDisabled() && queryFnOf(query.queryKey)) noteQuery(query.queryKey);
});

/** Reads what the address shows first, so that it is rendered once and complete if the replies come in time. */
export function prepareQueries(): Promise<unknown> {
  const ready = session.token() ? Promise.all([prepareTitle(), prepareScreen(), prepareInside()]) : prepareTitle();
  return Promise.race([ready, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
}

const prepareTitle = () => prepare(webInfoKey, () => readWebInfo());

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
  const prepareOthers = async () => {
    const ownPreferences = identity.viewing ? undefined : preparePreferences(identity.id);
    await Promise.all([prepareMenu(identity.id), prepareOwnColumns(), ownPreferences]);
  };
  await Promise.all([...rights, !identity.gate && prepareOthers()]);
}

/**
 * The preferences that this browser has stored are used at once. If there are none, the first rendering waits for the
 * server's, as it would else read lists with other filters and in another language.
 */
async function preparePreferences(adminId: AdminId): Promise<void> {
  // The back end's extensions tell whether it stores preferences.
  if (!features.areLearned()) await queryClient.ensureQueryData(iniQuery).catch(() => undefined);
  if (!features.areLearned()) return;
  const isNew = !preferences.isKnown(adminId);
  const adopted = preferences.adopt(adminId);
  if (isNew) await adopted;
}

/** The home screen offers models that have a column (`useCreatable`). If they came later, the rest of it would move. */
async function prepareOwnColumns(): Promise<void> {
  if (location.pathname !== homePath) return;
  await prepare([column.name, 'getAll'], () => dataProvider.getAll(column.name));
}

async function prepareMenu(adminId: AdminId): Promise<void> {
  const entries = await prepare(['menu', adminId], () => readMenu());
  const isMenuOpen = store.getItem('sidebar.open', true);
  const left = trailTo(entries ?? [], location.pathname.slice(basename.length))[1];
  noteSecond(left !== undefined && left.children.length > 0 && !(left.spread && isMenuOpen));
}

/** Reads the lists that the address showed at its last load. */
const prepareScreen = () =>
  Promise.all((recall()[here()]?.queries ?? []).map((key) => prepare(key, async () => queryFnOf(key)?.())));

/** The query function that belongs to a key; undefined for keys that are not prepared. */
function queryFnOf([first, second, params]: QueryKey): (() => Promise<unknown>) | undefined {
  if (second === 'getList') return () => dataProvider.getList(String(first), params as GetListParams);
  if (first === 'topMenu' && second) return () => http.call(getContentTopMenu, { model: second as Model });
  return undefined;
}

async function prepare<T>(queryKey: QueryKey, queryFn: () => Promise<T>): Promise<T | undefined> {
  await queryClient.prefetchQuery({ queryKey, queryFn });
  const data = queryClient.getQueryData<T>(queryKey);
  if (data !== undefined) put(queryKey, data);
  // The failure of a signed-out user is not kept: whoever signs in meanwhile may get an answer.
  else if (session.token()) showFailure(queryKey);
  return data;
}

/** Keeps the first rendering from repeating a query that has just failed, so that it shows the failure. */
function showFailure(queryKey: QueryKey): void {
  const setRetry = (retryOnMount: boolean) =>
    queryClient.setQueryDefaults(queryKey, { ...queryClient.getQueryDefaults(queryKey), retryOnMount });
  setRetry(false);
  setTimeout(() => setRetry(true), freshMs);
}

const put = (queryKey: QueryKey, data: unknown) =>
  queryClient.setQueryData(queryKey, data, { updatedAt: Date.now() + freshMs });
