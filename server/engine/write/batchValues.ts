import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../database/tables.ts';

type Values = Record<string, unknown>;

/** Values that are shorter, as JSON, stay in their version. */
const leastLength = 1000;

/** The form in which a version stores the fields that it changed. */
export interface StoredChanges {
  /** JSON of values by field. */
  changes: string;
  /** JSON of the hashes of shared values by field; empty if there are none. */
  shared: string;
}

/** Moves long values of a batch to a table that stores each once, however many records got it. */
export async function shareValues(db: Db, batch: string, values: Values): Promise<StoredChanges> {
  const own: Values = {};
  const shared: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    const json = JSON.stringify(value);
    if (json.length < leastLength) own[name] = value;
    else shared[name] = await store(db, batch, json);
  }
  return stored(own, shared);
}

const stored = (own: Values, shared: Record<string, string>): StoredChanges => ({
  changes: JSON.stringify(own),
  shared: Object.keys(shared).length > 0 ? JSON.stringify(shared) : '',
});

/** Merges the changes of several versions of one batch into one, with the last value of each field. */
export function mergedChanges(versions: readonly StoredChanges[]): StoredChanges {
  const own: Values = {};
  const all: Record<string, string> = {};
  for (const { changes, shared } of versions) {
    for (const [name, value] of Object.entries(JSON.parse(changes))) {
      own[name] = value;
      delete all[name];
    }
    for (const [name, hash] of Object.entries(hashesOf(shared))) {
      all[name] = hash;
      delete own[name];
    }
  }
  return stored(own, all);
}

async function store(db: Db, batch: string, value: string): Promise<string> {
  const key = { batch, hash: hash('sha256', value) };
  const known = db.selectFrom('batch_value').select('hash').where('batch', '=', batch).where('hash', '=', key.hash);
  if (!(await known.executeTakeFirst()))
    await db
      .insertInto('batch_value')
      .values({ ...key, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return key.hash;
}

/** @returns a reader of what a version changed. It reads a shared value once and gives all versions the same object */
export function changesReader(db: Db): (version: StoredChanges & { batch: string }) => Promise<Values> {
  const known = new Map<string, unknown>();
  const sharedValue = async (batch: string, hash: string) => {
    const key = `${batch} ${hash}`;
    if (!known.has(key)) {
      const found = db.selectFrom('batch_value').select('value').where('batch', '=', batch).where('hash', '=', hash);
      known.set(key, JSON.parse((await found.executeTakeFirstOrThrow()).value));
    }
    return known.get(key);
  };
  return async ({ batch, changes, shared }) => {
    const values: Values = JSON.parse(changes);
    for (const [name, hash] of Object.entries(hashesOf(shared))) values[name] = await sharedValue(batch, hash);
    return values;
  };
}

/** Returns the hashes of shared values by field. */
export const hashesOf = (shared: string): Record<string, string> => (shared ? JSON.parse(shared) : {});

/** Deletes the values whose batch has no version left. */
export const deleteUnusedValues = (db: Db) =>
  sql`delete from batch_value where not exists (
    select 1 from record_version where record_version.batch = batch_value.batch and record_version.batch <> ''
  )`.execute(db);
