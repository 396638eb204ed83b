import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { unproven } from './proof/proven.ts';
import { chromiumPath } from './support/chromium.ts';
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

const [folder = root, limit = 60] = process.argv.slice(2);
let passed = 0;
let failed = 0;
if (folder === root) {
  chromiumPath();
  for (const isRight of await Promise.all(checks.map(passes))) isRight ? passed++ : failed++;
}

const counts = await runVitest(folder, Number(limit) * 60_000);
const titles = counts.titles.map(([file, title]) => [file.replace(/^tests\//, ''), title] as const);
const reasons = [...counts.reasons, ...(folder === root ? unproven(titles) : [])];
passed += counts.passed;
failed += counts.failed + reasons.length - counts.reasons.length;
if (reasons.length > 0) console.log(`\nFailed beside single tests:\n- ${reasons.join('\n- ')}`);
if (folder === root)
  console.log(
    `\nThe real PbootCMS site beside the repository is ${hasRealSite ? 'used too' : 'not there: its tests are skipped'}.`,
  );
console.log(`${passed} passed, ${failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
