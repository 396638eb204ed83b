import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { compileCache } from '../../server/core/program.ts';
import { freePort } from '../support/port.ts';
import { type Program, preload, watch } from '../support/program.ts';
import { clientOf } from '../support/server.ts';

const password = 'a password for the proof';

export interface ServerProcess extends Program {
  /** Milliseconds until it listened. */
  readyMs: number;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Ends it as an operator would. */
  stop(): Promise<void>;
}

const started = new Set<ServerProcess>();

/** Starts `node bundle/main.js` from a folder with the program, and does not wait until it listens. */
export async function startProcess(program: string, settings: Record<string, string>): Promise<ServerProcess> {
  const port = settings.PORT ?? String(await freePort());
  const begun = performance.now();
  const child = spawn(process.execPath, [...preload, 'bundle/main.js'], {
    cwd: program,
    env: {
      PATH: process.env.PATH,
      SAMPLE_SITE: '0',
      LOG_LEVEL: 'error',
      TRUST_PROXY: '127.0.0.1',
      ADMIN_PASSWORD: password,
      ...compileCache,
      ...settings,
      PORT: port,
    },
  });
  const end = (signal: NodeJS.Signals) => async () => {
    child.kill(signal);
    await process_.ended;
    started.delete(process_);
  };
  const process_: ServerProcess = {
    ...watch(child, `http://127.0.0.1:${port}`),
    readyMs: 0,
    kill: end('SIGKILL'),
    stop: end('SIGTERM'),
  };
  process_.listening.then(
    () => {
      process_.readyMs = performance.now() - begun;
    },
    () => {}, // whoever awaits `listening` gets the error
  );
  started.add(process_);
  return process_;
}

/** Signs in as the super administrator. */
export const signIn = (url: string) => clientOf(url).signIn('admin', password);

/** Kills the servers that a failed proof left running. */
export async function killAll(): Promise<void> {
  await Promise.all([...started].map((process_) => process_.kill()));
}

/** Resident memory of a server in MB, from Linux's /proc. */
export const residentMb = ({ process: { pid } }: ServerProcess) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
