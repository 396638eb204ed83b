import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import type { Settings } from '../../server/core/settings.ts';

const project = resolve(import.meta.dirname, '../..');

/** What a command said on its two outputs, and its exit code. */
export interface Outcome {
  code: number;
  said: string;
  complained: string;
}

/** Runs a command of `server/commands` on a database, as an operator does from the shell. */
export function runCommand(
  name: 'import' | 'resetPassword' | 'backup' | 'verify' | 'restore',
  args: string[],
  { dataDir, databaseUrl }: Pick<Settings, 'dataDir' | 'databaseUrl'>,
): Promise<Outcome> {
  const own = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', ADMIN_PASSWORD: 'a long enough one' };
  const options = { cwd: project, env: { ...process.env, ...own } };
  return new Promise((done) => {
    execFile(process.execPath, [`server/commands/${name}.ts`, ...args], options, (error, said, complained) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, said, complained: complained.trim() }),
    );
  });
}
