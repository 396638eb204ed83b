import { CallError, StartError } from '../core/errors.ts';
import { message } from '../core/messages.ts';
import { readSettings, type Settings } from '../core/settings.ts';
import { openDatabase } from '../database/index.ts';
import type { Database } from '../database/tables.ts';
import { restrictAccess } from '../engine/restrictAccess.ts';

/** An error that an operator can fix is printed as one sentence, with exit code 1; only our own bugs show a stack. */
export async function runCommand(work: (args: string[], settings: Settings) => Promise<void>): Promise<void> {
  try {
    const settings = readSettings(process.env);
    restrictAccess(settings.dataDir);
    await work(process.argv.slice(2), settings);
  } catch (error) {
    const sentence = sentenceOf(error);
    if (!sentence) throw error;
    console.error(sentence);
    process.exitCode = 1;
  }
}

/** What only an operator can mend: folders, connections to the database, and PostgreSQL's names, passwords, rights and limits. */
const operatorErrorCodes =
  /^(EACCES|EPERM|EROFS|ENOSPC|ENOENT|ENOTDIR|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONN(REFUSED|RESET)|EHOSTUNREACH|(08|28|53|57|58)\w{3}|3D000|42501)$/;

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
