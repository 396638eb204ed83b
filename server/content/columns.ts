import { sql } from 'kysely';
import { column } from '../../contract/entities/column.ts';
import type { Entity } from '../../contract/entity.ts';
import { contentEntities } from '../../contract/index.ts';
import { isOwned } from '../../contract/roleLimits.ts';
import { tallyTable } from '../database/derived/scaled.ts';
import { generic, type Row } from '../database/tables.ts';
import type { Caller } from '../engine/callContext.ts';
import type { Feature } from '../engine/hooks.ts';

const recordsInColumn = (entity: Entity) =>
  sql`(select coalesce(sum(n), 0) from ${sql.table(tallyTable(entity))} where col_id = ${sql.ref('column.id')})`;

/** Columns know how many contents they have. */
export const columns: Feature = {
  name: 'columns',
  isAbout: ({ name }) => name === column.name,
  derived: {
    total: () => sql<number>`cast(${sql.join(contentEntities.map(recordsInColumn), sql` + `)} as bigint)`,
  },
  readable: (caller, _entity, rows) => countOwn(caller, rows),
  // A column that the caller has made below its own is its own too.
  afterWrite: async ({ admin }, { event, id }) => {
    if (event === 'create') admin?.limits?.columns?.push(id);
  },
};

/** For whoever sees only contents of their own, a column's total counts these alone. */
async function countOwn({ db, admin }: Caller, rows: Row[]): Promise<void> {
  const owner = admin?.limits?.owner;
  if (!owner || rows.length === 0) return;
  const shown = contentEntities.filter((each) => isOwned(each) && rows.some((row) => row.model === each.model));
  for (const row of rows) if (shown.some(({ model }) => model === row.model)) row.total = 0;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ids = rows.map(({ id }) => id);
  for (const { name } of shown) {
    const counts = await generic(db)
      .selectFrom(name)
      .select((select) => ['col_id', select.fn.countAll<number>().as('n')])
      .where('admin_id', '=', owner)
      .where('deleted_at', 'is', null)
      .where('col_id', 'in', ids)
      .groupBy('col_id')
      .execute();
    for (const { col_id, n } of counts) Object.assign(byId.get(Number(col_id)) ?? {}, { total: Number(n) });
  }
}
