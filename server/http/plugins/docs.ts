import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { calls } from '../../../contract/index.ts';
import { tagOf } from '../../engine/schema.ts';

/** The API page runs only its own scripts, calls only its own server, and cannot be framed. */
const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};
/**
 * How many requests one peer may make in a minute, for the page and its files together. To write and to compress the half megabyte of the
 * description takes 20 ms, so that a visitor who asks on and on would keep all others waiting.
 */
const maxPerMinute = 120;
const withoutTopBar = { filename: 'page.css', content: '.swagger-ui .topbar { display: none }' };

const tags = [...Map.groupBy(calls.values(), ({ call }) => tagOf(call))].map(([name, callsOfTag]) => ({
  name,
  description: callsOfTag.map(({ call }) => call.title).join('、'),
}));

/** The OpenAPI 3.1 page at `/api/docs`, generated from the routes and so from the contract. */
export async function apiDocs(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    hideUntagged: true, // files and pages are not calls
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'rTop Admin API',
        version,
        description: 'Every reply has the form `{code, msg, data}`; code 1 means success.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      tags,
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    },
  });
  await app.register(async (inside) => {
    inside.addHook('onSend', async (_request, reply) => {
      reply.header('x-frame-options', 'DENY');
    });
    inside.addHook('onRequest', inside.rateLimit({ max: maxPerMinute, timeWindow: 60_000 }));
    await inside.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: policy,
      theme: { title: 'rTop Admin API', css: [withoutTopBar] },
    });
  });
}
