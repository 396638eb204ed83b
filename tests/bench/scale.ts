import { openDatabase } from '../../server/database/index.ts';
import type { Database } from '../../server/database/tables.ts';
import type { ListQuery } from '../../server/engine/list/queryFilter.ts';
import { seed } from '../../server/setup/seed.ts';
import { embeddedPostgres } from '../support/embeddedPostgres.ts';
import { fillArticles } from './articles.ts';
import { load } from './load.ts';
import { bodyOf, headersOf } from './requests.ts';
import { folder, onStop, password, type Started, signIn, startServer } from './servers.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 2);
const sizes = (process.env.BENCH_SIZES ?? '100000,1000000').split(',').map(Number);

const kinds = (process.env.BENCH_DATABASES ?? 'sqlite,postgres').split(',') as Database['kind'][];

/** The queries that are measured. The others are compared with the first. */
const lists: Record<string, ListQuery & { id?: number }> = {
  'page 1': { page: 1 },
  'page 1 beside 20 writes/s': { page: 1 },
  'page 5,000': { page: 5000 },
  'a column and those below it': { page: 1, id: 1 },
  '… page 5,000': { page: 5000, id: 1 },
  drafts: { page: 1, status: 0 },
  'by title': { page: 1, sort: 'title' },
  'search 茶园 (a quarter of all)': { page: 1, searchKey: '茶园' },
  '… among drafts': { page: 1, searchKey: '茶园', status: 0 },
  '… page 500': { page: 500, searchKey: '茶园' },
  'search 第 (all)': { page: 1, searchKey: '第' },
  'search 第77777期 (one)': { page: 1, searchKey: '第77777期' },
  'search 山场气 (none)': { page: 1, searchKey: '山场气' },
  'search spring': { page: 1, searchKey: 'spring' },
  'search 茶园 spring': { page: 1, searchKey: '茶园 spring' },
};

type Measured = Record<string, number>;

/** Measures the lists at each size on each database. */
export async function benchScale(): Promise<void> {
  console.log(`10 connections, ${seconds} s each; requests a second, and beside them the part of page 1's\n`);
  for (const kind of kinds) {
    const measured: Measured[] = [];
    for (const size of sizes) measured.push(await measure(kind, size));
    console.log(line(kind, ...sizes.flatMap((size) => [size.toLocaleString('en'), 'of page 1']), 'slower'));
    for (const name of [...Object.keys(lists), 'records 茶园']) {
      const rates = measured.map((rate) => rate[name] ?? 0);
      const parts = measured.map((rate) => (rate[name] ?? 0) / (rate['page 1'] ?? 1));
      const cells = rates.flatMap((rate, at) => [rate.toFixed(0), (parts[at] ?? 0).toFixed(2)]);
      console.log(line(name, ...cells, ((rates[0] ?? 0) / (rates.at(-1) ?? 1)).toFixed(2)));
    }
    console.log('');
  }
}

async function measure(kind: Database['kind'], size: number): Promise<Measured> {
  const dataDir = folder(`${kind}-${size}`);
  const postgres =
    kind === 'postgres' ? await embeddedPostgres(['shared_buffers=512MB', 'max_wal_size=4GB']) : undefined;
  onStop(async () => postgres?.stop());
  const database = await openDatabase({ dataDir, databaseUrl: postgres?.url });
  await seed(database, { adminUsername: 'admin', adminPassword: password, sampleSite: false });
  const begun = performance.now();
  await fillArticles(database, size);
  await database.close();
  const server = await startServer(dataDir, { databaseUrl: postgres?.url });
  console.log(`${kind}: ${size} articles in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  const rates = await rate(server);
  await server.stop();
  await postgres?.stop();
  return rates;
}

async function rate({ url }: Started): Promise<Measured> {
  const headers = headersOf(await signIn(url));
  const rates: Measured = {};
  for (const [name, query] of Object.entries(lists)) {
    const stop = name.includes('writes') ? writing(url, headers) : undefined;
    rates[name] = await perSecond(
      load(`${url}/api/base.content/getContentList`, seconds, headers, bodyOf(query)),
      name,
    );
    await stop?.();
  }
  const records = `${url}/api/base.Search/records?q=${encodeURIComponent('茶园')}`;
  rates['records 茶园'] = await perSecond(load(records, seconds, headers), 'records');
  return rates;
}

async function perSecond(loaded: ReturnType<typeof load>, name: string): Promise<number> {
  const { perSecond: rate, failed } = await loaded;
  if (failed > 0) throw new Error(`${name}: ${failed} requests failed`);
  return rate;
}

/** Adds 20 articles a second. @returns a function that stops it */
function writing(url: string, headers: Record<string, string>): () => Promise<void> {
  let isOn = true;
  const written = (async () => {
    while (isOn) {
      const body = new URLSearchParams({ title: '新 article', col_id: '1' });
      await fetch(`${url}/api/base.content/addArticle`, { method: 'POST', headers, body });
      await new Promise((done) => setTimeout(done, 50));
    }
  })();
  return async () => {
    isOn = false;
    await written;
  };
}

const line = (name: string, ...cells: string[]) => name.padEnd(30) + cells.map((cell) => cell.padStart(11)).join('');
