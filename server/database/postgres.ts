import type { Dialect } from 'kysely';
import { PostgresDialect } from 'kysely';

/** A bounded pool. Statements time out before the console's 6 seconds. Counts and ids are read as numbers. */
export async function postgresDialect(url: string): Promise<Dialect> {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 4000,
    statement_timeout: 5000,
    idle_in_transaction_session_timeout: 30_000,
  });
  // The pool replaces a connection that breaks while idle. Without a listener the error would end the process.
  pool.on('error', () => {});
  // The same for one that breaks between two statements of a transaction; its next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool });
}
