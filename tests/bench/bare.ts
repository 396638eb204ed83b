import { createServer } from 'node:http';
import pg from 'pg';
import { openSqlite } from '../../server/database/sqlite.ts';

/**
 * A statement. A parameter `{ of: name }` stands for that value of the request's form, or, as `n`, for the number of
 * the request.
 */
export interface Statement {
  sql: string;
  parameters: readonly (string | number | null | { of: string })[];
}
/**
 * The statements of each path. The first yields the rows and the second, if there is one, the total. With `writes`, all
 * of them are one transaction.
 */
export type Queries = Record<string, { statements: Statement[]; writes?: boolean }>;

/**
 * The bare server that ours is measured against: `node:http` with `node:sqlite` or `pg`. It runs the very queries that
 * our server runs for the same page, prepared once, and a transaction with the rows of a save. It has no session, no
 * rights and no checks.
 */
const [database = '', port = '0', queries = '{}'] = process.argv.slice(2);
type Row = Record<string, unknown>;
type Run = (statement: Statement, values: unknown[]) => Row[] | Promise<Row[]>;
type Transaction = (work: (run: Run) => Promise<unknown>) => Promise<unknown>;
const { run, transaction } = database.startsWith('postgres') ? onPostgres() : onSqlite();

function onSqlite(): { run: Run; transaction: Transaction } {
  const sqlite = openSqlite(database);
  const prepared = new Map<string, ReturnType<typeof sqlite.prepare>>();
  const run: Run = ({ sql }, values) => {
    const statement = prepared.get(sql) ?? sqlite.prepare(sql);
    prepared.set(sql, statement);
    return statement.all(...(values as string[]));
  };
  let last: Promise<unknown> = Promise.resolve();
  const transaction: Transaction = (work) => {
    last = last.then(async () => {
      sqlite.exec('begin immediate');
      await work(run);
      sqlite.exec('commit');
    });
    return last;
  };
  return { run, transaction };
}

function onPostgres(): { run: Run; transaction: Transaction } {
  const pool = new pg.Pool({ connectionString: database, max: 10 });
  const names = new Map<string, string>();
  const on =
    (client: Pick<pg.Pool, 'query'>): Run =>
    async ({ sql }, values) => {
      const name = names.get(sql) ?? `q${names.size}`;
      names.set(sql, name);
      return (await client.query({ name, text: sql, values })).rows;
    };
  const transaction: Transaction = async (work) => {
    const client = await pool.connect();
    await client.query('begin');
    await work(on(client));
    await client.query('commit');
    client.release();
  };
  return { run: on(pool), transaction };
}

const known = JSON.parse(queries) as Queries;
let n = 1_000_000;

async function answer(name: string, body: string): Promise<unknown> {
  const query = known[name];
  if (!query) throw new Error(`no query ${name}`);
  const form: Record<string, unknown> = { ...Object.fromEntries(new URLSearchParams(body)), n: n++ };
  const valuesOf = ({ parameters }: Statement) =>
    parameters.map((value) => (value && typeof value === 'object' ? form[value.of] : value));
  if (query.writes) {
    await transaction(async (run) => {
      for (const statement of query.statements) await run(statement, valuesOf(statement));
    });
    return null;
  }
  const [data = [], total = data] = await Promise.all(
    query.statements.map((statement) => run(statement, valuesOf(statement))),
  );
  return { data, total: total[0]?.total ?? data.length };
}

createServer((request, response) => {
  let form = '';
  request.setEncoding('utf8').on('data', (part) => {
    form += part;
  });
  request.on('end', async () => {
    const body = JSON.stringify({ code: 1, msg: '', data: await answer((request.url ?? '/').slice(1), form) });
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
}).listen(Number(port), '127.0.0.1', () => console.log('listening'));
