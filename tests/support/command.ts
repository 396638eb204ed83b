import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import type { Settings } from '../../server/core/settings.ts';

const project = resolve(import.meta.dirname, '../..');

export type CommandName = 'import' | 'resetPassword' | 'backup' | 'verify' | 'restore';
export type Place = Pick<Settings, 'dataDir' | 'databaseUrl'>;

/** Exit code of a command, and its output: `stdout` is what it wrote to stdout, `stderr` to stderr. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** The environment of a command that works on a database. */
export function environmentOf({ dataDir, databaseUrl }: Place): NodeJS.ProcessEnv {
  const own = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', ADMIN_PASSWORD: 'a long enough one' };
  return { ...process.env, ...own };
}

/**
 * Runs a command of `server/commands` on a database, in a process of its own, as an operator does from the shell. That
 * costs a second, so use it for what only a process shows: its outputs, its exit code, and a server that learns of it
 * through the database alone.
 */
export function runInShell(name: CommandName, args: string[], place: Place): Promise<Outcome> {
  const options = { cwd: project, env: environmentOf(place) };
  return new Promise((done) => {
    execFile(process.execPath, [`server/commands/${name}.ts`, ...args], options, (error, stdout, stderr) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr: stderr.trim() }),
    );
  });
}
