import type { PostgresPoolClient } from 'kysely';
import type { Client, PoolClient } from 'pg';
import { defaultPool } from '../core/settings.ts';
import { nameOfQuery } from './statements.ts';

const statementMs = 5000; // less than the console's 6 s, so that it learns the reason
/**
 * Longer than PostgreSQL's own bound, which has no effect on a dead line or while a synchronous standby is waited for.
 */
const replyMs = statementMs + 500;
const idleMs = 30_000; // how long a transaction may wait between two statements
/**
 * Begins and sets bounds in one message. Behind a pooler in transaction mode a setting of the session would stay with
 * somebody else's connection.
 */
const beginBound = `begin; set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${idleMs}`;
const unbound = /^set (local )?statement_timeout = 0$/;

/**
 * Opens a pool whose statements are bounded in time. Counts and ids are read as numbers.
 * @param max how many connections, at least 2: a transaction may need a read beside it
 */
export async function openPool(url: string, max = defaultPool) {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const config = { connectionString: url, max, connectionTimeoutMillis: 4000, keepAlive: true };
  const timeouts = { statement_timeout: statementMs, idle_in_transaction_session_timeout: idleMs };
  const isPooled = await leadsToPooler(new pg.Client({ ...config, ...timeouts }));
  const pool = new pg.Pool({ ...config, ...(!isPooled && timeouts) });
  // The pool replaces a connection that breaks while idle. Without a listener the error would end the process.
  pool.on('error', () => {});
  // A connection that breaks between two statements of a transaction needs a listener too; its next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    options: {},
    connect: async () => watched(await pool.connect(), isPooled),
    end: () => pool.end(),
    waiting: () => pool.waitingCount,
  };
}

/**
 * Whether the settings of a connection are refused, or taken and forgotten, as by pgbouncer. False if nobody answers.
 */
async function leadsToPooler(client: Client): Promise<boolean> {
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('statement_timeout') as timeout");
    return rows[0]?.timeout === '0';
  } catch (error) {
    return /unsupported startup parameter/.test((error as Error).message);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Codes of errors after which a connection is outdated: read_only_sql_transaction, as a failover left this server, and
 * feature_not_supported, as a migration changed what a prepared query returns.
 */
const outdated = new Set(['25006', '0A000']);

/** Keeps a connection that answers nothing any more, or is outdated, from going back into the pool. */
function watched(client: PoolClient, isPooled: boolean): PostgresPoolClient {
  let [isBound, silence] = [true, undefined as Error | undefined];
  let isOutdated = false;
  const query = async (text: string, values: unknown[] = []): Promise<unknown> => {
    if (silence) throw silence; // it would wait behind the statement that has no answer
    if (unbound.test(text)) isBound = false;
    if (isPooled && text === 'begin') {
      await query(beginBound);
      return { command: 'BEGIN', rowCount: null, rows: [] };
    }
    let timer: NodeJS.Timeout | undefined;
    const late = () =>
      new Promise<never>((_done, fail) => {
        timer = setTimeout(() => {
          silence = new Error('Query read timeout');
          fail(silence);
        }, replyMs);
      });
    // A pooler gives each transaction another connection, on which the name would be unknown.
    const name = isPooled ? undefined : nameOfQuery(text);
    const asked = client.query({ text, values: [...values], ...(name !== undefined && { name }) });
    try {
      return await (isBound ? Promise.race([asked, late()]) : asked);
    } catch (error) {
      isOutdated ||= outdated.has(String((error as { code?: string }).code));
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
  const release = () => client.release(silence ?? isOutdated);
  return { query, release } as unknown as PostgresPoolClient;
}
