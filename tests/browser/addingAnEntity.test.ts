import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { signIn, useBrowser } from '../support/browser.ts';
import { freePort } from '../support/port.ts';
import { watch } from '../support/program.ts';
import { clientOf } from '../support/server.ts';

const project = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(project, 'docs/adding-an-entity.md'), 'utf8');
const browser = useBrowser();
const copied = ['checkBackend', 'contract', 'dataProvider', 'authProvider', 'i18n', 'src', 'server', 'tests'];
const copiedFiles = [
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'vitest.config.ts',
  'index.html',
  'package-lock.json',
];

interface Step {
  kind: string;
  path: string;
  lines: string[];
}

/** The page's blocks that name a file: a whole new file, or lines taken out of one (`-`) and put in (`+`). */
const steps: Step[] = [...page.matchAll(/^```(ts|diff) (\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, kind = '', path = '', text = '']) => ({
    kind,
    path,
    lines: text.trimEnd().split('\n'),
  }),
);

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'rtop-entity-'));
  for (const name of [...copied, ...copiedFiles]) cpSync(join(project, name), join(copy, name), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
  for (const step of steps) apply(step);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function apply({ kind, path, lines }: Step): void {
  const target = join(copy, path);
  if (kind === 'ts') {
    writeFileSync(target, `${lines.join('\n')}\n`, { flag: 'wx' });
    return;
  }
  const marked = (marks: string) =>
    lines
      .filter((line) => marks.includes(line.charAt(0)))
      .map((line) => line.slice(1))
      .join('\n');
  const before = readFileSync(target, 'utf8');
  expect(before.split(`${marked(' -')}\n`), `${path} holds the lines that the page names, once`).toHaveLength(2);
  writeFileSync(
    target,
    before.replace(`${marked(' -')}\n`, () => `${marked(' +')}\n`),
  );
}

const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: copy, encoding: 'utf8', stdio: 'pipe' });

test('adding an entity touches 8 files, 3 of them new, and adds at most 80 lines', () => {
  const added = steps.flatMap(({ kind, lines }) =>
    kind === 'ts' ? lines : lines.filter((line) => line.startsWith('+')),
  );
  expect(new Set(steps.map(({ path }) => path)).size).toBe(8);
  expect(steps.filter(({ kind }) => kind === 'ts')).toHaveLength(3);
  expect(added.length).toBeLessThanOrEqual(80);
});

test('the entity compiles, and a missing label does not', { timeout: 180_000 }, () => {
  const words = join(copy, 'i18n/resourcesEn.ts');
  const whole = readFileSync(words, 'utf8');
  writeFileSync(words, whole.replace("logo: 'Logo', ", ''));
  const tsc = join(copy, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], {
    cwd: copy,
    encoding: 'utf8',
  });
  writeFileSync(words, whole);
  // The one that is missing is all that it complains of.
  expect(stdout.match(/^\S.*error TS\d+/gm)).toEqual([
    expect.stringMatching(/^i18n\/resourcesEn\.ts\(\d+,\d+\): error/),
  ]);
  expect(stdout).toContain("'logo'");
});

test('the standard tests prove the entity on both databases', { timeout: 180_000 }, () => {
  const vitest = 'node_modules/vitest/vitest.mjs';
  run(vitest, 'run', 'tests/entities.test.ts', '-t', ' link ', '--reporter=json', '--outputFile=report.json');
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(join(copy, 'report.json'), 'utf8'));
  expect({ numPassedTests, numFailedTests }).toEqual({ numPassedTests: 22, numFailedTests: 0 });
});

test('the entity has a menu entry and screens, and its storage outlives the server', async () => {
  run('server/commands/buildConsole.ts');
  const first = await start();
  const tab = await browser.open();
  await signIn(tab, first.url, password);
  await tab.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '友情链接' }).click();
  await tab.waitForURL('**/linkList');
  await tab.getByRole('link', { name: '新增友情链接' }).first().click();
  await tab.getByLabel('名称 *').fill('茶叶协会');
  await tab.getByLabel('网址 *').fill('https://example.com/');
  await tab.getByRole('button', { name: '保存' }).click();
  await tab.getByRole('link', { name: '茶叶协会', exact: true }).waitFor();
  await first.stop();

  const second = await start();
  const token = await clientOf(second.url).signIn('admin', password);
  const response = await fetch(`${second.url}/api/base.base/getLinkList`, { headers: { authorization: token } });
  expect(await response.json()).toMatchObject({
    code: 1,
    data: { total: 1, data: [{ title: '茶叶协会', status: 1 }] },
  });
  await second.stop();
});

const password = 'a long enough password';

async function start() {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), ADMIN_PASSWORD: password, SAMPLE_SITE: '0', DATABASE_URL: '' };
  const child = spawn(process.execPath, ['server/main.ts'], { cwd: copy, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { url, listening, ended } = watch(child, `http://127.0.0.1:${port}`);
  await listening;
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { url, stop };
}
