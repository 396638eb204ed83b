import type { Store } from 'ra-core';
import type { AdminId } from '../authProvider/index.ts';
import { preferences as listCall, savePreference } from '../contract/calls/auth.ts';
import { CallFailure } from '../dataProvider/failure.ts';
import type { Features } from '../dataProvider/features.ts';
import type { Http } from '../dataProvider/http.ts';
import { readJson, writeJson } from './stored.ts';

/** What is one administrator's own and outlives a sign-out; the rest of react-admin's store is this browser's. */
const isOwn = (name: string) =>
  /^(theme|locale|density|tabs\.(on|open)|palette\.recent|preferences\..+|.+\.(folded|queries|columns|column))$/.test(
    name,
  );
/** Chosen before anyone has signed in; they stay for who has not chosen yet. */
const ofTheBrowser = new Set(['theme', 'locale']);
const sendAfterMs = 800;

export interface Preferences {
  /** react-admin's store, which keeps an administrator's own settings here too. */
  store: Store;
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
}

/** Settings per administrator: at once from this browser, and from the server where it keeps them (contract.md section 2). */
export function createPreferences({ local, storage, http, features }: Options): Preferences {
  let owner: AdminId | undefined;
  let values: Values = {};
  /** Changed, and not known to be kept by the server: also after a reload. */
  let unsent = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const keyOf = (adminId: AdminId) => `rtop.preferences.${adminId}`;
  const read = (adminId: AdminId): Copy => readJson(storage, keyOf(adminId)) ?? { values: {}, unsent: [] };
  const keepCopy = () => {
    if (owner !== undefined) writeJson(storage, keyOf(owner), { values, unsent: [...unsent] });
  };

  async function flush(): Promise<void> {
    clearTimeout(timer);
    if (!features.has('preferences')) return;
    const sent = owner;
    await Promise.all(
      [...unsent].map(async (name) => {
        const value = values[name] ?? null;
        // What the server does not take now is sent with the next change; what it refuses stays with this browser.
        const isDone = await http.call(savePreference, { name, value }).then(
          () => true,
          (error) => error instanceof CallFailure && error.isFinal,
        );
        if (isDone && owner === sent && (values[name] ?? null) === value) unsent.delete(name);
      }),
    );
    if (owner === sent) keepCopy();
  }

  function change(name: string, value: unknown): void {
    if (owner === undefined || !isOwn(name)) return;
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
    const names = new Set([...Object.keys(local.listItems?.() ?? {}), ...Object.keys(next)].filter(isOwn));
    for (const name of names) {
      if (!(name in next) && ofTheBrowser.has(name)) continue;
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
    release: () => {
      owner = undefined;
    },
    adopt: async (adminId) => {
      if (owner === adminId) return;
      const copy = read(adminId);
      owner = adminId;
      unsent = new Set(copy.unsent);
      show(copy.values);
      if (!features.has('preferences')) return;
      const kept = await http.call(listCall).catch(() => undefined);
      if (!Array.isArray(kept) || owner !== adminId) return;
      const theirs: Values = Object.fromEntries(kept.map(({ name, value }) => [name, value]));
      for (const name of unsent) theirs[name] = values[name];
      show(theirs);
      await flush();
    },
  };
}
