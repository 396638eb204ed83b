import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { heapFlags } from '../core/program.ts';

/** Runs the server, restarted at each change, and beside it the console with hot reload. */
if (!existsSync('dist/index.html')) execFileSync(process.execPath, ['server/commands/build.ts'], { stdio: 'inherit' });
const env = { SMS_CONSOLE: '1', ...process.env };
// Started with these flags, main.ts does not replace its process, which would close the channel that tells `--watch` what to watch.
const server = spawn(process.execPath, [...heapFlags, '--watch', 'server/main.ts'], { stdio: 'inherit', env });
const { createServer } = await import('vite');
const vite = await createServer();
await vite.listen();
vite.printUrls();

const stop = async () => {
  server.kill('SIGTERM');
  await vite.close();
  process.exit(0);
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
