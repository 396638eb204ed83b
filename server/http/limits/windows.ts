import { batch } from '../../core/batch.ts';

/** The state of a key's window of time after a request. */
interface Taken {
  isOver: boolean;
  /** Milliseconds until the window ends. */
  msLeft: number;
}

/** Counts requests by key, each in a window that begins at the first one. */
export interface Windows {
  take(key: string, most: number, windowMs: number): Taken | Promise<Taken>;
}

const maxKeys = 20_000;

/** Forgets the least recently seen of too many keys. */
function forgetOldest(map: Map<string, unknown>): void {
  for (const [key] of map) {
    if (map.size <= maxKeys) return;
    map.delete(key);
  }
}

/** Counts in the memory of this process, by a monotonic clock. */
export function localWindows(): Windows {
  const windows = new Map<string, { count: number; since: number }>();
  return {
    take(key, most, windowMs) {
      const now = performance.now();
      const last = windows.get(key);
      const window = last && now - last.since < windowMs ? last : { count: 0, since: now };
      window.count++;
      windows.delete(key);
      windows.set(key, window);
      forgetOldest(windows);
      return { isOver: window.count > most, msLeft: windowMs - (now - window.since) };
    },
  };
}

export interface Wanted {
  key: string;
  n: number;
  windowMs: number;
}

/**
 * Adds what is wanted to the counts that all processes share, each key once.
 * @returns the counts after it, in the same order
 */
export type TakeShared = (wanted: Wanted[]) => Promise<{ count: number; msLeft: number }[]>;

const parts = 20;
/** A process takes at most so many at once, because an address that is forgotten loses the rest of its lease. */
const maxLease = 100;

interface Lease {
  left: number;
  isOver: boolean;
  end: number;
}

/**
 * Returns counts that several processes share. Each takes a twentieth of a limit, at most `maxLease`, at a time and
 * spends it without asking again: the limit is never exceeded, and at a window's end each process may have up to a
 * twentieth left unused.
 * @param otherwise counts while the shared counts cannot be reached
 */
export function leasedWindows(takeShared: TakeShared, otherwise: Windows): Windows {
  const leases = new Map<string, Lease>();
  const pending = new Map<string, Promise<void>>();
  const taking = batch(takeShared);

  async function lease(key: string, most: number, windowMs: number): Promise<void> {
    const n = Math.min(maxLease, Math.ceil(most / parts));
    const { count, msLeft } = await taking.add({ key, n, windowMs });
    const left = Math.min(n, Math.max(0, most - (count - n)));
    leases.delete(key);
    leases.set(key, { left, isOver: left === 0, end: performance.now() + msLeft });
    forgetOldest(leases);
  }

  return {
    async take(key, most, windowMs) {
      for (;;) {
        const now = performance.now();
        const known = leases.get(key);
        if (known && now < known.end) {
          const { left, isOver, end } = known;
          if (left > 0) known.left--;
          if (left > 0 || isOver) return { isOver, msLeft: end - now };
        }
        const running = pending.get(key) ?? lease(key, most, windowMs).finally(() => pending.delete(key));
        pending.set(key, running);
        try {
          await running;
        } catch {
          return otherwise.take(key, most, windowMs);
        }
      }
    },
  };
}
