import { backupSite } from '../backup/backupSite.ts';
import type { Settings } from '../core/settings.ts';
import { backupArgs } from './backupArgs.ts';
import { runIfMain } from './run.ts';

const usage = 'Usage: npm run backup -- FILE [--passphrase-file FILE]';

export async function backup(args: string[], settings: Settings): Promise<void> {
  const { file, passphrase } = backupArgs(args, usage);
  const { tables, rows, files, secrets, leftOut, unreadable, inBucket, links } = await backupSite(settings, file, {
    passphrase,
  });
  console.log(`Wrote ${file}: ${rows} rows of ${tables} tables, ${files} files, ${secrets} secrets.`);
  if (leftOut > 0)
    console.log(`${leftOut} secrets (second factors, keys of services) stayed out: there was no --passphrase-file.`);
  if (unreadable > 0) console.log(`${unreadable} secrets stayed out: the key of this server does not open them.`);
  if (links > 0) console.log(`${links} symbolic links among the files were left out: put the files there themselves.`);
  if (inBucket > 0) console.log(`${inBucket} files lie in the bucket and stay there; their records are in the backup.`);
}

await runIfMain(import.meta, backup);
