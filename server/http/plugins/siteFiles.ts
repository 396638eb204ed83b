import { mkdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isShown, typeOf } from '../../../contract/uploadTypes.ts';
import { StartError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import type { Database, Db } from '../../database/tables.ts';
import { sweepUploads } from '../../media/sweep.ts';
import { isServed, templatesBase, templatesFolder } from '../../templates/readManifests.ts';
import { syncTemplates } from '../../templates/syncTemplates.ts';
import { dispositionOf } from '../dispositionOf.ts';
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
    decorateReply: false,
    index: false,
    dotfiles: 'ignore' as const,
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

const uploadsPrefix = '/upload/';

/**
 * Leaves uploads uncompressed, because a visitor who reads a large file slowly would hold some megabytes of memory for
 * its compression. This must be called before the compression is registered, which looks at each route once.
 */
export function leaveUploadsUncompressed(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith(uploadsPrefix)) route.compress = false;
  });
}

/** Serves the site's files. Remains of interrupted uploads are deleted before the start and every minute. */
export async function serveUploads(app: FastifyInstance, database: Database, { dataDir }: Settings): Promise<void> {
  sweepRegularly(app, 'uploads', () => sweepUploads(database, dataDir));
  await app.register(async (inside) => {
    inside.addHook('onSend', async (request, reply, payload) => {
      if (reply.statusCode < 300) await nameDocument(database.db, request, reply);
      return payload;
    });
    await serveSiteFolder(inside, join(dataDir, 'upload'), {
      prefix: uploadsPrefix,
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
  });
}

/**
 * Gives a document's download the name that it has in the library, because the name in its URL is made by the server.
 */
async function nameDocument(db: Db, { url }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { pathname } = new URL(url, 'http://localhost');
  const ext = extname(pathname);
  if (typeOf(ext.slice(1))?.kind !== 'document') return;
  const find = db.selectFrom('media').select('name').where('url', '=', pathname).executeTakeFirst();
  // While the database does not answer, files are served under the names in their URLs.
  const media = await find.catch(() => undefined);
  if (!media) return;
  const name = media.name.toLowerCase().endsWith(ext.toLowerCase()) ? media.name : media.name + ext;
  reply.header(
    'content-disposition',
    dispositionOf(reply.hasHeader('content-disposition') ? 'attachment' : 'inline', name),
  );
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
