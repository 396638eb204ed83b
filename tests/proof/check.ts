import { readFileSync } from 'node:fs';
import type { Proof } from './proof.ts';
import { unproven } from './proven.ts';

/** `npm run coverage:check -- FILE…`: whether the tests that passed in all parts of a run prove the whole specification. */
const files = process.argv.slice(2);
if (files.length === 0) throw new Error('It needs the files that `npm test -- --passed=FILE` wrote.');
const passed = files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as Proof[]);
const missing = unproven(passed);
for (const sentence of missing) console.log(`- ${sentence}`);
console.log(
  `${passed.length} tests passed in ${files.length} parts; ${missing.length} points of docs/coverage.md are not proven.`,
);
process.exitCode = passed.length > 0 && missing.length === 0 ? 0 : 1;
