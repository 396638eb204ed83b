import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../../../server/backup/store.ts';
import { type Db, generic } from '../../../server/database/tables.ts';
import { assert } from '../proof.ts';
import type { Ledger } from './ledger.ts';

const atOnce = 500;

/** Compares what is stored with what was acknowledged. @param isWhole all records, else those written since the last time */
export async function compare(store: Store, dataDir: string, ledgers: Ledger[], isWhole: boolean): Promise<void> {
  await store.snapshot(async (db) => {
    for (const ledger of ledgers) {
      const chosen = (entity: string, all: Map<number, unknown>) =>
        [...all.keys()].filter((id) => isWhole || ledger.touched.has(`${entity} ${id}`));
      for (const ids of parts(chosen('article', ledger.articles))) await compareArticles(db, ledger, ids);
      for (const ids of parts(chosen('size', ledger.sizes))) await compareSizes(db, ledger, ids);
      for (const ids of parts(chosen('media', ledger.files))) await compareFiles(db, dataDir, ledger, ids);
    }
    await compareCounts(db, ledgers);
  });
  for (const { touched } of ledgers) touched.clear();
}

const parts = (ids: number[]) =>
  Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, n) => ids.slice(n * atOnce, (n + 1) * atOnce));

function same(what: string, stored: unknown, written: unknown): void {
  const [one, other] = [JSON.stringify(stored), JSON.stringify(written)];
  assert(one === other, () => `${what} is ${one}, where the acknowledged writes made ${other}`);
}

async function compareArticles(db: Db, { articles }: Ledger, ids: number[]): Promise<void> {
  const names = ['id', 'title', 'subtitle', 'source', 'content', 'deleted_at', 'status', 'version'] as const;
  const rows = await db.selectFrom('article').select(names).where('id', 'in', ids).execute();
  const stored = new Map(rows.map((row) => [Number(row.id), row]));
  const copies = await db
    .selectFrom('working_copy')
    .select(['record_id', 'values'])
    .where('entity', '=', 'article')
    .where('record_id', 'in', ids)
    .execute();
  const typed = new Map(copies.map(({ record_id, values }) => [Number(record_id), JSON.parse(values).subtitle]));
  const logged = await loggedOf(db, 'article', ids);
  const versions = await db
    .selectFrom('record_version')
    .select(({ fn }) => ['record_id', fn.countAll<number>().as('n'), fn.max('n').as('last')])
    .where('entity', '=', 'article')
    .where('record_id', 'in', ids)
    .groupBy('record_id')
    .execute();
  const counted = new Map(versions.map(({ record_id, n, last }) => [Number(record_id), [Number(n), Number(last)]]));
  for (const id of ids) {
    const written = articles.get(id);
    const row = stored.get(id);
    if (!written || !row) throw new Error(`article ${id} was acknowledged and is not there`);
    const { title, subtitle, source, content, deleted_at } = row;
    const { isDeleted, copy, writes, ...texts } = written;
    same(
      `article ${id}`,
      [title, subtitle, source, content, deleted_at !== null],
      [...[texts.title, texts.subtitle, texts.source, texts.content, isDeleted]],
    );
    same(`the working copy of article ${id}`, typed.get(id), copy?.subtitle);
    same(`the operation log of article ${id}`, logged.get(id), writes);
    same(`versions of article ${id}`, counted.get(id), [writes, writes]);
  }
}

async function compareSizes(db: Db, { sizes }: Ledger, ids: number[]): Promise<void> {
  const rows = await db.selectFrom('size').select(['id', 'title']).where('id', 'in', ids).execute();
  const stored = new Map(rows.map(({ id, title }) => [Number(id), title]));
  const logged = await loggedOf(db, 'size', ids);
  for (const id of ids) {
    const written = sizes.get(id);
    same(`size ${id}`, stored.get(id), written?.isGone ? undefined : written?.title);
    same(`the operation log of size ${id}`, logged.get(id), written?.writes);
  }
}

async function compareFiles(db: Db, dataDir: string, { files }: Ledger, ids: number[]): Promise<void> {
  const rows = await db.selectFrom('media').select(['id', 'url']).where('id', 'in', ids).execute();
  const stored = new Map(rows.map(({ id, url }) => [Number(id), url]));
  for (const id of ids) {
    const { url = '', content } = files.get(id) ?? {};
    same(`file ${id}`, stored.get(id), url);
    same(`the content of file ${id}`, readFileSync(join(dataDir, url), 'utf8'), content);
  }
}

async function loggedOf(db: Db, target: string, ids: number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('operation_log')
    .select(({ fn }) => ['target_id', fn.countAll<number>().as('n')])
    .where('target', '=', target)
    .where('target_id', 'in', ids)
    .groupBy('target_id')
    .execute();
  return new Map(rows.map(({ target_id, n }) => [Number(target_id), Number(n)]));
}

/** Nothing may be there that nobody was told of. */
async function compareCounts(db: Db, ledgers: Ledger[]): Promise<void> {
  const sum = (of: (ledger: Ledger) => number) => ledgers.reduce((total, ledger) => total + of(ledger), 0);
  const count = async (table: 'article' | 'size' | 'media' | 'working_copy') =>
    Number(
      (
        await generic(db)
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );
  same(
    'the number of articles',
    await count('article'),
    sum(({ articles }) => articles.size),
  );
  const sizes = sum((ledger) => [...ledger.sizes.values()].filter(({ isGone }) => !isGone).length);
  same('the number of sizes', await count('size'), sizes);
  same(
    'the number of files',
    await count('media'),
    sum(({ files }) => files.size),
  );
  const copies = sum(({ articles }) => [...articles.values()].filter(({ copy }) => copy).length);
  same('the number of working copies', await count('working_copy'), copies);
}
