import { localStorageStore, type Store } from 'ra-core';
import { storeName } from './storeName.ts';

const local = localStorageStore('1', storeName);
/** What one administrator's work leaves behind; preferences outlive a sign-out. */
const ofOneSession = /\.(listParams|selectedIds|filters)$/;

/** react-admin's store, whose reset at sign-out keeps the preferences (design.md, traps). */
export const localStore: Store = {
  ...local,
  reset: () => {
    for (const key of Object.keys(local.listItems?.() ?? {})) {
      if (ofOneSession.test(key)) local.removeItem(key);
    }
  },
};
