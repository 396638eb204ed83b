import { parseArgs } from 'node:util';
import { readPassphrase } from '../backup/sealed.ts';
import { StartError } from '../core/errors.ts';

/** @throws StartError with the usage if there is another number of files, or an unknown option */
export function backupArgs(args: string[], usage: string): { file: string; passphrase: string | undefined } {
  const read = parse(args);
  const [file, ...more] = read?.positionals ?? [];
  if (!read || !file || more.length > 0) throw new StartError(usage);
  return { file, passphrase: readPassphrase(read.values['passphrase-file']) };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { 'passphrase-file': { type: 'string' } } });
  } catch {
    return undefined;
  }
}
