import type { Dialect } from 'kysely';
import { PostgresDialect } from 'kysely';

/** A bounded pool. Statements end before the console's 6 seconds; counts and ids come back as numbers. */
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
  // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  // So would one that dies between two statements of a transaction; the next statement is refused.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool });
}
