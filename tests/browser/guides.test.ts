import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { migrations } from '../../server/database/migrations/index.ts';
import { signIn, useBrowser } from '../support/browser.ts';
import { copyProject, follow, isMigration, migrationName, readGuide } from '../support/guide.ts';
import { freePort } from '../support/port.ts';
import { watch } from '../support/program.ts';
import { clientOf } from '../support/server.ts';

const browser = useBrowser();
const entitySteps = readGuide('adding-an-entity.md');
const allSteps = [
  ...entitySteps,
  ...readGuide('adding-a-field.md', 1),
  ...readGuide('adding-a-call.md'),
  ...readGuide('adding-a-row-action.md'),
  ...readGuide('adding-a-home-card.md'),
  ...readGuide('adding-a-language.md'),
];

let copy: string;
beforeAll(async () => {
  copy = copyProject();
  // The project as it is makes and fills a database, which then has to be upgraded.
  mkdirSync(join(copy, 'dist/assets'), { recursive: true });
  writeFileSync(join(copy, 'dist/index.html'), '<!doctype html><title>console</title>');
  await (await start({ SAMPLE_SITE: '1' })).stop();
  for (const step of allSteps) {
    if (!isMigration(step)) follow(copy, step);
    else if (step.isNew) run('server/commands/migration.ts', migrationName(step));
  }
  run('server/commands/build.ts');
}, 180_000);
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: copy, encoding: 'utf8', stdio: 'pipe' });

test('adding an entity touches 8 files, 3 of them new, and adds at most 80 lines', () => {
  const added = entitySteps.flatMap(({ isNew, lines }) =>
    isNew ? lines : lines.filter((line) => line.startsWith('+')),
  );
  expect(new Set(entitySteps.map(({ path }) => path)).size).toBe(8);
  expect(entitySteps.filter(({ isNew }) => isNew)).toHaveLength(3);
  expect(added.length).toBeLessThanOrEqual(80);
});

test('npm run migration writes the migrations of the pages, and nothing more where none is missing', () => {
  const steps = allSteps.filter(isMigration);
  expect(steps.filter(({ isNew }) => isNew)).toHaveLength(2);
  for (const { path, isNew, lines } of steps) {
    const source = readFileSync(join(copy, path), 'utf8');
    if (isNew) expect(source).toBe(`${lines.join('\n')}\n`);
    else for (const line of lines) expect(source.split('\n')).toContain(line.slice(1));
  }
  expect(run('server/commands/migration.ts', 'more')).toMatch(/^The migrations make all that the contract needs/);
});

test('a label that is missing does not compile', { timeout: 180_000 }, () => {
  const words = join(copy, 'i18n/en/resources.ts');
  const whole = readFileSync(words, 'utf8');
  writeFileSync(words, whole.replace("logo: 'Logo', ", ''));
  // What else compiles is checked below.
  const config = join(copy, 'tsconfig.i18n.json');
  const compilerOptions = { incremental: false, tsBuildInfoFile: null };
  writeFileSync(config, JSON.stringify({ extends: './tsconfig.json', compilerOptions, include: ['i18n'] }));
  const tsc = join(copy, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', config, '--pretty', 'false'], {
    cwd: copy,
    encoding: 'utf8',
  });
  writeFileSync(words, whole);
  rmSync(config);
  // The one that is missing is all that it complains of.
  expect(stdout.match(/^\S.*error TS\d+/gm)).toEqual([
    expect.stringMatching(/^i18n\/en\/resources\.ts\(\d+,\d+\): error/),
  ]);
  expect(stdout).toContain("'logo'");
});

test('D1: npm run check finds nothing in the project that followed the pages', { timeout: 300_000 }, () => {
  // The linter looks at each file by itself: what the pages left alone is linted where the project itself is checked.
  const touched = [...new Set(allSteps.map(({ path }) => path))];
  const args = ['run', 'check', '--', ...touched.flatMap((path) => ['--lint', path])];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: copy, encoding: 'utf8' });
  expect(`${status} ${status ? stdout + stderr : ''}`).toBe('0 ');
});

