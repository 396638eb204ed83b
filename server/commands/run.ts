import { realpathSync } from 'node:fs';
import { CallError, StartError } from '../core/errors.ts';
import { message } from '../core/messages.ts';
import { restrictAccess } from '../core/restrictAccess.ts';
import { readSettings, type Settings } from '../core/settings.ts';
import { openDatabase } from '../database/index.ts';
import type { Database } from '../database/tables.ts';

type Command = (args: string[], settings: Settings) => Promise<void>;

/** Runs a command if its file is the program that was started, and not if a test imports it. */
export async function runIfMain({ filename }: ImportMeta, command: Command): Promise<void> {
  const [, program] = process.argv;
  if (program === undefined || realpathSync(program) !== filename) return;
  const sentence = await runCommand(command, process.argv.slice(2), process.env);
  if (!sentence) return;
  console.error(sentence);
  process.exitCode = 1;
}

/**
 * @returns the sentence that says why the command failed, if an operator can fix it
 * @throws our own bugs, with their stack
 */
export async function runCommand(
  command: Command,
  args: string[],
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  try {
    const settings = readSettings(environment);
    restrictAccess(settings.dataDir);
    await command(args, settings);
    return undefined;
  } catch (error) {
    const sentence = sentenceOf(error);
    if (!sentence) throw error;
    return sentence;
  }
}

/**
 * Only an operator can mend these: folders, connections to the database, PostgreSQL's names, passwords, rights, limits.
 */
const operatorErrorCodes =
  /^(EACCES|EPERM|EROFS|ENOSPC|ENOENT|ENOTDIR|EEXIST|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONN(REFUSED|RESET)|EHOSTUNREACH|(08|28|53|57|58)\w{3}|3D000|42501)$/;

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  const { code = '', message: text } = error as NodeJS.ErrnoException;
  if (operatorErrorCodes.test(code)) return text ? `${text}.` : `The database or host does not answer (${code}).`;
  return error instanceof CallError ? `${message('en', error.key, error.values)}.` : undefined;
}

/** Opens the configured database for `work` and closes it afterwards. A server may be using it at the same time. */
export async function withDatabase(settings: Settings, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase(settings);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}
