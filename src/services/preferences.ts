import type { Store } from 'ra-core';
import type { AdminId } from '../../authProvider/index.ts';
import { preferences as listCall, savePreference } from '../../contract/calls/auth.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import type { Features } from '../../dataProvider/features.ts';
import type { Http } from '../../dataProvider/transport/http.ts';
import { readJson, writeJson } from '../utils/store.ts';
import { findSetting } from './settings.ts';

const sendAfterMs = 800;

interface Options {
  local: Store;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  http: Http;
  features: Pick<Features, 'has'>;
}

type Values = Record<string, unknown>;
interface Copy {
  values: Values;
  unsent: string[];
  /** The server's values, as last read or saved. Local changes are relative to these. */
  base?: Values;
}

/**
 * Settings per administrator. They are read from this browser at once, and from the server if it stores them
 * (docs/contract.md, "Calls").
 */
export function createPreferences({ local, storage, http, features }: Options) {
  let owner: AdminId | undefined;
  let values: Values = {};
  /** Names of changes that the server has not confirmed. They are stored, so that a reload does not lose them. */
  let unsent = new Set<string>();
  let base: Values = {};
  let isRead = false;
  let reading: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const keyOf = (adminId: AdminId) => `rtop.preferences.${adminId}`;
  const keepCopy = () => {
    if (owner !== undefined) writeJson(storage, keyOf(owner), { values, unsent: [...unsent], base });
  };

  async function readTheirs(adminId: AdminId): Promise<void> {
    const rows = await http.call(listCall).catch(() => undefined);
    if (!Array.isArray(rows) || owner !== adminId) return;
    const theirs: Values = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
    const next = { ...theirs };
    for (const name of unsent) next[name] = applyChange(name, { base: base[name], mine: values[name] }, theirs[name]);
    base = theirs;
    isRead = true;
    show(next);
  }

  /** Sends the changes that the server has not confirmed. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    if (owner === undefined || !features.has('preferences')) return;
    const sent = owner;
    if (!isRead) {
      reading ??= readTheirs(sent);
      await reading;
      reading = undefined;
      if (!isRead || owner !== sent) return;
    }
    await Promise.all(
      [...unsent].map(async (name) => {
        const value = values[name] ?? null;
        // A change that fails is sent again with the next one; a change that the server refuses stays in this browser.
        const result = await http.call(savePreference, { name, value }).then(
          () => 'saved',
          (error) => error instanceof CallFailure && error.isFinal && 'refused',
        );
        if (!result || owner !== sent) return;
        if (result === 'saved') base = { ...base, [name]: value };
        if ((values[name] ?? null) === value) unsent.delete(name);
      }),
    );
    if (owner === sent) keepCopy();
  }

  function change(name: string, value: unknown): void {
    if (owner === undefined || !findSetting(name)) return;
    if (JSON.stringify(values[name]) === JSON.stringify(value)) return;
    values = { ...values, [name]: value };
    unsent.add(name);
    keepCopy();
    clearTimeout(timer);
    timer = setTimeout(flush, sendAfterMs);
  }

  function show(next: Values): void {
    values = next;
    keepCopy();
    const names = new Set([...Object.keys(local.listItems?.() ?? {}), ...Object.keys(next)].filter(findSetting));
    for (const name of names) {
      if (!(name in next) && findSetting(name)?.isOfBrowser) continue;
      const value = next[name] ?? undefined;
      if (JSON.stringify(local.getItem(name)) !== JSON.stringify(value)) local.setItem(name, value);
    }
  }

  return {
    store: {
      ...local,
      setItem: (name, value) => {
        local.setItem(name, value);
        change(name, value);
      },
      removeItem: (name) => {
        local.removeItem(name);
        change(name, undefined);
      },
    } satisfies Store,
    flush,
    isKnown: (adminId: AdminId) => storage.getItem(keyOf(adminId)) !== null,
    /** Called when nobody is signed in: settings then belong to this browser alone. */
    release: () => {
      owner = undefined;
    },
    /** Replaces the settings by those of an administrator: first this browser's copy, then the server's. */
    adopt: async (adminId: AdminId) => {
      if (owner === adminId) return;
      const copy: Copy = readJson(storage, keyOf(adminId)) ?? { values: {}, unsent: [] };
      owner = adminId;
      unsent = new Set(copy.unsent);
      base = copy.base ?? Object.fromEntries(Object.entries(copy.values).filter(([name]) => !unsent.has(name)));
      isRead = false;
      reading = undefined;
      show(copy.values);
      await flush();
    },
  };
}

/** Merges a list to which other browsers added by its items' keys. For anything else the last change counts. */
function applyChange(name: string, { base, mine }: { base: unknown; mine: unknown }, theirs: unknown): unknown {
  const key = findSetting(name)?.itemKey;
  if (!key || !Array.isArray(mine) || !Array.isArray(theirs)) return mine;
  const keyOf = (item: Values | null) => item?.[key];
  const byKey = (list: Values[]) => new Map(list.map((item) => [keyOf(item), item]));
  const [before, after, others] = [byKey(Array.isArray(base) ? base : []), byKey(mine), byKey(theirs)];
  const isChanged = (item: Values) => JSON.stringify(item) !== JSON.stringify(before.get(keyOf(item)));
  const merged = theirs
    .filter((item) => !before.has(keyOf(item)) || after.has(keyOf(item)))
    .map((item) => {
      const own = after.get(keyOf(item));
      return own !== undefined && isChanged(own) ? own : item;
    });
  // An item that another browser removed stays removed, unless it was changed here.
  return [...merged, ...mine.filter((item) => !others.has(keyOf(item)) && isChanged(item))];
}
