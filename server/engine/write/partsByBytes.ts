import { sql } from 'kysely';
import type { Entity } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/fields.ts';
import { nonEmpty } from '../../database/statements.ts';
import { columnTypeOf, isStored } from '../../database/storage.ts';
import { type Db, generic } from '../../database/tables.ts';

/** So many bytes of stored values are in memory at once, or one record's. */
const maxBytes = 4 * 1024 * 1024;

/** Consecutive items that together take at most so many bytes, or a single one that takes more. @param sizeOf in bytes */
export function partsByBytes<T>(items: readonly T[], sizeOf: (item: T) => number, most = maxBytes): T[][] {
  const parts: T[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const part = parts.at(-1);
    if (part && bytes + size <= most) {
      part.push(item);
      bytes += size;
    } else {
      parts.push([item]);
      bytes = size;
    }
  }
  return parts;
}

const isOfAnyLength = (field: Field) =>
  isStored(field) && columnTypeOf(field).type === 'string' && field.kind !== 'choice' && field.kind !== 'time';

/** Records whose texts are read whole, in such parts. */
export async function partsOfRecords(db: Db, entity: Entity, ids: readonly number[]): Promise<number[][]> {
  const sizes = await bytesOfRecords(db, entity, ids);
  return partsByBytes(ids, (id) => sizes.get(id) ?? 0);
}

/** The bytes of the texts of each record, as they are stored. @param of without `heavy`, of what a list answers */
export async function bytesOfRecords(
  db: Db,
  { name, fields }: Entity,
  ids: readonly number[],
  { heavy }: { heavy: boolean } = { heavy: true },
): Promise<ReadonlyMap<number, number>> {
  const texts = Object.entries(fields).flatMap(([column, field]) =>
    isOfAnyLength(field) && (heavy || !field.heavy) ? [column] : [],
  );
  const lengths = texts.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`);
  const rows = await generic(db)
    .selectFrom(name)
    .select(['id', sql<number>`${sql.join(lengths, sql` + `)}`.as('bytes')])
    .where('id', 'in', nonEmpty(ids, 0))
    .execute();
  return new Map(rows.map(({ id, bytes }) => [Number(id), Number(bytes)]));
}
