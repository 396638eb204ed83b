import cors, { type FastifyCorsOptions } from '@fastify/cors';
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { tooMany } from '../../core/errors.ts';
import { networksOf } from '../../core/network.ts';
import type { Settings } from '../../core/settings.ts';
import type { Database } from '../../database/tables.ts';
import { takeInDatabase } from '../limits/takeInDatabase.ts';
import { takeInRedis } from '../limits/takeInRedis.ts';
import { leasedWindows, localWindows, type Windows } from '../limits/windows.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts requests; all processes share the counts. */
    windows: Windows;
  }
}

const dayMs = 24 * 3600_000;

/** Counts the requests of one route, by the networks of a peer's address. */
function peerStore(windows: Windows) {
  return class PeerStore implements FastifyRateLimitStore {
    readonly #route: string;
    readonly #perDay: number | undefined;

    constructor({ routeInfo }: { routeInfo?: RouteOptions } = {}) {
      this.#route = routeInfo?.url ?? '';
      this.#perDay = routeInfo?.config?.routed?.call.perDay;
    }

    async incr(
      ip: string,
      answer: (error: Error | null, result?: { current: number; ttl: number }) => void,
      timeWindow: number,
      max: number,
    ): Promise<void> {
      const take = async (most: number, windowMs: number, suffix = '') => {
        const taken = await Promise.all(
          networksOf(ip).map(({ name, share }) =>
            windows.take(`${this.#route} ${name}${suffix}`, most * share, windowMs),
          ),
        );
        return taken.filter(({ isOver }) => isOver).map(({ msLeft }) => msLeft);
      };
      const overMinute = await take(max, timeWindow);
      // A request over the limit of a minute does not count for the day.
      const over =
        overMinute.length > 0 || this.#perDay === undefined ? overMinute : await take(this.#perDay, dayMs, ' day');
      answer(null, { current: over.length > 0 ? max + 1 : 1, ttl: Math.max(0, ...over) });
    }

    child(options: object): PeerStore {
      return new PeerStore(options);
    }
  };
}

/** One process counts in its memory; several on one PostgreSQL share their counts. */
async function openWindows(
  app: FastifyInstance,
  { db, kind }: Database,
  redisUrl: string | undefined,
): Promise<Windows> {
  const local = localWindows();
  if (kind === 'sqlite') return local;
  const inDatabase = takeInDatabase(db);
  if (!redisUrl) return leasedWindows(inDatabase, local);
  const { take, close } = await takeInRedis(redisUrl, inDatabase, app.log);
  app.addHook('onClose', async () => close());
  return leasedWindows(take, local);
}

const shared = { maxAge: 600, methods: 'GET,POST' };

const isOfSite = ({ url }: FastifyRequest) => url.startsWith('/api/site.');

/** Public calls answer any origin, without credentials; the console's calls answer only the configured origins. */
export async function corsAndLimits(
  app: FastifyInstance,
  database: Database,
  { corsOrigins, redisUrl }: Settings,
): Promise<void> {
  const console: FastifyCorsOptions = {
    ...shared,
    origin: corsOrigins.length > 0 ? corsOrigins : false,
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'Accept-Language'],
  };
  const site: FastifyCorsOptions = { ...shared, origin: '*' };
  await app.register(cors, {
    delegator: (request, done) => done(null, isOfSite(request) ? site : console),
  });
  const windows = await openWindows(app, database, redisUrl);
  app.decorate('windows', windows);
  const silent = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
  await app.register(rateLimit, {
    global: false,
    keyGenerator: ({ ip }) => ip,
    store: peerStore(windows),
    addHeaders: { ...silent, 'retry-after': false },
    addHeadersOnExceeding: silent,
    errorResponseBuilder: (_request, { ttl }) => tooMany(Math.ceil(ttl / 1000)),
  });
}
