import { DatabaseSync } from 'node:sqlite';

/** Another process may hold the file for a moment. */
const longestMs = 3000;
const damaged = [11, 26]; // SQLITE_CORRUPT, SQLITE_NOTADB

/** What SQLite's quick check complains of first; undefined of a sound file, and of one that cannot be opened at all. */
export function damageOf(path: string): string | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: longestMs });
    const found = database.prepare('pragma quick_check(1)').get();
    const said = String(Object.values(found ?? {})[0] ?? '');
    return said === 'ok' ? undefined : said.replaceAll('\n', ' ');
  } catch (error) {
    const { message, errcode = 0 } = error as Error & { errcode?: number };
    return damaged.includes(errcode & 0xff) ? message : undefined;
  } finally {
    database?.close();
  }
}

/** Whether our migrations ever ran on a file; also where it cannot be read, of which its opening tells. */
export function isMigrated(path: string): boolean {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: longestMs });
    return database.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get() !== undefined;
  } catch {
    return true;
  } finally {
    database?.close();
  }
}

// A process of its own, which can be ended, looks at a large file.
if (import.meta.main) process.stdout.write(damageOf(process.argv[2] ?? '') ?? '');
