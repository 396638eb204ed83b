import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { waitMs } from './sqlite.ts';
import type { Db } from './tables.ts';

/** Stands in the file as `user_version` once it was rewritten. */
const rewritten = 1;
const tries = 10;
const pauseMs = 100;

/**
 * Rewrites a SQLite file once: what versions before `secure_delete` deleted or changed, secrets that migration 0009 took out of
 * the log among it, stood in its free space still. Where that cannot be done now it is said, and the next start tries again.
 */
export async function rewriteOnce(db: Db): Promise<void> {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  if (Number(rows[0]?.user_version) >= rewritten) return;
  try {
    await sql`vacuum`.execute(db);
    if (!(await emptyWriteAheadLog(db))) throw new Error('another process reads it');
    await sql`pragma user_version = ${sql.lit(rewritten)}`.execute(db);
  } catch (error) {
    const { message } = error as Error;
    console.error(`The database may still hold what was deleted from it, until the next start: ${message}.`);
  }
}

/** The log beside the file holds pages as they were before. @returns whether nobody was in the way */
export async function emptyWriteAheadLog(db: Db): Promise<boolean> {
  for (let n = 0; n < tries; n++) {
    if (n > 0) await wait(pauseMs);
    const isEmptied = await db.connection().execute(async (one) => {
      // A wait of SQLite's own would hold up every request, and the one whom it waits for.
      await sql`pragma busy_timeout = 0`.execute(one);
      try {
        const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(one);
        return rows[0]?.busy === 0;
      } finally {
        await sql`pragma busy_timeout = ${sql.lit(waitMs)}`.execute(one);
      }
    });
    if (isEmptied) return true;
  }
  return false;
}
