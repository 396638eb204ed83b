import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openPostgresStore, openSqliteStore, type Store } from '../../server/backup/store.ts';
import type { Settings } from '../../server/core/settings.ts';
import { verifySite } from '../../server/verify/verifySite.ts';
import { freePort } from '../support/port.ts';
import { copyProgram } from '../support/programCopy.ts';
import { clientOf } from '../support/server.ts';
import { type Cluster, makeCluster } from './cluster.ts';
import { compare } from './crashes/compare.ts';
import { Writer } from './crashes/writer.ts';
import { assert, eachRound, type Figure, type ProofOptions, type Prove } from './proof.ts';
import { type Random, randomOf } from './random.ts';
import { type ServerProcess, signIn, startProcess } from './serverProcess.ts';

const writersAtOnce = 8;
const wholeEvery = 25;
/** How many rounds share a site. A larger site would be read for seconds at each start. */
const roundsOfSite = 100;

/** The processes that end at once in the middle of their work. */
const crashes = ['server', 'database killed', 'database stopped immediately', 'both'] as const;
type Crash = (typeof crashes)[number];

export const crashesOnSqlite: Prove = (options) => prove({ rounds: 1000, ...options });
export const crashesOnPostgres: Prove = async (options) =>
  prove({ rounds: 200, ...options }, await makeCluster(options.folder));

interface Course {
  crashes: Record<Crash, number>;
  duringStart: number;
  acknowledged: number;
  unanswered: number;
  /** Milliseconds until the server was ready, for each start after a crash. */
  readyMs: number[];
}

async function prove(options: ProofOptions, cluster?: Cluster): Promise<Figure[]> {
  const { folder, seed, rounds = 0 } = options;
  const random = randomOf(seed);
  await cluster?.start();
  const program = options.program ?? (await copyProgram(folder));
  const noCrashes = Object.fromEntries(crashes.map((crash) => [crash, 0])) as Record<Crash, number>;
  const course: Course = { crashes: noCrashes, duringStart: 0, acknowledged: 0, unanswered: 0, readyMs: [] };
  let done = 0;
  while (done < rounds && Date.now() < options.deadline) {
    const wanted = Math.min(roundsOfSite, rounds - done);
    done += await proveSite({ ...options, rounds: wanted }, random, course, await newSite(program, folder, cluster));
  }
  await cluster?.end('SIGINT');
  const ready = course.readyMs.toSorted((one, other) => one - other);
  return [
    { what: 'rounds', asked: cluster ? '200' : '1,000', reached: done },
    ...(cluster ? crashes.map((of) => ({ what: `… of ${of}`, asked: '', reached: course.crashes[of] })) : []),
    { what: 'killed while it started, too', asked: '', reached: course.duringStart },
    { what: 'acknowledged writes', asked: '100,000 on both databases', reached: course.acknowledged },
    { what: '… lost or doubled', asked: '0', reached: 0 },
    { what: 'writes without an answer, repeated with their key', asked: '', reached: course.unanswered },
    { what: '… doubled', asked: '0', reached: 0 },
    {
      what: 'ready after a crash, median and longest',
      asked: '',
      reached: `${ms(ready[ready.length >> 1])}, ${ms(ready.at(-1))}`,
    },
  ];
}

interface NewSite {
  dataDir: string;
  cluster: Cluster | undefined;
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'secretKey'>;
  start(): Promise<ServerProcess>;
  openStore(): Promise<Store>;
}

async function newSite(program: string, folder: string, cluster: Cluster | undefined): Promise<NewSite> {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const url = await cluster?.createDatabase();
  const settings = { DATA_DIR: dataDir, PORT: String(await freePort()), ...(url && { DATABASE_URL: url }) };
  return {
    dataDir,
    cluster,
    settings: { dataDir, databaseUrl: url, secretKey: undefined },
    start: () => startProcess(program, settings),
    openStore: async () => (url ? openPostgresStore(url) : openSqliteStore(join(dataDir, 'rtop.db'))),
  };
}

/** @returns how many rounds were done */
async function proveSite(options: ProofOptions, random: Random, course: Course, site: NewSite): Promise<number> {
  const { cluster, dataDir, start } = site;
  let server = await start();
  await server.listening;
  const { url } = server;
  const token = await signIn(url);
  const { id: column } = await clientOf(url, token).data('base.base/addColumn', { title: 'c', model: 'article' });
  const target = { url, token, column };
  const writers = Array.from({ length: writersAtOnce }, (_, n) => new Writer(`${n}`, randomOf(random.int(1, 1e9))));
  const ledgers = writers.map(({ ledger }) => ledger);
  const acknowledged = () => ledgers.reduce((sum, ledger) => sum + ledger.acknowledged, 0);

  const compareAll = async (isWhole: boolean) => {
    const store = await site.openStore();
    await compare(store, dataDir, ledgers, isWhole).finally(() => store.close());
    if (!isWhole) return;
    const { differences } = await verifySite(site.settings, { mends: false });
    assert(differences.length === 0, () => differences.join('\n'));
  };

  const done = await eachRound(options, async (n) => {
    let isOver = false;
    const writing = Promise.all(writers.map((writer) => writer.run(target, () => isOver)));
    await wait(random.int(100, 1600));
    const crash = cluster ? random.one(crashes) : 'server';
    await crashNow(crash, server, cluster);
    isOver = true;
    await writing;
    course.crashes[crash]++;
    for (const { refusals } of writers)
      assert(
        ![...refusals.keys()].some((reason) => /^(?!503)\d/.test(reason)),
        () => `answered ${[...refusals.keys()]}`,
      );
    course.unanswered += writers.filter(({ pending }) => pending).length;
    if (crash !== 'server') await cluster?.start();
    if (crash === 'server' || crash === 'both') {
      course.duringStart += await killStarts(start, random);
      server = await start();
      await server.listening;
      course.readyMs.push(server.readyMs);
    } else await untilReady(url);
    await Promise.all(writers.map((writer) => writer.repeat(target)));
    await compareAll(n % wholeEvery === 0);
    return `${acknowledged()} writes acknowledged on this site`;
  });
  await compareAll(true);
  await server.stop();
  rmSync(dataDir, { recursive: true });
  course.acknowledged += acknowledged();
  return done;
}

const ms = (time = 0) => `${Math.round(time)} ms`;

async function crashNow(crash: Crash, server: ServerProcess, cluster: Cluster | undefined): Promise<void> {
  const ends = [];
  if (crash === 'server' || crash === 'both') ends.push(server.kill());
  if (crash === 'database killed' || crash === 'both') ends.push(cluster?.end('SIGKILL'));
  if (crash === 'database stopped immediately') ends.push(cluster?.end('SIGQUIT'));
  await Promise.all(ends);
}

/** Now and then kills the server before it is ready, too. @returns how often */
async function killStarts(start: () => Promise<ServerProcess>, random: Random): Promise<number> {
  if (!random.isOneIn(8)) return 0;
  const server = await start();
  await wait(random.int(20, 700));
  await server.kill();
  return 1;
}

/** Waits until the server, which reconnects to its database by itself, is ready again. */
async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await wait(50);
  }
  throw new Error('the server does not come back to its database within 30 s');
}
