import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Counts } from './countingReporter.ts';

/**
 * Names the environment variable with the files in the order in which they are to run, as JSON
 * (tests/loop/sequencer.ts).
 */
export const orderVariable = 'RTOP_TEST_ORDER';

const root = resolve(import.meta.dirname, '../..');

/**
 * Runs the tests that a folder's Vitest configuration names, or some of its files in their order. The run has failed if
 * it writes no report, if Vitest fails although its counts do not say so, or if it is not over after `limit` ms, when
 * its processes are killed.
 * @param options further options of Vitest
 */
export async function runVitest(
  folder: string,
  limit: number,
  files: readonly string[] = [],
  options: readonly string[] = [],
): Promise<Counts> {
  const scratch = mkdtempSync(join(tmpdir(), 'rtop-counts-'));
  const file = join(scratch, 'counts.json');
  const reporters = ['default', join(import.meta.dirname, 'countingReporter.ts')];
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const reporting = reporters.map((reporter) => `--reporter=${reporter}`);
  const args = [vitest, 'run', '--root', folder, ...files, ...options, ...reporting];
  const env = { ...process.env, RTOP_TEST_COUNTS: file, [orderVariable]: JSON.stringify(files) };
  // Vitest has a process group of its own, so that what it has started ends with it.
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  let isOver = false;
  const kill = () => void process.kill(-Number(child.pid), 'SIGKILL');
  const timer = setTimeout(() => {
    isOver = true;
    kill();
  }, limit);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, kill);
  const [code, signal] = await once(child, 'exit');
  clearTimeout(timer);
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, kill);
  const counts = read(file);
  rmSync(scratch, { recursive: true });
  const hasFailed = counts.reasons.length > 0 || counts.tests.some(({ state }) => state === 'failed');
  if (isOver) counts.reasons.push(`The tests were not over after ${limit / 60_000} minutes`);
  else if (code !== 0 && !hasFailed) counts.reasons.push(`Vitest ended with ${signal ?? `code ${code}`}`);
  return counts;
}

/** Reads what the reporter wrote. If it wrote nothing, the result is a failure. */
function read(file: string): Counts {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Counts;
  } catch {
    return { tests: [], reasons: ['Vitest ended without a report'], emptyProjects: [] };
  }
}
