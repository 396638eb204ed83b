import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const program = join(import.meta.dirname, 'postgresProcess.ts');

/**
 * Starts a PostgreSQL of its own with these settings.
 * @returns its URL, and what ends it and removes its data
 * @throws Error with what PostgreSQL said, where it does not start
 */
export async function embeddedPostgres(settings: string[]): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [program, ...settings]);
  const output: string[] = [];
  const keep = (part: Buffer) => output.push(String(part));
  child.stderr.on('data', keep);
  const closed = once(child, 'close');
  const first = await Promise.race([once(child.stdout, 'data'), closed.then(() => undefined)]);
  if (!first) throw new Error(`PostgreSQL did not start:\n${output.join('')}`);
  child.stderr.off('data', keep).resume();
  const stop = async () => {
    child.stdin.end();
    await closed;
  };
  return { url: String(first[0]).trim(), stop };
}
