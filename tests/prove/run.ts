import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { badInputOnPostgres, badInputOnSqlite } from './badInput.ts';
import { blockingOnPostgres, blockingOnSqlite } from './blocking.ts';
import { endClusters } from './cluster.ts';
import { commands } from './commands.ts';
import { crashesOnPostgres, crashesOnSqlite } from './crashes.ts';
import { failover } from './failover.ts';
import { faultsAndRecovery } from './faults.ts';
import { longLoad, slowClients } from './load.ts';
import { writeSection } from './page.ts';
import type { Prove } from './proof.ts';
import { restores } from './restores.ts';
import { scale } from './scale.ts';
import { killAll } from './serverProcess.ts';
import { sqlInjectionOnPostgres, sqlInjectionOnSqlite } from './sqlInjection.ts';
import { walCuts } from './walCuts.ts';
import { xss } from './xss.ts';

interface Proof {
  title: string;
  about: string;
  prove: Prove;
}

const crashed = `Eight writers create, edit, delete, restore, publish, edit in bulk and upload over HTTP, each write with an
\`Idempotency-Key\`, while processes are killed at random moments. After each restart every writer repeats what had no answer, and what
was answered last; then records, versions, working copies, the operation log and files are compared with what was acknowledged. Now and then \`npm run verify\`
compares the whole site with itself: tallies, search indexes, uses of files, references.`;

const spoiled = `The super administrator sends every call of the contract with values that fit and values that nobody means: as form, JSON,
multipart and query, with odd headers, other methods, other content types, cut and doubled bodies, other paths.`;

const injected = `sqlmap (Debian's package) at level 5 and risk 3 on the parameters that come nearest to the text of a statement: searches, sorts,
filters, ids, names. Each parameter gets an equal share of the time.`;

const dearest = `The dearest legal calls, one after another, while another client reads and writes without a pause. Others may wait 200 ms to read
and 1,000 ms to write, and a call may take 100 MB above what the process took before it.`;

/** In the order of docs/proof.md. */
const proofs: Record<string, Proof> = {
  crashes: { title: 'Crashes on SQLite', about: crashed, prove: crashesOnSqlite },
  'crashes-postgres': {
    title: 'Crashes on PostgreSQL',
    about: `${crashed} Here the server, PostgreSQL (killed, or stopped immediately) or both end.`,
    prove: crashesOnPostgres,
  },
  wal: {
    title: 'A cut write-ahead log',
    about: `The server is killed after 400 acknowledged writes that all stand in SQLite's log. The log is cut at random places, half of them
with a torn page before the cut; each opens to a prefix of the writes, whole in the table, its tallies, its search index, its versions and the
operation log.`,
    prove: walCuts,
  },
  'bad-input': {
    title: 'Bad input on SQLite',
    about: spoiled,
    prove: badInputOnSqlite,
  },
  'bad-input-postgres': {
    title: 'Bad input on PostgreSQL',
    about: spoiled,
    prove: badInputOnPostgres,
  },
  sqlmap: { title: 'SQL injection on SQLite', about: injected, prove: sqlInjectionOnSqlite },
  'sqlmap-postgres': { title: 'SQL injection on PostgreSQL', about: injected, prove: sqlInjectionOnPostgres },
  xss: {
    title: 'Cross-site scripting',
    about: `Payloads that a generator of our own makes of parts (tests/prove/xss/payloads.ts) are sent in every text of every entity by every
call that makes or changes one, and then written straight into the tables, past what the server sanitises and refuses. Chromium opens every
screen that can show them: lists as tables and cards, forms with each tab and the source of rich texts, details, compared versions, the recycle bin,
logs, the palette, the media library, the preview, the example site, all scenes of tests/support/scenes.ts; then the same screens with
texts of every reply turned into payloads, as a back end of others may send them. Once without the content security policy, and all
but the scenes and those replies with it. What ran, what the policy stopped, and what would run at a click is counted. \`--rounds\` are payloads.`,
    prove: xss,
  },
  faults: {
    title: 'Faults',
    about: 'The tests of `tests/server` that bring each fault about, run one after another.',
    prove: faultsAndRecovery,
  },
  failover: {
    title: 'Failover',
    about: `Patroni with etcd, two PostgreSQL 15 (one the synchronous standby), HAProxy, and three processes of the program, all on one machine
(tests/prove/failover). Eight writers write through HAProxy while the primary is changed as planned, its PostgreSQL is killed, its Patroni and
PostgreSQL are killed together, or both are frozen with their connections open. Everything written is compared after each.`,
    prove: failover,
  },
  'slow-clients': {
    title: 'Slow clients',
    about: `500 clients hold connections: they send a header or a body a byte a second, or read no reply. A normal client lists and
writes beside them. \`--rounds\` are seconds.`,
    prove: slowClients,
  },
  load: {
    title: 'Long load',
    about: `50 editors read and save articles, 500 readers ask the public calls, each with two seconds to think on average, on SQLite.
\`--rounds\` are minutes.`,
    prove: longLoad,
  },
  scale: {
    title: 'A million articles',
    about: `A site of 100,000 articles with 20 versions each, and one of 1,000,000, on SQLite, with short texts (tests/bench/articles.ts). One client asks
both in turn over HTTP, one request after another, so that what else the machine does falls on both. \`--rounds\` are articles.`,
    prove: scale,
  },
  blocking: { title: 'The dearest calls on SQLite', about: dearest, prove: blockingOnSqlite },
  'blocking-postgres': { title: 'The dearest calls on PostgreSQL', about: dearest, prove: blockingOnPostgres },
  restores: {
    title: 'Restores',
    about: `Each round is a site of its own, on SQLite or PostgreSQL, with one to four writers that create, edit, delete, publish and upload. While
they write it is backed up; the backup is restored on the other kind of database, verified, and backed up again: both have the same rows, sums,
highest ids and files. Then the backup is cut, or a block of it overwritten, at a random place.`,
    prove: restores,
  },
  commands: {
    title: 'Commands',
    about: `Each command of the README's table is run once, as an operator types it, in a copy of the tree and with a site of its own. Benchmarks
and proofs are left to their own jobs of the nightly workflow.`,
    prove: commands,
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, rounds: { type: 'string' }, minutes: { type: 'string' } },
});
const unknown = positionals.filter((name) => !(name in proofs));
if (unknown.length > 0) {
  console.error(`There is no proof ${unknown.join(', ')}. There are: ${Object.keys(proofs).join(', ')}.`);
  process.exit(1);
}

const seed = Number(values.seed ?? 1);
const minutes = Number(values.minutes ?? 120);
try {
  for (const name of positionals.length > 0 ? positionals : Object.keys(proofs)) await run(name);
} finally {
  await killAll();
  await endClusters();
}

async function run(name: string): Promise<void> {
  const { prove, ...section } = proofs[name] as Proof;
  const folder = mkdtempSync(join(tmpdir(), `rtop-prove-${name}-`));
  const begun = Date.now();
  const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${name}: ${line}`);
  try {
    const figures = await prove({
      seed,
      folder,
      say,
      deadline: begun + minutes * 60_000,
      ...(values.rounds && { rounds: Number(values.rounds) }),
    });
    for (const { what, reached } of figures) say(`${what}: ${reached}`);
    const command = ['npm run prove --', name, ...(values.rounds ? ['--rounds', values.rounds] : [])].join(' ');
    const took = Math.max(1, Math.round((Date.now() - begun) / 60_000));
    const order = Object.values(proofs).map(({ title }) => title);
    writeSection({ ...section, command, seed, minutes: took, figures }, order);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
