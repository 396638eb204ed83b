import { localStorageStore, memoryStore, type Store } from 'ra-core';
import { useSyncExternalStore } from 'react';
import { deviceId } from '../../authProvider/device.ts';
import { createAuthProvider } from '../../authProvider/index.ts';
import { createSession } from '../../authProvider/session.ts';
import type { Call } from '../../contract/call.ts';
import { basePath, homeScreen } from '../../contract/paths.ts';
import { createFeatures } from '../../dataProvider/features.ts';
import { createDataProvider } from '../../dataProvider/index.ts';
import { createConnection } from '../../dataProvider/transport/connection.ts';
import { createHttp } from '../../dataProvider/transport/http.ts';
import { earlyReads, forget } from '../early/memory.ts';
import { forgetMissingCalls, storeName } from '../early/wire.ts';
import { host, isOwnPage } from './backEnd.ts';
import { createPreferences } from './preferences.ts';

export const basename = basePath;
export const homePath = `${basename}${homeScreen}`;
export const loginPath = `${basename}/Login`;
const logoutPath = `${basename}/login`;

export const session = createSession(localStorage);
export const features = createFeatures(localStorage, isOwnPage);
const build = document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? '';
// A page from another server has no build (index.html), and another back end serves another one.
export const connection = createConnection(build.startsWith('__') || !isOwnPage() ? '' : build);
const language = () => document.documentElement.lang;
export const loadConfirmIdentity = () => import('../account/ConfirmIdentity.tsx');
let startConfirming = () => {};
/** Comes with the first call that waits for a confirmation. */
export const confirming = new Promise<void>((resolve) => {
  startConfirming = resolve;
});
const confirm = async (...waiting: [Call, AbortSignal?]) => {
  const { untilConfirmed } = await loadConfirmIdentity();
  startConfirming();
  return untilConfirmed(...waiting);
};
const log = (line: string) => console.info(line);
export const http = createHttp({
  host,
  session,
  features,
  language,
  connection,
  confirm,
  log,
  early: earlyReads,
  sharesLists: true,
});
export const dataProvider = createDataProvider(http, features);
const local = localStorageStore('1', storeName);
/** Belongs to one session; preferences outlive a sign-out. */
const ofOneSession = /\.(listParams|filters)$/;
/** Selections are this page's alone: another tab, or a reload, begins without. */
const selections = memoryStore();
selections.setup();
const storeOf = (key: string) => (key.endsWith('.selectedIds') ? selections : local);

const localStore: Store = {
  ...local,
  getItem: (key, defaultValue) => storeOf(key).getItem(key, defaultValue),
  setItem: (key, value) => storeOf(key).setItem(key, value),
  removeItem: (key) => storeOf(key).removeItem(key),
  subscribe: (key, callback) => storeOf(key).subscribe(key, callback),
  reset: () => {
    selections.reset();
    for (const key of Object.keys(local.listItems?.() ?? {})) if (ofOneSession.test(key)) local.removeItem(key);
  },
};
export const preferences = createPreferences({ local: localStore, storage: localStorage, http, features });
export const store = preferences.store;

const auth = createAuthProvider({
  http,
  session,
  features,
  loginPath,
  logoutPath,
  device: () => deviceId(localStorage),
});
export const authProvider: typeof auth = {
  ...auth,
  logout: async (params) => {
    if (session.status() === 'in') await preferences.flush();
    return auth.logout(params);
  },
};
session.subscribe(() => {
  if (session.status() !== 'out' && session.status() !== 'other') return;
  preferences.release();
  forget();
  forgetMissingCalls();
  dataProvider.forgetRows();
});

export const useSession = () => useSyncExternalStore(session.subscribe, session.status);

let isReloadRequested = false;

/** Reloads the page without asking: unsaved text is stored and restored (src/form/DraftPersistence.tsx). */
export function reload(): void {
  isReloadRequested = true;
  window.location.reload();
}

export const isReloading = () => isReloadRequested;
