import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

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

/** Runs `tests/run.ts` on a folder of these files beside a file whose test passes. @returns its last line and its code */
async function run(
  files: Record<string, string>,
  minutes = 5,
): Promise<{ last: string; output: string; code: number | null }> {
  const own = mkdtempSync(join(folder, 'case-'));
  for (const [name, text] of Object.entries({ 'vitest.config.ts': config, 'good.test.ts': good, ...files })) {
    mkdirSync(dirname(join(own, name)), { recursive: true });
    writeFileSync(join(own, name), text);
  }
  const { VITEST: _vitest, VITEST_WORKER_ID: _worker, VITEST_POOL_ID: _pool, NODE_ENV: _mode, ...env } = process.env;
  const child = spawn(process.execPath, [join(root, 'tests/run.ts'), own, String(minutes)], { env });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (part) => {
      output[name] += part;
    });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const last = output.stdout.trim().split('\n').at(-1) ?? '';
  return { last, output: output.stdout + output.stderr, code };
}

/** What one run may hold together: each is one failure that the run names. */
const together: Record<string, { files: Record<string, string>; says: RegExp }> = {
  'a file that throws while it loads': {
    files: { 'throws.test.ts': "throw new Error('no such site');\n" },
    says: /throws\.test\.ts: no such site/,
  },
  'a failing beforeAll': {
    files: {
      'hook.test.ts': `import { beforeAll, describe, test } from 'vitest';
describe('a block', () => { beforeAll(() => { throw new Error('no server'); }); test('never runs', () => {}); });\n`,
    },
    says: /hook\.test\.ts > a block: no server/,
  },
  'a rejection that nothing handles': {
    files: {
      'rejection.test.ts': `import { test } from 'vitest';
test('holds', async () => { Promise.reject(new Error('left alone')); await new Promise((go) => setImmediate(go)); });\n`,
    },
    says: /nothing caught: left alone/,
  },
  'a project without tests': { files: { 'vitest.config.ts': empty }, says: /The project gone has no tests/ },
};

/** What ends a run, so that each has one of its own. */
const alone: Record<string, { files: Record<string, string>; says: RegExp; minutes?: number }> = {
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

const flaky = `import { existsSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
test('holds at the second time', () => {
  const wasSeen = existsSync('${folder}/seen');
  writeFileSync('${folder}/seen', '');
  expect(wasSeen).toBe(true);
});\n`;

describe('E: the runner', () => {
  describe('in one run', () => {
    let ended: Awaited<ReturnType<typeof run>>;
    beforeAll(async () => {
      const files = Object.values(together).map((each) => each.files);
      ended = await run(Object.assign({ 'browser/flaky.test.ts': flaky }, ...files));
    });

    test.each(Object.entries(together))('names %s as failed', (_name, { says }) => {
      expect(ended.output).toMatch(says);
    });

    test('counts each of them once, runs no test a second time, and exits with 1', () => {
      const failed = Object.keys(together).length + 1;
      expect([ended.last, ended.code]).toEqual([`2 passed, ${failed} failed, 1 skipped`, 1]);
    });
  });

  test.concurrent.each(Object.entries(alone))(
    'counts %s as failed and exits with 1',
    async (_name, { files, says, minutes }) => {
      const { last, output, code } = await run(files, minutes);
      expect(output).toMatch(says);
      expect(last).toMatch(/^\d+ passed, [1-9]\d* failed(, \d+ skipped)?$/);
      expect(code).toBe(1);
    },
  );

  test.concurrent('counts what passes, and what is skipped', async () => {
    const skipped = "import { test } from 'vitest';\ntest.runIf(false)('needs more', () => {});\n";
    expect(await run({ 'skipped.test.ts': skipped })).toMatchObject({ last: '1 passed, 0 failed, 1 skipped', code: 0 });
  });
});
