import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { StartError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import type { Database } from '../database/tables.ts';
import { registerFeatures } from '../engine/hooks.ts';
import { features } from '../features.ts';
import { seed } from '../setup/seed.ts';
import { openPbootcms } from './pbootcms/index.ts';
import { runIfMain, withDatabase } from './run.ts';

const usage = 'Usage: npm run import -- pbootcms FILE.db [--files DIR]';

const sources = { pbootcms: openPbootcms } as const;

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { files: { type: 'string' } } });
    const [source = '', file = '', ...more] = positionals;
    if (Object.hasOwn(sources, source) && file !== '' && more.length === 0)
      return { open: sources[source as keyof typeof sources], file, files: values.files };
  } catch {}
  throw new StartError(usage);
}

async function seedNew(database: Database, settings: Settings): Promise<void> {
  if (await database.db.selectFrom('admin').select('id').executeTakeFirst()) return;
  const { password } = await seed(database, { ...settings, sampleSite: false });
  if (password) console.log(`Administrator "${settings.adminUsername}", password: ${password} (shown only now)`);
}

export async function importCommand(args: string[], settings: Settings): Promise<void> {
  const { open, file, files } = readArguments(args);
  registerFeatures(features);
  const importSite = open({ file, files });
  await withDatabase(settings, async (database) => {
    await seedNew(database, settings);
    const lines = await importSite(database, settings.dataDir);
    // As after a restore (backup/restoreSite.ts).
    if (database.kind === 'postgres') await sql`analyze`.execute(database.db);
    console.log(lines.join('\n'));
  });
}

await runIfMain(import.meta, importCommand);
