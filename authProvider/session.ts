/**
 * `expired`: the poll found the token dead, and the sign-in dialog stands over the work until it is replaced.
 * `dead`: a call was refused with 401, and the console is on its way to the sign-in page.
 */
export type SessionStatus = 'out' | 'in' | 'expired' | 'dead';

export interface Session {
  token(): string;
  status(): SessionStatus;
  /** Stores a new token; calls that waited go on. */
  begin(token: string): void;
  /** The token is dead, but the screen stays: calls wait until someone signs in. */
  expire(): void;
  /** The token is dead and the console leaves for the sign-in page; unsaved forms are kept at this moment. */
  die(): void;
  /** Forgets the token. */
  end(): void;
  /** Resolves at once unless the session is expired, then when it no longer is. */
  whenUsable(): Promise<void>;
  subscribe(listener: () => void): () => void;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;
export const tokenKey = 'rtop.token';

/** The token's only home: `storage`, which the browser's other tabs share. */
export function createSession(storage: Storage): Session {
  let token = storage.getItem(tokenKey) ?? '';
  let status: SessionStatus = token ? 'in' : 'out';
  const listeners = new Set<() => void>();
  let waiting: (() => void)[] = [];

  const change = (next: string, to: SessionStatus = next ? 'in' : 'out') => {
    token = next;
    status = to;
    if (to !== 'expired') {
      for (const resolve of waiting) resolve();
      waiting = [];
    }
    for (const listener of listeners) listener();
  };

  if (typeof window !== 'undefined')
    window.addEventListener('storage', (event) => {
      if (event.key === tokenKey || event.key === null) change(storage.getItem(tokenKey) ?? '');
    });

  return {
    token: () => token,
    status: () => status,
    begin: (next) => {
      storage.setItem(tokenKey, next);
      change(next);
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
    whenUsable: () => (status === 'expired' ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
