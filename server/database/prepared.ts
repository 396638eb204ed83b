import type { CompiledQuery, QueryResult } from 'kysely';
import type { Db } from './tables.ts';

interface Compilable {
  compile(): CompiledQuery;
}

/** A placeholder in a query for the value of this name. */
export type Param = (name: string) => never;
const mark = '\u0001';

/**
 * A query that is built and compiled once per database and then run with different values, because building one with
 * Kysely costs as much as running it on SQLite.
 * @param build makes the query; `place(name)` is the placeholder for the value of that name
 */
export function prepared<R>(build: (db: Db, place: Param) => Compilable) {
  const compiled = new WeakMap<Db, { query: CompiledQuery; names: (string | undefined)[] }>();

  function compile(db: Db) {
    const query = build(db, ((name: string) => mark + name) as unknown as Param).compile();
    const names = query.parameters.map((value) =>
      typeof value === 'string' && value.startsWith(mark) ? value.slice(mark.length) : undefined,
    );
    const made = { query, names };
    compiled.set(db, made);
    return made;
  }

  return async (db: Db, values: Record<string, unknown>): Promise<R[]> => {
    const { query, names } = compiled.get(db) ?? compile(db);
    const parameters = query.parameters.map((value, at) => (names[at] === undefined ? value : values[names[at]]));
    const result: QueryResult<R> = await db.executeQuery({ ...query, parameters } as CompiledQuery<R>);
    return result.rows;
  };
}
