import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { CallError } from '../../core/errors.ts';
import { type Answer, type Job, jobs } from './jobs.ts';

// A process of its own, started by `../decoder.ts`, because decoding untrusted pictures may use much memory, hang or
// crash.

const watchMs = 10;
const end = () => process.kill(process.pid, 'SIGKILL');
const send = (answer: Answer, then = () => {}) => process.send?.(answer, then);

process.once('disconnect', end);
flushCompileCache(); // the process is killed at its end, which would not save the cache
const before = memoryInUse();

process.on('message', async ({ name, args, to, maxMemory }: Job) => {
  process.env.TMPDIR = to; // where libvips buffers large pictures
  const watch = setInterval(() => {
    if (memoryInUse() - before <= maxMemory) return;
    clearInterval(watch);
    send({ refused: { key: 'picture_heavy' } }, end);
  }, watchMs);
  const answer = await outcome(() => (jobs[name] as (...of: string[]) => Promise<unknown>)(to, ...args));
  clearInterval(watch);
  send({ ...answer, memory: memoryInUse() - before });
});

async function outcome(work: () => Promise<unknown>): Promise<Answer> {
  try {
    return { result: await work() };
  } catch (error) {
    if (error instanceof CallError) return { refused: { key: error.key, values: error.values } };
    if (/ENOSPC|no space left/i.test(String((error as Error).message))) return { refused: { key: 'disk_full' } };
    return { refused: { key: 'picture_unreadable' } };
  }
}

/** In bytes; on Linux without file pages, because a picture's file is memory-mapped while it is read. */
export function memoryInUse(): number {
  try {
    const [, kB] = /RssAnon:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kB) return Number(kB) * 1024;
  } catch {
    // not Linux
  }
  return process.memoryUsage.rss();
}
