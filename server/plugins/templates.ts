import { mkdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/index.ts';
import { StartError } from '../errors.ts';
import { templatesFolder } from '../services/templates/readManifests.ts';
import { syncTemplates } from '../services/templates/syncTemplates.ts';
import type { Settings } from '../settings.ts';

const isPicture = /\.(png|jpe?g|webp|avif|gif)$/i;

/** Finds the site's templates at the start, and serves their thumbnails: no other file of the folder. */
export async function serveTemplates(app: FastifyInstance, database: Database, { dataDir }: Settings): Promise<void> {
  const root = templatesFolder(dataDir);
  try {
    mkdirSync(root, { recursive: true });
  } catch (error) {
    throw new StartError(`The folder ${root} cannot be made: ${(error as NodeJS.ErrnoException).code}.`);
  }
  app.addHook('onReady', async () => {
    await syncTemplates(database, dataDir, (why) => app.log.warn({ event: 'templates' }, why));
  });
  await app.register(fastifyStatic, {
    ...{ root, prefix: '/templates/', decorateReply: false, index: false, dotfiles: 'deny' as const },
    allowedPath: (path) => isPicture.test(path),
    setHeaders: (reply) => {
      reply.header('content-security-policy', "sandbox; default-src 'none'");
    },
  });
}
