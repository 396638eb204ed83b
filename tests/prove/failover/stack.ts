import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { childrenOf } from '../../support/memory.ts';
import { onPostgres } from '../../support/onPostgres.ts';
import { freePort } from '../../support/port.ts';
import { postgresUser } from '../cluster.ts';

const bin = '/usr/lib/postgresql/15/bin';
/** Debian keeps PostgreSQL's programs outside of the PATH, and HAProxy where only an administrator's PATH leads. */
const path = `${bin}:${process.env.PATH}:/usr/sbin`;
const names = ['one', 'two'] as const;
type Name = (typeof names)[number];

/** etcd, two PostgreSQL with Patroni, and HAProxy, all from Debian's packages, on the loopback interface. */
export interface Stack {
  /** URL of the primary, through HAProxy. */
  databaseUrl: string;
  /** URL of the program, through HAProxy. */
  url: string;
  /** Ports at which the three processes of the program listen. */
  processPorts: number[];
  primary(): Promise<Name>;
  /** Resolves when there is a primary with a synchronous standby. */
  untilWhole(): Promise<void>;
  /** Makes the other PostgreSQL the primary, as a planned change. */
  switchOver(from: Name): Promise<void>;
  /** Kills PostgreSQL alone. */
  killPostgres(of: Name): void;
  /** Kills Patroni and PostgreSQL together, as if their machine were gone. */
  killMachine(of: Name): void;
  /**
   * Freezes Patroni and PostgreSQL: they answer nothing, although their connections stay open, until they are killed.
   */
  freezeMachine(of: Name): void;
  startMachine(of: Name): void;
  stop(): Promise<void>;
}

const filled = (text: string, values: Record<string, unknown>) =>
  text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(values[name]));

export async function startStack(parent: string): Promise<Stack> {
  const user = postgresUser();
  const folder = join(parent, 'stack');
  mkdirSync(folder, { mode: 0o700 });
  chmodSync(parent, 0o711);
  if (user) chownSync(folder, user.uid, user.gid);
  const ports = Object.fromEntries(
    await Promise.all(
      [
        ...['etcd', 'peer', 'database', 'program', 'portOne', 'portTwo', 'apiOne', 'apiTwo'],
        ...['processOne', 'processTwo', 'processThree'],
      ].map(async (name) => [name, await freePort()] as const),
    ),
  ) as Record<string, number>;
  const password = randomBytes(12).toString('hex');
  const api = (name: Name) => `http://127.0.0.1:${name === 'one' ? ports.apiOne : ports.apiTwo}`;
  const children = new Map<string, ChildProcess>();

  function start(name: string, command: string, args: string[]): void {
    const log = openSync(join(folder, `${name}.log`), 'a');
    const env = { PATH: path, HOME: folder, LC_ALL: 'C.UTF-8' };
    children.set(name, spawn(command, args, { ...user, env, cwd: folder, stdio: ['ignore', log, log] }));
  }
  function configure(of: string, as: string, values: Record<string, unknown> = {}): string {
    const path = join(folder, as);
    const text = readFileSync(join(import.meta.dirname, of), 'utf8');
    writeFileSync(path, filled(text, { ...ports, bin, folder, password, ...values }));
    if (user) chownSync(path, user.uid, user.gid);
    return path;
  }
  const client = `http://127.0.0.1:${ports.etcd}`;
  const peer = `http://127.0.0.1:${ports.peer}`;
  start('etcd', 'etcd', [
    ...['--data-dir', join(folder, 'etcd'), '--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`],
  ]);
  const startMachine = (name: Name) => {
    const own =
      name === 'one' ? { port: ports.portOne, api: ports.apiOne } : { port: ports.portTwo, api: ports.apiTwo };
    start(name, 'patroni', [configure('patroni.yml', `${name}.yml`, { name, ...own })]);
  };
  for (const name of names) startMachine(name);
  start('haproxy', 'haproxy', ['-db', '-f', configure('haproxy.cfg', 'haproxy.cfg')]);
  const url = `postgres://postgres:${password}@127.0.0.1:${ports.database}/`;

  async function members(): Promise<{ name: Name; role: string; state: string }[]> {
    for (const name of names) {
      const reply = await fetch(`${api(name)}/cluster`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
      if (reply?.ok)
        return ((await reply.json()) as { members: { name: Name; role: string; state: string }[] }).members;
    }
    return [];
  }
  async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    for (let n = 0; n < 900; n++) {
      if (await isSo()) return;
      await wait(100);
    }
    throw new Error(`${what} did not come within 90 s: ${JSON.stringify(await members())}`);
  }
  const untilWhole = () =>
    until('a primary with its synchronous standby', async () => {
      const roles = (await members()).map(({ role, state }) =>
        state === 'running' || state === 'streaming' ? role : '',
      );
      return roles.includes('leader') && roles.includes('sync_standby');
    });
  /** Sends a signal to PostgreSQL; if `isWhole`, also to its children and to Patroni. */
  function signal(name: Name, what: NodeJS.Signals, isWhole = true): void {
    const patroni = children.get(name)?.pid;
    const file = join(folder, name, 'postmaster.pid');
    // The file is not there while Patroni makes this PostgreSQL a standby.
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
    const all = [...(isWhole && patroni ? [patroni] : []), ...(pid ? [pid, ...(isWhole ? childrenOf(pid) : [])] : [])];
    for (const each of all)
      try {
        process.kill(each, what);
      } catch {
        // it has ended already
      }
  }
  await untilWhole();
  await until('HAProxy', () =>
    onPostgres(`${url}postgres`, 'select 1').then(
      () => true,
      () => false,
    ),
  );
  await onPostgres(`${url}postgres`, 'create database rtop');

  return {
    databaseUrl: `${url}rtop`,
    url: `http://127.0.0.1:${ports.program}`,
    processPorts: [ports.processOne, ports.processTwo, ports.processThree] as number[],
    untilWhole,
    startMachine,
    primary: async () => {
      const found = (await members()).find(({ role }) => role === 'leader');
      if (!found) throw new Error('there is no primary');
      return found.name;
    },
    // On a busy machine etcd may be late for Patroni, which then refuses the change, so it is tried again.
    switchOver: (from) =>
      until('a planned change', async () => {
        const body = JSON.stringify({ leader: from });
        return (await fetch(`${api(from)}/switchover`, { method: 'POST', body })).ok;
      }),
    killPostgres: (of) => signal(of, 'SIGKILL', false),
    killMachine: (of) => signal(of, 'SIGKILL'),
    freezeMachine: (of) => signal(of, 'SIGSTOP'),
    stop: async () => {
      for (const name of names) signal(name, 'SIGKILL');
      const ended = [...children.values()].map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit'));
      for (const child of children.values()) child.kill('SIGKILL');
      await Promise.all(ended);
    },
  };
}

/** Whether the programs that the stack needs are installed. */
export function isInstalled(): boolean {
  const env = { PATH: path };
  try {
    for (const program of ['patroni', 'etcd', 'postgres'])
      execFileSync(program, ['--version'], { env, stdio: 'ignore' });
    execFileSync('haproxy', ['-v'], { env, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
