import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/tables.ts';
import { isPicture, templatesBase, templatesFolder } from '../services/templates/readManifests.ts';
import { syncTemplates } from '../services/templates/syncTemplates.ts';
import type { Settings } from '../settings.ts';
import { serveSiteFolder } from './siteFolder.ts';

/** Finds the site's templates at the start, and serves their thumbnails: no other file of the folder. */
export async function serveTemplates(app: FastifyInstance, database: Database, { dataDir }: Settings): Promise<void> {
  app.addHook('onReady', async () => {
    await syncTemplates(database, dataDir, (why) => app.log.warn({ event: 'templates' }, why));
  });
  await serveSiteFolder(app, templatesFolder(dataDir), {
    prefix: templatesBase,
    allowedPath: (path) => isPicture.test(path),
  });
}
