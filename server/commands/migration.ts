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
import { runIfMain } from './run.ts';

const usage = 'Usage: npm run migration -- NAME (lower-case words joined by hyphens)';
const project = join(import.meta.dirname, '../..');
const folder = join(project, 'server/database/migrations');
const index = join(folder, 'index.ts');

async function findMissing(): Promise<Missing[]> {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(new DatabaseSync(':memory:')) });
  await runMigrations(db);
  return missingSchema(db, entityList).finally(() => db.destroy());
}

function enlisted(file: string): string {
  const [number = '', ...words] = file.split('-');
  const variable = words.join('-').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) + number;
  const lines = [`import * as ${variable} from './${file}.ts';`, `  '${file}': ${variable},`];
  const source = readFileSync(index, 'utf8')
    .replace('\n\n/**', `\n${lines[0]}\n\n/**`)
    .replace(/\n\};\n$/, `\n${lines[1]}\n};\n`);
  if (!lines.every((line) => source.includes(line))) throw new Error(`${index} is not as this command knows it`);
  return source;
}

function formatted(path: string, source: string): string {
  const biome = join(project, 'node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'format', `--stdin-file-path=${path}`];
  return execFileSync(process.execPath, args, { cwd: project, input: source, encoding: 'utf8' });
}

/** Writes a draft of the migration: read it, and choose the values of existing rows, before you commit it. */
await runIfMain(import.meta, async ([name = '', ...more]) => {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || more.length > 0) throw new StartError(usage);
  const missing = await findMissing();
  if (missing.length === 0) {
    console.log('The migrations make all that the contract needs. Nothing was written.');
    return;
  }
  const numbers = Object.keys(migrations).map((each) => Number(each.slice(0, 4)));
  const file = `${String(Math.max(...numbers) + 1).padStart(4, '0')}-${name}`;
  const path = join(folder, `${file}.ts`);
  const source = formatted(path, migrationSource(missing));
  const list = enlisted(file);
  writeFileSync(path, source, { flag: 'wx' });
  writeFileSync(index, list);
  console.log(`Wrote ${relative(project, path)} and added it to index.ts. Read it before you commit it.`);
});
