import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../../server/core/settings.ts';
import { openDatabase } from '../../server/database/index.ts';
import { migrations } from '../../server/database/migrations/index.ts';
import { seed } from '../../server/setup/seed.ts';
import { signIn, useBrowser } from '../support/browser.ts';
import type { Checked } from '../support/checkBackend.ts';
import { copyProject, followStep, isMigration, migrationName, readGuide } from '../support/guide.ts';
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

/** Whether the copy also repeats the checks and tests that this project's own run makes of the same files. */
const isThorough = process.env.TEST_DATABASES === 'both';

let copy: string;
let url: string;
let ended: Promise<unknown> | undefined;
const children: ChildProcess[] = [];
beforeAll(async () => {
  copy = copyProject();
  // The project without the pages' changes makes and fills a database, which is then upgraded.
  const settings = readSettings({ DATA_DIR: join(copy, 'data'), ADMIN_PASSWORD: password, LOG_LEVEL: 'silent' });
  const database = await openDatabase(settings);
  await seed(database, settings);
  await database.close();
  for (const step of allSteps) {
    if (!isMigration(step)) followStep(copy, step);
    else if (step.isNew) run('server/commands/migration.ts', migrationName(step));
  }
  run('--input-type=module', '--eval', buildConsole);
  url = await start();
}, 180_000);
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(copy, { recursive: true, force: true });
});

/** Builds the console like `npm run build`, without minifying and compressing, which take longest. */
const buildConsole = `
process.env.NODE_ENV = 'production';
const { build, loadConfigFromFile } = await import('vite');
const { config } = await loadConfigFromFile({ command: 'build', mode: 'production' });
const plugins = config.plugins.filter(({ name }) => name !== 'compressed');
await build({ ...config, configFile: false, logLevel: 'warn', plugins, build: { ...config.build, minify: false } });
`;

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

/** Writes a tsconfig for some folders of the copy. @returns the compiler's arguments */
function compilerFor(name: string, include: string[]): string {
  const compilerOptions = { incremental: false, tsBuildInfoFile: null };
  writeFileSync(join(copy, name), JSON.stringify({ extends: './tsconfig.json', compilerOptions, include }));
  // In a small program several type checkers would do some work more than once.
  return `${name} --singleThreaded`;
}

test('a label that is missing does not compile', { timeout: 180_000 }, () => {
  const words = join(copy, 'i18n/en/resources.ts');
  const whole = readFileSync(words, 'utf8');
  writeFileSync(words, whole.replace("logo: 'Logo', ", ''));
  // Whether the other folders compile is checked below.
  const args = compilerFor('tsconfig.i18n.json', ['i18n']).split(' ');
  const tsc = join(copy, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', ...args, '--pretty', 'false'], {
    cwd: copy,
    encoding: 'utf8',
  });
  writeFileSync(words, whole);
  // The missing label is the only error.
  expect(stdout.match(/^\S.*error TS\d+/gm)).toEqual([
    expect.stringMatching(/^i18n\/en\/resources\.ts\(\d+,\d+\): error/),
  ]);
  expect(stdout).toContain("'logo'");
});

test('D1: npm run check finds nothing in the project that followed the pages', { timeout: 300_000 }, () => {
  // The linter looks at each file by itself, and the project's own run lints the files that the pages do not touch.
  const touched = [...new Set(allSteps.map(({ path }) => path))];
  const checks = isThorough ? [] : ['types', 'lint'];
  const args = ['run', 'check', '--', ...checks, ...touched.flatMap((path) => ['--lint', path])];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: copy, encoding: 'utf8' });
  expect(`${status} ${status ? stdout + stderr : ''}`).toBe('0 ');
});

test('D1: the page takes the next free number for its migration', () => {
  const numbers = Object.keys(migrations).map((name) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  const [file = ''] = entitySteps.map(({ path }) => path).filter((path) => path.includes('/migrations/0'));
  expect(Number(/(\d{4})-link/.exec(file)?.[1])).toBe(numbers.length + 1);
});

test('the standard tests prove the entity, and D1: those of the home screen pass', { timeout: 300_000 }, () => {
  const config = 'vitest.guides.config.ts';
  writeFileSync(join(copy, config), vitestConfig);
  const of = isThorough
    ? ['tests/server/checkBackend.test.ts', '-t', '']
    : ['-t', String.raw`\(sqlite\) (> )?link |greets by name|three steps|sentences, days and numbers`];
  const files = ['tests/entities.test.ts', 'tests/screens/home.test.tsx'];
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    config,
    ...files,
    ...of,
    '--reporter=json',
    '--outputFile=report.json',
  ];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  const report: Report = JSON.parse(readFileSync(join(copy, 'report.json'), 'utf8'));
  const failed = report.testResults.filter(({ status }) => status !== 'passed');
  expect(report.success, `${stdout}${stderr}${JSON.stringify(failed, null, 1)}`).toBe(true);
  const passed = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'passed'),
  );
  const [ofEntity = [], others = []] = [true, false].map((isOfEntity) =>
    passed.filter(({ fullName }) => fullName.startsWith('each entity') === isOfEntity),
  );
  expect(ofEntity.filter(({ fullName }) => fullName.includes(' link '))).toHaveLength(isThorough ? 22 : 11);
  expect(others.length).toBeGreaterThanOrEqual(3);
});

