import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { article } from '../../contract/entities/article.ts';
import { type Database, openDatabase } from '../../server/database/index.ts';
import { seed } from '../../server/database/seed.ts';
import { type ListQuery, rowsQuery } from '../../server/query.ts';
import { freePort } from '../support/port.ts';
import { fillArticles } from './articles.ts';
import { firstRow } from './firstRow.ts';
import { type Load, load } from './load.ts';

/** `npm run bench`: what README and issues say of speed, as ratios taken in this one run. */
const articles = 100_000;
const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const password = 'a password for the bench';
const root = resolve(import.meta.dirname, '../..');

const lists: Record<string, ListQuery> = {
  'list, page 1': { page: 1 },
  'list, page 5,000': { page: 5000 },
  'search 茶园': { page: 1, searchKey: '茶园' },
};

const dataDir = mkdtempSync(join(tmpdir(), 'rtop-bench-'));
const started: ChildProcess[] = [];

async function bench(): Promise<void> {
  execFileSync(process.execPath, ['server/commands/buildConsole.ts', '--if-stale'], { cwd: root, stdio: 'inherit' });
  const database = await openDatabase({ dataDir, databaseUrl: undefined });
  await seed(database, { adminUsername: 'admin', adminPassword: password, sampleSite: false });
  await fillArticles(database, articles);
  const bare = await startBare(database);
  await database.close();
  const { url, pid, readyMs } = await startServer();
  const token = await signIn(url);

  console.log(`\n${articles} articles, SQLite, 10 connections, 3 rounds of ${seconds} s, the middle one\n`);
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

  const page = await firstRow(url, password, root);
  console.log(
    `first article row after ${page.medianMs} ms (median of 7, cold cache); script until then ${page.gzipKb} kB gzip`,
  );
}

const headersOf = (token: string) => ({
  authorization: token,
  'content-type': 'application/x-www-form-urlencoded',
});
const bodyOf = (query: ListQuery) =>
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

async function startBare(database: Database): Promise<string> {
  const queries = Object.fromEntries(
    Object.entries(lists).map(([name, query]) => {
      const values: Record<string, unknown> = { limit: 10, offset: (Number(query.page) - 1) * 10, search: '%茶园%' };
      const window = { limit: 10, heavy: false };
      const place = (name: string) => values[name] as never;
      const { sql, parameters } = rowsQuery(database.db, article, query, window, place).compile();
      return [encodeURIComponent(name), { sql, parameters }];
    }),
  );
  const port = String(await freePort());
  await start(['tests/bench/bare.ts', join(dataDir, 'rtop.db'), port, JSON.stringify(queries)], {}, 'listening');
  return `http://127.0.0.1:${port}`;
}

async function startServer() {
  const port = String(await freePort());
  const env = { DATA_DIR: dataDir, PORT: port, DATABASE_URL: '' };
  const { pid, ms } = await start(['server/main.ts'], env, '/rTopAdmin/');
  return { url: `http://127.0.0.1:${port}`, pid, readyMs: ms };
}

async function start(args: string[], env: Record<string, string>, sign: string) {
  const begun = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env } });
  started.push(child);
  child.stderr.pipe(process.stderr);
  await new Promise<void>((ready, failed) => {
    child.stdout.on('data', (text) => String(text).includes(sign) && ready());
    child.once('exit', () => failed(new Error(`${args[0]} ended`)));
  });
  return { pid: child.pid ?? 0, ms: Math.round(performance.now() - begun) };
}

async function signIn(url: string): Promise<string> {
  const body = new URLSearchParams({ username: 'admin', password });
  const response = await fetch(`${url}/api/auth.auth/login`, { method: 'POST', body });
  const { data } = (await response.json()) as { data: { token: string } };
  return data.token;
}

/** Of the process, as Linux counts it. */
function residentMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kb) / 1024);
}

try {
  await bench();
} finally {
  for (const child of started) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
}
