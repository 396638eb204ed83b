import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const rooms = 'contract dataProvider authProvider i18n src server build checkBackend tests'.split(' ');

/** The checks that run besides the tests. Each is a program below node_modules, with its arguments. */
const checks = {
  // Several checkers of one program repeat each other's work. On two cores a single one takes half the processor time,
  // and no longer.
  types: ['typescript/bin/tsc', '-p', '.', '--singleThreaded'],
  lint: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  'dead code': ['knip/bin/knip.js', '--cache', '--cache-location', '.cache/knip'],
  layers: ['dependency-cruiser/bin/dependency-cruiser.mjs', '--output-type', 'err-long', ...rooms, 'vitest.config.ts'],
} satisfies Record<string, [program: string, ...args: string[]]>;

type Check = keyof typeof checks;
const names = Object.keys(checks) as Check[];
export const isCheck = (name: string): name is Check => Object.hasOwn(checks, name);

/**
 * Runs checks side by side, and prints how long each took and, in one piece, what it found.
 * @param linted the files to lint; no rule of Biome's looks at more than one file
 * @returns those that failed
 */
export async function runChecks(wanted: readonly Check[] = names, linted: readonly string[] = ['.']): Promise<Check[]> {
  const outcomes = await Promise.all(wanted.map((name) => runCheck(name, name === 'lint' ? linted : [])));
  return wanted.filter((_name, index) => !outcomes[index]);
}

function runCheck(name: Check, files: readonly string[]): Promise<boolean> {
  const [program, ...args] = checks[name];
  const begun = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args, ...files], { cwd: root });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(part));
    child.on('close', (code, signal) => {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      console.log(`Checked ${name} in ${seconds} s${code === 0 ? '.' : `: it failed (${signal ?? `code ${code}`}).`}`);
      if (code !== 0) process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}
