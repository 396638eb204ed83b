import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { article } from '../../contract/entities/article.ts';
import type { Database } from '../../server/database/tables.ts';
import { boundValues, rowsQuery } from '../../server/engine/query.ts';
import { type ListQuery, queryFilterOf } from '../../server/engine/queryFilter.ts';
import { type Load, load } from './load.ts';
import { type Started, signIn, start } from './servers.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const lists: Record<string, ListQuery> = {
  'list, page 1': { page: 1 },
  'list, page 5,000': { page: 5000 },
  'search 茶园': { page: 1, searchKey: '茶园' },
};

/** Lists of our server beside the same queries on a bare one, as ratios of this run. */
export async function benchRequests({ url, pid, readyMs }: Started, bare: string): Promise<void> {
  const token = await signIn(url);
  console.log(`\nSQLite, 10 connections, 3 rounds of ${seconds} s, the middle one\n`);
  console.log(row('', 'bare/s', 'ours/s', 'ratio', 'p50 ms', 'p99 ms'));
  for (const [name, query] of Object.entries(lists)) {
    const rounds: [Load, Load][] = [];
    for (let round = 0; round < 3; round++) {
      const theirs = await load(`${bare}/${encodeURIComponent(name)}`, seconds);
      const ours = await load(`${url}/api/base.content/getContentList`, seconds, headersOf(token), bodyOf(query));
      if (theirs.failed + ours.failed > 0)
        throw new Error(`${name}: ${theirs.failed} and ${ours.failed} requests failed`);
      rounds.push([theirs, ours]);
    }
    // The machine is shared: the round with the middle ratio speaks.
    const [, middle] = rounds.toSorted((one, other) => ratio(...one) - ratio(...other));
    if (middle) console.log(row(name, ...figures(...middle)));
  }
  console.log(`\nready after ${readyMs} ms; resident memory after the load ${residentMb(pid)} MB`);
}

/** `node:http` and `node:sqlite` with the very queries of our server. @returns its URL */
export async function startBare(database: Database, dataDir: string): Promise<string> {
  const queries = Object.fromEntries(
    Object.entries(lists).map(([name, query]) => {
      const asked = boundValues(database.db, article, queryFilterOf(article, query));
      const values: Record<string, unknown> = { limit: 10, offset: (Number(query.page) - 1) * 10, ...asked };
      const window = { limit: 10, heavy: false };
      const place = (name: string) => values[name] as never;
      const { sql, parameters } = rowsQuery(
        database.db,
        article,
        query,
        window,
        place,
        query.searchKey ? 'walk' : 'scan',
      ).compile();
      return [encodeURIComponent(name), { sql, parameters }];
    }),
  );
  const args = (port: string) => ['tests/bench/bare.ts', join(dataDir, 'rtop.db'), port, JSON.stringify(queries)];
  return (await start(args, 'listening')).url;
}

export const headersOf = (token: string) => ({
  authorization: token,
  'content-type': 'application/x-www-form-urlencoded',
});
export const bodyOf = (query: ListQuery) =>
  new URLSearchParams({ model: 'article', id: '0', ...(query as Record<string, string>) }).toString();
const ratio = (bare: Load, ours: Load) => ours.perSecond / bare.perSecond;
const figures = (bare: Load, ours: Load) => [
  bare.perSecond.toFixed(0),
  ours.perSecond.toFixed(0),
  ratio(bare, ours).toFixed(2),
  ours.p50.toFixed(0),
  ours.p99.toFixed(0),
];
const row = (name: string, ...cells: string[]) => name.padEnd(20) + cells.map((cell) => cell.padStart(10)).join('');

/** Of the process, as Linux counts it. */
function residentMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kb) / 1024);
}
