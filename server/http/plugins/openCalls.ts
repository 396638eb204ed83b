import cors, { type FastifyCorsOptions } from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tooMany } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import { PeerStore } from './peerStore.ts';

const shared = { maxAge: 600, methods: 'GET,POST' };

/** What the public site reads and sends. */
const isOfSite = ({ url }: FastifyRequest) => url.startsWith('/api/site.');

/**
 * What calls that anyone may make have beside the others: every origin is answered, without credentials, and an address
 * makes each of them so many times a minute. The console's calls answer the origins of the settings alone.
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