test('D1: the page takes the next free number for its migration', () => {
  const numbers = Object.keys(migrations).map((name) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  const [file = ''] = entitySteps.map(({ path }) => path).filter((path) => path.includes('/migrations/0'));
  expect(Number(/(\d{4})-link/.exec(file)?.[1])).toBe(numbers.length + 1);
});

test('the standard tests prove the entity on both databases; D1: those of check-backend and the home screen pass', {
  timeout: 300_000,
}, () => {
  const vitest = 'node_modules/vitest/vitest.mjs';
  const passed = (...which: string[]) => {
    const args = [vitest, 'run', ...which, '--reporter=json', '--outputFile=report.json'];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
    const report: Report = JSON.parse(readFileSync(join(copy, 'report.json'), 'utf8'));
    const failed = report.testResults.filter(({ status }) => status !== 'passed');
    expect(report.success, `${stdout}${stderr}${JSON.stringify(failed, null, 1)}`).toBe(true);
    return report.numPassedTests;
  };
  expect(passed('tests/entities.test.ts', '-t', ' link ')).toBe(22);
  expect(passed('tests/server/checkBackend.test.ts', 'tests/screens/home.test.tsx')).toBeGreaterThan(20);
});

test('the entity has a menu entry and screens, and its storage outlives the server; D1: in a database that was filled before', async () => {
  const first = await start();
  const filled = await clientOf(first.url).data<{ total: number }>('site.content/list', { model: 'article' });
  expect(filled.total).toBeGreaterThan(0);
  const tab = await browser.open();
  await signIn(tab, first.url, password);
  await tab.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '友情链接' }).click();
  await tab.waitForURL('**/linkList');
  await tab.getByRole('link', { name: '新增友情链接' }).first().click();
  await tab.getByLabel('名称 *').fill('茶叶协会');
  await tab.getByLabel('网址 *').fill('https://example.com/');
  await tab.getByRole('button', { name: '保存' }).click();
  await tab.getByRole('link', { name: '茶叶协会', exact: true }).waitFor();
  // The field of the other page, in its form and its list.
  await tab.goto(`${first.url}/rTopAdmin/content/size/create`);
  await tab.getByLabel('规格名称 *').fill('XXL');
  await tab.getByLabel('备注').fill('偏大一码');
  await tab.getByRole('button', { name: '保存' }).click();
  await tab.getByRole('cell', { name: '偏大一码' }).waitFor();
  // The call of the third page, by the button of the fourth.
  await tab.getByRole('button', { name: '复制规格 XXL' }).click();
  await expect.poll(() => tab.getByRole('button', { name: '复制规格 XXL' }).count()).toBe(2);
  const admin = clientOf(first.url, await clientOf(first.url).signIn('admin', password));
  const copying = (token?: string) =>
    admin.call('base.Size/copySize', { id: 999 }, { verb: 'POST', ...(token !== undefined && { token }) });
  expect([(await copying('')).status, (await copying()).body.code]).toEqual([401, 404]);
  const { data: logged } = await admin.data<{ data: object[] }>('base.base/getOperateLog', {
    path: 'base.Size/copySize',
  });
  expect(logged).toContainEqual(expect.objectContaining({ title: '复制规格', target: 'size', code: 1 }));
  // The card of the last page.
  const { id: col_id } = await admin.data('base.base/addColumn', { title: '留言板', model: 'message' });
  await admin.data('site.message/send', { col_id, name: '李女士', content: '请问营业时间' });
  await tab.goto(`${first.url}/rTopAdmin/home`);
  await tab.getByRole('region', { name: '最新留言' }).getByRole('link', { name: '李女士' }).click();
  await tab.waitForURL(/\/content\/message\/\d+$/);
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

test('D5: a further language speaks in refusals, first paint and switch; what it lacks is English, and a command lists it', async () => {
  const { url, stop } = await start();
  const refusal = async (path: string, language: string) => {
    const reply = await fetch(`${url}/api/${path}`, { headers: { 'accept-language': language } });
    return (await reply.json()).msg;
  };
  expect(await refusal('base.base/getLinkList', 'fr')).toMatch(/^Votre session n’est plus valable/);
  expect(await refusal('base.base/getLinkList', 'de, en;q=0.4, fr-CA;q=0.8')).toMatch(/^Votre session/);
  expect(await refusal('base.base/noSuchCall', 'fr')).toBe('No such call');

  const tab = await browser.open();
  await tab.goto(`${url}/rTopAdmin/login`);
  await tab.getByRole('button', { name: '语言' }).click();
  await tab.getByRole('menuitemradio', { name: 'Français' }).click();
  await tab.getByRole('button', { name: 'Se connecter' }).waitFor();
  await tab.getByRole('tab', { name: 'SMS' }).waitFor();
  expect(await tab.locator('html').getAttribute('lang')).toBe('fr');
  await tab.getByLabel('Compte').fill('admin');
  await tab.getByLabel('Mot de passe').fill('not the password');
  await tab.getByRole('button', { name: 'Se connecter' }).click();
  await tab.getByText('Compte ou mot de passe incorrect').first().waitFor();

  // Before any script of the console runs.
  const asked: string[] = [];
  await tab.route('**/assets/*.js', (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await tab.reload({ waitUntil: 'commit' });
  await tab.locator('[data-shell]').first().waitFor({ state: 'attached' });
  expect(await tab.locator('html').getAttribute('lang')).toBe('fr');
  expect(asked.map((file) => /assets\/(fr|en)-/.exec(file)?.[1])).toEqual(expect.arrayContaining(['fr', 'en']));
  await stop();

  const listed = run('tests/proof/missingTexts.ts');
  expect(listed).toMatch(/^fr: \d+ of \d+ texts are missing$/m);
  expect(listed).toContain('  i18n.console.signIn.forgotPassword\n');
  expect(listed).toContain('  server.call_unknown\n');
  expect(listed).not.toMatch(/i18n\.console\.signIn\.title|server\.unauthorized/);
  expect(listed).toMatch(/^zh, en: complete$/m);
});

interface Report {
  success: boolean;
  numPassedTests: number;
  testResults: { status: string }[];
}
const password = 'a long enough password';

async function start(settings: NodeJS.ProcessEnv = {}) {
  const port = await freePort();
  const own = { PORT: String(port), ADMIN_PASSWORD: password, SAMPLE_SITE: '0', DATABASE_URL: '' };
  const env = { ...process.env, ...own, ...settings };
  const child = spawn(process.execPath, ['server/main.ts'], { cwd: copy, env });
  children.push(child);
  const { url, listening, ended } = watch(child, `http://127.0.0.1:${port}`);
  await listening;
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { url, stop };
}
