import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../../core/errors.ts';
import { decodeText } from './values.ts';

/** The fields to read from each table. Some exist only in later versions; a missing one reads as empty. */
const fields = {
  ay_area: ['acode', 'is_default'],
  ay_model: ['mcode', 'name', 'type', 'urlname', 'contenttpl'],
  ay_content_sort: [
    ...['id', 'scode', 'pcode', 'mcode', 'name', 'subname', 'status', 'outlink', 'ico', 'pic', 'title', 'keywords'],
    ...['description', 'filename', 'sorting', 'gid', 'listtpl', 'contenttpl', 'create_time', 'update_time'],
  ],
  ay_content: [
    ...['id', 'scode', 'subscode', 'title', 'titlecolor', 'subtitle', 'filename', 'author', 'source', 'outlink'],
    ...['date', 'ico', 'pics', 'picstitle', 'content', 'tags', 'enclosure', 'keywords', 'description', 'sorting'],
    ...['status', 'istop', 'isrecommend', 'isheadline', 'visits', 'likes', 'oppose', 'gid'],
    ...['create_time', 'update_time'],
  ],
  ay_site: [
    ...['acode', 'title', 'subtitle', 'domain', 'logo', 'keywords', 'description', 'icp', 'statistical', 'copyright'],
  ],
  ay_company: [
    ...['acode', 'name', 'address', 'postcode', 'contact', 'mobile', 'phone', 'fax', 'email', 'qq', 'weixin'],
    ...['blicense', 'other'],
  ],
  ay_slide: ['id', 'gid', 'pic', 'link', 'title', 'subtitle', 'sorting', 'create_time', 'update_time'],
  ay_link: ['id', 'gid', 'name', 'link', 'logo', 'sorting', 'create_time', 'update_time'],
  ay_extfield: ['id', 'mcode', 'name', 'type', 'value', 'description', 'sorting'],
  ay_form_field: ['id', 'fcode', 'name', 'required', 'description', 'sorting'],
  ay_message: [
    ...['id', 'contacts', 'mobile', 'content', 'user_ip', 'user_os', 'user_bs', 'recontent', 'status'],
    ...['create_time', 'update_time'],
  ],
} as const;
type TableName = keyof typeof fields;

/** The fields that a database must have to count as PbootCMS. */
const needed: Partial<Record<TableName, readonly string[]>> = {
  ay_model: ['mcode', 'type'],
  ay_content_sort: ['id', 'scode', 'pcode', 'mcode', 'name'],
  ay_content: ['id', 'scode', 'title', 'content'],
};

export type SourceRow<T extends TableName> = Record<(typeof fields)[T][number], string>;
export type SourceColumn = SourceRow<'ay_content_sort'>;
export type Source = { [T in TableName]: SourceRow<T>[] } & {
  /** The values of extra fields by record id, and of the message form's extra fields by message id. */
  extra: Map<string, Record<string, string>>;
  messageExtra: Map<string, Record<string, string>>;
  /** The number of rows in each table of the source, including tables that are not read. */
  counts: Map<string, number>;
};

/** Read-only and in one snapshot. @throws StartError if the file is missing, unreadable or of another program */
export function readSource(path: string): Source {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new StartError(`There is no file ${path}.`);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    // A foreign file may contain malicious views and triggers.
    database.exec('pragma trusted_schema = off; begin');
    return readTables(database, path);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${path} cannot be read as a SQLite database: ${(error as Error).message}.`);
  } finally {
    database?.close();
  }
}

function readTables(database: DatabaseSync, path: string): Source {
  const names = tablesOf(database);
  for (const [table, columns] of Object.entries(needed)) {
    const missing = columns.find((column) => !columnsOf(database, table).has(column));
    if (missing) throw new StartError(`${path} is not a PbootCMS 3 database: it has no ${table}.${missing}.`);
  }
  const entries = Object.keys(fields).map((table) => [table, readRows(database, table as TableName)]);
  const counts = new Map(names.map((name) => [name, countRows(database, name)]));
  const extra = wholeRows(database, 'ay_content_ext', 'contentid');
  const messageExtra = wholeRows(database, 'ay_message', 'id');
  return { ...Object.fromEntries(entries), counts, extra, messageExtra };
}

function tablesOf(database: DatabaseSync): string[] {
  const tables = "select name from sqlite_master where type = 'table' and name like 'ay\\_%' escape '\\'";
  return database
    .prepare(tables)
    .all()
    .map((row) => String(row.name));
}

/** The columns that a table stores. A view has none, and columns that SQLite would compute are left out. */
function columnsOf(database: DatabaseSync, table: string): Set<string> {
  if (!tablesOf(database).includes(table)) return new Set();
  const columns = database.prepare('select name from pragma_table_info(?)').all(table);
  return new Set(columns.map((row) => String(row.name)));
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function countRows(database: DatabaseSync, table: string): number {
  return Number(database.prepare(`select count(*) as n from ${quoted(table)}`).get()?.n ?? 0);
}

function selectAll(database: DatabaseSync, table: string, columns: readonly string[]) {
  const query = database.prepare(`select ${columns.map(quoted).join(', ')} from ${quoted(table)}`);
  query.setReadBigInts(true); // SQLite's integers may be larger than any safe number
  return query.all();
}

function readRows(database: DatabaseSync, table: TableName): Record<string, string>[] {
  const has = columnsOf(database, table);
  if (has.size === 0) return [];
  const present = fields[table].filter((field) => has.has(field));
  return selectAll(database, table, present).map((row) =>
    Object.fromEntries(fields[table].map((field) => [field, decodeText(row[field])])),
  );
}

/** The rows of a table with user-defined columns, by the value of the column `by`. */
function wholeRows(database: DatabaseSync, table: string, by: string): Map<string, Record<string, string>> {
  const columns = columnsOf(database, table);
  if (!columns.has(by)) return new Map();
  return new Map(
    selectAll(database, table, [...columns]).map((row) => [
      String(row[by]),
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, decodeText(value)])),
    ]),
  );
}