test('D1: check-backend finds the new entity and the new call as specified', async () => {
  const said = run('checkBackend/main.ts', url, '--username', 'admin', '--password', password, '--write', '--json');
  const { calls, works }: Checked = JSON.parse(said);
  const verdictOf = (path: string) => calls.find((call) => call.path === path)?.verdict;
  const added = ['getLinkList', 'addLink', 'editLink', 'deleteLink'].map((call) => `base.base/${call}`);
  expect([...added, 'base.Size/copySize'].map(verdictOf)).toEqual(Array(5).fill('specified'));
  expect(works).toBe(true);
});

test('the entity has a menu entry and screens, and its storage outlives the server; D1: in a database that was filled before', async () => {
  const filled = await clientOf(url).data<{ total: number }>('site.content/list', { model: 'article' });
  expect(filled.total).toBeGreaterThan(0);
  const tab = await browser.open();
  await signIn(tab, url, password);
  const main = tab.getByRole('main');
  const menu = tab.getByRole('navigation', { name: '主菜单' });
  const follow = (part: Locator, name: string) => part.getByRole('link', { name, exact: true }).first().click();
  await follow(menu, '友情链接');
  await tab.waitForURL('**/linkList');
  await follow(main, '新增友情链接');
  await tab.getByLabel('名称 *').fill('茶叶协会');
  await tab.getByLabel('网址 *').fill('https://example.com/');
  await tab.getByRole('button', { name: '保存' }).click();
  await tab.getByRole('link', { name: '茶叶协会', exact: true }).waitFor();
  // The field that docs/adding-a-field.md adds is in its form and its list.
  await follow(menu, '内容');
  for (const name of ['产品', '规格', '新增规格']) await follow(main, name);
  await tab.getByLabel('规格名称 *').fill('XXL');
  await tab.getByLabel('备注').fill('偏大一码');
  await tab.getByRole('button', { name: '保存' }).click();
  await tab.getByRole('cell', { name: '偏大一码' }).waitFor();
  // The button that docs/adding-a-row-action.md adds makes the call of docs/adding-a-call.md.
  await tab.getByRole('button', { name: '复制规格 XXL' }).click();
  await expect.poll(() => tab.getByRole('button', { name: '复制规格 XXL' }).count()).toBe(2);
  const admin = clientOf(url, await clientOf(url).signIn('admin', password));
  const copying = (token?: string) =>
    admin.call('base.Size/copySize', { id: 999 }, { verb: 'POST', ...(token !== undefined && { token }) });
  expect([(await copying('')).status, (await copying()).body.code]).toEqual([401, 404]);
  const { data: logged } = await admin.data<{ data: object[] }>('base.base/getOperateLog', {
    path: 'base.Size/copySize',
  });
  expect(logged).toContainEqual(expect.objectContaining({ title: '复制规格', target: 'size', code: 1 }));
  // The card that docs/adding-a-home-card.md adds is on the home screen.
  const { id: col_id } = await admin.data('base.base/addColumn', { title: '留言板', model: 'message' });
  await admin.data('site.message/send', { col_id, name: '李女士', content: '请问营业时间' });
  await follow(menu, '首页');
  await tab.getByRole('region', { name: '最新留言' }).getByRole('link', { name: '李女士' }).click();
  await tab.waitForURL(/\/content\/message\/\d+$/);

  url = await start();
  const token = await clientOf(url).signIn('admin', password);
  const response = await fetch(`${url}/api/base.base/getLinkList`, { headers: { authorization: token } });
  expect(await response.json()).toMatchObject({
    code: 1,
    data: { total: 1, data: [{ title: '茶叶协会', status: 1 }] },
  });
});

test('D5: a further language speaks in refusals, first paint and switch; what it lacks is English, and a command lists it', async () => {
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

  // The language is already right before any script of the console runs.
  const asked: string[] = [];
  await tab.route('**/assets/*.js', (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await tab.reload({ waitUntil: 'commit' });
  await tab.locator('[data-shell]').first().waitFor({ state: 'attached' });
  expect(await tab.locator('html').getAttribute('lang')).toBe('fr');
  await expect
    .poll(() => asked.map((file) => /assets\/(fr|en)-/.exec(file)?.[1]))
    .toEqual(expect.arrayContaining(['fr', 'en']));

  const listed = run('tests/proof/missingTexts.ts');
  expect(listed).toMatch(/^fr: \d+ of \d+ texts are missing$/m);
  expect(listed).toContain('  i18n.console.signIn.forgotPassword\n');
  expect(listed).toContain('  server.call_unknown\n');
  expect(listed).not.toMatch(/i18n\.console\.signIn\.title|server\.unauthorized/);
  expect(listed).toMatch(/^zh, en: complete$/m);
});

interface Report {
  success: boolean;
  testResults: { status: string; assertionResults: { status: string; fullName: string }[] }[];
}

/** The tests of the copy that run here need no built program, and PostgreSQL only in the thorough run. */
const vitestConfig = `
import config from './vitest.config.ts';
for (const { test } of config.test.projects) test.globalSetup = ${JSON.stringify(isThorough ? ['tests/support/postgres.ts'] : [])};
export default config;
`;

const password = 'a long enough password';

/** Ends the copy's server if it runs, and starts it. @returns its address */
async function start(): Promise<string> {
  const before = children.at(-1);
  before?.kill('SIGTERM');
  await ended;
  const port = await freePort();
  const own = { PORT: String(port), ADMIN_PASSWORD: password, DATABASE_URL: '' };
  const child = spawn(process.execPath, ['server/main.ts'], { cwd: copy, env: { ...process.env, ...own } });
  children.push(child);
  const program = watch(child, `http://127.0.0.1:${port}`);
  ended = program.ended;
  await program.listening;
  return program.url;
}
