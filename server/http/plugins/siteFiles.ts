import { mkdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { isShown, typeOf } from '../../../contract/uploadTypes.ts';
import { StartError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import type { Database } from '../../database/tables.ts';
import { sweepUploads } from '../../media/sweep.ts';
import { isServed, templatesBase, templatesFolder } from '../../templates/readManifests.ts';
import { syncTemplates } from '../../templates/syncTemplates.ts';
import { sweepRegularly } from './background.ts';

/** Serves a subfolder of the data folder publicly, and creates it if needed. Browsers run nothing from it. */
async function serveSiteFolder(
  app: FastifyInstance,
  root: string,
  { setHeaders, ...options }: Omit<FastifyStaticOptions, 'root'>,
): Promise<void> {
  try {
    mkdirSync(root, { recursive: true });
  } catch (error) {
    throw new StartError(`The folder ${root} cannot be made: ${(error as NodeJS.ErrnoException).code}.`);
  }
  await app.register(fastifyStatic, {
    ...{ decorateReply: false, index: false, dotfiles: 'ignore' as const },
    ...options,
    root,
    setHeaders: (reply, path, stat) => {
      reply.header('content-security-policy', "sandbox; default-src 'none'");
      setHeaders?.(reply, path, stat);
    },
  });
}

/** Content types of files that were not uploaded but migrated from elsewhere. */
const brought: Record<string, string> = { bmp: 'image/bmp', ico: 'image/x-icon' };

/** Serves the site's files. Remains of interrupted uploads are deleted before the start and every minute. */
export async function serveUploads(app: FastifyInstance, database: Database, { dataDir }: Settings): Promise<void> {
  sweepRegularly(app, 'uploads', () => sweepUploads(database, dataDir));
  await serveSiteFolder(app, join(dataDir, 'upload'), {
    prefix: '/upload/',
    contentType: false,
    maxAge: '10m', // a replaced file keeps its URL
    setHeaders: (reply, path) => {
      const ext = extname(path).slice(1).toLowerCase();
      const type = typeOf(ext);
      const mime = type?.mime ?? brought[ext];
      reply.header('content-type', mime ?? 'application/octet-stream');
      if (!(type ? isShown(type) : mime)) reply.header('content-disposition', 'attachment');
    },
  });
}

/** Finds the site's templates at the start and serves their thumbnails, but no other file of their folder. */
export async function serveTemplates(app: FastifyInstance, database: Database, { dataDir }: Settings): Promise<void> {
  app.addHook('onReady', async () => {
    await syncTemplates(database, dataDir, (why) => app.log.warn({ event: 'templates' }, why));
  });
  const root = templatesFolder(dataDir);
  await serveSiteFolder(app, root, {
    prefix: templatesBase,
    allowedPath: (path) => isServed(root, path),
  });
}
