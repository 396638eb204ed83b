import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { defineFunctions } from '../../server/database/sqlite.ts';
import type { Outcome } from './command.ts';
import { runInProcess } from './runInProcess.ts';
import { siteDb } from './site.ts';

export type Row = Record<string, string | number | null>;

/** A folder for one test. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rtop-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A copy of the site's database with changes. */
export function changedSource(sql: string): string {
  const path = join(tempFolder(), 'site.db');
  copyFileSync(siteDb, path);
  chmodSync(path, 0o644);
  change(path, sql);
  return path;
}

export function importInto(dataDir: string, ...args: string[]): Promise<Outcome> {
  return runInProcess('import', args, { dataDir, databaseUrl: undefined });
}

export function change(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  defineFunctions(database);
  database.exec(sql);
  database.close();
}

export function query(path: string, sql: string): Row[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database.prepare(sql).all() as Row[];
  } finally {
    database.close();
  }
}

export const databaseIn = (dataDir: string) => join(dataDir, 'rtop.db');
export const here = (dataDir: string, sql: string) => query(databaseIn(dataDir), sql);

/** All that a database holds but what migrations, sign-in attempts and the search index leave. */
export function dump(dataDir: string): Record<string, Row[]> {
  const names = here(dataDir, "select name from sqlite_master where type = 'table'").map((row) => String(row.name));
  const kept = names.filter((name) => !/^(kysely|sqlite|attempt$)|_search/.test(name));
  return Object.fromEntries(kept.map((name) => [name, here(dataDir, `select * from "${name}" order by rowid`)]));
}
