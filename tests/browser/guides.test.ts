import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { signIn, useBrowser } from '../support/browser.ts';
import { copyProject, follow, readGuide } from '../support/guide.ts';
import { freePort } from '../support/port.ts';
import { watch } from '../support/program.ts';
import { clientOf } from '../support/server.ts';

const browser = useBrowser();
const entitySteps = readGuide('adding-an-entity.md');
const languageSteps = readGuide('adding-a-language.md');

let copy: string;
beforeAll(() => {
  copy = copyProject();
  for (const step of [...entitySteps, ...languageSteps]) follow(copy, step);
  run('server/commands/buildConsole.ts');
}, 180_000);
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
