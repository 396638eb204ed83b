import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/index.ts';
import { CallError } from '../errors.ts';
import { batch } from '../services/batch.ts';
import { logOperation } from '../write.ts';

const againMs = 3600_000;

/**
 * Refusals for want of a right (403) as rows of the operation log: of each administrator and call the first one at once, and
 * then one an hour at most, with how many came in between. So no client fills the log, and a refused call costs no write of
 * its own.
 */
export function logRefusals(app: FastifyInstance, database: Database): void {
  const last = new Map<string, { at: number; more: number }>();
  const rows = batch(async (writes: ((db: Database['db']) => Promise<void>)[]) => {
    await database.transaction(async (db) => {
      for (const write of writes) await write(db);
    });
    return writes;
  });

  app.addHook('onError', async (request, reply, error) => {
    const { admin, routeOptions, ip } = request;
    const { routed } = routeOptions.config;
    const refusal: unknown = error;
    if (!admin || !routed || !(refusal instanceof CallError) || refusal.standing.status !== 403) return;
    const now = performance.now();
    const key = `${admin.id} ${routed.call.path}`;
    const before = last.get(key);
    if (before && now - before.at < againMs) {
      before.more++;
      return;
    }
    last.set(key, { at: now, more: 0 });
    const { rule } = refusal.values;
    const added = {
      ...(rule !== undefined && rule !== routed.call.path && { rule }),
      ...(before && before.more > 0 && { repeats: before.more }),
    };
    const context = { routed, ip, userAgent: request.headers['user-agent'] ?? '', admin };
    const logged = { params: {}, added, started: now - reply.elapsedTime };
    rows
      .add((db) => logOperation(db, context, logged, [], 403))
      .catch((err) => request.log.error({ event: 'refusal', err }, 'a refusal was not logged'));
  });
  app.addHook('onClose', () => rows.flush());
}
