import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { unproven } from './proof/proven.ts';
import { chromiumPath } from './support/chromium.ts';
import type { Counts } from './support/countingReporter.ts';
import { hasRealSite } from './support/realSite.ts';
import { runVitest } from './support/runVitest.ts';

/**
 * The whole of `npm test`: types, lint, dead code, then every test. Its last line counts them, files, hooks and projects
 * that failed too. With the path of another folder it runs that folder's tests alone.
 */
const root = resolve(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules', name);
/** As `npm run layers` has them. */
const rooms = 'contract dataProvider authProvider i18n src server build checkBackend'.split(' ');
const checks: [string, string[]][] = [
  ['types', [bin('typescript/bin/tsc'), '-p', '.']],
  ['lint', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']],
  ['dead code', [bin('knip/bin/knip.js')]],
  ['layers', [bin('dependency-cruiser/bin/dependency-cruiser.mjs'), ...rooms]],
];

/** Beside one another, each one's output in one piece. */
const passes = ([name, args]: [string, string[]]) =>
  new Promise<boolean>((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(part));
    child.on('close', (code) => {
      console.log(`Checked ${name}.`);
      process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });

type Test = Counts['tests'][number];
const inTests = ({ file, title }: Test) => [file.replace(/^tests\//, ''), title] as const;

/**
 * A machine that others use too stands still at times, for longer than a browser's test can wait. So where nothing else
 * failed, up to three files of these are run once more, alone, and what fails then has failed. Tests that pass are named: each
 * shows a defect, its own or the product's.
 */
async function runTests(folder: string, limit: number): Promise<Pick<Counts, 'tests' | 'reasons'>> {
  const { tests, reasons, emptyProjects } = await runVitest(folder, limit);
  reasons.push(...emptyProjects.map((name) => `The project ${name} has no tests`));
  const failed = [...new Set(tests.filter(({ state }) => state === 'failed').map(({ file }) => file))];
  const isAgain = failed.length > 0 && failed.length <= mostAgain && failed.every((file) => file.includes('browser/'));
  if (reasons.length > 0 || !isAgain) return { tests, reasons };
  console.log(`\nOnce more, alone: ${failed.join(', ')}`);
  const again = await runVitest(folder, limit, failed);
  const isFailed = ({ file, title }: Test) =>
    again.tests.some((other) => other.file === file && other.title === title && other.state === 'failed');
  for (const test of tests.filter((one) => one.state === 'failed' && !isFailed(one)))
    console.log(`Failed, and passed alone: ${inTests(test).join(' > ')}`);
  return { tests: [...tests.filter(({ file }) => !failed.includes(file)), ...again.tests], reasons: again.reasons };
}
const mostAgain = 3;

const [folder = root, limit = 60] = process.argv.slice(2);
let passed = 0;
let failed = 0;
if (folder === root) {
  chromiumPath();
  for (const isRight of await Promise.all(checks.map(passes))) isRight ? passed++ : failed++;
}

const { tests, reasons } = await runTests(folder, Number(limit) * 60_000);
const titlesOf = (state: Test['state']) => tests.filter((test) => test.state === state).map(inTests);
if (folder === root) reasons.push(...unproven(titlesOf('passed')));
passed += titlesOf('passed').length;
failed += titlesOf('failed').length + reasons.length;
const skipped = titlesOf('skipped').length;
if (reasons.length > 0) console.log(`\nFailed beside single tests:\n- ${reasons.join('\n- ')}`);
if (folder === root)
  console.log(
    `\nThe real PbootCMS site beside the repository is ${hasRealSite ? 'used too' : 'not there: its tests are skipped'}.`,
  );
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
