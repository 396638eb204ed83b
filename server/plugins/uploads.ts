import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isShown, typeOf } from '../../contract/uploadTypes.ts';
import type { Database } from '../database/index.ts';
import { sweepUploads } from '../services/media/sweep.ts';
import type { Settings } from '../settings.ts';
import { serveSiteFolder } from './siteFolder.ts';

const hourMs = 3600_000;
/** Types of files that were brought in otherwise than by an upload. */
const brought: Record<string, string> = { bmp: 'image/bmp', ico: 'image/x-icon' };

/**
 * The files of the site, as the public site shows them. What is left of uploads that were cut off is swept before the
 * start and every hour.
 */
export async function serveUploads(app: FastifyInstance, database: Database, { dataDir }: Settings): Promise<void> {
  sweepRegularly(app, (isStart) => sweepUploads(database, dataDir, isStart));
  await serveSiteFolder(app, join(dataDir, 'upload'), {
    prefix: '/upload/',
    contentType: false,
    maxAge: '10m', // a replaced file has the URL of the one before
    setHeaders: (reply, path) => {
      const ext = extname(path).slice(1).toLowerCase();
      const type = typeOf(ext);
      const mime = type?.mime ?? brought[ext];
      reply.header('content-type', mime ?? 'application/octet-stream');
      if (!(type ? isShown(type) : mime)) reply.header('content-disposition', 'attachment');
    },
  });
}

function sweepRegularly(app: FastifyInstance, sweep: (isStart: boolean) => Promise<number>): void {
  let sweeping = Promise.resolve();
  const run = (isStart: boolean) => {
    sweeping = sweep(isStart).then(
      (n) => {
        if (n > 0) app.log.info({ event: 'uploads' }, `${n} uploads that were cut off are cleared away`);
      },
      (err) => app.log.error({ event: 'uploads', err }, 'uploads that were cut off were not cleared away'),
    );
    return sweeping;
  };
  const timer = setInterval(() => run(false), hourMs);
  timer.unref();
  app.addHook('onReady', () => run(true));
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await sweeping;
  });
}
