import https from 'node:https';
import { buildApp } from '../../server/app.ts';
import { openDatabase } from '../../server/database/index.ts';
import { seed } from '../../server/setup/seed.ts';
import { agentTo } from './cloud/agent.ts';
import type { Member } from './clusterServer.ts';
import { outsideTo } from './outsideTo.ts';

/** A server in a process of its own, as its argument says; it ends with its standard input. */
const { settings, cloud, farPort }: Member = JSON.parse(process.argv[2] ?? '');
if (cloud) https.globalAgent = agentTo(cloud);
const database = await openDatabase(settings);
await seed(database, settings);
const app = await buildApp(database, settings, {
  withConsole: true,
  ...(farPort && { outside: outsideTo(() => farPort) }),
});
await app.listen({ host: settings.host, port: settings.port });
process.stdin
  .on('end', async () => {
    await app.close();
    await database.close();
  })
  .resume();
console.log('listening');
