import { type RawBuilder, sql } from 'kysely';
import type { Entity } from '../contract/entity.ts';
import { entityList } from '../contract/index.ts';

/** The entities whose records hang on a column. */
export const contentEntities: Entity[] = entityList.filter((entity) => entity.model);

const columnTotal = sql<number>`(${sql.join(
  contentEntities.map(
    ({ name }) =>
      sql`(select count(*) from ${sql.table(name)} where col_id = ${sql.ref('column.id')} and deleted_at is null)`,
  ),
  sql` + `,
)})`;
const columnTitle = (table: string) =>
  sql<string>`(select title from ${sql.table('column')} where ${sql.ref('column.id')} = ${sql.ref(`${table}.col_id`)})`;

/** SQL for the virtual fields that a query can make; those of a tree are made by its handler. */
export const expressions: Record<string, Record<string, RawBuilder<unknown>>> = {
  column: { total: columnTotal },
  ...Object.fromEntries(contentEntities.map(({ name }) => [name, { column_title: columnTitle(name) }])),
};
