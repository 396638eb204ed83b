import { sql } from 'kysely';
import type { Store } from '../backup/store.ts';
import { bumpVersion } from '../database/dataVersion.ts';
import { type DerivedPart, derivedParts, objectsOf } from '../database/derived/index.ts';
import { mendingTable } from '../database/derived/scaled.ts';
import { markEntries } from '../database/derived/searchIndex.ts';
import type { Db } from '../database/tables.ts';
import { type Difference, inSnapshot, plural } from './check.ts';
import { differingWords } from './searchWords.ts';

const partNames: Record<string, (n: number) => string> = {
  tally: (n) => `${plural(n, 'total')} of records ${n === 1 ? 'is' : 'are'} not what a count gives.`,
  search: (n) => `${plural(n, 'entry', 'entries')} of the search index ${n === 1 ? 'is' : 'are'} missing or left over.`,
  pinyin: (n) => `the pinyin of ${plural(n, 'record')} is not that of the name.`,
  uses: (n) => `the uses of files by ${plural(n, 'record')} are not what the record says.`,
  itemValues: (n) => `the values that must be unique are not those of ${plural(n, 'record')}.`,
};

/** Compares totals, search indexes, uses of files and unique values of items with the records that they derive from. */
export const checkDerivedContents = inSnapshot(async (db, { store }) => {
  const there = await objectsOf(db, store.kind);
  const differences: Difference[] = [];
  for (const part of derivedParts(store.kind)) {
    const { contents, name, entity } = part;
    // `checkDerivedObjects` tells of objects that are missing.
    if (!contents || !entity || !part.objects.every((object) => there.has(object))) continue;
    const [, kind = ''] = name.split(' ');
    const { rows } = await sql<{ n: number }>`select count(*) as n from (${sql.raw(contents.differing)}) as d`.execute(
      db,
    );
    const n = Number(rows[0]?.n);
    const mend = () => mendContents(store, part);
    if (n > 0) differences.push({ sentence: `${entity.name}: ${partNames[kind]?.(n)}`, mend });
    if (kind !== 'search' || store.kind !== 'sqlite') continue;
    const ids = await differingWords(db, entity);
    if (ids.length > 0)
      differences.push({
        sentence: `${entity.name}: the search index has other words than ${plural(ids.length, 'record')}.`,
        mend: () => mendWords(store, part, markEntries(entity), ids),
      });
  }
  return differences;
});

const atOnce = 500;

/** Mends in short transactions, as the server may be writing. */
async function mendContents(store: Store, part: DerivedPart): Promise<void> {
  const { differing = '', isWhole } = part.contents ?? {};
  let last: unknown;
  for (let isDone = false; !isDone; )
    await store.load(async (db) => {
      if (isWhole) {
        isDone = true;
        return remake(db, part);
      }
      await openMending(db);
      await sql`insert into ${sql.table(mendingTable)} (id) ${sql.raw(differing)} limit ${atOnce}`.execute(db);
      const { rows } = await sql<{ n: number; first: string }>`
        select count(*) as n, cast(min(id) as text) as first from ${sql.table(mendingTable)}`.execute(db);
      const [found] = rows;
      // An entry that is found again cannot be mended: the check after this one tells it.
      isDone = Number(found?.n) === 0 || found?.first === last;
      last = found?.first;
      if (!isDone) await remake(db, part);
      await closeMending(db);
    });
}

/** @param mark the statement that marks the entries of records */
async function mendWords(store: Store, part: DerivedPart, mark: string, ids: number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += atOnce)
    await store.load(async (db) => {
      await openMending(db);
      const [before, after = ''] = mark.split('?');
      const some = JSON.stringify(ids.slice(at, at + atOnce));
      await sql`${sql.raw(before ?? '')}${some}${sql.raw(after)}`.execute(db);
      await remake(db, part);
      await closeMending(db);
    });
}

async function remake(db: Db, { contents, entity }: DerivedPart): Promise<void> {
  for (const statement of contents?.mend ?? []) await sql.raw(statement).execute(db);
  if (entity) await bumpVersion(db, entity.name); // servers forget the totals that they remember
}

const openMending = (db: Db) =>
  sql`create temporary table ${sql.table(mendingTable)} (id bigint primary key)`.execute(db);
const closeMending = (db: Db) => sql`drop table ${sql.table(mendingTable)}`.execute(db);
