import { readArchive } from '../backup/readArchive.ts';
import { StartError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { verifySite } from '../verify/verifySite.ts';
import { backupArgs } from './backupArgs.ts';
import { runIfMain } from './run.ts';

const usage = 'Usage: npm run verify -- [--mend], or: npm run verify -- FILE [--passphrase-file FILE]';

const isOption = (arg: string) => arg === '--mend';

export async function verify(args: string[], settings: Settings): Promise<void> {
  if (!args.every(isOption)) await verifyBackup(args);
  else await verifyRunning(settings, args.length > 0);
}

async function verifyRunning(settings: Settings, mends: boolean): Promise<void> {
  const { differences, mended, notes, canMend } = await verifySite(settings, { mends });
  const listed = (sentences: string[]) => sentences.map((sentence) => `- ${sentence}`).join('\n');
  if (mended.length > 0) console.log(`Mended:\n${listed(mended)}`);
  if (notes.length > 0) console.log(notes.join('\n'));
  if (differences.length === 0) console.log('Tables, totals, search indexes, files and their uses agree.');
  else
    throw new StartError(
      `The site does not agree with itself:\n${listed(differences)}${canMend && !mends ? '\nWhat is derived is made anew by: npm run verify -- --mend' : ''}`,
    );
}

async function verifyBackup(args: string[]): Promise<void> {
  const { file, passphrase } = backupArgs(args, usage);
  const { info, manifest, files, secrets } = await readArchive(file, passphrase);
  const tables = Object.values(manifest.tables);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`${file} is whole: made by ${info.program} on ${info.created} of ${info.database}, tables as of`);
  console.log(`${info.migrations.at(-1)}; ${rows} rows of ${tables.length} tables, ${files} files.`);
  if (secrets) console.log(`The passphrase opens its ${secrets.size} secrets.`);
  else if (manifest.secrets > 0)
    console.log(`Its ${manifest.secrets} secrets were not opened: there was no --passphrase-file.`);
}

await runIfMain(import.meta, verify);
