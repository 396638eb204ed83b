import type { CallFailure } from './failure.ts';

/**
 * `offline`: the browser itself has no line. `silent`: the back end does not answer. `back`: it does again, since a
 * moment ago.
 */
type Line = 'up' | 'offline' | 'silent' | 'back';

interface ConnectionState {
  line: Line;
  /** The back end serves another build of the console than this page is of. */
  isOutdated: boolean;
  /** A write got no reply, and is asked again until one knows whether it was saved. */
  isChecking: boolean;
}

/** What the calls of this page tell of the back end. It asks nothing itself: each call's outcome is told to it. */
export interface Connection {
  state(): ConnectionState;
  subscribe(listener: () => void): () => void;
  /** A reply came, whatever it says; with the build that its `x-build` names. */
  answered(build?: string | null): void;
  /**
   * A call that was sent at this time (`performance.now()`) failed. Where a reply came that cannot be read, that tells
   * something of the line only if the call is made again.
   */
  failed(failure: CallFailure, sentAt: number, about: { build?: string | null | undefined; isRepeated: boolean }): void;
  /** Of a write that got no reply one will know later. @returns is called when one does, or never will */
  doubted(): () => void;
  /** A part of this page's own build is gone from the server. */
  outdated(): void;
  /** Nobody wants to hear of the present build any more. */
  dismiss(): void;
}

/** A call whose repeat is answered at once is no loss, in milliseconds. */
const silentAfterMs = 500;
const backForMs = 4000;

/** @param build what this page is of; empty where that is not known, and then none is newer */
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
  const isDown = () => state.line === 'offline' || state.line === 'silent';
  const fall = (line: Line) => {
    clearTimeout(losing);
    clearTimeout(settling);
    change({ line });
  };

  if (typeof window !== 'undefined') {
    window.addEventListener('offline', () => fall('offline'));
    // The browser has a line; whether the back end is at its end, the next reply tells.
    window.addEventListener('online', () => fall('silent'));
  }

  function answered(served?: string | null) {
    answeredAt = performance.now();
    clearTimeout(losing);
    if (isDown()) {
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
      if (!failure.isLost) return answered(served);
      if (failure.kind === 'unreadable' && !isRepeated) return;
      // Others were answered meanwhile: it is this one call that takes too long.
      if (sentAt < answeredAt || isDown()) return;
      clearTimeout(losing);
      losing = setTimeout(() => fall(isOffline() ? 'offline' : 'silent'), silentAfterMs);
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

/** The browser says that it has no line; where it cannot tell, it has one. */
export const isOffline = () => globalThis.navigator?.onLine === false;
