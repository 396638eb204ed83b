import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

const setHeaders = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  strictTransportSecurity: false, // set below for requests through TLS
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  // Headers for obsolete browsers and plug-ins are off.
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  originAgentCluster: false,
  xXssProtection: false,
});

/**
 * Helmet's headers. They are always the same, so Helmet is asked once: its plugin for Fastify would build its whole chain
 * for each request.
 */
export const policies: Record<string, string> = {};
const response = {
  setHeader: (name: string, value: string) => {
    policies[name.toLowerCase()] = value;
  },
  removeHeader: () => {},
};
setHeaders({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
  if (error) throw error;
});

/** The policies on every reply; a route may set others. */
export function securityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(policies);
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
  });
}
