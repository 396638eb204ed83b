import type { FastifyInstance } from 'fastify';
import { basePath } from '../../../contract/paths.ts';

/** Paths outside the contract that answer anyone: the console's files, the site's files, the API page, the probe. */
const open = ['/', '/healthz', basePath, `${basePath}/*`, `${basePath}/assets/*`, '/upload/*', '/templates/*'];
const openPrefix = '/api/docs';

/** Deny by default: a route that is neither in the contract, with an access level, nor named here cannot register. */
export function guardRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, method, config }) => {
    if (url === '*' && method === 'OPTIONS') return; // the answer to a preflight, where CORS_ORIGINS names an origin
    const isOpen = open.includes(url) || url === openPrefix || url.startsWith(`${openPrefix}/`);
    if (!isOpen && !config?.routed?.call.access) throw new Error(`the route ${url} has no access level`);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.routed) reply.header('cache-control', 'no-store');
  });
}
