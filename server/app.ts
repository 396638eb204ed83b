import { randomBytes } from 'node:crypto';
import compress from '@fastify/compress';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { calls } from '../contract/index.ts';
import { sessionGuard } from './auth/admit.ts';
import { CallError } from './core/errors.ts';
import { version } from './core/program.ts';
import type { Settings } from './core/settings.ts';
import type { Database } from './database/tables.ts';
import { registerFeatures } from './engine/hooks.ts';
import { features } from './features.ts';
import { publishOnTime, sweepImports } from './http/plugins/background.ts';
import { bodyTimeout, readBodies } from './http/plugins/bodies.ts';
import { limitConnections, readForwarded } from './http/plugins/connections.ts';
import { serveConsole } from './http/plugins/console.ts';
import { corsAndLimits } from './http/plugins/corsAndLimits.ts';
import { apiDocs } from './http/plugins/docs.ts';
import { errorHandler, refuseEarly, refuseUnreadable } from './http/plugins/errors.ts';
import { serveExampleSite } from './http/plugins/exampleSite.ts';
import { guardRoutes } from './http/plugins/guard.ts';
import { lazyChecks } from './http/plugins/lazyChecks.ts';
import { serveMetrics } from './http/plugins/metrics.ts';
import { logRefusals } from './http/plugins/refusals.ts';
import { storeLogs } from './http/plugins/runLog.ts';
import { securityHeaders } from './http/plugins/securityHeaders.ts';
import { leaveUploadsUncompressed, serveTemplates, serveUploads } from './http/plugins/siteFiles.ts';
import { watchReplica } from './http/readReplica.ts';
import { contractRoutes } from './http/routes.ts';
import { logOutput, openRunLog } from './logs/runLog.ts';
import type { DecoderLimits } from './media/decoder.ts';
import { type Outside, publicWeb } from './media/remote/outside.ts';
import { openCounters } from './site/counters.ts';

/** Prefix of the request ids, random for each start; a counter follows. */
const start = randomBytes(4).toString('hex');
let requests = 0;

/** Builds the whole server in load order. It does not listen yet. */
export async function buildApp(
  database: Database,
  settings: Settings,
  { withConsole, outside = publicWeb, decoding }: { withConsole: boolean; outside?: Outside; decoding?: DecoderLimits },
): Promise<FastifyInstance> {
  registerFeatures(features);
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
    clientErrorHandler: refuseUnreadable,
    genReqId: () => `${start}-${(++requests).toString(36)}`,
    bodyLimit: 16 * 1024, // each call has its own limit (bodyLimit.ts)
    // For the headers only. `bodyTimeout` limits bodies, because an upload may take as long as it makes progress.
    http: { headersTimeout: 30_000 },
    requestTimeout: 0,
    connectionTimeout: 60_000,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
  });
  // Replies are serialised as handlers return them. The response schemas only document them and do not filter.
  app.setSerializerCompiler(() => JSON.stringify);
  lazyChecks(app);
  app.removeContentTypeParser('text/plain');

  // While the server stops, replies close their connection.
  app.addHook('preClose', async () => {
    Object.assign(app.server, { keepAliveTimeout: 1, keepAliveTimeoutBuffer: 0 });
  });
  limitConnections(app); // before anything expensive
  errorHandler(app);
  readForwarded(app); // before anything reads a request's address
  storeLogs(app, database, runLog);
  guardRoutes(app);
  bodyTimeout(app);
  securityHeaders(app);
  await corsAndLimits(app, database, settings);
  leaveUploadsUncompressed(app);
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'], globalDecompression: false });
  readBodies(app);

  app.addHook('onRequest', async (request) => {
    // Before the body is read. An OPTIONS request that gets here comes from an origin that is not allowed.
    if (request.is404 || request.method === 'OPTIONS') refuseUnknown(request);
  });
  logRefusals(app, database);
  sessionGuard(app, database);
  await apiDocs(app, version);
  const ok = (reply: FastifyReply) => reply.header('cache-control', 'no-store').send({ status: 'ok', version });
  app.get('/healthz', { exposeHeadRoute: true }, async (_request, reply) => ok(reply));
  app.get('/readyz', { exposeHeadRoute: true }, async (_request, reply) => {
    await database.db.selectFrom('generation').select('n').limit(1).execute();
    return ok(reply);
  });
  await serveMetrics(app, database, settings);
  await watchReplica(app, database);
  const counters = openCounters(database, (err) => app.log.error({ event: 'counters', err }, 'counts were lost'));
  app.addHook('onClose', () => counters.flush());
  sweepImports(app, database);
  publishOnTime(app, database);
  await serveUploads(app, database, settings);
  await serveTemplates(app, database, settings);
  await contractRoutes(app, database, settings, { outside, decoding });
  if (withConsole) await serveConsole(app, database, settings);
  if (settings.exampleSite) serveExampleSite(app, database);

  app.setNotFoundHandler(refuseUnknown);
  return app;
}

function refuseUnknown(request: FastifyRequest): never {
  const verbs = verbsOf(request.url);
  throw verbs ? new CallError('verb_wrong', { verb: verbs }) : new CallError('call_unknown');
}

function verbsOf(url: string): string | undefined {
  const call = calls.get((url.split('?')[0] ?? '').replace('/api/', ''))?.call;
  return call && [call.verb, call.also].filter(Boolean).join(', ');
}
