import type { PostgresPoolClient } from 'kysely';
import type { PoolClient } from 'pg';

const statementMs = 5000; // less than the console's 6 s, so that it learns the reason
/** Longer than PostgreSQL's own bound, which says nothing where the line is dead or a synchronous standby is waited for. */
const replyMs = statementMs + 500;
const unbound = /^set (local )?statement_timeout = 0$/;

/** A bounded pool. Counts and ids are read as numbers. */
export async function openPool(url: string) {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 4000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
  });
  // The pool replaces a connection that breaks while idle. Without a listener the error would end the process.
  pool.on('error', () => {});
  // The same for one that breaks between two statements of a transaction; its next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    options: {},
    connect: async () => watched(await pool.connect()),
    end: () => pool.end(),
    waiting: () => pool.waitingCount,
  };
}

/**
 * A connection that answers nothing any more, or leads to a server that takes no writes since a failover, does not go back into
 * the pool.
 */
function watched(client: PoolClient): PostgresPoolClient {
  let [isBound, silence] = [true, undefined as Error | undefined];
  let isReadOnly = false;
  const query = async (text: string, values: unknown[] = []) => {
    if (silence) throw silence; // it would wait behind the statement that has no answer
    if (unbound.test(text)) isBound = false;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_done, fail) => {
      timer = setTimeout(() => {
        silence = new Error('Query read timeout');
        fail(silence);
      }, replyMs);
    });
    try {
      return await (isBound ? Promise.race([client.query(text, values), late]) : client.query(text, values));
    } catch (error) {
      isReadOnly ||= (error as { code?: string }).code === '25006'; // read_only_sql_transaction
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
  const release = () => client.release(silence ?? isReadOnly);
  return { query, release } as unknown as PostgresPoolClient;
}
