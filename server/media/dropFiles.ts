import type { CallContext } from '../engine/callContext.ts';
import { configuredBucket } from './cloud/bucket.ts';
import { objectsOf } from './cloud/objects.ts';
import { removeUnowned, stemOf } from './files.ts';
import { withStem } from './store.ts';

type Deleted = Record<string, unknown>;

/** Deletes a record's files after its deletion is committed. */
export function dropFiles(context: CallContext, row: Deleted): void {
  context.later('media', () => (row.storage === 'cos' ? dropObject : dropLocal)(context, row));
}

const dropLocal = ({ database, settings }: CallContext, row: Deleted) => {
  const thumbs = Array.isArray(row.thumbs) ? row.thumbs.map(({ url }) => String(url)) : [];
  return removeUnowned(database.db, settings.dataDir, [String(row.url), ...thumbs]);
};

/** Deletes from the configured bucket only. Files in a previously configured bucket stay, and the run log says so. */
async function dropObject({ database: { db }, secrets }: CallContext, row: Deleted): Promise<void> {
  const bucket = await configuredBucket(db, secrets);
  const { origin, host, pathname } = new URL(String(row.url));
  if (origin !== bucket.origin && host !== bucket.host) throw new Error(`${row.url} is not in the bucket that is set`);
  if (!(await withStem(db, stemOf(pathname)))) await objectsOf(bucket).remove(pathname.slice(1));
}
