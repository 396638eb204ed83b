import type { FastifyInstance } from 'fastify';
import { basePath } from '../../../contract/paths.ts';

/** Public paths outside the contract: the console's files, the site's files, the API page, the probes. */
const open = [
  '/site',
  '/site/',
  '/',
  '/healthz',
  '/readyz',
  '/metrics',
  basePath,
  `${basePath}/*`,
  `${basePath}/assets/*`,
  '/upload/*',
  '/templates/*',
];
const openPrefix = '/api/docs';

/** Denies by default: a route that is neither in the contract nor listed here cannot be registered. */
export function guardRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, method, config }) => {
    if (url === '*' && method === 'OPTIONS') return; // answers a preflight, if CORS_ORIGINS names an origin
    const isOpen = open.includes(url) || url === openPrefix || url.startsWith(`${openPrefix}/`);
    if (!isOpen && !config?.routed?.call.access) throw new Error(`the route ${url} has no access level`);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.routed) reply.header('cache-control', 'no-store');
  });
}
