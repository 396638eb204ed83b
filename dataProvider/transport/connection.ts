import type { CallFailure } from '../failure.ts';

/** `silent`: the back end does not answer. `back`: it has just begun to answer again. */
type Line = 'up' | 'offline' | 'silent' | 'back';

interface ConnectionState {
  line: Line;
  isOutdated: boolean;
  /** A write got no reply and is repeated until its outcome is known. */
  isChecking: boolean;
}

/** The state of the connection to the back end. It makes no requests of its own: each call reports its outcome. */
export interface Connection {
  state(): ConnectionState;
  subscribe(listener: () => void): () => void;
  /** Reports any reply to a call, with the build from its `x-build` header. */
  answered(build?: string | null, path?: string): void;
  /** `sentAt` is of `performance.now()`. An unreadable reply concerns the connection only if the call is repeated. */
  failed(failure: CallFailure, sentAt: number, about: { build?: string | null | undefined; isRepeated: boolean }): void;
  /** A write got no reply and will be repeated. @returns what to call when its outcome is known, or never will be */
  doubted(): () => void;
  outdated(): void;
  dismiss(): void;
}

/** How long a failed call's repeat may take before the back end counts as silent, in milliseconds. */
const silentAfterMs = 500;
const backForMs = 4000;

/** @param build the build of this page; if empty it is unknown, and no build counts as newer */
export function createConnection(build: string): Connection {
  let state: ConnectionState = { line: isOffline() ? 'offline' : 'up', isOutdated: false, isChecking: false };
  let doubts = 0;
  let answeredAt = 0;
  let newest = build;
  let losing: ReturnType<typeof setTimeout> | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const change = (next: Partial<ConnectionState>) => {
    if (Object.entries(next).every(([name, value]) => state[name as keyof ConnectionState] === value)) return;
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  /** The call whose failure made the back end count as silent. */
  let lostBy: string | undefined;
  /** Calls that failed so while others were answered: until they are answered, the connection is not why they fail. */
  const failing = new Set<string>();
  const isDown = () => state.line === 'offline' || state.line === 'silent';
  const fall = (line: Line, path?: string) => {
    lostBy = path;
    clearTimeout(losing);
    clearTimeout(settling);
    change({ line });
  };

  if (typeof window !== 'undefined') {
    window.addEventListener('offline', () => fall('offline'));
    // The browser is online again. Only the next reply shows whether the back end can be reached.
    window.addEventListener('online', () => fall('silent'));
  }

  function answered(served?: string | null, path?: string) {
    answeredAt = performance.now();
    clearTimeout(losing);
    if (path) failing.delete(path);
    if (isDown()) {
      if (lostBy && lostBy !== path) failing.add(lostBy);
      change({ line: 'back' });
      settling = setTimeout(change, backForMs, { line: 'up' });
    }
    if (!served || !build || served === newest) return;
    newest = served;
    change({ isOutdated: served !== build });
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    answered,
    failed: (failure, sentAt, { build: served, isRepeated }) => {
      const path = failure.call?.path;
      if (!failure.isLost) return answered(served, path);
      if (path && failing.has(path)) return;
      if (failure.kind === 'unreadable' && !isRepeated) return;
      // Other calls were answered meanwhile, so only this call was too slow.
      if (sentAt < answeredAt || isDown()) return;
      clearTimeout(losing);
      losing = setTimeout(() => fall(isOffline() ? 'offline' : 'silent', path), silentAfterMs);
    },
    doubted: () => {
      doubts++;
      change({ isChecking: true });
      return () => {
        doubts--;
        change({ isChecking: doubts > 0 });
      };
    },
    outdated: () => change({ isOutdated: true }),
    dismiss: () => change({ isOutdated: false }),
  };
}

export const isOffline = () => globalThis.navigator?.onLine === false;

const slackMs = 2000; // the header has whole seconds, and a reply takes time

let aheadMs = 0;

/** The current time by the back end's clock, estimated from its replies, because a browser's clock may be minutes off. */
export const serverNow = (): number => Date.now() + aheadMs;

/** @param date the `Date` header of a reply that has just arrived; null from another origin, which hides it */
export function learnServerTime(date: string | null): void {
  const sentAt = Date.parse(date ?? '');
  if (Number.isNaN(sentAt)) return;
  const offset = sentAt - Date.now();
  aheadMs = Math.abs(offset) > slackMs ? offset : 0;
}
