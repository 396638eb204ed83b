import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import type { Settings } from '../../server/core/settings.ts';

const project = resolve(import.meta.dirname, '../..');

export type CommandName = 'import' | 'resetPassword' | 'backup' | 'verify' | 'restore';
export type Place = Pick<Settings, 'dataDir' | 'databaseUrl'>;

/** What a command said on its two outputs, and its exit code. */
export interface Outcome {
  code: number;
  said: string;
  complained: string;
}

/** The settings of a command on a database. */
export function environmentOf({ dataDir, databaseUrl }: Place): NodeJS.ProcessEnv {
  const own = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', ADMIN_PASSWORD: 'a long enough one' };
  return { ...process.env, ...own };
}

/**
 * Runs a command of `server/commands` on a database, in a process of its own as an operator does from the shell. That costs a
 * second, so this is for what a process adds: its outputs and exit code, and a server that learns of it by the database alone.
 */
export function runInShell(name: CommandName, args: string[], place: Place): Promise<Outcome> {
  const options = { cwd: project, env: environmentOf(place) };
  return new Promise((done) => {
    execFile(process.execPath, [`server/commands/${name}.ts`, ...args], options, (error, said, complained) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, said, complained: complained.trim() }),
    );
  });
}
