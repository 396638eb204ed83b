import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { defineFunctions } from '../../server/database/sqlite.ts';
import { copyProgram } from '../support/programCopy.ts';
import { clientOf } from '../support/server.ts';
import { assert, type Prove } from './proof.ts';
import { type Random, randomOf } from './random.ts';
import { signIn, startProcess } from './serverProcess.ts';

const database = 'rtop.db';
const wal = `${database}-wal`;
const startEvery = 20;

export const walCuts: Prove = async ({ rounds = 200, seed, folder, say, deadline, program: given }) => {
  const program = given ?? (await copyProgram(folder));
  const dataDir = join(folder, 'data');
  const random = randomOf(seed);
  const start = (dir: string) => startProcess(program, { DATA_DIR: dir });
  const server = await start(dataDir);
  await server.listening;
  const token = await signIn(server.url);
  const written = await writeInOrder(dataDir, { url: server.url, token }, 2 * rounds);
  await server.kill();
  const taken = takeFiles(dataDir, folder);
  written.release();

  const prefixes: number[] = [];
  let starts = 0;
  for (let n = 0; n < rounds && Date.now() < deadline; n++) {
    const dir = mkdtempSync(join(folder, 'cut-'));
    prefixes.push(openCut(taken, dir, cutOf(n, rounds, taken.bytes.length, random), written.count));
    if (n % startEvery === 0) {
      const again = await start(dir);
      await again.listening;
      await again.stop();
      assert(articlesIn(dir) === prefixes.at(-1), () => `a start changed what a log cut at place ${n} has`);
      starts++;
    }
    rmSync(dir, { recursive: true });
  }
  say(`${taken.bytes.length} bytes of log`);
  return [
    { what: 'places at which the write-ahead log was cut', asked: '200', reached: prefixes.length },
    { what: '… half of them with a torn page before the cut', asked: '', reached: prefixes.length >> 1 },
    { what: 'acknowledged writes in the log', asked: '', reached: written.count },
    { what: 'bytes of log', asked: '', reached: taken.bytes.length },
    { what: 'different prefixes that they opened to', asked: '', reached: new Set(prefixes).size },
    { what: 'opened to something else than a prefix', asked: '0', reached: 0 },
    { what: 'writes missing where nothing was cut', asked: '0', reached: 0 },
    { what: 'the server started on such a file', asked: '', reached: starts },
  ];
};

/**
 * Adds articles one after another while a reader holds the log, so that all of them stay in it.
 * @returns what lets the log go
 */
async function writeInOrder(dataDir: string, { url, token }: { url: string; token: string }, count: number) {
  const client = clientOf(url, token);
  const { id: col_id } = await client.data('base.base/addColumn', { title: 'c', model: 'article' });
  const reader = new DatabaseSync(join(dataDir, database));
  reader.exec('pragma wal_checkpoint(truncate); begin; select count(*) from article');
  for (let n = 1; n <= count; n++) await client.data('base.content/addArticle', { col_id, title: `article ${n}` });
  return { count, release: () => reader.close() };
}

interface Taken {
  database: string;
  bytes: Buffer;
}

/** The database and its log as a power cut leaves them. */
function takeFiles(dataDir: string, folder: string): Taken {
  const to = mkdtempSync(join(folder, 'taken-'));
  copyFileSync(join(dataDir, database), join(to, database));
  return { database: join(to, database), bytes: readFileSync(join(dataDir, wal)) };
}

interface Cut {
  at: number;
  /** Bytes before the cut that are garbage, as of a page that was half written. */
  torn: Buffer;
}

/** The whole log, nothing of it, and places in between; every second one with a torn end. */
function cutOf(n: number, cuts: number, length: number, random: Random): Cut {
  const at = n === 0 ? length : n === cuts - 1 ? 0 : random.int(0, length);
  const torn = n % 2 === 1 ? Math.min(at, random.int(1, 4096)) : 0;
  return { at, torn: Buffer.from(Array.from({ length: torn }, () => random.int(0, 255))) };
}

/** @returns how many of the writes are there; @throws Error where these are no prefix of them, or some are there in part */
function openCut(taken: Taken, dir: string, { at, torn }: Cut, count: number): number {
  mkdirSync(dir, { recursive: true });
  copyFileSync(taken.database, join(dir, database));
  writeFileSync(join(dir, wal), Buffer.concat([taken.bytes.subarray(0, at - torn.length), torn]));
  const place = `a log of ${taken.bytes.length} bytes that was cut at ${at} (${torn.length} torn)`;
  const file = new DatabaseSync(join(dir, database));
  try {
    defineFunctions(file);
    const found = file.prepare('pragma integrity_check').all();
    assert(found[0]?.integrity_check === 'ok', () => `${place}: ${JSON.stringify(found)}`);
    const rows = file.prepare('select title from article order by id').all();
    const isPrefix = rows.every(({ title }, n) => title === `article ${n + 1}`);
    assert(isPrefix, () => `${place} has ${JSON.stringify(rows.map(({ title }) => title))}`);
    for (const [what, number] of Object.entries(countsOf(file)))
      assert(number === rows.length, () => `${place} has ${rows.length} articles, but ${number} in ${what}`);
    const isWhole = at === taken.bytes.length && torn.length === 0;
    assert(!isWhole || rows.length === count, () => `${place} has ${rows.length} of ${count}`);
    return rows.length;
  } finally {
    file.close();
  }
}

const articlesIn = (dir: string) => {
  const file = new DatabaseSync(join(dir, database), { readOnly: true });
  const row = file.prepare('select count(*) as n from article').get();
  file.close();
  return Number(row?.n);
};

/** Where else each write left something. */
function countsOf(file: DatabaseSync): Record<string, number> {
  const one = (text: string) => Number(file.prepare(text).get()?.n);
  return {
    'the operation log': one(`select count(*) as n from operation_log where target = 'article'`),
    versions: one(`select count(*) as n from record_version where entity = 'article'`),
    tallies: one('select coalesce(sum(n), 0) as n from article_tally'),
    'the search index': one('select count(*) as n from article_search'),
  };
}
