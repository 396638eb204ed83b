import { parseArgs } from 'node:util';
import { isCheck, runChecks } from './support/checks.ts';

/** `npm run check`: types, lint, dead code and layers; those that are named, or all. `--lint FILE` lints no other files. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { lint: { type: 'string', multiple: true } },
});
const unknown = positionals.filter((name) => !isCheck(name));
if (unknown.length > 0) throw new Error(`There is no check ${unknown.join(', ')}.`);
const wanted = positionals.length > 0 ? positionals.filter(isCheck) : undefined;
process.exitCode = (await runChecks(wanted, values.lint)).length === 0 ? 0 : 1;
