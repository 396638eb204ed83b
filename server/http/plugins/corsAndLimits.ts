import cors, { type FastifyCorsOptions } from '@fastify/cors';
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tooMany } from '../../core/errors.ts';
import { networksOf } from '../../core/network.ts';
import type { Settings } from '../../core/settings.ts';

const mostNetworks = 10_000;

/** Counts by network in windows of a monotonic clock; of too many networks the least recently seen are forgotten. */
class PeerStore implements FastifyRateLimitStore {
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

const shared = { maxAge: 600, methods: 'GET,POST' };

const isOfSite = ({ url }: FastifyRequest) => url.startsWith('/api/site.');

/** Public calls answer any origin, without credentials; the console's calls answer only the configured origins. */
export async function corsAndLimits(app: FastifyInstance, { corsOrigins }: Settings): Promise<void> {
  const console: FastifyCorsOptions = {
    ...shared,
    origin: corsOrigins.length > 0 ? corsOrigins : false,
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'Accept-Language'],
  };
  const site: FastifyCorsOptions = { ...shared, origin: '*' };
  await app.register(cors, {
    delegator: (request, done) => done(null, isOfSite(request) ? site : console),
  });
  const silent = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
  await app.register(rateLimit, {
    global: false,
    keyGenerator: ({ ip }) => ip,
    store: PeerStore,
    addHeaders: { ...silent, 'retry-after': false },
    addHeadersOnExceeding: silent,
    errorResponseBuilder: (_request, { ttl }) => tooMany(Math.ceil(ttl / 1000)),
  });
}
