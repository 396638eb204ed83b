import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../support/port.ts';

export const root = resolve(import.meta.dirname, '../..');
export const password = 'a password for the bench';

export interface Started {
  url: string;
  pid: number;
  /** Milliseconds from the start until the program says that it is ready. */
  readyMs: number;
  stop(): Promise<void>;
}

const started: ChildProcess[] = [];
const folders: string[] = [];
const endings: (() => Promise<void>)[] = [];

/** Registers something else that `stopAll` has to end. */
export const onStop = (end: () => Promise<void>) => endings.push(end);

/** Makes a folder that is removed when the bench ends. */
export function folder(name: string): string {
  const path = mkdtempSync(join(tmpdir(), `rtop-bench-${name}-`));
  folders.push(path);
  return path;
}

/** Starts a Node program at a free port. `sign` is a part of what it prints when it is ready. */
export async function start(
  args: (port: string) => string[],
  sign: string,
  { env = {}, cwd = root }: { env?: Record<string, string>; cwd?: string } = {},
): Promise<Started> {
  const port = String(await freePort());
  const begun = performance.now();
  const child = spawn(process.execPath, args(port), { cwd, env: { ...process.env, ...env, PORT: port } });
  started.push(child);
  child.stderr.pipe(process.stderr);
  await new Promise<void>((ready, failed) => {
    child.stdout.on('data', (text) => String(text).includes(sign) && ready());
    child.once('exit', () => failed(new Error(`${args(port)[0]} ended`)));
  });
  const stop = async () => {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await ended;
  };
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, readyMs: Math.round(performance.now() - begun), stop };
}

/** Starts our server. With `dist`, it runs from a copy of its folder and serves that build instead of the console. */
export function startServer(
  dataDir: string,
  { dist, databaseUrl = '', env: more }: { dist?: string; databaseUrl?: string; env?: Record<string, string> } = {},
): Promise<Started> {
  const env = { ...more, DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  return start(() => ['bundle/main.js'], '/rTopAdmin/', { env, cwd: dist && copyWith(dist) });
}

function copyWith(dist: string): string {
  const copy = folder('server');
  for (const part of ['bundle', 'server', 'contract', 'package.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  symlinkSync(dist, join(copy, 'dist'));
  return copy;
}

export async function signIn(url: string): Promise<string> {
  const body = new URLSearchParams({ username: 'admin', password });
  const response = await fetch(`${url}/api/auth.auth/login`, { method: 'POST', body });
  const { data } = (await response.json()) as { data: { token: string } };
  return data.token;
}

export async function stopAll(): Promise<void> {
  for (const child of started) child.kill('SIGKILL');
  for (const end of endings) await end();
  for (const path of folders) rmSync(path, { recursive: true, force: true });
}
