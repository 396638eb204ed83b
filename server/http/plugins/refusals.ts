import type { FastifyInstance } from 'fastify';
import { countOne } from '../../auth/limits.ts';
import { batch } from '../../core/batch.ts';
import { CallError } from '../../core/errors.ts';
import type { Database } from '../../database/tables.ts';
import { logOperation } from '../../engine/write/transaction.ts';

const againMs = 3600_000;
// Slightly shorter than the hour of a single process, so that the shared hour is over when the process asks for it.
const sharedSeconds = againMs / 1000 - 60;

/** At most one 403 an hour for each administrator and call, with their number, so that no client fills the log. */
export function logRefusals(app: FastifyInstance, database: Database): void {
  const last = new Map<string, { at: number; more: number }>();
  const rows = batch(async (writes: ((db: Database['db']) => Promise<void>)[]) => {
    await database.transaction(async (db) => {
      for (const write of writes) await write(db);
    });
    return writes;
  });

  app.addHook('onError', async (request, reply, error) => {
    const { routeOptions, ip } = request;
    const admin = request.admin?.viewer ?? request.admin;
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
    const state = { at: now, more: 0 };
    last.set(key, state);
    const { rule } = refusal.values;
    const repeats = before?.more ?? 0;
    const added = {
      ...(rule !== undefined && rule !== routed.call.path && { rule }),
      ...(repeats > 0 && { repeats }),
    };
    const context = { routed, ip, userAgent: request.headers['user-agent'] ?? '', admin };
    const logged = { params: {}, added, started: now - reply.elapsedTime };
    rows
      .add(async (db) => {
        const { count } = await countOne(db, `refusal:${key}`, sharedSeconds);
        if (count === 1) await logOperation(db, context, logged, [], 403);
        else state.more += repeats + 1; // another process has already logged it
      })
      .catch((err) => request.log.error({ event: 'refusal', err }, 'a refusal was not logged'));
  });
  app.addHook('onClose', () => rows.flush());
}
