import { fork } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { StartError } from '../core/errors.ts';
import { compileCache } from '../core/program.ts';
import type { Settings } from '../core/settings.ts';
import { type BackupReport, backupSite, emptyReport } from './backupSite.ts';
import { readArchive } from './readArchive.ts';

// A process of its own at low priority, so that requests do not wait while rows are read, hashed and compressed.

interface Job {
  site: Pick<Settings, 'dataDir' | 'databaseUrl' | 'secretKey'>;
  path: string;
  passphrase: string | undefined;
}

export interface Progress {
  phase: 'write' | 'verify';
  report: BackupReport;
  /** In bytes. */
  size: number;
}

type Answer = { progress: Progress } | { done: Progress } | { failed: { message: string; code: string } };

const everyMs = 2000;
const niceness = 5; // half the usual share of a busy processor
const memory = ['--max-old-space-size=256', '--disable-warning=ExperimentalWarning'];

/**
 * Writes a backup and reads all of it again.
 * @param onProgress every two seconds
 * @throws Error with `code`, the signal's reason
 */
export function backupInProcess(job: Job, onProgress: (progress: Progress) => void, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<Progress>();
  const child = fork(import.meta.filename, {
    env: { ...process.env, ...compileCache },
    execArgv: memory,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  let outcome: Answer | undefined;
  child.on('message', (answer: Answer) => {
    if ('progress' in answer) onProgress(answer.progress);
    else outcome = answer;
  });
  child.once('error', reject);
  // Only after its end nothing of it writes any more.
  child.once('exit', () => {
    if (signal.aborted) reject(signal.reason);
    else if (outcome && 'done' in outcome) resolve(outcome.done);
    else if (outcome && 'failed' in outcome)
      reject(Object.assign(new Error(outcome.failed.message), { code: outcome.failed.code }));
    else reject(new Error('The process that made the backup ended without a word.'));
  });
  if (signal.aborted) kill();
  else child.send(job);
  return promise.finally(() => signal.removeEventListener('abort', kill));
}

async function work({ site, path, passphrase }: Job): Promise<void> {
  const progress: Progress = { phase: 'write', report: emptyReport(), size: 0 };
  const tell = async () => {
    const { size } = await stat(progress.phase === 'write' ? `${path}.partial` : path).catch(() => progress);
    progress.size = size;
    send({ progress });
  };
  const timer = setInterval(tell, everyMs);
  try {
    await backupSite(site, path, { passphrase, report: progress.report });
    progress.phase = 'verify';
    await tell();
    await readArchive(path, passphrase);
    end({ done: { ...progress, size: (await stat(path)).size } });
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException;
    end({ failed: { message: error instanceof StartError ? message : String((error as Error).stack), code } });
  } finally {
    clearInterval(timer);
  }
}

const send = (answer: Answer) => process.send?.(answer);
const end = (answer: Answer) => process.send?.(answer, () => process.disconnect());

if (import.meta.main) {
  if (getPriority() < niceness) setPriority(niceness); // only root may lower the niceness of a server that was started with more
  process.once('message', work);
  process.once('disconnect', () => process.exit());
}
