import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { postgresUser } from '../prove/cluster.ts';
import { onPostgres } from './onPostgres.ts';
import { freePort } from './port.ts';
import { tempFolder } from './tempFolder.ts';

/**
 * Starts pgbouncer in transaction mode before the PostgreSQL of a URL, with fewer connections than the program asks for.
 * @returns the URL of the same database through it
 */
export async function startPgbouncer(
  url: string,
  more: string[] = [],
): Promise<{ url: string; stop: () => Promise<void> }> {
  const { hostname, port, username, password } = new URL(url);
  const [folder, listen] = [await mkdtemp(join(tempFolder(), 'pgbouncer-')), await freePort()];
  const user = postgresUser(); // it refuses to run as root
  const file = join(folder, 'pgbouncer.ini');
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username}${password && ` password=${password}`}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listen}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 4',
    'max_client_conn = 200',
    ...more,
  ];
  writeFileSync(file, settings.join('\n'));
  chmodSync(folder, 0o755);
  if (user) chownSync(file, user.uid, user.gid);
  const child = spawn('pgbouncer', ['-q', file], { ...user, cwd: folder, stdio: 'ignore' });
  const through = Object.assign(new URL(url), { port: String(listen) }).href;
  const ended = once(child, 'exit');
  const answers = async (): Promise<void> => {
    while (child.exitCode === null)
      if (
        await onPostgres(through, 'select 1').then(
          () => true,
          () => false,
        )
      )
        return;
    throw new Error('pgbouncer does not start');
  };
  await answers();
  return {
    url: through,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
