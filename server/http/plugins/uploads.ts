import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isShown, typeOf } from '../../../contract/uploadTypes.ts';
import type { Settings } from '../../core/settings.ts';
import type { Database } from '../../database/tables.ts';
import { sweepUploads } from '../../media/sweep.ts';
import { serveSiteFolder } from './siteFolder.ts';
import { sweepRegularly } from './sweeps.ts';

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
