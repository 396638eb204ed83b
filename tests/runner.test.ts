import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

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
  "projects: [{ test: { name: 'here', include: ['*.test.ts'] } }, { test: { name: 'gone', include: ['gone/*.test.ts'] } }]",
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

const cases: Record<string, { files: Record<string, string>; says: RegExp; minutes?: number }> = {
  'a file that throws while it loads': {
    files: { 'bad.test.ts': "throw new Error('no such site');\n" },
    says: /bad\.test\.ts: no such site/,
  },
  'a failing beforeAll': {
    files: {
      'bad.test.ts': `import { beforeAll, describe, test } from 'vitest';
describe('a block', () => { beforeAll(() => { throw new Error('no server'); }); test('never runs', () => {}); });\n`,
    },
    says: /bad\.test\.ts > a block: no server/,
  },
  'a rejection that nothing handles': {
    files: {
      'bad.test.ts': `import { test } from 'vitest';
test('holds', async () => { Promise.reject(new Error('left alone')); await new Promise((go) => setTimeout(go, 50)); });\n`,
    },
    says: /nothing caught: left alone/,
  },
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
  'a project without tests': { files: { 'vitest.config.ts': empty }, says: /The project gone has no tests/ },
  'a hang': {
    files: { 'bad.test.ts': "import { test } from 'vitest';\ntest('hangs', () => { for (;;); });\n" },
    minutes: 0.1,
    says: /not over after 0\.1 minutes/,
  },
};

describe.concurrent('E: the runner', () => {
  test.each(Object.entries(cases))('counts %s as failed and exits with 1', async (_name, { files, says, minutes }) => {
    const { last, output, code } = await run(files, minutes);
    expect(output).toMatch(says);
    expect(last).toMatch(/^\d+ passed, [1-9]\d* failed(, \d+ skipped)?$/);
    expect(code).toBe(1);
  });

  test('runs no test a second time', async () => {
    const seen = `${folder}/seen`;
    const flaky = `import { existsSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
test('holds at the second time', () => {
  const wasSeen = existsSync('${seen}');
  writeFileSync('${seen}', '');
  expect(wasSeen).toBe(true);
});\n`;
    const { last, code } = await run({ 'browser/flaky.test.ts': flaky });
    expect({ last, code }).toEqual({ last: '1 passed, 1 failed', code: 1 });
  });

  test('counts what passes, and what is skipped', async () => {
    const skipped = "import { test } from 'vitest';\ntest.runIf(false)('needs more', () => {});\n";
    expect(await run({ 'skipped.test.ts': skipped })).toMatchObject({ last: '1 passed, 0 failed, 1 skipped', code: 0 });
  });
});
