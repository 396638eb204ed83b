import { restoreSite } from '../backup/restoreSite.ts';
import type { Settings } from '../core/settings.ts';
import { backupArgs } from './backupArgs.ts';
import { runIfMain } from './run.ts';

const usage = 'Usage: npm run restore -- FILE [--passphrase-file FILE]';

export async function restore(args: string[], settings: Settings): Promise<void> {
  const { file, passphrase } = backupArgs(args, usage);
  const { info, manifest, files, secrets } = await restoreSite(settings, file, passphrase);
  const tables = Object.values(manifest.tables);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const database = settings.databaseUrl ? 'PostgreSQL' : 'SQLite';
  console.log(
    `Restored the site of ${info.created} into ${database}: ${rows} rows of ${tables.length} tables, equal in`,
  );
  console.log(
    `number and sum to those of the backup; ${files} files, each with its SHA-256; ${secrets?.size ?? 0} secrets.`,
  );
  const second = manifest.tables.totp?.rows ?? 0;
  if (!secrets)
    console.log(
      `No secrets came along: enter keys of services again${second > 0 ? `, and end the second factors of ${second} administrators with reset-password … --totp` : ''}.`,
    );
}

await runIfMain(import.meta, restore);
