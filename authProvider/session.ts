/**
 * `expired`: found by the poll; the sign-in dialog covers the screen. `dead`: a call got 401; the console goes to the
 * sign-in page. `other`: somebody else signed in in the dialog; the console starts again.
 */
export type SessionStatus = 'out' | 'in' | 'expired' | 'dead' | 'other';

/** Whether the console leaves, or has left, for the sign-in or for another administrator's home. */
export const isSessionEnded = (status: SessionStatus) => ['dead', 'out', 'other'].includes(status);

export interface Session {
  token(): string;
  status(): SessionStatus;
  /** The time (`Date.now()`) since which the present token is used, or since which there is none. */
  since(): number;
  /**
   * After an expiry, waiting calls go on once the token is known to be the same administrator's, never with another's.
   * @throws what `isSame` throws; the session then stays expired
   */
  begin(token: string): Promise<void>;
  /** Whether a new token belongs to the same administrator as the previous one. It makes a call with the new token. */
  verifyBy(isSame: () => Promise<boolean>): void;
  /** Marks the token as dead but stays on the screen: calls wait until someone signs in. */
  expire(): void;
  /** Marks the token as dead; the console goes to the sign-in page. Unsaved forms are stored at this moment. */
  die(): void;
  end(): void;
  /** Waits while the session is expired. Never resolves if somebody else signed in. */
  whenUsable(): Promise<void>;
  subscribe(listener: () => void): () => void;
  /** Calls the listener with the new token when another browser tab signs in, or with '' when it signs out. */
  subscribeToOtherTabs(listener: (token: string) => void): () => void;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;
export const tokenKey = 'rtop.token';

export function createSession(storage: Storage): Session {
  let token = storage.getItem(tokenKey) ?? '';
  let status: SessionStatus = token ? 'in' : 'out';
  let since = Date.now();
  const listeners = new Set<() => void>();
  const otherTabListeners = new Set<(token: string) => void>();
  let waiting: (() => void)[] = [];
  let isSame = async () => true;

  const change = (next: string, to: SessionStatus = next ? 'in' : 'out') => {
    if (next !== token) since = Date.now();
    token = next;
    status = to;
    if (to === 'other') waiting = [];
    if (to !== 'expired') {
      for (const resolve of waiting) resolve();
      waiting = [];
    }
    for (const listener of listeners) listener();
  };

  /** Takes over a token. If the session had expired, it is first checked whose token it is. */
  const take = async (next: string, keep = () => {}): Promise<void> => {
    let to: SessionStatus | undefined;
    if (status === 'expired' && next) {
      token = next;
      since = Date.now();
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
      // The check failed, so the sign-in dialog stays open.
      take(next).catch(() => undefined);
      for (const listener of otherTabListeners) listener(next);
    });

  return {
    token: () => token,
    status: () => status,
    since: () => since,
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
