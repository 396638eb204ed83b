import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, PostgresAdapter, sql } from 'kysely';

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
type Table = CreateTableBuilder<string, string>;

/**
 * Columns that mean the same on SQLite and PostgreSQL: whole numbers of 64 bits, texts compared by code point,
 * times as ISO text, flags as 0/1, lists and objects as JSON text.
 */
export function columnsFor(db: Kysely<unknown>) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const number = isPostgres ? ('bigint' as const) : ('integer' as const);
  const string = isPostgres ? sql`text collate "C"` : sql`text`;
  const keep: Column = (column) => column;

  const columns = {
    /** The types of a number and of a text, for a column that is added to a table that is there. */
    number,
    string,
    id: (table: Table): Table =>
      isPostgres
        ? table.addColumn('id', 'bigint', (column) => column.primaryKey().generatedByDefaultAsIdentity())
        : table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement()),
    text: (table: Table, ...names: string[]): Table =>
      names.reduce((made, name) => made.addColumn(name, string, (column) => column.notNull().defaultTo('')), table),
    nullableText: (table: Table, ...names: string[]): Table =>
      names.reduce((made, name) => made.addColumn(name, string), table),
    int: (table: Table, name: string, column: Column = keep): Table => table.addColumn(name, number, column),
    flag: (table: Table, name: string, value: 0 | 1 = 0): Table =>
      table.addColumn(name, number, (column) => column.notNull().defaultTo(value)),
    ref: (table: Table, name: string, to: string, column: Column = keep): Table =>
      table.addColumn(name, number, (made) => column(made.references(`${to}.id`))),
    /** `sort`, `version`, `create_time`, `update_time`, which every entity has. */
    system: (table: Table): Table =>
      columns.text(
        table
          .addColumn('sort', number, (column) => column.notNull().defaultTo(0))
          .addColumn('version', number, (column) => column.notNull().defaultTo(1)),
        'create_time',
        'update_time',
      ),
  };
  return columns;
}
