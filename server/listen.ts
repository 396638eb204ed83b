import { basePath } from '../contract/paths.ts';
import { isTotpReadable } from './auth/totp.ts';
import { assertBackupFolder } from './backup/backupFolder.ts';
import { openConfigSecret } from './config/config.ts';
import { StartError } from './core/errors.ts';
import { restrictAccess } from './core/restrictAccess.ts';
import { openSecrets, type Secrets } from './core/secrets.ts';
import { readSettings, type Settings } from './core/settings.ts';
import { assertWritable, traceOfSite } from './database/checkDatabaseFile.ts';
import { openDatabase } from './database/index.ts';
import { isDiskFull } from './database/outage.ts';
import { usingReserve } from './database/reserve.ts';
import type { Database } from './database/tables.ts';
import { seed } from './setup/seed.ts';

/** Reads the settings, opens the database, listens, and shuts down cleanly on SIGTERM and SIGINT. */
export async function listen(): Promise<void> {
  surviveLostOutput();
  const sentence = await tryStart(process.env);
  if (!sentence) return;
  console.error(sentence);
  process.exit(1);
}

/**
 * Starts the server.
 * @returns undefined once it listens, or one sentence for the operator that says why it cannot start
 * @throws every other error
 */
export async function tryStart(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  try {
    await start(readSettings(env));
    return undefined;
  } catch (error) {
    if (isDiskFull(error)) return 'The disk is full. Make room on it and start again.';
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

/** Ignores errors of a full disk or a closed pipe, which would end the process. Nothing can report the lost lines. */
function surviveLostOutput(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
}

async function start(settings: Settings): Promise<void> {
  restrictAccess(settings.dataDir);
  assertWritable(settings.dataDir);
  assertBackupFolder(settings);
  const trace = traceOfSite(settings.dataDir); // before this start creates any
  // Most of the program loads while the database is checked, but after the settings, so that a wrong one fails early.
  const loading = import('./app.ts');
  loading.catch(() => {}); // awaited below; until then a failure must not end a migration
  const { database, isNew, password } = await usingReserve(async () => {
    const database = await openDatabase(settings);
    return { database, ...(await seed(database, settings)) };
  });
  if (password) console.log(`Administrator "${settings.adminUsername}", password: ${password} (shown only now)`);
  const { buildApp } = await loading;
  const app = await buildApp(database, settings, { withConsole: true });
  await app.listen({ host: settings.host, port: settings.port }).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(listenProblem(error, settings));
  });

  const stop = async () => {
    await app.close();
    await database.close();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  const secrets = openSecrets(settings);
  if (settings.smsConsole)
    console.log('SMS_CONSOLE=1, for development alone: without an SMS gateway, codes for signing in are printed here.');
  if (settings.databaseUrl && isNew && trace)
    app.log.warn(
      { event: 'new_site' },
      `DATABASE_URL led to an empty database, in which a new site was begun, but ${trace} in DATA_DIR shows that there was one. If you did not want a new one, stop, and set DATABASE_URL to its database`,
    );
  const unreadable = await countUnreadable(database, secrets);
  if (unreadable > 0)
    app.log.error(
      { event: 'secrets' },
      `${unreadable} sealed values were sealed under another SECRET_KEY or secret.key`,
    );
  console.log(`rTop Admin: http://${settings.host}:${settings.port}${basePath}/`);
}

function listenProblem(error: NodeJS.ErrnoException, { host, port }: Settings): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} is already in use. Set PORT to another one.`;
  if (error.code === 'EACCES') return `Port ${port} may not be opened by this user. Set PORT to one above 1023.`;
  return `Cannot listen on ${host}:${port}: ${error.message}.`;
}

async function countUnreadable({ db }: Database, secrets: Secrets): Promise<number> {
  const factors = await db.selectFrom('totp').select('secret').where('pending', '=', 0).execute();
  const items = await db.selectFrom('config_item').select('value').where('type', '=', 'secret').execute();
  return (
    factors.filter(({ secret }) => !isTotpReadable(secrets, secret)).length +
    items.filter(({ value }) => value !== '' && openConfigSecret(secrets, value) === undefined).length
  );
}
