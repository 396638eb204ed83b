import { spawn } from 'node:child_process';

/** Runs the server, restarted at each change, and beside it the console with hot reload. */
const env = { SMS_CONSOLE: '1', ...process.env };
const server = spawn(process.execPath, ['--watch', 'server/main.ts'], { stdio: 'inherit', env });
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
