import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CommandName, Place } from './command.ts';

const project = resolve(import.meta.dirname, '../..');

interface Ended {
  code: number | null;
  /** The most memory that the command itself used, in MB; 0 if it did not come to its end. */
  maxMemory: number;
}

// Linux counts `VmHWM` anew for each program, unlike `resourceUsage`, which begins with what the parent used.
const tellMemory = `import { readFileSync } from 'node:fs';
process.on('exit', () => process.stderr.write(/VmHWM.*/.exec(readFileSync('/proc/self/status', 'utf8'))[0]));`;

// Left to itself, the heap's nursery grows with the work, by more than what is measured.
const smallNursery = '--max-semi-space-size=1';

/**
 * Runs a command and measures its memory.
 * @param killAfterMs milliseconds after which it is killed, as by a power cut; if absent, it comes to its end
 */
export async function runMeasured(
  name: CommandName,
  args: string[],
  storage: Place,
  killAfterMs?: number,
): Promise<Ended> {
  const child = spawn(
    process.execPath,
    [
      ...[smallNursery, '--import', `data:text/javascript,${encodeURIComponent(tellMemory)}`],
      `server/commands/${name}.ts`,
      ...args,
    ],
    {
      cwd: project,
      env: { ...process.env, DATA_DIR: storage.dataDir, DATABASE_URL: storage.databaseUrl ?? '' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let complained = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complained += text;
  });
  const closed = once(child, 'close');
  if (
    killAfterMs !== undefined &&
    (await Promise.race([closed.then(() => 'ended'), wait(killAfterMs, 'late')])) === 'late'
  )
    child.kill('SIGKILL');
  await closed;
  return { code: child.exitCode, maxMemory: Number(/VmHWM:\s+(\d+)/.exec(complained)?.[1] ?? 0) / 1024 };
}
