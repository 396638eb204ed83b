import type { FastifyInstance } from 'fastify';
import { version } from '../../core/program.ts';
import type { Database } from '../../database/tables.ts';
import { deleteOldLogs } from '../../logs/retention.ts';
import type { RunLog } from '../../logs/runLog.ts';
import { thinVersions } from '../../versions/thinVersions.ts';

const dayMs = 24 * 3600_000;

/** Writes start and stop to the run log, and deletes old rows of every log: at the start, then daily. */
export function storeLogs(app: FastifyInstance, database: Database, runLog: RunLog): void {
  const stopping = new AbortController();
  let sweeping = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const onLeap = () =>
    app.log.warn(
      { event: 'retention' },
      'the clock was set, or the server stood still for long: old log rows stay for another day',
    );
  const sweep = () => {
    const rows = deleteOldLogs(database, stopping.signal, onLeap).then(
      (deleted) => {
        if (deleted > 0) app.log.info({ event: 'retention' }, `${deleted} old log rows deleted`);
      },
      (err) => app.log.error({ event: 'retention', err }, 'old log rows were not deleted'),
    );
    sweeping = rows
      .then(() => thinVersions(database, stopping.signal, onLeap))
      .then(
        (deleted) => {
          if (deleted > 0) app.log.info({ event: 'retention' }, `${deleted} old versions merged into later ones`);
        },
        (err) => app.log.error({ event: 'retention', err }, 'old versions were not merged'),
      );
  };
  app.addHook('onListen', async () => {
    app.log.info({ event: 'start' }, `version ${version} started`);
    sweep();
    timer = setInterval(sweep, dayMs);
    timer.unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    stopping.abort();
    await sweeping;
    if (timer) app.log.info({ event: 'stop' }, 'stopped');
    await runLog.close();
  });
}
