import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { StartError } from '../core/errors.ts';
import { runMigrations } from '../database/migrate.ts';
import { migrations } from '../database/migrations/index.ts';
import { defineFunctions, sqliteDialect } from '../database/sqlite.ts';
import type { Tables } from '../database/tables.ts';

type ColumnKind = 'integer' | 'text';

export interface TableShape {
  name: string;
  columns: Map<string, ColumnKind>;
  /** Its ids come from a sequence, which never gives one out twice. */
  hasSequence: boolean;
}
export type Shapes = Map<string, TableShape>;

/** Made anew by `derive` or by the migrations themselves, or about files of the server that was backed up. */
const isLeftOut = (name: string) => name.startsWith('kysely_') || ['derived', 'media_use', 'backup'].includes(name);

/**
 * The tables that a database has after these migrations, without those that are derived from others.
 * @throws StartError if they are not the first ones of this program
 */
export async function tablesAfter(applied: readonly string[]): Promise<Shapes> {
  const known = Object.keys(migrations);
  const newer = applied.find((name, at) => known[at] !== name);
  if (newer !== undefined || applied.length === 0)
    throw new StartError(
      `Its tables are those of a newer version of this program (${String(newer ?? 'none').slice(0, 60)}). Install that version.`,
    );
  const memory = new DatabaseSync(':memory:');
  defineFunctions(memory);
  const db = new Kysely<Tables>({ dialect: sqliteDialect(memory) });
  try {
    await runMigrations(db, applied.at(-1));
    const tables = (await db.introspection.getTables()).filter(({ name }) => !isLeftOut(name));
    const numbered = new Set(
      memory
        .prepare(`select name from sqlite_master where sql like '%autoincrement%'`)
        .all()
        .map(({ name }) => name),
    );
    return new Map(
      tables.map(({ name, columns }) => {
        const kinds = columns.map((column) => [column.name, kindOf(name, column)] as const);
        return [name, { name, columns: new Map(kinds), hasSequence: numbered.has(name) }];
      }),
    );
  } finally {
    await db.destroy();
  }
}

function kindOf(table: string, { name, dataType }: { name: string; dataType: string }): ColumnKind {
  if (/int/i.test(dataType)) return 'integer';
  if (/text|char/i.test(dataType)) return 'text';
  throw new Error(`${table}.${name} is of the type ${dataType}, which backups do not know`);
}
