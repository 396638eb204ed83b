import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../support/port.ts';
import { realSiteDb } from '../support/realSite.ts';
import { drawPictures, makeDatabase } from '../support/sourceSite/makeSite.ts';
import { copyTree } from './mutations/copyTree.ts';
import { assert, type Prove } from './proof.ts';

const root = resolve(import.meta.dirname, '../..');
const password = 'a password for the proof';
const startMs = 180_000;

interface Place {
  /** The folder of the site to import, of the backup and of the data of the sites. */
  folder: string;
  url: string;
}

/** How a command of the README is run. */
interface Typed {
  line: string;
  /** Whether it runs until it is ended. */
  serves?: true;
  /** Another command, which serves the site meanwhile. */
  beside?: string;
  /** False if this machine lacks what the command needs. */
  isPossible?: boolean;
}

/**
 * The lines that an operator types, by command as in the README's table. Benchmarks and proofs have jobs of their own
 * in the nightly workflow.
 */
const typed = ({ folder, url }: Place): Record<string, Typed | 'own job'> => ({
  'npm run dev': { line: 'npm run dev', serves: true },
  'npm run build': { line: 'npm run build' },
  'npm run import -- pbootcms FILE.db --files DIR': {
    line: `npm run import -- pbootcms ${folder}/source/3.2.15.db --files ${folder}/source`,
  },
  'SAMPLE_SITE=0 npm start': { line: 'SAMPLE_SITE=0 npm start', serves: true },
  'npm run reset-password -- USERNAME': { line: 'npm run reset-password -- admin' },
  'npm run backup -- FILE': { line: `npm run backup -- ${folder}/backup.tar` },
  'npm run verify': { line: 'npm run verify' },
  'npm run verify -- FILE': { line: `npm run verify -- ${folder}/backup.tar` },
  'npm run restore -- FILE': { line: `DATA_DIR=${folder}/restored npm run restore -- ${folder}/backup.tar` },
  'npm run check-backend -- URL --username NAME --password PASSWORD': {
    line: `npm run check-backend -- ${url} --username admin --password '${password}'`,
    beside: `DATA_DIR=${folder}/checked npm start`, // this site's password was not reset
  },
  'npm run migration -- NAME': { line: 'npm run migration -- nothing-new' },
  'npm run check': { line: 'npm run check' },
  'npm run test:changed': { line: 'npm run test:changed' },
  'npm run mutations': { line: 'npm run mutations -- --only 1' },
  'npm run bench': 'own job',
  'npm run prove -- NAME': 'own job',
  'npm run coverage': { line: 'npm run coverage' },
  'npm run missing-texts': { line: 'npm run missing-texts' },
  'npm run screens': { line: 'npm run screens -- sign-in', isPossible: existsSync(realSiteDb) },
});

/** Runs each command of the README's table once, in a copy of the tree. */
export const commands: Prove = async ({ folder, say }) => {
  const { copy, remove } = copyTree(root);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    DATA_DIR: join(folder, 'data'),
    ADMIN_PASSWORD: password,
    SAMPLE_SITE: '0',
    LOG_LEVEL: 'silent',
    PORT: String(port),
  };
  const start = (line: string) => spawn('sh', ['-c', line], { cwd: copy, env, detached: true });
  let done = 0;
  let left = 0;
  // The copy looks for the real site in a folder beside its own.
  if (existsSync(realSiteDb)) symlinkSync(resolve(root, '../shared'), join(dirname(copy), 'shared'));
  try {
    await makeSource(join(folder, 'source'));
    const ways = typed({ folder, url });
    const found = commandsOf(readFileSync(join(copy, 'README.md'), 'utf8'));
    const gone = Object.keys(ways).filter((command) => !found.includes(command));
    assert(found.length > 0 && gone.length === 0, () => `The README's table has no ${gone.join(', ') || 'commands'}`);
    for (const command of found) {
      const way = ways[command];
      assert(way !== undefined, () => `tests/prove/commands.ts does not say what is typed for ${command}`);
      if (way === 'own job') continue;
      if (way.isPossible === false) {
        left++;
        say(`${command}: left out, because the real site is not here`);
        continue;
      }
      if (way.beside) await whileServed(start(way.beside), url, () => finish(start(way.line)));
      else if (way.serves) await whileServed(start(way.line), url, async () => {});
      else await finish(start(way.line));
      done++;
      say(`${command}: done`);
    }
  } finally {
    remove();
  }
  return [
    { what: 'commands of the README that were run', asked: 'all', reached: done },
    { what: '… left out because the real site was not there', asked: '', reached: left },
  ];
};

/** The first code span of each row in the table of commands. */
const commandsOf = (readme: string) =>
  [...readme.matchAll(/^\| `([^`]*npm (?:run|start)[^`]*)`/gm)].map(([, command = '']) => command);

async function makeSource(folder: string): Promise<void> {
  mkdirSync(folder);
  await drawPictures(folder);
  makeDatabase(join(folder, '3.2.15.db'), '3.2.15');
}

type Child = ReturnType<typeof spawn>;

/** Waits until a command ends. @throws Error with its output if it fails */
async function finish(child: Child): Promise<void> {
  let said = '';
  for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk) => (said += chunk));
  const [code] = await once(child, 'close');
  assert(code === 0, () => `${child.spawnargs.at(-1)} ended with ${code}:\n${said.slice(-4000)}`);
}

/** Does some work while a command serves, and then ends the command with all that it started. */
async function whileServed(child: Child, url: string, work: () => Promise<void>): Promise<void> {
  const ended = once(child, 'close');
  let said = '';
  for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk) => (said += chunk));
  const failure = (what: string) => () => `${child.spawnargs.at(-1)} ${what}:\n${said.slice(-4000)}`;
  try {
    const deadline = Date.now() + startMs;
    while (!(await isServing(url))) {
      assert(child.exitCode === null, failure(`ended with ${child.exitCode}`));
      assert(Date.now() < deadline, failure(`serves nothing after ${startMs / 1000} s`));
      await wait(200);
    }
    await work();
  } finally {
    if (child.exitCode === null && child.signalCode === null && child.pid) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

async function isServing(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`)).ok;
  } catch {
    return false; // it does not listen yet
  }
}
