import type { CompiledQuery, Expression, ExpressionBuilder, QueryResult, SqlBool } from 'kysely';
import { nextTurn } from '../core/turns.ts';
import { type AnyTables, type Db, generic } from './tables.ts';

interface Compilable {
  compile(): CompiledQuery;
}

export type Param = (name: string) => never;
const mark = '\u0001';

const maxNamed = 500; // PostgreSQL keeps each in the memory of each connection
const queryNames = new Map<string, string>();

/** The name of a prepared query, under which a connection to PostgreSQL parses and plans it once. */
export const nameOfQuery = (text: string): string | undefined => queryNames.get(text);

/** For `in`: PostgreSQL takes no empty list. @param none a value that no row has */
export const nonEmpty = <T extends number | string>(values: readonly T[], none: T): readonly T[] =>
  values.length > 0 ? values : [none];

/**
 * Compiled once per database, also for all of its transactions: building costs as much as running on SQLite.
 * `param(name)` stands for a value.
 */
export function prepared<R>(build: (db: Db, param: Param) => Compilable) {
  const compiled = new WeakMap<object, { query: CompiledQuery; names: (string | undefined)[] }>();

  function compile(db: Db) {
    const query = build(db, ((name: string) => mark + name) as unknown as Param).compile();
    if (!queryNames.has(query.sql) && queryNames.size < maxNamed) queryNames.set(query.sql, `q${queryNames.size}`);
    const names = query.parameters.map((value) =>
      typeof value === 'string' && value.startsWith(mark) ? value.slice(mark.length) : undefined,
    );
    const compiledQuery = { query, names };
    compiled.set(db.getExecutor().adapter, compiledQuery);
    return compiledQuery;
  }

  return async (db: Db, values: Record<string, unknown>): Promise<R[]> => {
    const { query, names } = compiled.get(db.getExecutor().adapter) ?? compile(db);
    const parameters = query.parameters.map((value, at) => (names[at] === undefined ? value : values[names[at]]));
    const result: QueryResult<R> = await db.executeQuery({ ...query, parameters } as CompiledQuery<R>);
    return result.rows;
  };
}

const maxPrepared = 1000;
const preparedByShape = new Map<string, ReturnType<typeof prepared>>();

/** The prepared query of this shape, which is built when it is first asked for. */
export function preparedAs<R>(shape: string, build: Parameters<typeof prepared>[0]) {
  const known = preparedByShape.get(shape);
  if (known) return known as ReturnType<typeof prepared<R>>;
  if (preparedByShape.size >= maxPrepared) preparedByShape.clear();
  const query = prepared<R>(build);
  preparedByShape.set(shape, query);
  return query;
}

/** Lists of ids have few sizes, so that few queries are compiled: powers of two. The last id fills the rest. */
export const sizeFor = (ids: readonly number[]) => 2 ** Math.ceil(Math.log2(ids.length));
export const idParams = (param: Param, size: number) => Array.from({ length: size }, (_, at) => param(`id.${at}`));
export const idValues = (ids: readonly number[]) =>
  Object.fromEntries(Array.from({ length: sizeFor(ids) }, (_, at) => [`id.${at}`, ids[at] ?? ids.at(-1)]));

const batchSize = 100;

/** In batches, because SQLite would block every other request. Updated rows must no longer meet the condition. */
export async function updateInBatches(
  db: Db,
  table: string,
  values: Record<string, unknown>,
  condition: (where: ExpressionBuilder<AnyTables, string>) => Expression<SqlBool>,
  beforeEach?: (ids: number[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const rows = await generic(db).selectFrom(table).select('id').where(condition).limit(batchSize).execute();
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => Number(id));
    await beforeEach?.(ids);
    await generic(db).updateTable(table).set(values).where('id', 'in', ids).execute();
    await nextTurn(db);
  }
}
