import { buildApp } from '../../server/app.ts';
import type { Settings } from '../../server/core/settings.ts';
import { openDatabase } from '../../server/database/index.ts';
import { seed } from '../../server/setup/seed.ts';

/** A server in a process of its own with the settings in its argument; it ends with its standard input. */
const settings: Settings = JSON.parse(process.argv[2] ?? '');
const database = await openDatabase(settings);
await seed(database, settings);
const app = await buildApp(database, settings, { withConsole: true });
await app.listen({ host: settings.host, port: settings.port });
process.stdin
  .on('end', async () => {
    await app.close();
    await database.close();
  })
  .resume();
console.log('listening');
