import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openPostgresStore } from '../../server/backup/store.ts';
import { copyProgram } from '../support/programCopy.ts';
import { clientOf } from '../support/server.ts';
import { compare } from './crashes/compare.ts';
import { Writer } from './crashes/writer.ts';
import { isInstalled, type Stack, startStack } from './failover/stack.ts';
import { assert, eachRound, type Figure, type Prove } from './proof.ts';
import { type Random, randomOf } from './random.ts';
import { signIn, startProcess } from './serverProcess.ts';

const writersAtOnce = 8;
const allowedMs = 2000;
const kinds = ['planned', 'PostgreSQL killed', 'machine killed', 'machine frozen'] as const;
type Kind = (typeof kinds)[number];

interface Failover {
  kind: Kind;
  /** Until the database took writes again. */
  databaseMs: number;
  /** Until the last refused request of a user had its answer. */
  usersMs: number;
}

export const failover: Prove = async (options) => {
  assert(isInstalled(), () => 'this needs patroni, etcd-server, haproxy and postgresql-15');
  const { folder, seed, say, rounds = 50 } = options;
  const random = randomOf(seed);
  const program = await copyProgram(folder);
  const stack = await startStack(folder);
  const dataDir = join(folder, 'data');
  const settings = (port: number) => ({ PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: stack.databaseUrl });
  try {
    const processes = [];
    for (const port of stack.processPorts) {
      const started = await startProcess(program, settings(port));
      await started.listening;
      processes.push(started);
    }
    const { url } = stack;
    await untilAnswered(url);
    const token = await signIn(url);
    const { id: column } = await clientOf(url, token).data('base.base/addColumn', { title: 'c', model: 'article' });
    const site = { url, token, column };
    const writers = Array.from({ length: writersAtOnce }, (_, n) => new Writer(`${n}`, randomOf(seed * 100 + n)));
    const found: Failover[] = [];

    const done = await eachRound({ ...options, rounds }, async (n) => {
      await stack.untilWhole();
      let isOver = false;
      let lastRefusal = 0;
      const writing = writers.map(async (writer) => {
        writer.onRefusal = () => {
          lastRefusal = performance.now();
        };
        while (!isOver) {
          await writer.run(site, () => isOver);
          if (!isOver) await wait(50);
        }
      });
      await wait(random.int(1000, 3000));
      const one = await failOver(stack, kindOf(n, random));
      await wait(allowedMs + 1000); // errors of users would come now
      isOver = true;
      await Promise.all(writing);
      found.push({ kind: one.kind, databaseMs: one.backAt - one.at, usersMs: Math.max(0, lastRefusal - one.at) });
      await Promise.all(writers.map((writer) => writer.repeat(site)));
      const store = await openPostgresStore(stack.databaseUrl);
      await compare(
        store,
        dataDir,
        writers.map(({ ledger }) => ledger),
        n % 10 === 0,
      ).finally(() => store.close());
      say(JSON.stringify({ ...found.at(-1), refusals: reasons(writers) }));
      return `${found.length} failovers`;
    });
    const store = await openPostgresStore(stack.databaseUrl);
    await compare(
      store,
      dataDir,
      writers.map(({ ledger }) => ledger),
      true,
    ).finally(() => store.close());
    return figuresOf(done, found, writers);
  } finally {
    await stack.stop();
  }
};

/** Each in turn: those that take longest are not rarer. */
const kindOf = (n: number, random: Random): Kind => (n <= kinds.length ? (kinds[n - 1] as Kind) : random.one(kinds));

async function failOver(stack: Stack, kind: Kind): Promise<{ kind: Kind; at: number; backAt: number }> {
  const old = await stack.primary();
  const at = performance.now();
  if (kind === 'planned') await stack.switchOver(old);
  if (kind === 'PostgreSQL killed') stack.killPostgres(old);
  if (kind === 'machine killed') stack.killMachine(old);
  if (kind === 'machine frozen') stack.freezeMachine(old);
  const backAt = await untilWritable(stack, old);
  if (kind === 'machine frozen') stack.killMachine(old);
  if (kind.startsWith('machine')) stack.startMachine(old);
  return { kind, at, backAt };
}

/** @returns when a write through HAProxy was first committed on the other one */
async function untilWritable(stack: Stack, old: string): Promise<number> {
  for (let n = 0; n < 900; n++) {
    const isOther = (await stack.primary().catch(() => old)) !== old;
    if (isOther && (await canWrite(stack.databaseUrl))) return performance.now();
    await wait(50);
  }
  throw new Error('the database does not take writes again');
}

async function canWrite(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1000, query_timeout: 1000 });
  client.on('error', () => {}); // told by the statement
  try {
    await client.connect();
    await client.query('create table if not exists probe (n int); insert into probe values (1); drop table probe');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {}); // it was not connected
  }
}

async function untilAnswered(url: string): Promise<void> {
  for (let n = 0; n < 200; n++) {
    if (
      await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await wait(50);
  }
  throw new Error('HAProxy finds no process');
}

function reasons(writers: Writer[]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const { refusals } of writers) for (const [reason, n] of refusals) all[reason] = (all[reason] ?? 0) + n;
  return all;
}

function figuresOf(done: number, found: Failover[], writers: Writer[]): Figure[] {
  const seconds = (values: number[]) => {
    const sorted = values.toSorted((one, other) => one - other);
    const spelled = (value = 0) => (value / 1000).toFixed(1);
    return sorted.length === 0 ? '' : `${spelled(sorted[sorted.length >> 1])} s, ${spelled(sorted.at(-1))} s`;
  };
  const late = found.filter(({ databaseMs, usersMs }) => usersMs > databaseMs + allowedMs);
  const refused = Object.entries(reasons(writers)).map(([reason, n]) => `${reason}: ${n}`);
  assert(!refused.some((reason) => /^5(?!0[234])/.test(reason)), () => `answered ${refused}`);
  return [
    { what: 'failovers under eight writers', asked: '50', reached: done },
    ...kinds.map((kind) => {
      const own = found.filter((one) => one.kind === kind).map(({ databaseMs }) => databaseMs);
      return {
        what: `… ${kind}: how many; took, median and longest`,
        asked: '',
        reached: `${own.length}; ${seconds(own)}`,
      };
    }),
    {
      what: 'errors for users after the database was back, median and longest',
      asked: 'at most 2 s',
      reached: seconds(found.map(({ databaseMs, usersMs }) => Math.max(0, usersMs - databaseMs))),
    },
    { what: 'failovers whose errors lasted longer', asked: '0', reached: late.length },
    {
      what: 'acknowledged writes',
      asked: '',
      reached: writers.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0),
    },
    { what: '… lost or doubled', asked: '0', reached: 0 },
    { what: 'refused writes, all repeated with their key', asked: '', reached: refused.join(', ') },
  ];
}
