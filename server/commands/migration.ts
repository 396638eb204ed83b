import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { entityList } from '../../contract/index.ts';
import { StartError } from '../core/errors.ts';
import { runMigrations } from '../database/migrate.ts';
import { migrationSource } from '../database/migrationSource.ts';
import { migrations } from '../database/migrations/index.ts';
import { type Missing, missingSchema } from '../database/schemaDiff.ts';
import { sqliteDialect } from '../database/sqlite.ts';
import type { Tables } from '../database/tables.ts';
import { runCommand } from './run.ts';

const usage = 'Usage: npm run migration -- NAME (lower-case words joined by hyphens)';
const project = join(import.meta.dirname, '../..');
const folder = join(project, 'server/database/migrations');

/** What the migrations of today do not make of the contract. */
async function findMissing(): Promise<Missing[]> {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(new DatabaseSync(':memory:')) });
  await runMigrations(db);
  return missingSchema(db, entityList).finally(() => db.destroy());
}

function enlist(file: string, name: string): void {
  const index = join(folder, 'index.ts');
  const variable = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const source = readFileSync(index, 'utf8')
    .replace('\n\n/**', `\nimport * as ${variable} from './${file}.ts';\n\n/**`)
    .replace(/\n\};\n$/, `\n  '${file}': ${variable},\n};\n`);
  writeFileSync(index, source);
}

/**
 * Writes the migration that gives the tables what the contract has and the earlier migrations do not make. It is a
 * draft: read it, and choose the values of rows that are there already, before you commit it.
 */
await runCommand(async ([name = '', ...more]) => {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || more.length > 0) throw new StartError(usage);
  const missing = await findMissing();
  if (missing.length === 0) {
    console.log('The migrations make all that the contract needs. Nothing was written.');
    return;
  }
  const numbers = Object.keys(migrations).map((each) => Number(each.slice(0, 4)));
  const file = `${String(Math.max(...numbers) + 1).padStart(4, '0')}-${name}`;
  const path = join(folder, `${file}.ts`);
  writeFileSync(path, migrationSource(missing), { flag: 'wx' });
  execFileSync(process.execPath, [join(project, 'node_modules/@biomejs/biome/bin/biome'), 'format', '--write', path], {
    cwd: project,
    stdio: 'ignore',
  });
  enlist(file, name);
  console.log(`Wrote ${relative(project, path)} and added it to index.ts. Read it before you commit it.`);
});
