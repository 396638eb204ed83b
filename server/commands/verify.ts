import { readArchive } from '../backup/readArchive.ts';
import { backupArgs } from './backupArgs.ts';
import { runCommand } from './run.ts';

const usage = 'Usage: npm run verify -- FILE [--passphrase-file FILE]';

await runCommand(async (args) => {
  const { file, passphrase } = backupArgs(args, usage);
  const { info, manifest, files, secrets } = await readArchive(file, passphrase);
  const tables = Object.values(manifest.tables);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`${file} is whole: made by ${info.program} on ${info.created} of ${info.database}, tables as of`);
  console.log(`${info.migrations.at(-1)}; ${rows} rows of ${tables.length} tables, ${files} files.`);
  if (secrets) console.log(`The passphrase opens its ${secrets.size} secrets.`);
  else if (manifest.secrets > 0)
    console.log(`Its ${manifest.secrets} secrets were not opened: there was no --passphrase-file.`);
});
