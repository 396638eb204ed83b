import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { type AnyTables, generic } from './generic.ts';
import type { Db } from './tables.ts';

const batchSize = 500;

/**
 * Updates all rows that meet a condition, in batches. After the update a row must no longer meet it. SQLite runs in this
 * process: updating 10,000 articles at once would block every other request for two seconds.
 */
export async function updateInBatches(
  db: Db,
  table: string,
  values: Record<string, unknown>,
  condition: (where: ExpressionBuilder<AnyTables, string>) => Expression<SqlBool>,
): Promise<void> {
  for (;;) {
    const rows = await generic(db).selectFrom(table).select('id').where(condition).limit(batchSize).execute();
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await generic(db).updateTable(table).set(values).where('id', 'in', ids).execute();
    await yieldToEventLoop();
  }
}
