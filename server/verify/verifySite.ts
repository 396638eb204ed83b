import { appliedMigrations, openSiteStore } from '../backup/backupSite.ts';
import { StartError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { migrations } from '../database/migrations/index.ts';
import type { Check, Difference, Findings } from './check.ts';
import { checkDatabaseFile } from './databaseFile.ts';
import { checkDerivedContents } from './derivedContents.ts';
import { checkDerivedObjects } from './derivedObjects.ts';
import { checkMediaFiles } from './mediaFiles.ts';
import { checkRecords, checkReferences } from './references.ts';
import { checkSealedValues } from './sealedValues.ts';

const checks: Check[] = [
  checkDatabaseFile,
  checkDerivedObjects,
  checkDerivedContents,
  checkReferences,
  checkRecords,
  checkMediaFiles,
  checkSealedValues,
];

export interface VerifyReport {
  /** Sentences: what differs still, and what did until it was mended. */
  differences: string[];
  mended: string[];
  notes: string[];
  /** Some of what differs can be mended. */
  canMend: boolean;
}

/**
 * Compares the tables of a site, what is derived from them, and its files, also while its server is running.
 * @param mends makes what is derived anew where it differs; what people wrote is never changed
 * @throws StartError if there is no site, or its tables are those of another version
 */
export async function verifySite(
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'secretKey'>,
  { mends }: { mends: boolean },
): Promise<VerifyReport> {
  const store = await openSiteStore(settings);
  try {
    await assertSameVersion(await store.snapshot(appliedMigrations));
    const left: Difference[] = [];
    const mended: string[] = [];
    const notes: string[] = [];
    for (const check of checks) {
      const found = await check({ store, settings });
      const after = mends ? await mendAndCheck(found, () => check({ store, settings })) : found;
      const sentences = new Set(after.differences.map(({ sentence }) => sentence));
      mended.push(...found.differences.map(({ sentence }) => sentence).filter((sentence) => !sentences.has(sentence)));
      left.push(...after.differences);
      notes.push(...(after.notes ?? []));
    }
    const canMend = left.some(({ mend }) => mend !== undefined);
    return { differences: left.map(({ sentence }) => sentence), mended, notes, canMend };
  } finally {
    await store.close();
  }
}

async function mendAndCheck(found: Findings, check: () => Promise<Findings>): Promise<Findings> {
  const mends = found.differences.flatMap(({ mend }) => mend ?? []);
  for (const mend of mends) await mend();
  return mends.length > 0 ? check() : found;
}

async function assertSameVersion(applied: string[]): Promise<void> {
  const known = Object.keys(migrations);
  if (applied.some((name) => !known.includes(name)))
    throw new StartError('The tables are those of a newer version of this program. Install that version.');
  if (applied.length < known.length)
    throw new StartError('The tables are those of an older version of this program. Start the server once.');
}
