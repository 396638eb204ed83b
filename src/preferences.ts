import type { Store } from 'ra-core';
import { preferences as listCall, savePreference } from '../contract/calls/auth.ts';
import type { Features } from '../dataProvider/features.ts';
import type { Http } from '../dataProvider/http.ts';

/** What is one administrator's own and outlives a sign-out; the rest of react-admin's store is this browser's. */
const isOwn = (name: string) =>
  /^(theme|locale|density|tabs\.(on|open)|palette\.recent|preferences\..+|.+\.(folded|queries))$/.test(name);
/** Chosen before anyone has signed in; they stay for who has not chosen yet. */
const ofTheBrowser = new Set(['theme', 'locale']);
const sendAfterMs = 800;

export interface Preferences {
  /** react-admin's store, which keeps an administrator's own settings here too. */
  store: Store;
  /** The signed-in administrator: their settings take the place of those before, first this browser's copy, then the server's. */
  adopt(adminId: number): Promise<void>;
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

/** Settings per administrator: at once from this browser, and from the server where it keeps them (contract.md section 2). */
export function createPreferences({ local, storage, http, features }: Options): Preferences {
  let owner: number | undefined;
  let values: Record<string, unknown> = {};
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const keyOf = (adminId: number) => `rtop.preferences.${adminId}`;
  const keepCopy = () => owner !== undefined && storage.setItem(keyOf(owner), JSON.stringify(values));

  async function flush(): Promise<void> {
    clearTimeout(timer);
    const names = [...changed];
    changed.clear();
    if (!features.has('preferences')) return;
    // A setting that is not kept by the server is still kept by this browser.
    await Promise.all(
      names.map((name) =>
        http.call(savePreference, { name, value: values[name] ?? null }).catch(() => changed.add(name)),
      ),
    );
  }

  function change(name: string, value: unknown): void {
    if (owner === undefined || !isOwn(name)) return;
    if (JSON.stringify(values[name]) === JSON.stringify(value)) return;
    values = { ...values, [name]: value };
    keepCopy();
    changed.add(name);
    clearTimeout(timer);
    timer = setTimeout(flush, sendAfterMs);
  }

  /** Shows these settings, and none of another's. */
  function show(next: Record<string, unknown>): void {
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
      owner = adminId;
      changed.clear();
      show(JSON.parse(storage.getItem(keyOf(adminId)) ?? '{}') as Record<string, unknown>);
      if (!features.has('preferences')) return;
      const kept = await http.call(listCall).catch(() => undefined);
      if (!Array.isArray(kept) || owner !== adminId) return;
      const own = Object.fromEntries(
        kept.map(({ name, value }) => [name, value]).filter(([name]) => isOwn(String(name))),
      );
      // What was changed while they were on their way is newer.
      for (const name of changed) own[name] = values[name];
      show({ ...own });
    },
  };
}
