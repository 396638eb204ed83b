import type { FastifyInstance } from 'fastify';
import { undoAbandoned } from '../../csv/importUndo.ts';
import type { Database } from '../../database/tables.ts';

const everyMs = 60_000;

/**
 * Cleans up after interrupted work, at the start and every minute. Imports may take long, so the start does not wait for
 * them.
 */
export function sweepRegularly(app: FastifyInstance, event: 'uploads' | 'imports', sweep: () => Promise<number>): void {
  let sweeping = Promise.resolve();
  const run = () => {
    sweeping = sweep().then(
      (n) => {
        if (n > 0) app.log.info({ event }, `${n} ${event} that were cut off are cleared away`);
      },
      (err) => app.log.error({ event, err }, `${event} that were cut off were not cleared away`),
    );
    return sweeping;
  };
  const timer = setInterval(run, everyMs);
  timer.unref();
  app.addHook('onReady', async () => {
    const first = run();
    if (event === 'uploads') await first;
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await sweeping;
  });
}

/** An import is all or nothing, also if its process ended between two steps: the rest is undone. */
export const sweepImports = (app: FastifyInstance, database: Database): void =>
  sweepRegularly(app, 'imports', () => undoAbandoned(database));
