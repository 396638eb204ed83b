import { parseArgs } from 'node:util';
import { basePath } from '../contract/paths.ts';
import { CheckError } from './check.ts';

const usage = 'npm run check-backend -- URL --username NAME --password PASSWORD [--verify CODE] [--write] [--json]';

export const help = `${usage}

Asks a back end all that the console asks, and prints how each call is answered.

URL                    scheme and host of the back end, or the address of the console that it serves
--username, --password of an administrator who may do everything
--verify CODE          the code of the second factor, where that is on
--write                also makes, changes and removes records of its own, named rtop_check_…
--json                 for programs

Exit code 0: all that the specification states works; 1: not all of it; 2: nothing could be checked.`;

const text = { type: 'string', default: '' } as const;
const flag = { type: 'boolean', default: false } as const;
const options = { username: text, password: text, verify: text, write: flag, json: flag, help: flag } as const;

/** Parses the command line; undefined for --help. @throws CheckError */
export function parseOptions(args: string[]) {
  const { values, positionals } = parsed(args);
  const { help: isHelp, ...wanted } = values;
  if (isHelp) return undefined;
  if (positionals.length !== 1) throw misused(positionals.length === 0 ? 'URL is missing' : 'one URL is enough');
  for (const name of ['username', 'password'] as const) if (!wanted[name]) throw misused(`--${name} is missing`);
  return { ...wanted, url: hostOf(positionals[0] ?? '') };
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    // The first sentence only; the rest is advice for other programs.
    throw misused(error instanceof Error ? error.message.replace(/\. .*$/s, '') : String(error));
  }
}

/** The specification's paths begin at the host, so no path may precede them. */
function hostOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw misused(`"${given}" is no address that begins with http:// or https://`);
  const isOurs = url.pathname === '/' || `${url.pathname}/`.startsWith(`${basePath}/`);
  if (!isOurs) throw misused(`of ${given} the console can use scheme and host alone: ${url.origin}`);
  return url.origin;
}

const misused = (why: string) => new CheckError(`${why.replace(/\.$/, '')}. Usage: ${usage}`);
