import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  SqliteAdapter,
  type SqliteDialect,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { CallError } from '../core/errors.ts';
import { sortKey, sortKeyFunction } from './derived/sortKeys.ts';
import { spellingFunction, spellingOf } from './derived/spelling.ts';
import {
  earlierSearchTokensFunctions,
  indexedTokens,
  itemTexts,
  itemTextsFunction,
  searchForm,
  searchTokensFunction,
  uploadStems,
} from './derived/sqlFunctions.ts';

const busy = 5; // SQLITE_BUSY
const maxPrepared = 500;
export const lockWaitMs = 4500; // less than the console's 6 s, so that it learns the reason
export const waitMs = 200; // SQLite's own wait

/** Opens a SQLite file with the settings for durability, and checks that they took effect. */
export function openSqlite(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: lockWaitMs });
  for (const [pragma, wanted] of [
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
    ['secure_delete', 1], // deleted data is overwritten, so that nothing of it stays in the file
  ] as const) {
    database.exec(`pragma ${pragma} = ${wanted}`);
    const [got] = Object.values(database.prepare(`pragma ${pragma}`).get() ?? {});
    if (got !== wanted) throw new Error(`SQLite did not take ${pragma} = ${wanted}`);
  }
  // Several processes may open a new file at once. After the start SQLite's own wait would block every request.
  database.exec(`pragma busy_timeout = ${waitMs}`);
  defineFunctions(database);
  return database;
}

export function defineFunctions(database: DatabaseSync): void {
  for (const name of [searchTokensFunction, ...earlierSearchTokensFunctions])
    database.function(name, { deterministic: true, varargs: true }, indexedTokens as () => string);
  database.function(itemTextsFunction, { deterministic: true, varargs: true }, itemTexts as () => string);
  database.function('search_form', { deterministic: true }, (text) => searchForm(String(text ?? '')));
  database.function(sortKeyFunction, { deterministic: true }, sortKey as () => string);
  database.function(spellingFunction, { deterministic: true }, spellingOf as () => string);
  database.function('upload_stems', { deterministic: true }, uploadStems as () => string);
}

/** Transactions take the write lock at once; until `begin.deadline` they wait for it without blocking. */
export function sqliteDialect(database: DatabaseSync, begin = { deadline: 0 }) {
  const adapter = statements(database);
  return {
    createAdapter: () => new TransactionalDdlAdapter(),
    createDriver: () => new ImmediateDriver({ database: adapter }, begin, () => database.isTransaction),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** SQLite rolls back schema changes too, so Kysely migrates inside the transaction that has the lock. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

class ImmediateDriver extends SqliteDriver {
  readonly #begin: { deadline: number };
  readonly #isOpen: () => boolean;

  constructor(
    config: ConstructorParameters<typeof SqliteDriver>[0],
    begin: { deadline: number },
    isOpen: () => boolean,
  ) {
    super(config);
    this.#begin = begin;
    this.#isOpen = isOpen;
  }

  /** After a full disk SQLite has already rolled back. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#isOpen()) await super.rollbackTransaction(connection);
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const { deadline } = this.#begin;
    // We wait ourselves, because SQLite's wait would block every other request of this process.
    await connection.executeQuery(CompiledQuery.raw('pragma busy_timeout = 0'));
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        return;
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (performance.now() > deadline) throw new CallError('busy');
        await wait(20);
      }
    }
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busy;
}

/** The part of better-sqlite3's interface that Kysely uses, on `node:sqlite`. Each SQL text is prepared once. */
function statements(database: DatabaseSync): ConstructorParameters<typeof SqliteDialect>[0]['database'] & object {
  const cache = new Map<string, ReturnType<typeof adapted>>();
  return {
    close: () => database.close(),
    prepare: (text: string) => {
      const known = cache.get(text);
      if (known) return known;
      if (cache.size >= maxPrepared) cache.clear();
      const statement = adapted(database.prepare(text));
      cache.set(text, statement);
      return statement;
    },
  };
}

const adapted = (statement: StatementSync) => ({
  reader: statement.columns().length > 0,
  all: (parameters: readonly unknown[]) => statement.all(...bindable(parameters)),
  run: (parameters: readonly unknown[]) => statement.run(...bindable(parameters)),
  iterate: (parameters: readonly unknown[]) => statement.iterate(...bindable(parameters)),
});

/** `node:sqlite` silently stores a Date as NULL and takes an object as named parameters, so both are refused. */
function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  for (const value of parameters) {
    if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array))
      throw new TypeError(`a ${value.constructor.name} cannot be a SQL parameter`);
  }
  return parameters as SQLInputValue[];
}
