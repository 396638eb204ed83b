import { DatabaseSync } from 'node:sqlite';

/** Another process may lock the file for a moment. */
const longestMs = 3000;
const damaged = [11, 26]; // SQLITE_CORRUPT, SQLITE_NOTADB

function firstValue(path: string, query: string): unknown {
  const database = new DatabaseSync(path, { timeout: longestMs });
  try {
    return Object.values(database.prepare(query).get() ?? {})[0];
  } finally {
    database.close();
  }
}

/** The first error of SQLite's quick check; undefined if the file is intact or cannot be opened at all. */
export function damageOf(path: string): string | undefined {
  try {
    const found = String(firstValue(path, 'pragma quick_check(1)') ?? '');
    return found === 'ok' ? undefined : found.replaceAll('\n', ' ');
  } catch (error) {
    const { message, errcode = 0 } = error as Error & { errcode?: number };
    return damaged.includes(errcode & 0xff) ? message : undefined;
  }
}

/** Whether our migrations have ever run on a file. Also true if it cannot be read, because opening it reports that. */
export function isMigrated(path: string): boolean {
  try {
    return firstValue(path, "select 1 from sqlite_master where name = 'kysely_migration'") !== undefined;
  } catch {
    return true;
  }
}

// Run as a process of its own, which can be ended, to check a large file.
if (import.meta.main) process.stdout.write(damageOf(process.argv[2] ?? '') ?? '');
