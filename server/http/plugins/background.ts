import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type BackupRunner, openBackupRunner } from '../../backup/runBackups.ts';
import { publishDue } from '../../content/liveCopies.ts';
import { jobRuns } from '../../core/diagnostics.ts';
import type { Database } from '../../database/tables.ts';
import { undoAbandoned } from '../../steps/undoSteps.ts';

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

const minuteMs = 60_000;
/** Working copies that are due go live at most so many milliseconds later, plus the time that this takes. */
const dueMs = 5_000;

/** Runs at the start and every minute. The start waits for `uploads` only, because undoing steps may take long. */
export function sweepRegularly(app: FastifyInstance, event: 'uploads' | 'imports', sweep: () => Promise<number>): void {
  const first = runRegularly(app, event, minuteMs, sweep, {
    done: (n) => `${n} ${event} that were cut off are cleared away`,
    failed: `${event} that were cut off were not cleared away`,
  });
  if (event === 'uploads') app.addHook('onReady', first);
}

/**
 * @param work returns how much it has done
 * @returns a wait for the first run, which begins when the server is ready
 */
function runRegularly(
  app: FastifyInstance,
  event: string,
  everyMs: number,
  work: () => Promise<number>,
  says: { done: (n: number) => string; failed: string; tellsItself?: boolean },
): () => Promise<void> {
  let running = Promise.resolve();
  let isRunning = false;
  const run = () => {
    if (isRunning) return;
    isRunning = true;
    const begun = performance.now();
    const tell = (isFailed: boolean) => {
      if (!says.tellsItself) jobRuns.publish({ job: event, ms: performance.now() - begun, isFailed });
    };
    running = work()
      .then(
        (n) => {
          if (n > 0) app.log.info({ event }, says.done(n));
          tell(false);
        },
        (err) => {
          app.log.error({ event, err }, says.failed);
          tell(true);
        },
      )
      .finally(() => {
        isRunning = false;
      });
  };
  const timer = setInterval(run, everyMs);
  timer.unref();
  app.addHook('onReady', async () => run());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
  return () => running;
}

/** Working copies whose time has come go live; at the start also those that came due while the server was stopped. */
export const publishOnTime = (app: FastifyInstance, database: Database): void => {
  const onBroken = (err: Error) => app.log.error({ event: 'publish', err }, 'a working copy could not be stored');
  runRegularly(app, 'publish', dueMs, () => publishDue(database, onBroken), {
    done: (n) => `${n} working copies went live`,
    failed: 'working copies that are due did not go live',
  });
};

/** A backup begins at most so many milliseconds after it is due. */
const backupMs = 10_000;

/** Makes backups on the schedule, and those of processes that ended. A stop does not wait for one. */
export function backupsInBackground(
  app: FastifyInstance,
  services: Parameters<typeof openBackupRunner>[0],
): BackupRunner {
  const runner = openBackupRunner(services, {
    onFailure: (err) => app.log.error({ event: 'backups', err }, 'a backup failed'),
    onEnd: (ms, isFailed) => jobRuns.publish({ job: 'backups', ms, isFailed }),
  });
  runRegularly(app, 'backups', backupMs, () => runner.run(), {
    done: (n) => `${n} backups were made and verified`,
    failed: 'backups could not be looked after',
    tellsItself: true,
  });
  app.addHook('preClose', () => runner.stop());
  return runner;
}

/**
 * Undoes the steps of work whose process ended between two of them, because work in steps is done whole or not at all.
 */
export const sweepImports = (app: FastifyInstance, database: Database): void =>
  sweepRegularly(app, 'imports', () => undoAbandoned(database));
