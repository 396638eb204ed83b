import { sql } from 'kysely';
import type { Entity } from '../../contract/entity.ts';
import type { Field } from '../../contract/fields.ts';
import { type ColumnType, columnTypeOf, isDeletedWithColumn, isStored, toStored } from './storage.ts';
import type { Db } from './tables.ts';

/** A column that a field needs. A reference is a number, and refers to a row of the named table. */
export interface Column extends ColumnType {
  name: string;
  references?: string;
  /** Whether a record cannot be without the reference. In a table with rows the column may be null all the same. */
  isRequired?: true;
}

interface Index {
  columns: string[];
  isUnique: boolean;
  /** Columns whose empty texts the index leaves out. */
  filled?: string[];
  /** Whether the index leaves out records in the recycle bin. */
  isLive?: boolean;
}

export interface Missing {
  table: string;
  /** The table itself is missing, so `columns` are all of its columns beside `id`. */
  isNew: boolean;
  columns: Column[];
  indexes: Index[];
  /** The tables `<entity>_<field>` of fields that are lists of references, each with the entity referred to. */
  lists: { table: string; references: string }[];
}

function columnOf(name: string, field: Field): Column {
  const { kind, entity, values, default: value } = field;
  const column: Column = { name, ...columnTypeOf(field) };
  if (kind === 'ref') return { ...column, references: entity, ...(field.required && { isRequired: true }) };
  if (kind === 'time') return field.required ? { ...column, default: '' } : column;
  if (kind === 'choice') {
    const initial = (value as string | number | undefined) ?? values?.[0] ?? '';
    return { ...column, type: typeof initial === 'number' ? 'number' : 'string', default: initial };
  }
  if (value !== undefined) return { ...column, default: toStored(field, value) ?? undefined };
  return field.required && column.type === 'number' ? { ...column, default: 0 } : column;
}

/**
 * Returns what a migrated SQLite database lacks of the contract. Indexes that are not unique are for new columns only.
 */
export async function missingSchema(db: Db, entities: readonly Entity[]): Promise<Missing[]> {
  const tables = new Map((await db.introspection.getTables()).map(({ name, columns }) => [name, columns]));
  const missing: Missing[] = [];
  for (const entity of entities) {
    const { name: table, fields } = entity;
    const isNew = !tables.has(table);
    const known = new Set(tables.get(table)?.map(({ name }) => name));
    const columns = columnsOf(entity).filter(({ name }) => !known.has(name));
    const lists = Object.entries(fields)
      .filter(([name, { kind, virtual }]) => kind === 'refs' && !virtual && !tables.has(`${table}_${name}`))
      .map(([name, { entity: references = '' }]) => ({ table: `${table}_${name}`, references }));
    const there = await uniqueIndexes(db, table);
    const indexes = [
      ...uniquesOf(entity).filter((index) => !there.has(index.columns.join())),
      ...columns.filter(({ references }) => references).map(({ name }) => ({ columns: [name], isUnique: false })),
      ...(isNew ? [{ columns: listOrder(entity), isUnique: false }] : []),
    ];
    if (columns.length + lists.length + indexes.length > 0) missing.push({ table, isNew, columns, indexes, lists });
  }
  return missing;
}

/** Returns `table.column` of numbers whose field is a text, and the reverse. No migration changes these by itself. */
export async function mistypedColumns(db: Db, entities: readonly Entity[]): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return entities.flatMap((entity) => {
    const columns = tables.find(({ name }) => name === entity.name)?.columns ?? [];
    const wanted = new Map(columnsOf(entity).map(({ name, type }) => [name, type]));
    return columns
      .filter(
        ({ name, dataType }) =>
          wanted.has(name) && (dataType.toLowerCase() === 'integer') !== (wanted.get(name) === 'number'),
      )
      .map(({ name }) => `${entity.name}.${name}`);
  });
}

/** Returns columns, as `table.column`, that no field stands for any more. No migration drops them by itself. */
export async function unusedColumns(db: Db, entities: readonly Entity[]): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return entities.flatMap((entity) => {
    const used = new Set(['id', ...columnsOf(entity).map(({ name }) => name)]);
    const columns = tables.find(({ name }) => name === entity.name)?.columns ?? [];
    return columns.filter(({ name }) => !used.has(name)).map(({ name }) => `${entity.name}.${name}`);
  });
}

function columnsOf(entity: Entity): Column[] {
  const columns = Object.entries(entity.fields)
    .filter(([, field]) => isStored(field))
    .map(([name, field]) => columnOf(name, field));
  if (entity.recycle) columns.push({ name: 'deleted_at', type: 'string' });
  if (entity.recycle && isDeletedWithColumn(entity)) columns.push({ name: 'deleted_with', type: 'number' });
  return columns;
}

const mayBeNull = (name: string, field: Field | undefined) =>
  field && !field.required && columnOf(name, field).default === undefined;

/** Returns the sets that an index keeps unique. Sets of several that may be null have none: null differs from null. */
function uniquesOf({ fields, recycle }: Entity): Index[] {
  const sets = Object.entries(fields)
    .filter(([, { unique, virtual }]) => unique && !virtual)
    .map(([name, { unique }]) => [...(Array.isArray(unique) ? unique : []), name])
    .filter((names) => names.length === 1 || !names.some((name) => mayBeNull(name, fields[name])));
  return sets.map((columns) => ({
    columns,
    isUnique: true,
    filled: columns.filter((name) => fields[name] && columnOf(name, fields[name]).default === ''),
    isLive: Boolean(recycle),
  }));
}

const listOrder = ({ isLog, recycle }: Entity) =>
  isLog ? ['create_time'] : [...(recycle ? ['deleted_at'] : []), 'sort', 'id'];

async function uniqueIndexes(db: Db, table: string): Promise<Set<string>> {
  const { rows } = await sql<{ columns: string | null }>`
    select (select group_concat(name) from (select name from pragma_index_info(list.name) order by seqno)) as columns
    from pragma_index_list(${table}) as list where "unique"`.execute(db);
  return new Set(rows.map(({ columns }) => columns ?? ''));
}
