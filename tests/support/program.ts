import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, inject } from 'vitest';
import { compileCache, heapFlags } from '../../server/core/program.ts';
import { freePort } from './port.ts';
import { copyProgram } from './programCopy.ts';
import { type Contents, makeStorage, type Storage } from './server.ts';

// The program ends with its standard input, and so with the tests, however those end.
const endWithTests = `process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume().unref()`;
export const preload = ['--import', `data:text/javascript,${encodeURIComponent(endWithTests)}`];

interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Program {
  process: ChildProcess;
  /** The URL at which it will listen. */
  url: string;
  /** Resolves when it listens. @throws Error with all its output if it ended before */
  listening: Promise<void>;
  ended: Promise<Outcome>;
  /** Its standard output so far. */
  stdout: () => string;
}

/**
 * Starts `node bundle/main.js` as an operator does, from the copy that the tests share.
 * @param isOwn whether to use a private copy of the program, whose page a test may change. Programs from the shared
 * copy get `heapFlags` at once, so that they do not replace their process: only private copies show that step of
 * main.ts.
 */
export function useProgram({ isOwn = false } = {}) {
  let dir = '';
  const started: Program[] = [];
  const storages: Storage[] = [];

  beforeAll(async () => {
    dir = isOwn ? await copyProgram() : inject('programCopy');
  });
  afterAll(async () => {
    for (const program of started) program.process.kill('SIGKILL');
    await Promise.all(started.map(({ ended }) => ended));
    for (const storage of storages) await storage.remove();
    if (isOwn) await rm(dir, { recursive: true, force: true });
  });

  /**
   * Starts it with these settings and no others, on an SQLite database of empty tables unless they name another one.
   * @param output an open file that takes all its output, of which `stdout` then knows nothing
   */
  async function start(
    settings: Record<string, string> = {},
    nodeOptions: string[] = [],
    output: number | 'pipe' = 'pipe',
  ): Promise<Program> {
    const port = settings.PORT ?? String(await freePort());
    const dataDir = settings.DATA_DIR ?? (await storage('sqlite', 'tables')).dataDir;
    const env = {
      PATH: process.env.PATH,
      SAMPLE_SITE: '0',
      LOG_LEVEL: 'silent',
      ...compileCache,
      ...settings,
      PORT: port,
      DATA_DIR: dataDir,
    };
    const child = spawn(process.execPath, [...preload, ...(isOwn ? [] : heapFlags), ...nodeOptions, 'bundle/main.js'], {
      cwd: dir,
      env,
      stdio: ['pipe', output, output],
    });
    const program = watch(child, `http://127.0.0.1:${port}`);
    started.push(program);
    return program;
  }

  /** @param contents `tables` saves the time of creating them; leave it out to test a first start */
  async function storage(kind: 'sqlite' | 'postgres', contents?: Contents): Promise<Storage> {
    const made = await makeStorage(kind, contents);
    storages.push(made);
    return made;
  }

  return { start, storage, dir: () => dir };
}

/** Follows the output of a started program, and when it listens and ends. */
export function watch(child: ChildProcess, url: string): Program {
  const outcome: Outcome = { code: null, stdout: '', stderr: '' };
  let isListening = () => {};
  const first = new Promise<void>((resolve) => {
    isListening = resolve;
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    outcome.stdout += text;
    if (outcome.stdout.includes(`${url}/rTopAdmin/`)) isListening();
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    outcome.stderr += text;
  });
  const ended = new Promise<Outcome>((resolve) => {
    child.once('close', (code) => resolve(Object.assign(outcome, { code })));
  });
  const listening = Promise.race([
    first,
    ended.then(({ code, stdout, stderr }) => {
      throw new Error(`ended with ${code}: ${stdout}${stderr}`);
    }),
  ]);
  listening.catch(() => {}); // a program that is meant to end is only asked how it ended
  return { process: child, url, listening, ended, stdout: () => outcome.stdout };
}
