import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

const setHeaders = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  strictTransportSecurity: false, // set below for requests through TLS
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  // Headers for obsolete browsers and plug-ins are off.
  ...{ xDnsPrefetchControl: false, xDownloadOptions: false, xPermittedCrossDomainPolicies: false },
  ...{ originAgentCluster: false, xXssProtection: false },
});

/**
 * Helmet's headers on every reply; a route may set others. They are always the same, so Helmet is asked once:
 * its plugin for Fastify would build its whole chain for each request.
 */
export function securityHeaders(app: FastifyInstance): void {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name] = value;
    },
    removeHeader: () => {},
  };
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
  });
}
