import { execFileSync } from 'node:child_process';
import { openDatabase } from '../../server/database/index.ts';
import type { Database } from '../../server/database/tables.ts';
import { registerFeatures } from '../../server/engine/hooks.ts';
import { features } from '../../server/features.ts';
import { seed } from '../../server/setup/seed.ts';
import { embeddedPostgres } from '../support/embeddedPostgres.ts';
import { fillArticles } from './articles.ts';
import { benchBodies } from './bodies.ts';
import { benchEditor } from './editor.ts';
import { benchImports } from './imports.ts';
import { benchLimits } from './limits.ts';
import { benchPages } from './pages.ts';
import { benchRequests, startBare } from './requests.ts';
import { benchScale } from './scale.ts';
import { folder, onStop, password, root, startServer, stopAll } from './servers.ts';
import { benchSignIn } from './signIn.ts';
import { benchUpload } from './upload.ts';
import { benchVersions } from './versions.ts';

/** `npm run bench`: what README and issues say of speed, as ratios taken in this one run. `… run.ts pages` for the pages alone, `… scale`
 * for lists of 100,000 and 1,000,000 articles on both databases, `… signin` for what time tells of user names, `… upload` for a film of 500 MB, `… bodies` for what
 * strangers' large bodies cost everybody else, `… editor` for a text of 200 kB, `… limits` for lists of a role with limits, `… imports` for lists beside an import, `… versions` for what a version adds to a write, and how long a history takes. */
const articles = 100_000;
const pagesAlone = process.argv.includes('pages');

async function bench(): Promise<void> {
  console.log(`${articles} articles`);
  if (!pagesAlone) await benchOn('postgres');
  await benchOn('sqlite');
}

async function benchOn(kind: Database['kind']): Promise<void> {
  const dataDir = folder(kind);
  const postgres =
    kind === 'postgres' ? await embeddedPostgres(['shared_buffers=512MB', 'max_wal_size=4GB']) : undefined;
  onStop(async () => postgres?.stop());
  const database = await openDatabase({ dataDir, databaseUrl: postgres?.url });
  await seed(database, { adminUsername: 'admin', adminPassword: password, sampleSite: false });
  await fillArticles(database, articles);
  const bare = pagesAlone ? '' : await startBare(database, dataDir, postgres?.url);
  await database.close();
  const server = await startServer(dataDir, { databaseUrl: postgres?.url ?? '' });
  if (!pagesAlone) await benchRequests(kind, server, bare);
  if (kind === 'sqlite') await benchPages(server.url, dataDir);
  await server.stop();
  await postgres?.stop();
}

registerFeatures(features);
try {
  execFileSync(process.execPath, ['server/commands/build.ts', '--if-stale'], { cwd: root, stdio: 'inherit' });
  if (process.argv.includes('scale')) await benchScale();
  else if (process.argv.includes('limits')) await benchLimits();
  else if (process.argv.includes('imports')) await benchImports();
  else if (process.argv.includes('signin')) await benchSignIn();
  else if (process.argv.includes('upload')) await benchUpload();
  else if (process.argv.includes('bodies')) await benchBodies();
  else if (process.argv.includes('editor')) await benchEditor();
  else if (process.argv.includes('versions')) await benchVersions();
  else await bench();
} finally {
  await stopAll();
}
