import { randomBytes } from 'node:crypto';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { calls } from '../contract/index.ts';
import type { Database } from './database/tables.ts';
import { CallError } from './errors.ts';
import { readBodies } from './plugins/bodies.ts';
import { bodyTimeout } from './plugins/bodyTimeout.ts';
import { serveConsole } from './plugins/console.ts';
import { apiDocs } from './plugins/docs.ts';
import { errorHandler, refuseEarly } from './plugins/errors.ts';
import { readForwarded } from './plugins/forwarded.ts';
import { guardRoutes } from './plugins/guard.ts';
import { lazyChecks } from './plugins/lazyChecks.ts';
import { openCalls } from './plugins/openCalls.ts';
import { limitPipelining } from './plugins/pipelining.ts';
import { logRefusals } from './plugins/refusals.ts';
import { keepLogs } from './plugins/runLog.ts';
import { sessionGuard } from './plugins/session.ts';
import { sweepImports } from './plugins/sweeps.ts';
import { serveTemplates } from './plugins/templates.ts';
import { serveUploads } from './plugins/uploads.ts';
import { contractRoutes } from './routes.ts';
import { openCounters } from './services/counters.ts';
import { logOutput } from './services/logOutput.ts';
import type { DecoderLimits } from './services/media/decoder.ts';
import { type Outside, publicWeb } from './services/remote/outside.ts';
import { openRunLog } from './services/runLog.ts';
import { version } from './services/version.ts';
import type { Settings } from './settings.ts';

/** Request ids: of this start, then counted. */
const start = randomBytes(4).toString('hex');
let requests = 0;

/** The whole server in load order. Nothing listens yet. */
export async function buildApp(
  database: Database,
  settings: Settings,
  { withConsole, outside = publicWeb, decoding }: { withConsole: boolean; outside?: Outside; decoding?: DecoderLimits },
): Promise<FastifyInstance> {
  const runLog = openRunLog(database);
  const app = Fastify({
    logger: {
      ...logOutput(settings.logLevel, runLog),
      redact: ['req.headers.authorization', '*.password', '*.new_password', '*.token', '*.verify'],
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy.length > 0 ? settings.trustProxy : false,
    exposeHeadRoutes: false,
    frameworkErrors: refuseEarly,
    genReqId: () => `${start}-${(++requests).toString(36)}`,
    bodyLimit: 16 * 1024, // each call has its own (bodyLimit.ts)
    // Of the headers; bodies are timed by `bodyTimeout`, since an upload may take as long as it goes on.
    http: { headersTimeout: 30_000 },
    requestTimeout: 0,
    connectionTimeout: 60_000,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
  });
  // Replies are what the handlers return; the response schemas describe them and do not filter.
  app.setSerializerCompiler(() => JSON.stringify);
  lazyChecks(app);
  app.removeContentTypeParser('text/plain');

  // What ends while the server stops does not keep its connection for the next request.
  app.addHook('preClose', async () => {
    Object.assign(app.server, { keepAliveTimeout: 1, keepAliveTimeoutBuffer: 0 });
  });
  limitPipelining(app); // before all that costs anything
  errorHandler(app);
  readForwarded(app); // before whatever asks for a request's address
  keepLogs(app, database, runLog);
  guardRoutes(app);
  bodyTimeout(app);
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: false, // set below, where the request came through TLS
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // For browsers and plug-ins that are long gone.
    ...{ xDnsPrefetchControl: false, xDownloadOptions: false, xPermittedCrossDomainPolicies: false },
    ...{ originAgentCluster: false, xXssProtection: false },
  });
  await openCalls(app, settings);
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'], globalDecompression: false });
  readBodies(app);

  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
    // Before its body is read; an OPTIONS that gets here asks for an origin that is not answered.
    if (request.is404 || request.method === 'OPTIONS') refuseUnknown(request);
  });
  logRefusals(app, database);
  sessionGuard(app, database);
  await apiDocs(app, version);
  app.get('/healthz', async (_request, reply) => {
    await database.db.selectFrom('generation').select('n').limit(1).execute();
    return reply.header('cache-control', 'no-store').send({ status: 'ok', version });
  });
  const counters = openCounters(database, (err) => app.log.error({ event: 'counters', err }, 'counts were lost'));
  app.addHook('onClose', () => counters.flush());
  sweepImports(app, database);
  await serveUploads(app, database, settings);
  await serveTemplates(app, database, settings);
  await contractRoutes(app, database, settings, { outside, decoding });
  if (withConsole) await serveConsole(app, database, settings);

  app.setNotFoundHandler(refuseUnknown);
  return app;
}

function refuseUnknown(request: FastifyRequest): never {
  const verbs = verbsOf(request.url);
  throw verbs ? new CallError('verb_wrong', { verb: verbs }) : new CallError('call_unknown');
}

/** The verbs of the call at a URL, or undefined where there is no such call. */
function verbsOf(url: string): string | undefined {
  const call = calls.get((url.split('?')[0] ?? '').replace('/api/', ''))?.call;
  return call && [call.verb, call.also].filter(Boolean).join(', ');
}
