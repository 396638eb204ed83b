import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { extract } from 'tar-stream';
import { manifestOf } from '../support/backups.ts';
import { type Outcome, runInShell } from '../support/command.ts';
import { copyProgram } from '../support/programCopy.ts';
import { clientOf } from '../support/server.ts';
import { type Cluster, makeCluster } from './cluster.ts';
import { Writer } from './crashes/writer.ts';
import { assert, eachRound, type ProofOptions, type Prove } from './proof.ts';
import { type Random, randomOf } from './random.ts';
import { signIn, startProcess } from './serverProcess.ts';

const usual = 100;
const maxWriters = 4;
const passphrase = 'a passphrase for the proof';

interface Course {
  rows: number;
  files: number;
  /** Writes that were acknowledged while the backup was written. */
  writesMeanwhile: number;
  damaged: number;
}

/** Backs up random sites while writers write, restores them on the other kind of database, and compares both. */
export const restores: Prove = async (options) => {
  const { folder, seed, rounds = usual } = options;
  const cluster = await makeCluster(folder);
  await cluster.start();
  const work = { ...options, cluster, program: options.program ?? (await copyProgram(folder)), random: randomOf(seed) };
  const course: Course = { rows: 0, files: 0, writesMeanwhile: 0, damaged: 0 };
  const done = await eachRound({ ...options, rounds }, (n) => restoreOne(n, work, course));
  await cluster.end('SIGINT');
  return [
    { what: 'sites backed up under load and restored on the other kind of database', asked: `${usual}`, reached: done },
    { what: '… that differed in a row, a sum, a highest id or a file', asked: '0', reached: 0 },
    { what: 'rows compared', asked: '', reached: course.rows },
    { what: 'files compared', asked: '', reached: course.files },
    { what: 'writes acknowledged while backups were written', asked: '', reached: course.writesMeanwhile },
    { what: 'backups cut or overwritten at a random place, each refused', asked: '20', reached: course.damaged },
  ];
};

interface Work extends ProofOptions {
  cluster: Cluster;
  program: string;
  random: Random;
}

interface Storage {
  dataDir: string;
  databaseUrl: string | undefined;
}

async function restoreOne(n: number, { cluster, program, folder, random }: Work, course: Course): Promise<string> {
  const site = mkdtempSync(join(folder, 'site-'));
  const storage = async (name: string, onPostgres: boolean): Promise<Storage> => ({
    dataDir: join(site, name),
    databaseUrl: onPostgres ? await cluster.createDatabase() : undefined,
  });
  const isFromPostgres = random.isOneIn(2);
  const [from, to] = [await storage('from', isFromPostgres), await storage('to', !isFromPostgres)];
  const passphraseFile = join(site, 'passphrase');
  writeFileSync(passphraseFile, passphrase, { mode: 0o600 });
  const command = async (name: 'backup' | 'verify' | 'restore', args: string[], on: Storage) => {
    const sealed = args.length > 0 ? [...args, '--passphrase-file', passphraseFile] : args;
    const outcome = await runInShell(name, sealed, on);
    assert(outcome.code === 0, () => `round ${n}: ${name} ended with ${outcome.code}: ${outcome.stderr}`);
    return outcome;
  };
  const [first, second] = [join(site, 'first.tar'), join(site, 'second.tar')];
  course.writesMeanwhile += await backUpUnderLoad(program, from, random, () => command('backup', [first], from));
  await command('restore', [first], to);
  await command('verify', [], to);
  await command('backup', [second], to);
  const [one, other] = await Promise.all([partsIn(first), partsIn(second)]);
  assert(one.tables === other.tables, () => `round ${n}: tables differ: ${one.tables} and ${other.tables}`);
  assert(one.files === other.files, () => `round ${n}: files differ: ${one.files} and ${other.files}`);
  course.rows += one.rows;
  course.files += one.count;
  await damage(second, random);
  const refused: Outcome = await runInShell('verify', [second], to);
  assert(refused.code === 1 && /is refused:/.test(refused.stderr), () => `round ${n}: a damaged backup passed`);
  course.damaged++;
  rmSync(site, { recursive: true });
  return `${course.rows} rows and ${course.files} files compared`;
}

/** @returns how many writes were acknowledged meanwhile */
async function backUpUnderLoad(
  program: string,
  { dataDir, databaseUrl }: Storage,
  random: Random,
  backUp: () => Promise<unknown>,
): Promise<number> {
  const server = await startProcess(program, {
    DATA_DIR: dataDir,
    SAMPLE_SITE: String(random.int(0, 1)),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
  await server.listening;
  const { url } = server;
  const token = await signIn(url);
  const { id: column } = await clientOf(url, token).data('base.base/addColumn', { title: 'c', model: 'article' });
  const writers = Array.from(
    { length: random.int(1, maxWriters) },
    (_, n) => new Writer(`${n}`, randomOf(random.int(1, 1e9))),
  );
  const acknowledged = () => writers.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0);
  let isOver = false;
  const writing = Promise.all(writers.map((writer) => writer.run({ url, token, column }, () => isOver)));
  await wait(random.int(200, 2500));
  const before = acknowledged();
  await backUp();
  const meanwhile = acknowledged() - before;
  isOver = true;
  await writing;
  await server.stop();
  return meanwhile;
}

/**
 * Reads what two backups of equal sites have in common: each table's rows, sum and highest id, and each file's digest.
 */
async function partsIn(path: string) {
  const { tables } = await manifestOf(path);
  const files: string[] = [];
  const tar = extract();
  const read = pipeline(createReadStream(path), tar);
  for await (const entry of tar) {
    const sha256 = createHash('sha256');
    for await (const chunk of entry as unknown as AsyncIterable<Buffer>) sha256.update(chunk);
    if (entry.header.name.startsWith('files/')) files.push(`${entry.header.name} ${sha256.digest('hex')}`);
  }
  await read;
  return {
    tables: JSON.stringify(tables),
    rows: Object.values(tables).reduce((sum, { rows }) => sum + rows, 0),
    files: [...new Set(files)].toSorted().join('\n'),
    count: files.length,
  };
}

const block = 1024;

/** Cuts a backup, or overwrites a block of it that is longer than the padding of a part. */
async function damage(path: string, random: Random): Promise<void> {
  const { size } = statSync(path);
  const at = random.int(0, size - 3 * block);
  if (random.isOneIn(3)) return truncateSync(path, at);
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(block, random.int(1, 255)), 0, block, at);
  await file.close();
}
