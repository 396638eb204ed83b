import { systemFields } from '../../contract/entity.ts';
import type { Column, Missing } from './schemaDiff.ts';

const literal = (value: string | number) => JSON.stringify(value);

function addColumn({ name, type, default: value, references, isRequired }: Column, isNew: boolean): string {
  const options = [
    ...(references ? [`.references('${references}.id')`] : []),
    ...(isNew && isRequired ? ['.notNull()'] : []),
    ...(value === undefined ? [] : [`.notNull().defaultTo(${literal(value)})`]),
  ].join('');
  return `.addColumn('${name}', ${type}${options && `, (column) => column${options}`})`;
}

const systemColumns = Object.keys(systemFields);

function newTable(table: string, columns: Column[]): string {
  const base = `id(db.schema.createTable('${table}'))`;
  const isSystem = ({ name }: Column) => systemColumns.includes(name);
  const hasSystem = columns.filter(isSystem).length === systemColumns.length;
  const own = hasSystem ? columns.filter((column) => !isSystem(column)) : columns;
  return `${hasSystem ? `system(${base})` : base}${own.map((column) => addColumn(column, true)).join('')}`;
}

/** PostgreSQL asks for the tables before those that refer to them. */
function inOrderOfReference(missing: Missing[]): Missing[] {
  const ordered: Missing[] = [];
  let rest = missing;
  while (rest.length > 0) {
    const waiting = new Set(rest.filter(({ isNew }) => isNew).map(({ table }) => table));
    const isReady = ({ table, columns, lists }: Missing) =>
      [...columns, ...lists].every(({ references = '' }) => references === table || !waiting.has(references));
    // In a circle of references none is ready: the first of them is left to whoever reads the file.
    const next = rest.filter(isReady).length > 0 ? rest.filter(isReady) : rest.slice(0, 1);
    ordered.push(...next);
    rest = rest.filter((each) => !next.includes(each));
  }
  return ordered;
}

/** SQLite adds one column with each statement. */
function statementsOf({ table, isNew, columns, indexes, lists }: Missing): string[] {
  const tables = isNew
    ? [`await ${newTable(table, columns)}.execute();`]
    : columns.map((column) => `await db.schema.alterTable('${table}')${addColumn(column, false)}.execute();`);
  const names = (columns: string[]) => columns.map(literal).join(', ');
  return [
    ...tables,
    ...lists.map(
      (list) =>
        `await db.schema.createTable('${list.table}')` +
        `.addColumn('owner_id', number, (column) => column.notNull().references('${table}.id').onDelete('cascade'))` +
        `.addColumn('ref_id', number, (column) => column.notNull().references('${list.references}.id'))` +
        `.addPrimaryKeyConstraint('${list.table}_pk', ['owner_id', 'ref_id']).execute();` +
        `await db.schema.createIndex('${list.table}_ref').on('${list.table}').column('ref_id').execute();`,
    ),
    ...indexes.map(
      ({ columns: indexed, isUnique, filled = [], isLive }) =>
        `await db.schema.createIndex('${[table, ...indexed].join('_')}').on('${table}').columns([${names(indexed)}])` +
        `${isUnique ? '.unique()' : ''}${filled.map((column) => `.where(sql.ref('${column}'), '<>', sql\`''\`)`).join('')}` +
        `${isLive ? ".where(sql.ref('deleted_at'), 'is', sql`null`)" : ''}.execute();`,
    ),
  ];
}

export function migrationSource(missing: Missing[]): string {
  const body = inOrderOfReference(missing).flatMap(statementsOf).join('\n');
  const used = ['id', 'number', 'string', 'system'].filter((name) => new RegExp(`\\b${name}\\b[,)(]`).test(body));
  const usesSql = /\bsql[.`]/.test(body);
  return `import ${usesSql ? '{ type Kysely, sql }' : 'type { Kysely }'} from 'kysely';
${used.length > 0 ? "import { columnsFor } from './columns.ts';\n" : ''}
export async function up(db: Kysely<unknown>): Promise<void> {
${used.length > 0 ? `const { ${used.join(', ')} } = columnsFor(db);\n` : ''}${body}
}
`;
}
