import { parseArgs } from 'node:util';
import { CheckError, checkBackEnd } from './check.ts';
import { isWorking, jsonOf, textOf } from './report.ts';

const usage =
  'Usage: npm run check-backend -- URL --username NAME --password PASSWORD [--verify CODE] [--write] [--json]';
const text = { type: 'string', default: '' } as const;
const flag = { type: 'boolean', default: false } as const;
const options = { username: text, password: text, verify: text, write: flag, json: flag } as const;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [given = '', ...more] = positionals;
    const url = URL.canParse(given) ? new URL(given) : undefined;
    if (url?.protocol.startsWith('http') && more.length === 0 && values.username && values.password)
      return { ...values, url: url.href.replace(/\/+$/, '') };
  } catch {
    // What cannot be parsed is answered like what is missing.
  }
  throw new CheckError(usage);
}

/** 0: all that console.md states works. 1: not all of it. 2: nothing could be checked. */
async function main(): Promise<number> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(new CheckError('Stopped; what was made has been removed.')));
  try {
    const { json, ...wanted } = readArguments();
    const report = await checkBackEnd({ ...wanted, signal: stop.signal });
    console.log(json ? JSON.stringify(jsonOf(report), null, 2) : textOf(report));
    return isWorking(report) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof CheckError)) throw error;
    console.error(error.message);
    return 2;
  }
}

process.exitCode = await main();
