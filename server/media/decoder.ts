import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { CallError } from '../core/errors.ts';
import { openFairQueue } from '../core/fairQueue.ts';
import type { MessageKey } from '../core/messages.ts';
import { compileCache } from '../core/program.ts';
import type { Caller, Presence } from '../engine/callContext.ts';
import type { Answer, Job, Jobs } from './decoder/jobs.ts';
import { memoryBudget } from './decoder/pictureLimits.ts';

const program = join(import.meta.dirname, 'decoder/main.ts');

/** Limits for one picture: milliseconds, and bytes of memory in addition to the process's own. */
export interface DecoderLimits {
  timeoutMs: number;
  maxMemory: number;
}
/** Bytes that a process may still use after a job. The next picture can use the whole budget beside them. */
const maxMemoryKept = 12_000_000;
// Half the time that an upload may take, so that whoever waits for another's picture still gets a turn.
export const usualLimits: DecoderLimits = { timeoutMs: 15_000, maxMemory: memoryBudget + maxMemoryKept };
/** How many pictures may wait. */
const maxWaiting = { maxPerOwner: 20, maxTotal: 60 };

const idleMs = 20_000;

// Environment variables for the process, which gets none of the server's settings and secrets. One malloc arena, because
// with several, freed memory is not returned.
const passed = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP', 'NODE_DISABLE_COMPILE_CACHE'];
const environment = () => ({
  ...Object.fromEntries(passed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  VIPS_DISC_THRESHOLD: '1m', // larger whole pictures are buffered on the disk
  ...compileCache,
});
const flags = ['--max-semi-space-size=1', '--max-old-space-size=64', '--disable-warning=ExperimentalWarning'];

declare module '../engine/callContext.ts' {
  interface AppServices {
    decoder: Decoder;
  }
}

/** Who takes turns with others, 0 for what nobody signed in asks for, and until when. */
interface Asking {
  owner: number;
  signal?: AbortSignal;
}

export const askedBy = ({ admin, untilLate }: Caller & Presence): Asking => ({
  owner: admin?.id ?? 0,
  signal: untilLate(),
});

/** One process for pictures, one picture at a time, so that their memory does not add up. */
export interface Decoder {
  /** @throws CallError `picture_…`, `pictures_many`, `overloaded`, `disk_full`; the signal's reason */
  run<N extends keyof Jobs>(name: N, args: Parameters<Jobs[N]>, asking?: Asking): ReturnType<Jobs[N]>;
  close(): Promise<void>;
}

/** The process starts with the first picture and ends when none came for a while. It also ends with this process. */
export function openDecoder(limits = usualLimits): Decoder {
  const queue = openFairQueue<number>(maxWaiting, () => new CallError('pictures_many', { seconds: 5 }));
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  const start = () => {
    const started = fork(program, {
      env: environment(),
      execArgv: flags,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const forget = () => {
      if (child === started) child = undefined;
    };
    started.once('exit', forget).on('error', forget);
    child = started;
    return started;
  };

  const stop = async () => {
    clearTimeout(idle);
    const ending = child;
    child = undefined; // later jobs start a new process
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    ending.ref();
    ending.kill('SIGKILL');
    await ended;
  };

  const work = async (job: Job, signal: AbortSignal | undefined): Promise<unknown> => {
    signal?.throwIfAborted();
    clearTimeout(idle);
    const worker = child ?? start();
    hold(worker, true);
    try {
      const { result, refused, memory = 0 } = await answerOf(worker, job, signal, limits.timeoutMs);
      if (memory > maxMemoryKept) await stop();
      if (refused) throw new CallError(refused.key, refused.values);
      return result;
    } finally {
      hold(worker, false);
      idle = setTimeout(stop, idleMs).unref();
    }
  };

  return {
    run: <N extends keyof Jobs>(
      name: N,
      [to, ...args]: Parameters<Jobs[N]>,
      { owner, signal }: Asking = { owner: 0 },
    ) =>
      queue.run(owner, () => work({ name, to, args, maxMemory: limits.maxMemory }, signal), signal) as ReturnType<
        Jobs[N]
      >,
    close: async () => {
      await queue.whenIdle();
      await stop();
    },
  };
}

/** Sets whether the process keeps this one from ending; an idle one must not. */
function hold(worker: ChildProcess, isHeld: boolean): void {
  worker[isHeld ? 'ref' : 'unref']();
  worker.channel?.[isHeld ? 'ref' : 'unref']();
}

/** Resolves when a job is done. If the failure makes the process unusable, only after the process has ended. */
function answerOf(worker: ChildProcess, job: Job, signal: AbortSignal | undefined, timeoutMs: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let why: MessageKey = 'picture_crashed';
  const late = setTimeout(() => kill('picture_slow'), timeoutMs);
  const kill = (key: MessageKey) => {
    why = key;
    worker.kill('SIGKILL');
  };
  const onAbort = () => kill('picture_crashed');
  const onMessage = (answer: Answer) => {
    if (answer.refused?.key === 'picture_heavy') kill('picture_heavy');
    else resolve(answer);
  };
  const onExit = () => reject(signal?.aborted ? signal.reason : new CallError(why));
  worker.once('message', onMessage).once('exit', onExit).once('error', reject);
  signal?.addEventListener('abort', onAbort);
  worker.send(job, (error) => error && kill('picture_crashed'));
  return promise.finally(() => {
    clearTimeout(late);
    signal?.removeEventListener('abort', onAbort);
    worker.off('message', onMessage).off('exit', onExit).off('error', reject);
  });
}
