import { chromium } from 'playwright-core';
import { startPlain } from './plain/plain.ts';
import { chromiumPath } from './support/chromium.ts';
const plain = await startPlain();
const b = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
const p = await (await b.newContext({ locale: 'zh-CN', reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } })).newPage();
p.setDefaultTimeout(8000);
p.on('pageerror', (e) => console.log('PAGEERROR', e.message.slice(0, 600)));
p.on('console', (m) => ['error', 'warning'].includes(m.type()) && console.log('CONSOLE', m.text().slice(0, 500)));
p.on('response', (r) => r.status() >= 400 && console.log('HTTP', r.status(), r.request().method(), r.url()));
await p.goto(`${plain.url}/rTopAdmin/Login`);
await p.getByPlaceholder('登录账户').fill('admin');
await p.getByPlaceholder('登录密码').fill(plain.password);
await p.keyboard.press('Enter');
await p.waitForURL('**/home');
let n = 0;
const shot = async (name: string) => { await p.waitForLoadState('networkidle').catch(() => 0); await p.waitForTimeout(300); n++; await p.screenshot({ path: `/tmp/plainrun/shots/${String(n).padStart(2, '0')}-${name}.png` }); };
const nav = (name: string) => p.getByRole('navigation', { name, exact: true }).getByRole('link');
await shot('home');
let from = 0;
const report = (what: string) => { const calls = plain.asked.slice(from).map((a) => a.call + (a.parameters.length ? `(${a.parameters})` : '')); from = plain.asked.length; console.log('==', what, '|', p.url().replace(plain.url, ''), '|', [...new Set(calls)].filter((c) => !/checkLogin/.test(c)).join(' ')); };
report('home');
for (const top of await nav('顶部菜单').allTextContents()) {
  await nav('顶部菜单').filter({ hasText: top }).click();
  await p.waitForTimeout(200);
  for (const left of await nav('主菜单').allTextContents()) {
    await nav('主菜单').filter({ hasText: left }).first().click();
    await shot(left); report(left);
    console.log('  h1', await p.locator('h1').allTextContents(), 'alerts', await p.getByRole('alert').allTextContents(), 'tabs', await p.locator('main').getByRole('tab').allTextContents().catch(() => []));
    if (left === '内容列表') for (const second of await nav('内容列表').allTextContents()) {
      await nav('内容列表').filter({ hasText: second }).click();
      await shot(second); report('  ' + second);
      console.log('  h1', await p.locator('h1').allTextContents(), 'alerts', await p.getByRole('alert').allTextContents(), 'current', await p.locator('nav [aria-current=page]').allTextContents());
    }
  }
}
await b.close(); await plain.stop();
