import { sql } from 'kysely';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { InvalidInput } from '../core/errors.ts';
import { createYield } from '../core/turns.ts';
import { oneAtATime } from '../database/dataVersion.ts';
import type { Database, Db } from '../database/tables.ts';

const most = 200;
const largestKb = 64;
/** Limit of all values together, because they are read at once. */
const largestSumKb = 1024;
const deepest = 100; // nesting levels; deeper JSON could overflow the stack when it is written

export async function readPreferences(db: Db, admin_id: number): Promise<{ name: string; value: unknown }[]> {
  const stored = db.selectFrom('preference').select(['name', 'value']).where('admin_id', '=', admin_id);
  const rows = await stored.orderBy('name').execute();
  const yieldToOthers = createYield(db);
  const read: { name: string; value: unknown }[] = [];
  for (const { name, value } of rows) {
    await yieldToOthers();
    read.push({ name, value: JSON.parse(value) });
  }
  return read;
}

/**
 * Saves a preference; null deletes it.
 * @throws InvalidInput if it or all of them are too large, or there are too many
 */
export async function savePreference(
  database: Database,
  admin_id: number,
  { name, value }: { name: string; value: unknown },
): Promise<void> {
  const saved = { value: textOf(value), update_time: toIsoSeconds(new Date()) };
  await database.transaction(async (db) => {
    if (value === null) {
      await db.deleteFrom('preference').where('admin_id', '=', admin_id).where('name', '=', name).execute();
      return;
    }
    await oneAtATime(db, 'preferences'); // so that two writers cannot pass the count together
    const before = await sizeOf(db, admin_id);
    await db
      .insertInto('preference')
      .values({ admin_id, name, ...saved })
      .onConflict((conflict) => conflict.columns(['admin_id', 'name']).doUpdateSet(saved))
      .execute();
    const { n, bytes } = await sizeOf(db, admin_id);
    // Preferences that are already above the limit may be made smaller.
    if (bytes > largestSumKb * 1024 && bytes > before.bytes)
      throw new InvalidInput({ value: { key: 'preferences_full', values: { limit: largestSumKb } } });
    if (n > most) throw new InvalidInput({ name: { key: 'field_too_many', values: { limit: most } } });
  });
}

async function sizeOf(db: Db, admin_id: number): Promise<{ n: number; bytes: number }> {
  const { n, bytes } = await db
    .selectFrom('preference')
    .select((select) => select.fn.countAll<number>().as('n'))
    .select(sql<number | null>`sum(octet_length(value))`.as('bytes'))
    .where('admin_id', '=', admin_id)
    .executeTakeFirstOrThrow();
  return { n: Number(n), bytes: Number(bytes ?? 0) };
}

function textOf(value: unknown): string {
  if (value === undefined) throw new InvalidInput({ value: { key: 'field_required' } });
  if (isDeeper(value, deepest)) throw new InvalidInput({ value: { key: 'field_kind' } });
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) <= largestKb * 1024) return text;
  throw new InvalidInput({ value: { key: 'field_too_big', values: { limit: largestKb } } });
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));
