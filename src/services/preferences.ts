import type { Store } from 'ra-core';
import type { AdminId } from '../../authProvider/index.ts';
import { preferences as listCall, savePreference } from '../../contract/calls/auth.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import type { Features } from '../../dataProvider/features.ts';
import type { Http } from '../../dataProvider/transport/http.ts';
import { mergeLists } from '../utils/mergeLists.ts';
import { readJson, writeJson } from '../utils/store.ts';
import { findSetting } from './settings.ts';

const sendAfterMs = 800;

export interface Preferences {
  /** react-admin's store, which keeps an administrator's own settings here too. */
  store: Store;
  /** Whether this browser has a copy of an administrator's settings. */
  isKnown(adminId: AdminId): boolean;
  /** The signed-in administrator: their settings take the place of those before, first this browser's copy, then the server's. */
  adopt(adminId: AdminId): Promise<void>;
  /** Nobody is signed in: what is set now is this browser's alone. */
  release(): void;
  /** Sends what was changed a moment ago. */
  flush(): Promise<void>;
}

interface Options {
  /** Where react-admin's store keeps its values. */
  local: Store;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  http: Http;
  features: Pick<Features, 'has'>;
}

type Values = Record<string, unknown>;
/** What this browser keeps of an administrator's settings. */
interface Copy {
  values: Values;
  unsent: string[];
  /** The server's values, as last read or saved. Local changes are relative to these. */
  base?: Values;
}

/** Settings per administrator: at once from this browser, and from the server where it keeps them (docs/contract.md, "Calls"). */
export function createPreferences({ local, storage, http, features }: Options): Preferences {
  let owner: AdminId | undefined;
  let values: Values = {};
  /** Names of changes that the server has not confirmed. Stored, so that a reload does not lose them. */
  let unsent = new Set<string>();
  let base: Values = {};
  /** Whether the server's values have been read. Changes are sent only then. */
  let isRead = false;
  let reading: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const keyOf = (adminId: AdminId) => `rtop.preferences.${adminId}`;
  const read = (adminId: AdminId): Copy => readJson(storage, keyOf(adminId)) ?? { values: {}, unsent: [] };
  const keepCopy = () => {
    if (owner !== undefined) writeJson(storage, keyOf(owner), { values, unsent: [...unsent], base });
  };

  /** Reads what the server has, and applies to it what was changed here. */
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
        // What the server does not take now is sent with the next change; what it refuses stays with this browser.
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

  /** Shows these settings, and none of another's. */
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
    },
    flush,
    isKnown: (adminId) => storage.getItem(keyOf(adminId)) !== null,
    release: () => {
      owner = undefined;
    },
    adopt: async (adminId) => {
      if (owner === adminId) return;
      const copy = read(adminId);
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

/** A list that others added to keeps what they added; of anything else the last change counts. */
function applyChange(name: string, { base, mine }: { base: unknown; mine: unknown }, theirs: unknown): unknown {
  const key = findSetting(name)?.itemKey;
  if (!key || !Array.isArray(mine) || !Array.isArray(theirs)) return mine;
  return mergeLists({ base: Array.isArray(base) ? base : [], mine, theirs }, (item) => item?.[key]);
}
