import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import { networksOf } from '../../core/networkOf.ts';

const mostNetworks = 10_000;

/**
 * Counts requests for each network of an address, in windows of a monotonic clock. Each call has its own store. If there
 * are too many networks, the least recently seen are forgotten.
 */
export class PeerStore implements FastifyRateLimitStore {
  readonly #windows = new Map<string, { count: number; since: number }>();

  incr(
    ip: string,
    answer: (error: Error | null, result?: { current: number; ttl: number }) => void,
    timeWindow: number,
    max: number,
  ): void {
    const now = performance.now();
    const result = { current: 0, ttl: 0 };
    for (const { name, share } of networksOf(ip)) {
      const last = this.#windows.get(name);
      const window = last && now - last.since < timeWindow ? last : { count: 0, since: now };
      window.count++;
      this.#windows.delete(name);
      this.#windows.set(name, window);
      const current = Math.ceil(window.count / share);
      result.current = Math.max(result.current, current);
      if (current > max) result.ttl = Math.max(result.ttl, timeWindow - (now - window.since));
    }
    for (const [name] of this.#windows) {
      if (this.#windows.size <= mostNetworks) break;
      this.#windows.delete(name);
    }
    answer(null, result);
  }

  child(): PeerStore {
    return new PeerStore();
  }
}
