import { sql } from 'kysely';
import { entityList, findEntity } from '../../contract/index.ts';
import { isStored } from '../database/storage.ts';
import { type Db, generic } from '../database/tables.ts';
import { hashesOf } from '../engine/write/batchValues.ts';
import { deleteRowsOf, type RecordTable, recordTables } from '../engine/write/recordTables.ts';
import { type Difference, examples, inSnapshot, plural } from './check.ts';

interface Reference {
  table: string;
  column: string;
  to: string;
}

/** Tables with rows of administrators, beside those that the contract declares. */
const ofAdmins = [
  ...['session', 'totp', 'passkey', 'recovery_code', 'known_network', 'known_device', 'new_session'],
  ...['preference', 'idempotency', 'program_token'],
];

/** Logs are left out, because what they say of users and columns outlives these. */
const references: Reference[] = [
  ...entityList.flatMap(({ name, fields, isLog }) =>
    Object.entries(fields).flatMap(([column, field]): Reference[] => {
      if (isLog || field.virtual || !field.entity) return [];
      if (field.kind === 'refs')
        return [
          { table: `${name}_${column}`, column: 'owner_id', to: name },
          { table: `${name}_${column}`, column: 'ref_id', to: field.entity },
        ];
      return isStored(field) && field.kind === 'ref' ? [{ table: name, column, to: field.entity }] : [];
    }),
  ),
  ...ofAdmins.map((table) => ({ table, column: 'admin_id', to: 'admin' })),
];

export const checkReferences = inSnapshot(async (db) => {
  const differences: Difference[] = [];
  for (const { table, column, to } of references) {
    const { rows } = await sql<{ value: number }>`select ${sql.ref(`r.${column}`)} as value from ${sql.table(table)} r
      where ${sql.ref(`r.${column}`)} is not null
      and not exists (select 1 from ${sql.table(to)} t where t.id = ${sql.ref(`r.${column}`)})`.execute(db);
    if (rows.length > 0)
      differences.push({
        sentence: `${table}.${column}: ${plural(rows.length, 'row')} ${rows.length === 1 ? 'refers' : 'refer'} to what is not in ${to}${examples(rows.map(({ value }) => value))}.`,
      });
  }
  return differences;
});

const namesOfRows: Record<RecordTable, string> = {
  record_version: 'versions',
  working_copy: 'working copies',
  review: 'reviews',
  preview_token: 'preview links',
  old_slug: 'earlier addresses',
};

/** Rows of these tables lead nowhere if their record is gone. Versions and working copies stay: people wrote them. */
const deletableOrphanTables: RecordTable[] = ['review', 'preview_token', 'old_slug'];

export const checkRecords = inSnapshot(async (db, { store }) => {
  const differences: Difference[] = [];
  for (const table of recordTables) {
    for (const name of await entitiesIn(db, table)) {
      const found = generic(db).selectFrom(table).select('record_id').distinct().where('entity', '=', name);
      const orphans = findEntity(name)
        ? found.where('record_id', 'not in', generic(db).selectFrom(name).select('id'))
        : found;
      const rows = await orphans.where('record_id', 'is not', null).execute();
      const ids = rows.map(({ record_id }) => Number(record_id));
      if (ids.length > 0)
        differences.push({
          ...(deletableOrphanTables.includes(table) && {
            mend: () => store.load((tx) => deleteRowsOf(tx, name, ids, [table])),
          }),
          sentence: `${table}: there are ${namesOfRows[table]} of ${plural(ids.length, 'record')} of ${name} that ${ids.length === 1 ? 'is' : 'are'} not there${examples(ids)}.`,
        });
    }
  }
  const { rows } = await sql<{ n: number }>`select count(*) as n from record_version v where not exists
    (select 1 from record_version b where b.entity = v.entity and b.record_id = v.record_id and b.n = v.base)`.execute(
    db,
  );
  const n = Number(rows[0]?.n);
  if (n > 0)
    differences.push({
      sentence: `record_version: ${plural(n, 'version')} ${n === 1 ? 'lacks' : 'lack'} the one that it builds on.`,
    });
  const lost = await countLostValues(db);
  if (lost > 0)
    differences.push({
      sentence: `record_version: ${plural(lost, 'version')} ${lost === 1 ? 'lacks' : 'lack'} a value of its batch.`,
    });
  return differences;
});

/** Counts the versions whose shared values are not all stored. */
async function countLostValues(db: Db): Promise<number> {
  const stored = await db.selectFrom('batch_value').select(['batch', 'hash']).execute();
  const known = new Set(stored.map(({ batch, hash }) => `${batch} ${hash}`));
  const sharing = await db.selectFrom('record_version').select(['batch', 'shared']).where('shared', '<>', '').execute();
  return sharing.filter(({ batch, shared }) =>
    Object.values(hashesOf(shared)).some((hash) => !known.has(`${batch} ${hash}`)),
  ).length;
}

async function entitiesIn(db: Db, table: string): Promise<string[]> {
  const rows = await generic(db).selectFrom(table).select('entity').distinct().orderBy('entity').execute();
  return rows.map(({ entity }) => String(entity));
}
