import { test } from 'vitest';
import { enter, useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true, sampleSite: true });
const browser = useBrowser();
test('shot', { timeout: 200_000 }, async () => {
  const page = await browser.open();
  await page.setViewportSize({ width: 1440, height: 1000 });
  await enter(page, { url: server.url, token: server.token }, '/authGroup/create');
  await page.getByLabel('角色名称 *').fill('新闻编辑');
  await page.getByRole('button', { name: '从预设开始' }).click();
  await page.waitForTimeout(400);
  await page.screenshot({ path: '/tmp/s1.png' });
  await page.getByRole('menuitem', { name: /^编辑/ }).click();
  await page.waitForTimeout(600);
  await page.screenshot({ path: '/tmp/s2.png', fullPage: true });
  await page.setViewportSize({ width: 390, height: 1400 });
  await page.waitForTimeout(600);
  await page.screenshot({ path: '/tmp/s3.png', fullPage: true });
});
