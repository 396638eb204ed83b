import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { type AnyTables, generic } from './generic.ts';
import type { Db } from './tables.ts';

const rowsAtOnce = 500;

/**
 * Updates all rows that meet a condition, and no longer meet it afterwards, some at a time: SQLite works in this process,
 * and 10,000 articles of a column would keep everybody else from a reply for two seconds.
 */
export async function updateInParts(
  db: Db,
  table: string,
  values: Record<string, unknown>,
  condition: (where: ExpressionBuilder<AnyTables, string>) => Expression<SqlBool>,
): Promise<void> {
  for (;;) {
    const rows = await generic(db).selectFrom(table).select('id').where(condition).limit(rowsAtOnce).execute();
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await generic(db).updateTable(table).set(values).where('id', 'in', ids).execute();
    await yieldToEventLoop();
  }
}
