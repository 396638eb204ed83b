import type { FastifyInstance } from 'fastify';
import type { Settings } from '../../core/settings.ts';
import type { Database } from '../../database/tables.ts';
import { isPicture, templatesBase, templatesFolder } from '../../templates/readManifests.ts';
import { syncTemplates } from '../../templates/syncTemplates.ts';
import { serveSiteFolder } from './siteFolder.ts';

/** Finds the site's templates at the start and serves their thumbnails, but no other file of their folder. */
export async function serveTemplates(app: FastifyInstance, database: Database, { dataDir }: Settings): Promise<void> {
  app.addHook('onReady', async () => {
    await syncTemplates(database, dataDir, (why) => app.log.warn({ event: 'templates' }, why));
  });
  await serveSiteFolder(app, templatesFolder(dataDir), {
    prefix: templatesBase,
    allowedPath: (path) => isPicture.test(path),
  });
}
