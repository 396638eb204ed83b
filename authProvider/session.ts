/**
 * `expired`: the poll found the token dead, and the sign-in dialog stands over the work until it is replaced.
 * `dead`: a call was refused with 401, and the console is on its way to the sign-in page.
 * `other`: someone else signed in over the work of the one before, and the console begins afresh.
 */
export type SessionStatus = 'out' | 'in' | 'expired' | 'dead' | 'other';

export interface Session {
  token(): string;
  status(): SessionStatus;
  /**
   * Stores a new token. Where the session had expired, calls that waited go on once it is known that it is the same
   * administrator's; another's they never see.
   * @throws what `isSame` throws; then the session is still expired
   */
  begin(token: string): Promise<void>;
  /** Who can tell, by a call with the token that has just come, whether it is of the administrator of the one before. */
  verifyBy(isSame: () => Promise<boolean>): void;
  /** The token is dead, but the screen stays: calls wait until someone signs in. */
  expire(): void;
  /** The token is dead and the console leaves for the sign-in page; unsaved forms are kept at this moment. */
  die(): void;
  /** Forgets the token. */
  end(): void;
  /** Resolves at once unless the session is expired, then when it no longer is; never where it became another's. */
  whenUsable(): Promise<void>;
  subscribe(listener: () => void): () => void;
  /** Calls the listener with the new token when another tab of the browser signs in or out ('' then). */
  subscribeToOtherTabs(listener: (token: string) => void): () => void;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;
export const tokenKey = 'rtop.token';

/** The token's only home: `storage`, which the browser's other tabs share. */
export function createSession(storage: Storage): Session {
  let token = storage.getItem(tokenKey) ?? '';
  let status: SessionStatus = token ? 'in' : 'out';
  const listeners = new Set<() => void>();
  const otherTabListeners = new Set<(token: string) => void>();
  let waiting: (() => void)[] = [];
  let isSame = async () => true;

  const change = (next: string, to: SessionStatus = next ? 'in' : 'out') => {
    token = next;
    status = to;
    if (to === 'other') waiting = [];
    if (to !== 'expired') {
      for (const resolve of waiting) resolve();
      waiting = [];
    }
    for (const listener of listeners) listener();
  };

  /** Takes a token up; over a screen whose session had expired only after a look at whose it is. */
  const take = async (next: string, keep = () => {}): Promise<void> => {
    let to: SessionStatus | undefined;
    if (status === 'expired' && next) {
      token = next;
      to = (await isSame()) ? 'in' : 'other';
      if (token !== next) return;
    }
    keep();
    change(next, to);
  };

  if (typeof window !== 'undefined')
    window.addEventListener('storage', (event) => {
      if (event.key !== tokenKey && event.key !== null) return;
      const next = storage.getItem(tokenKey) ?? '';
      // Whose it is cannot be asked for now: the sign-in dialog stays where it is.
      take(next).catch(() => undefined);
      for (const listener of otherTabListeners) listener(next);
    });

  return {
    token: () => token,
    status: () => status,
    begin: (next) => take(next, () => storage.setItem(tokenKey, next)),
    verifyBy: (given) => {
      isSame = given;
    },
    expire: () => {
      if (status === 'in') change(token, 'expired');
    },
    die: () => {
      if (status !== 'dead') change(token, 'dead');
    },
    end: () => {
      storage.removeItem(tokenKey);
      change('');
    },
    whenUsable: () => {
      if (status === 'other') return new Promise(() => {});
      return status === 'expired' ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribeToOtherTabs: (listener) => {
      otherTabListeners.add(listener);
      return () => otherTabListeners.delete(listener);
    },
  };
}
