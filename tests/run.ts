import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromiumPath } from './support/chromium.ts';

/** The whole of `npm test`: types, lint, dead code, then every test. Its last line counts them. */
const root = resolve(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules', name);
const checks: [string, string[]][] = [
  ['types', [bin('typescript/bin/tsc'), '-p', '.']],
  ['lint', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']],
  ['dead code', [bin('knip/bin/knip.js')]],
];

/** Beside one another, each one's output in one piece. */
const passes = ([name, args]: [string, string[]]) =>
  new Promise<boolean>((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => said.push(part));
    child.on('close', (code) => {
      console.log(`Checked ${name}.`);
      process.stdout.write(Buffer.concat(said));
      resolve(code === 0);
    });
  });

chromiumPath();
let passed = 0;
let failed = 0;
for (const isRight of await Promise.all(checks.map(passes))) isRight ? passed++ : failed++;

const folder = mkdtempSync(join(tmpdir(), 'rtop-test-'));
const report = join(folder, 'report.json');
const vitest = [
  bin('vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
];
const { status } = spawnSync(process.execPath, vitest, { cwd: root, stdio: 'inherit' });
const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
rmSync(folder, { recursive: true });
passed += numPassedTests;
failed += numFailedTests + (status !== 0 && numFailedTests === 0 ? 1 : 0);

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
