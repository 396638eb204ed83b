import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { waitMs } from './sqlite.ts';
import type { Db } from './tables.ts';

const rewritten = 1;
const tries = 10;
const pauseMs = 100;

/**
 * Versions before `secure_delete` left deleted data in the file's free space, also secrets that migration 0009 removed.
 * If it is impossible now, a warning is written and the next start tries again.
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

/** The write-ahead log contains old versions of pages. @returns whether no other connection prevented it */
export async function emptyWriteAheadLog(db: Db): Promise<boolean> {
  for (let n = 0; n < tries; n++) {
    if (n > 0) await wait(pauseMs);
    const isEmptied = await db.connection().execute(async (one) => {
      // No wait by SQLite itself: it would block every request, including the one it waits for.
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
