// A process of its own, started by `../decoder.ts`, because decoding untrusted pictures may use much memory, hang or
// crash.
import { flushCompileCache } from 'node:module';
import { CallError } from '../../core/errors.ts';
import { jobs } from './jobs.ts';
import { memoryInUse } from './memoryInUse.ts';
import type { Answer, Job } from './protocol.ts';

const watchMs = 10;
const end = () => process.kill(process.pid, 'SIGKILL');
const send = (answer: Answer, then = () => {}) => process.send?.(answer, then);

process.once('disconnect', end);
flushCompileCache(); // the process is killed at its end, which would not save the cache
const before = memoryInUse();

process.on('message', async ({ name, args, to, mostMemory }: Job) => {
  process.env.TMPDIR = to; // where libvips buffers large pictures
  const watch = setInterval(() => {
    if (memoryInUse() - before <= mostMemory) return;
    clearInterval(watch);
    send({ refused: { key: 'picture_heavy' } }, end);
  }, watchMs);
  const answer = await outcome(() => (jobs[name] as (...of: string[]) => Promise<unknown>)(to, ...args));
  clearInterval(watch);
  send({ ...answer, held: memoryInUse() - before });
});

async function outcome(work: () => Promise<unknown>): Promise<Answer> {
  try {
    return { made: await work() };
  } catch (error) {
    if (error instanceof CallError) return { refused: { key: error.key, values: error.values } };
    if (/ENOSPC|no space left/i.test(String((error as Error).message))) return { refused: { key: 'disk_full' } };
    return { refused: { key: 'picture_unreadable' } };
  }
}
