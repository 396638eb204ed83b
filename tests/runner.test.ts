import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { shareOut } from './loop/sequencer.ts';
import { overBudget } from './support/budget.ts';

const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'rtop-runner-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));

const config =
  "import { defineConfig } from 'vitest/config'; export default defineConfig({ test: { maxWorkers: 1 } });\n";
const good = "import { test } from 'vitest';\ntest('holds', () => {});\n";
/** Two projects, of which one names files that are not there. */
const empty = config.replace(
  'maxWorkers: 1',
  "projects: [{ test: { name: 'here', include: ['**/*.test.ts'] } }, { test: { name: 'gone', include: ['gone/*.test.ts'] } }]",
);

interface RunOptions {
  minutes?: number | undefined;
  isCI?: boolean;
  options?: string[];
}

/** Runs `tests/run.ts` on a folder of these files beside a file whose test passes. @returns its last line and its code */
async function run(
  files: Record<string, string>,
  { minutes = 5, isCI = false, options = [] }: RunOptions = {},
): Promise<{ last: string; output: string; code: number | null }> {
  const own = mkdtempSync(join(folder, 'case-'));
  for (const [name, text] of Object.entries({ 'vitest.config.ts': config, 'good.test.ts': good, ...files })) {
    mkdirSync(dirname(join(own, name)), { recursive: true });
    writeFileSync(join(own, name), text);
  }
  const { VITEST: _vitest, VITEST_WORKER_ID: _worker, VITEST_POOL_ID: _pool, NODE_ENV: _mode, ...env } = process.env;
  const child = spawn(process.execPath, [join(root, 'tests/run.ts'), own, `--minutes=${minutes}`, ...options], {
    env: { ...env, CI: isCI ? '1' : '' },
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (part) => {
      output[name] += part;
    });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const last = output.stdout.trim().split('\n').at(-1) ?? '';
  return { last, output: output.stdout + output.stderr, code };
}

/** Four files that fail in four ways, of which one test alone says so. */
const failing = {
  'throws.test.ts': "throw new Error('no such site');\n",
  'hook.test.ts': `import { beforeAll, describe, test } from 'vitest';
describe('a block', () => { beforeAll(() => { throw new Error('no server'); }); test('never runs', () => {}); });\n`,
  'rejects.test.ts': `import { test } from 'vitest';
test('holds', async () => { Promise.reject(new Error('left alone')); await new Promise((go) => setTimeout(go, 50)); });\n`,
  'flaky.test.ts': `import { existsSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
test('holds at the second time', () => {
  const wasSeen = existsSync('seen');
  writeFileSync('seen', '');
  expect(wasSeen).toBe(true);
});\n`,
};

const cases: Record<string, { files: Record<string, string>; says: RegExp; minutes?: number }> = {
  'a test file that ends its process': {
    files: { 'bad.test.ts': "import { test } from 'vitest';\nprocess.reallyExit(0);\ntest('never runs', () => {});\n" },
    says: /Failed beside single tests/,
  },
  'a run that ends with code 0 though a file failed': {
    files: {
      'vitest.config.ts': `process.on('exit', () => { process.exitCode = 0; });\n${config}`,
      'bad.test.ts': "throw new Error('no such site');\n",
    },
    says: /bad\.test\.ts: no such site/,
  },
  'a run that ends before it says anything': {
    files: { 'vitest.config.ts': 'process.exit(0);\n' },
    says: /without a report/,
  },
  'a hang': {
    files: {
      'bad.test.ts': `import { test } from 'vitest';
test('hangs', () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); });\n`,
    },
    minutes: 0.1,
    says: /not over after 0\.1 minutes/,
  },
};

const lacking = `import { describe, test } from 'vitest';
import { needsPrograms } from '${join(root, 'tests/support/needs.ts')}';
describe('with a program', needsPrograms('sh', 'no-such-program'), () => { test('a', () => {}); test('b', () => {}); });
describe('with what is there', needsPrograms('sh'), () => { test('c', () => {}); });
test('noted', ({ skip }) => skip(true, 'no disk could be mounted'));\n`;
const lacks = 'not installed: no-such-program: 2 tests in lacking.test.ts';

describe.concurrent('E: the runner', { timeout: 180_000 }, () => {
  test('counts as failed a file that throws while it loads, a hook and a rejection, and runs no test a second time', async () => {
    const { last, output, code } = await run(failing);
    expect(output).toContain('throws.test.ts: no such site');
    expect(output).toContain('hook.test.ts > a block: no server');
    expect(output).toContain('An error that nothing caught: left alone');
    expect({ last, code }).toEqual({ last: '2 passed, 4 failed, 1 skipped', code: 1 });
  });

  test.each(Object.entries(cases))('counts %s as failed and exits with 1', async (_name, { files, says, minutes }) => {
    const { last, output, code } = await run(files, { minutes });
    expect(output).toMatch(says);
    expect(last).toMatch(/^\d+ passed, [1-9]\d* failed(, \d+ skipped)?$/);
    expect(code).toBe(1);
  });

  test('counts what passes and what is skipped, and says at its end why it was skipped', async () => {
    const { last, output, code } = await run({ 'lacking.test.ts': lacking });
    expect({ last, code }).toEqual({ last: '2 passed, 0 failed, 3 skipped', code: 0 });
    expect(output).toContain(`Skipped:\n- ${lacks}\n- no disk could be mounted: 1 test in lacking.test.ts\n`);
  });

  test('fails in CI where a program is missing, and for nothing else; a shard writes down what passed and asks not for every project', async () => {
    const [list, files] = [join(folder, 'passed.json'), { 'vitest.config.ts': empty, 'lacking.test.ts': lacking }];
    const { last, output, code } = await run(files, { isCI: true, options: ['--shard=1/1', `--passed=${list}`] });
    expect({ last, code }).toEqual({ last: '2 passed, 1 failed, 3 skipped', code: 1 });
    expect(output).toContain(`- Skipped in CI, which has to try it: ${lacks}`);
    expect(JSON.parse(readFileSync(list, 'utf8')).toSorted()).toEqual([
      ['good.test.ts', 'holds'],
      ['lacking.test.ts', 'with what is there > c'],
    ]);
  });

  test('gives each shard about as much work, and each file to one of them', () => {
    const files = [5, 1, 9, 2, 4, 3, 8].map((seconds) => ({ name: `${seconds}.test.ts`, seconds }));
    const shards = shareOut(files, 2);
    expect(shards.flat().toSorted()).toEqual(files.map(({ name }) => name).toSorted());
    expect(shards.map((names) => names.reduce((sum, name) => sum + Number.parseInt(name, 10), 0))).toEqual([16, 16]);
    expect(shareOut(files.toReversed(), 2)).toEqual(shards);
  });
});

test('a run fails above 20 minutes of processor time, on cores that take twice as long above 40', () => {
  const minutes = (total: number) => ({
    total: total * 60,
    byProject: new Map(),
    byFile: new Map([['browser/dear.test.ts', 60]]),
  });
  expect([overBudget(minutes(19.9), 1), overBudget(minutes(39.8), 2)]).toEqual([undefined, undefined]);
  expect(overBudget(minutes(20.1), 1)).toContain('20.1 minutes');
  expect(overBudget(minutes(10.1), 1, 1 / 2)).toContain('more than 10');
  expect(overBudget(minutes(40.2), 2)).toMatch(/20\.1 minutes.*browser\/dear\.test\.ts/);
});
