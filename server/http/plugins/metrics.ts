import { hash, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { hashing } from '../../auth/password.ts';
import { lastGood } from '../../backup/backups.ts';
import { jobRuns, statements } from '../../core/diagnostics.ts';
import { CallError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import type { Database } from '../../database/tables.ts';

/** In seconds. A caller of the console stops waiting after 6. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 6];
const scrapeMs = 1000;
const digest = (text: string) => hash('sha256', text, 'buffer');

/** `GET /metrics` in Prometheus' text format, for who sends METRICS_TOKEN; where none is set there is no such route. */
export async function serveMetrics(
  app: FastifyInstance,
  database: Database,
  { metricsToken }: Pick<Settings, 'metricsToken'>,
): Promise<void> {
  if (!metricsToken) return;
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client');
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });

  const requests = new Histogram({
    name: 'rtop_request_seconds',
    help: 'Requests, by call and HTTP status.',
    buckets,
    registers,
    labelNames: ['call', 'status'] as const,
  });
  app.addHook('onResponse', async (request, reply) => {
    // Never the address itself: it may hold names, and a stranger could make a series of each.
    const call = request.routeOptions.config.routed?.call.path ?? request.routeOptions.url ?? 'unknown';
    requests.observe({ call, status: reply.statusCode }, reply.elapsedTime / 1000);
  });

  const queries = new Histogram({
    name: 'rtop_statement_seconds',
    help: 'Statements of the database.',
    buckets,
    registers,
    labelNames: ['result'] as const,
  });
  const runs = new Histogram({
    name: 'rtop_job_seconds',
    help: 'Runs of the jobs in the background.',
    buckets,
    registers,
    labelNames: ['job', 'result'] as const,
  });
  const subscriptions = [
    statements.subscribe(({ ms, isFailed }) => queries.observe({ result: resultOf(isFailed) }, ms / 1000)),
    jobRuns.subscribe(({ job, ms, isFailed }) => runs.observe({ job, result: resultOf(isFailed) }, ms / 1000)),
  ];
  app.addHook('onClose', async () => {
    for (const end of subscriptions) end();
  });

  const gauges: [name: string, help: string, value: () => number][] = [
    [
      'rtop_database_waiting',
      'Work that waits for a connection, or on SQLite for its turn to write.',
      () => database.waiting(),
    ],
    ['rtop_passwords_hashing', 'Passwords that are hashed now.', () => hashing().running],
    ['rtop_passwords_waiting', 'Passwords that wait to be hashed.', () => hashing().waiting],
  ];
  const { replica } = database;
  if (replica)
    gauges.push([
      'rtop_replica_lag_seconds',
      'By how much the replica is behind; above 5, or NaN, the primary is read.',
      () => replica.lag(),
    ]);
  for (const [name, help, value] of gauges)
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });

  new Gauge({
    name: 'rtop_backup_last_timestamp_seconds',
    help: 'When the server finished its last whole backup, in Unix time; 0 if there is none, NaN while the database is away.',
    registers,
    async collect() {
      // Whoever scrapes wants to know how many wait for the database, above all while it does not answer.
      const last = await Promise.race([lastGood(database.db).catch(() => null), wait(scrapeMs, null, { ref: false })]);
      this.set(last === null ? Number.NaN : last ? Date.parse(last.end_time) / 1000 : 0);
    },
  });

  app.get('/metrics', async (request, reply) => {
    const sent = (request.headers.authorization ?? '').replace(/^Bearer /i, '');
    if (!timingSafeEqual(digest(sent), digest(metricsToken))) throw new CallError('unauthorized');
    return reply
      .header('cache-control', 'no-store')
      .type(register.contentType)
      .send(await register.metrics());
  });
}

const resultOf = (isFailed: boolean) => (isFailed ? 'failed' : 'done');
