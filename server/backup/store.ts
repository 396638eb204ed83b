import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely';
import { quoted } from '../database/derived/scaled.ts';
import { openSqlite, sqliteDialect } from '../database/sqlite.ts';
import type { Db, Tables } from '../database/tables.ts';
import { encodeRow, type StoredRow } from './rows.ts';
import type { TableShape } from './schema.ts';

/** A separate connection to a database of either kind. Opening it migrates nothing. */
export interface Store {
  kind: 'sqlite' | 'postgres';
  /** Runs `work` on one unchanging picture of the database, while others go on writing. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs `work` in one transaction, in which references are checked at its end. */
  load(work: (db: Db) => Promise<void>): Promise<void>;
  rows(shape: TableShape): AsyncIterable<StoredRow>;
  insert(shape: TableShape, rows: StoredRow[]): Promise<void>;
  /** The highest id that was ever given out, as digits. */
  sequence(shape: TableShape): Promise<string>;
  setSequence(shape: TableShape, last: string): Promise<void>;
  close(): Promise<void>;
}

const listed = ({ columns }: TableShape) => [...columns.keys()].map(quoted).join(', ');

export function openSqliteStore(path: string): Store {
  const file = openSqlite(path);
  const db = new Kysely<Tables>({ dialect: sqliteDialect(file, { deadline: Number.POSITIVE_INFINITY }) });
  return {
    kind: 'sqlite',
    snapshot: async (work) => {
      file.exec('begin'); // the first read decides on the picture
      return work(db).finally(() => file.exec('rollback'));
    },
    load: (work) =>
      db.transaction().execute(async (tx) => {
        await sql`pragma defer_foreign_keys = on`.execute(tx);
        await work(tx);
      }),
    rows: (shape) => sqliteRows(file, shape),
    insert: async (shape, rows) => {
      const columns = [...shape.columns];
      const places = columns.map(() => '?').join(', ');
      const insert = file.prepare(`insert into ${quoted(shape.name)} (${listed(shape)}) values (${places})`);
      for (const row of rows) insert.run(...columns.map(([column, kind]) => bound(row[column] ?? null, kind)));
    },
    sequence: async ({ name }) => {
      const read = file.prepare('select seq from sqlite_sequence where name = ?');
      read.setReadBigInts(true);
      return String(read.get(name)?.seq ?? 0);
    },
    setSequence: async ({ name }, last) => {
      file.prepare('delete from sqlite_sequence where name = ?').run(name);
      file.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, BigInt(last));
    },
    close: () => db.destroy(),
  };
}

const bound = (value: StoredRow[string], kind: string): SQLInputValue =>
  kind === 'integer' && typeof value === 'string' ? BigInt(value) : value;

async function* sqliteRows(file: DatabaseSync, shape: TableShape): AsyncGenerator<StoredRow> {
  const select = file.prepare(`select ${listed(shape)} from ${quoted(shape.name)}`);
  select.setReadBigInts(true);
  for (const row of select.iterate()) yield encodeRow(shape, row);
}

/** Leaves values as PostgreSQL writes them, so that no whole number is rounded. */
const asText = { getTypeParser: () => (text: string) => text };
const fetchBytes = 4 * 1024 * 1024;
const maxFetched = 5000;

/** Lifts time limits for the transaction alone: behind a pooler in transaction mode others get the connection next. */
const withoutTimeouts =
  <T>(work: (db: Db) => Promise<T>) =>
  async (tx: Db) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    return work(tx);
  };

export async function openPostgresStore(url: string): Promise<Store> {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 4000 });
  client.on('error', () => {}); // the next statement fails
  await client.connect();
  const pooled = Object.assign(client, { release: () => {} }) as unknown as PostgresPoolClient;
  const pool = { options: {}, connect: async () => pooled, end: () => client.end() };
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const textsOf = async (text: string, values: unknown[] = []): Promise<Record<string, string | null>[]> =>
    (await client.query({ text, values, types: asText })).rows;

  async function* rows(shape: TableShape): AsyncGenerator<StoredRow> {
    await client.query(`declare part no scroll cursor for select ${listed(shape)} from ${quoted(shape.name)}`);
    for (let n = 10; ; ) {
      const fetched = await textsOf(`fetch ${n} from part`);
      if (fetched.length === 0) break;
      let bytes = 1;
      for (const row of fetched) {
        for (const value of Object.values(row)) bytes += value?.length ?? 0;
        yield encodeRow(shape, row);
      }
      n = Math.max(1, Math.min(maxFetched, n * 10, Math.floor((fetchBytes * fetched.length) / bytes)));
    }
    await client.query('close part');
  }

  const sequenceOf = async ({ name }: TableShape) =>
    (await textsOf('select pg_get_serial_sequence($1, $2) as name', [quoted(name), 'id']))[0]?.name;

  return {
    kind: 'postgres',
    snapshot: (work) =>
      db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(withoutTimeouts(work)),
    load: (work) => db.transaction().execute(withoutTimeouts(work)),
    rows,
    insert: async (shape, rows) => {
      const from = `json_populate_recordset(null::${quoted(shape.name)}, $1::json)`;
      await client.query(`insert into ${quoted(shape.name)} (${listed(shape)}) select ${listed(shape)} from ${from}`, [
        JSON.stringify(rows),
      ]);
    },
    sequence: async (shape) => {
      const value = 'case when is_called then last_value else 0 end as last';
      return (await textsOf(`select ${value} from ${await sequenceOf(shape)}`))[0]?.last ?? '0';
    },
    setSequence: async (shape, last) => {
      const isUsed = last !== '0';
      await client.query('select setval($1::regclass, $2::bigint, $3)', [
        await sequenceOf(shape),
        isUsed ? last : '1',
        isUsed,
      ]);
    },
    close: () => db.destroy(),
  };
}
