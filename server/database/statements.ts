import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { CompiledQuery, Expression, ExpressionBuilder, QueryResult, SqlBool } from 'kysely';
import { type AnyTables, type Db, generic } from './tables.ts';

interface Compilable {
  compile(): CompiledQuery;
}

export type Param = (name: string) => never;
const mark = '\u0001';

/** Compiled once per database: building costs as much as running on SQLite. `param(name)` stands for a value. */
export function prepared<R>(build: (db: Db, param: Param) => Compilable) {
  const compiled = new WeakMap<Db, { query: CompiledQuery; names: (string | undefined)[] }>();

  function compile(db: Db) {
    const query = build(db, ((name: string) => mark + name) as unknown as Param).compile();
    const names = query.parameters.map((value) =>
      typeof value === 'string' && value.startsWith(mark) ? value.slice(mark.length) : undefined,
    );
    const compiledQuery = { query, names };
    compiled.set(db, compiledQuery);
    return compiledQuery;
  }

  return async (db: Db, values: Record<string, unknown>): Promise<R[]> => {
    const { query, names } = compiled.get(db) ?? compile(db);
    const parameters = query.parameters.map((value, at) => (names[at] === undefined ? value : values[names[at]]));
    const result: QueryResult<R> = await db.executeQuery({ ...query, parameters } as CompiledQuery<R>);
    return result.rows;
  };
}

const batchSize = 500;

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
    await yieldToEventLoop();
  }
}
