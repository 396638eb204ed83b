import { mkdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/index.ts';
import { StartError } from '../errors.ts';
import { isShown, typeOf } from '../services/media/fileTypes.ts';
import { sweepUploads } from '../services/media/sweep.ts';
import type { Settings } from '../settings.ts';

const hourMs = 3600_000;
/** Types of files that were brought in otherwise than by an upload. */
const brought: Record<string, string> = { bmp: 'image/bmp', ico: 'image/x-icon' };

/**
 * The files of the site, as the public site shows them: never run by a browser, from any origin. What is left of uploads
 * that were cut off is swept before the start and every hour.
 */
export async function serveUploads(app: FastifyInstance, { db }: Database, { dataDir }: Settings): Promise<void> {
  const root = join(dataDir, 'upload');
  try {
    mkdirSync(root, { recursive: true });
  } catch (error) {
    throw new StartError(`The folder ${root} cannot be made: ${(error as NodeJS.ErrnoException).code}.`);
  }
  sweepRegularly(app, (isStart) => sweepUploads(db, dataDir, isStart));
  await app.register(fastifyStatic, {
    root,
    prefix: '/upload/',
    decorateReply: false,
    index: false,
    contentType: false,
    dotfiles: 'ignore',
    maxAge: '10m', // a replaced file has the URL of the one before
    setHeaders: (reply, path) => {
      const ext = extname(path).slice(1).toLowerCase();
      const type = typeOf(ext);
      const mime = type?.mime ?? brought[ext];
      reply.header('content-type', mime ?? 'application/octet-stream');
      reply.header('content-security-policy', "sandbox; default-src 'none'");
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
