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

const mostRetried = 3;

/**
 * A machine that others use too stands still at times, for longer than a browser's test can wait. So where nothing else
 * failed, up to three files of these are run once more, alone, and what fails then has failed. Tests that pass are named: each
 * may show a defect, its own or the product's.
 * @param limit of all of it, in milliseconds
 */
async function runTests(folder: string, limit: number): Promise<Pick<Counts, 'tests' | 'reasons'>> {
  const begun = performance.now();
  const { tests, reasons, emptyProjects } = await runVitest(folder, limit);
  reasons.push(...emptyProjects.map((name) => `The project ${name} has no tests`));
  const failed = tests.filter(({ state }) => state === 'failed');
  const files = [...new Set(failed.map(({ file }) => file))];
  const areFew = files.length > 0 && files.length <= mostRetried;
  if (reasons.length > 0 || !areFew || !files.every((file) => /^(tests\/)?browser\//.test(file)))
    return { tests, reasons };
  console.log(`\nOnce more, alone: ${files.join(', ')}`);
  const again = await runVitest(folder, limit - (performance.now() - begun), files);
  for (const { file, title } of failed)
    if (again.tests.some((test) => test.file === file && test.title === title && test.state === 'passed'))
      console.log(`Failed, and passed alone: ${file} > ${title}`);
  return { tests: [...tests.filter(({ file }) => !files.includes(file)), ...again.tests], reasons: again.reasons };
}

const [folder = root, limit = 60] = process.argv.slice(2);
let passed = 0;
let failed = 0;
if (folder === root) {
  chromiumPath();
  for (const isRight of await Promise.all(checks.map(passes))) isRight ? passed++ : failed++;
}

const { tests, reasons } = await runTests(folder, Number(limit) * 60_000);
const titlesOf = (wanted: string) =>
  tests.flatMap(({ file, title, state }) => (state === wanted ? [[file.replace(/^tests\//, ''), title] as const] : []));
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
