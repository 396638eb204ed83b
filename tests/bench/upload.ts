import { readFileSync } from 'node:fs';
import { sendFilm } from '../support/uploads.ts';
import { folder, password, signIn, startServer } from './servers.ts';

const megabytes = 500;

/** How long a long film takes, and the most memory that the server holds meanwhile. */
export async function benchUpload(): Promise<void> {
  const server = await startServer(folder('upload'), { env: { ADMIN_PASSWORD: password } });
  const token = await signIn(server.url);
  const started = performance.now();
  const { body } = await sendFilm({ url: server.url, token }, megabytes * 2 ** 20);
  const seconds = (performance.now() - started) / 1000;
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;
  if (body.code !== 1) throw new Error(JSON.stringify(body));
  console.log(`\n${megabytes} MB in ${seconds.toFixed(1)} s; the server held ${peak.toFixed(0)} MB at most`);
}
