import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { undoAbandoned } from '../../csv/importUndo.ts';
import type { Database } from '../../database/tables.ts';

/** Runs work after the reply, whose duration must not reveal it. The server waits for it before it stops. */
export type AfterReply = (
  request: FastifyRequest,
  reply: FastifyReply,
  event: string,
  work: () => Promise<void>,
) => void;

export function afterReplies(app: FastifyInstance): AfterReply {
  const running = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    await Promise.all(running);
  });
  return (request, { raw }, event, work) => {
    const gone = new Promise<void>((resolve) => (raw.closed ? resolve() : raw.once('close', resolve)));
    const done = gone
      .then(work)
      .catch((err) => request.log.error({ event, err }, 'work after a reply failed'))
      .finally(() => running.delete(done));
    running.add(done);
  };
}

const everyMs = 60_000;

/** At the start and every minute. Imports may take long, so the start does not wait for them. */
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
