import { CheckError, checkBackEnd } from './check.ts';
import { help, parseOptions } from './options.ts';
import { isWorking, jsonOf, textOf } from './report.ts';

function tell(text: string): number {
  console.log(text);
  return 0;
}

/** 0: all that the specification states works. 1: not all of it. 2: nothing could be checked. */
async function main(): Promise<number> {
  const stop = new AbortController();
  const isForPrograms = process.argv.includes('--json');
  process.once('SIGINT', () => stop.abort(new CheckError('Stopped; what was made has been removed.')));
  try {
    const asked = parseOptions(process.argv.slice(2));
    if (!asked) return tell(help);
    const { json, ...wanted } = asked;
    const report = await checkBackEnd({ ...wanted, signal: stop.signal });
    console.log(json ? JSON.stringify(jsonOf(report), null, 2) : textOf(report));
    return isWorking(report) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof CheckError)) throw error;
    if (isForPrograms) console.log(JSON.stringify({ error: error.message }, null, 2));
    console.error(error.message);
    return 2;
  }
}

process.exitCode = await main();
