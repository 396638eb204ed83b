import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Settings } from '../../server/core/settings.ts';
import type { CloudAddress } from './cloud/agent.ts';
import { onPostgres } from './onPostgres.ts';
import { freePort } from './port.ts';

const processes = 3;
const member = join(import.meta.dirname, 'clusterMember.ts');

/** Whether a browser's servers are to be a cluster (`TEST_CLUSTER=1`). */
export const isClusterWanted = (): boolean => Boolean(inject('clusterUrl'));

/** The argument of each process, as JSON. */
export interface Member {
  settings: Settings;
  /** Where to find the stand-in for Tencent Cloud. */
  cloud: CloudAddress | undefined;
  /** Port of the site that stands for the rest of the web (farSite.ts). */
  farPort: number | undefined;
}

/** Makes a folder and a database. The database and its replica are reached through pgbouncer. */
export async function makeClusterStorage() {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onPostgres(inject('clusterUrl'), `create database ${name}`);
  const named = (url: string) => Object.assign(new URL(url), { pathname: name }).href;
  const dataDir = await mkdtemp(join(tmpdir(), 'rtop-data-'));
  return {
    dataDir,
    databaseUrl: named(inject('pooledUrl')),
    readDatabaseUrl: named(inject('pooledReplicaUrl')),
    remove: async () => {
      await rm(dataDir, { recursive: true, force: true });
      await onPostgres(inject('clusterUrl'), `drop database ${name} with (force)`);
    },
  };
}

/**
 * Starts three processes of the program behind HAProxy, on storage of their own. This process prints what they print.
 * @returns where HAProxy listens, and the settings that all of them have
 */
export async function startCluster({ settings: given, cloud, farPort }: Member) {
  const { remove, ...storage } = await makeClusterStorage();
  const settings: Settings = { ...given, ...storage };
  const children: ChildProcess[] = [];
  const ports: number[] = [];
  // They start one after another, because the first makes the tables and the key in the data folder.
  for (let n = 0; n < processes; n++) {
    const port = await freePort();
    const told: Member = { settings: { ...settings, port }, farPort, cloud };
    const child = spawn(process.execPath, [member, JSON.stringify(told)], { stdio: ['pipe', 'pipe', 'inherit'] });
    children.push(child);
    const [first] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    if (!String(first).includes('listening')) throw new Error('a process of the cluster did not start');
    child.stdout.on('data', (text) => console.log(String(text).trimEnd()));
    ports.push(port);
  }
  const port = await freePort();
  const file = join(storage.dataDir, 'haproxy.cfg');
  await writeFile(file, configurationOf(port, ports));
  const haproxy = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/healthz`).catch(() => undefined))?.ok)
    if (haproxy.exitCode !== null) throw new Error('HAProxy does not start');
  const stop = async () => {
    const ended = [haproxy, ...children].map((child) => once(child, 'exit'));
    haproxy.kill('SIGKILL');
    for (const child of children) child.stdin?.end();
    await Promise.all(ended);
    await remove();
  };
  return { url, settings, stop };
}

const configurationOf = (port: number, servers: number[]) => `
defaults
  mode http
  timeout connect 5s
  timeout client 70s
  timeout server 70s
listen rtop
  bind 127.0.0.1:${port}
  balance roundrobin
${servers.map((each, n) => `  server s${n} 127.0.0.1:${each}`).join('\n')}
`;
