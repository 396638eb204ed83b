import cors, { type FastifyCorsOptions } from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tooMany } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import { PeerStore } from './peerStore.ts';

const shared = { maxAge: 600, methods: 'GET,POST' };

/** Whether a request is made by the public site. */
const isOfSite = ({ url }: FastifyRequest) => url.startsWith('/api/site.');

/**
 * Rules for public calls: any origin is answered, without credentials, and each address has a limit per call and minute.
 * The console's calls answer only the configured origins.
 */
export async function openCalls(app: FastifyInstance, { corsOrigins }: Settings): Promise<void> {
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
