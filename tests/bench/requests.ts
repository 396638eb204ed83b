import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { article } from '../../contract/entities/article.ts';
import { tallyTable } from '../../server/database/derived/scaled.ts';
import { type AnyTables, type Database, generic } from '../../server/database/tables.ts';
import { asProgram } from '../../server/engine/callContext.ts';
import { planOf } from '../../server/engine/list/plan.ts';
import { boundValues, type ListQuery } from '../../server/engine/list/queryFilter.ts';
import { rowsQuery } from '../../server/engine/list/rows.ts';
import type { Queries, Statement } from './bare.ts';
import { type Load, load } from './load.ts';
import { type Started, signIn, start } from './servers.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const lists: Record<string, ListQuery> = {
  'list, page 1': { page: 1 },
  'list, page 5,000': { page: 5000 },
  'search 茶园': { page: 1, searchKey: '茶园' },
};
const save = 'save of 20 kB';
const saved = 1000; // each save takes one of so many articles

/** Measures lists and a save on our server beside the same queries on a bare one, as ratios of this run. */
export async function benchRequests(kind: Database['kind'], { url, pid, readyMs }: Started, bare: string) {
  const headers = headersOf(await signIn(url));
  console.log(`\n${kind}, 10 connections, 3 rounds of ${seconds} s, the middle one\n`);
  console.log(row('', 'bare/s', 'ours/s', 'ratio', 'p50 ms', 'p99 ms'));
  const records = `${url}/api/base.Search/records?q=${encodeURIComponent('茶园')}`;
  const kinds: Record<string, [() => Promise<Load>, () => Promise<Load>]> = {
    ...Object.fromEntries(
      Object.entries(lists).map(([name, query]) => [
        name,
        [
          () => load(`${bare}/${encodeURIComponent(name)}`, seconds),
          () => load(`${url}/api/base.content/getContentList`, seconds, headers, bodyOf(query)),
        ],
      ]),
    ),
    [save]: [
      () => load(`${bare}/${encodeURIComponent(save)}`, seconds, headers, articleToSave),
      () => load(`${url}/api/base.content/editArticle`, seconds, headers, articleToSave),
    ],
    'palette, beside page 1': [
      () => load(`${url}/api/base.content/getContentList`, seconds, headers, bodyOf({ page: 1 })),
      () => load(records, seconds, headers),
    ],
  };
  for (const [name, [loadBare, loadOurs]] of Object.entries(kinds)) {
    const rounds: [Load, Load][] = [];
    for (let round = 0; round < 3; round++) {
      const [theirs, ours] = [await loadBare(), await loadOurs()];
      if (theirs.failed + ours.failed > 0)
        throw new Error(`${name}: ${theirs.failed} and ${ours.failed} requests failed`);
      rounds.push([theirs, ours]);
    }
    // Other programs share the machine, so the round with the middle ratio counts.
    const [, middle] = rounds.toSorted((one, other) => ratio(...one) - ratio(...other));
    if (middle) console.log(row(name, ...figures(...middle)));
  }
  console.log(`\nready after ${readyMs} ms; resident memory after the load ${residentMb(pid)} MB`);
}

/**
 * Starts the bare server (bare.ts) with the very queries of our server.
 * @param databaseUrl the PostgreSQL database; '' stands for the SQLite file in `dataDir`
 * @returns its URL
 */
export async function startBare(database: Database, dataDir: string, databaseUrl = ''): Promise<string> {
  const queries: Queries = Object.fromEntries(
    Object.entries(lists).map(([name, query]) => [
      encodeURIComponent(name),
      { statements: [pageOf(database, query), ...(query.searchKey ? [] : [totalOf(database)])] },
    ]),
  );
  queries[encodeURIComponent(save)] = { statements: await savingStatements(database), writes: true };
  const from = databaseUrl || join(dataDir, 'rtop.db');
  return (await start((port) => ['tests/bench/bare.ts', from, port, JSON.stringify(queries)], 'listening')).url;
}

type Compiled = { sql: string; parameters: readonly unknown[] };
const statement = ({ sql, parameters }: Compiled) => ({ sql, parameters }) as Statement;

function pageOf({ db, kind }: Database, query: ListQuery): Statement {
  const plan = planOf(asProgram(db), article, query);
  const asked = boundValues(db, article, plan.filter);
  const offset = (Number(query.page) - 1) * 10;
  const values: Record<string, unknown> = { limit: 10, offset, upTo: offset + 10, bound: 2000, ...asked };
  const strategy = !query.searchKey ? 'scan' : kind === 'sqlite' ? 'walk' : 'bounded';
  const place = (name: string) => values[name] as never;
  return statement(rowsQuery(plan, { limit: 10, heavy: false }, place, strategy).compile());
}

const totalOf = ({ db }: Database): Statement =>
  statement(generic(db).selectFrom(tallyTable(article)).select(sql<number>`sum(n)`.as('total')).compile());

/**
 * The statements of one save. They write the article, its version, a row of the operation log and the number of the
 * data's version.
 */
async function savingStatements({ db: typed, transaction }: Database): Promise<Statement[]> {
  const create_time = '2026-01-01T00:00:00Z';
  const version = { entity: 'article', n: 1, base: 1, published: 0, event: 'update', username: 'admin', create_time };
  const ofVersion = { ...version, path: 'base.content/editArticle', words: '', fields: '["title","content"]' };
  // Each article gets a version first, because a record's first version also stores the state before it.
  await transaction(async (db) => {
    const ids = Array.from({ length: saved }, (_, at) => at + 1);
    for (const record_id of ids)
      await db
        .insertInto('record_version')
        .values({ ...ofVersion, record_id, changes: '{}' })
        .execute();
  });
  const db = typed as unknown as Kysely<AnyTables>;
  const of = (name: string) => ({ of: name }) as never;
  const changed = { title: of('title'), content: of('content'), update_time: create_time };
  const logged = {
    admin_id: 1,
    username: 'admin',
    title: '编辑文章',
    path: ofVersion.path,
    target: 'article',
    target_id: of('id'),
    params: of('title'),
    before: of('title'),
    after: of('content'),
    code: 1,
    cost_ms: 1,
    create_time,
    batch: '',
    ip: '127.0.0.1',
    user_agent: '',
  };
  return [
    db.updateTable('article').set(changed).set({ version: sql`version + 1` }).where('id', '=', of('id')),
    // The statements have the order of our server, whose last requests may still run when the next round begins.
    db.updateTable('generation').set({ n: sql`n + 1` }).where('entity', '=', 'article'),
    db
      .insertInto('record_version')
      .values({ ...ofVersion, record_id: of('id'), n: of('n'), base: of('n'), changes: of('content'), batch: '' }),
    db.insertInto('operation_log').values(logged),
  ].map((query) => statement(query.compile()));
}

const sentence = '春茶的山场气候与采摘工艺决定品质。';
const paragraphs = Array.from({ length: 40 }, (_, at) => `<p>${at} ${sentence.repeat(10)}</p>`);

/** A save of one of the articles, each time with another text of 20 kB in UTF-8. */
function articleToSave(): string {
  const nonce = Math.random().toString(36).slice(2);
  const content = `<p>${nonce}</p>${paragraphs.join('')}`;
  const id = String(1 + Math.floor(Math.random() * saved));
  return new URLSearchParams({ id, title: `春茶 ${nonce}`, content }).toString();
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
const row = (name: string, ...cells: string[]) => name.padEnd(24) + cells.map((cell) => cell.padStart(10)).join('');

/** Resident memory of a process in MB, from Linux's /proc. */
function residentMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kb) / 1024);
}
