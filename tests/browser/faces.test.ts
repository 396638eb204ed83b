import type { Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { beginAt, enter, useBrowser } from '../support/browser.ts';
import { resize } from '../support/enterScene.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();
const stayed = browser.stay((page) => enter(page, server));

let col_id: number;
beforeAll(async () => {
  ({ id: col_id } = await server.data('base.base/addColumn', { title: '新闻', model: 'article' }));
});

const address = (path: string) => `${server.url}/rTopAdmin${path}`;
async function open(path: string) {
  await beginAt(stayed.page, path);
  return stayed.page;
}
/** Like `open`, but loads the page anew, so that its notices and loaded scripts are gone. */
async function load(path: string) {
  const page = await open('/home');
  await page.goto(address(path));
  return page;
}
const bar = (page: Page) => page.getByRole('status').filter({ hasText: /网络已断开|没有正常响应|已恢复|新版本/ });
const news = (page: Page) => page.getByRole('link', { name: '新闻', exact: true });
const toast = (page: Page) => page.locator('.MuiSnackbar-root');
const save = (page: Page) => page.getByRole('button', { name: '保存' });

describe('the line', () => {
  test('that is lost is said in the frame, what is on the screen stays, and what failed is asked again with the line', async () => {
    const page = await open('/columnList?filter={}');
    await news(page).waitFor();
    await page.context().setOffline(true);
    await bar(page).getByText('网络已断开').waitFor();
    expect(await news(page).isVisible()).toBe(true);
    await page.getByRole('searchbox').fill('没有这样的');
    // The list says that it failed, as does whatever else was still loading.
    await page.getByRole('heading', { name: '加载失败' }).first().waitFor();
    expect(await toast(page).count()).toBe(0);

    await page.context().setOffline(false);
    await bar(page).getByText('连接已恢复').waitFor();
    await page.getByText('没有符合条件的栏目').waitFor();
    await bar(page).waitFor({ state: 'detached' });
  });

  test('takes no height from the frame but below the content', async () => {
    const page = await open('/columnList?filter={}');
    const list = news(page);
    await list.waitFor();
    const before = await list.boundingBox();
    await page.context().setOffline(true);
    await bar(page).getByText('网络已断开').waitFor();
    expect(await list.boundingBox()).toEqual(before);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900);
    await page.context().setOffline(false);
    await bar(page).getByText('连接已恢复').waitFor();
    await bar(page).waitFor({ state: 'detached' });
  });

  test('is there while the server does not answer, until it does; nobody has to do anything', async () => {
    const page = await browser.open();
    await page.clock.install();
    await enter(page, server);
    await page.getByRole('heading', { name: /您好/ }).waitFor();
    await page.route('**/api/**', (route) => route.abort());
    await page.clock.fastForward(10_600);
    await bar(page).getByText('服务器没有正常响应').waitFor();
    // The notice that the connection is back disappears after 4 seconds. The clock is stopped so that it can be seen.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await page.unroute('**/api/**');
    await page.clock.fastForward(10_000);
    await bar(page).getByText('连接已恢复').waitFor();
  });
});

describe('another build of the console', () => {
  const serveAnother = (page: Page) =>
    page.route('**/api/**', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'x-build': 'another' } });
    });

  test('is offered, and the reload keeps what was typed, without a question', async () => {
    const page = await open(`/columnList/${col_id}`);
    await page.getByLabel('描述').fill('还没有保存的文字');
    await serveAnother(page);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await bar(page).getByText('有新版本').waitFor();
    // The other build is served until the reload, since any reply of the page's own build would remove the bar.
    await page.route(address(`/columnList/${col_id}`), async (route) => {
      await page.unroute('**/api/**');
      await route.continue();
    });
    await bar(page).getByRole('button', { name: '刷新' }).click();
    await page.getByText('已恢复上次未保存的内容').waitFor();
    expect(await page.getByLabel('描述').inputValue()).toBe('还没有保存的文字');
    expect(await bar(page).count()).toBe(0);
  });

  test('is spoken of once', async () => {
    const page = await open('/columnList?filter={}');
    await news(page).waitFor();
    await serveAnother(page);
    await page.getByRole('searchbox').fill('新');
    await bar(page).getByRole('button', { name: '关闭提示' }).click();
    await bar(page).waitFor({ state: 'detached' });
    const reply = page.waitForResponse('**/api/base.base/getColumnList*');
    await page.getByRole('searchbox').fill('新闻');
    await reply;
    await news(page).waitFor();
    expect(await bar(page).count()).toBe(0);
  });

  test('is what a part of the console that is gone means: a notice, and no crash', async () => {
    const page = await load('/columnList?filter={}');
    await page.route('**/assets/RecordPanel*', (route) => route.fulfill({ status: 404, body: '' }));
    await news(page).click();
    await page.getByRole('heading', { name: '这部分加载失败' }).waitFor();
    await bar(page).getByText('有新版本').waitFor();
    await page.unroute('**/assets/RecordPanel*');
    await page.getByRole('dialog').getByRole('button', { name: '刷新页面' }).click();
    await page.getByLabel('栏目名称 *').waitFor();
  });

  test('is asked for again when it is opened again', async () => {
    const page = await load('/columnList?filter={}');
    await page.route('**/assets/RecordPanel*', (route) => route.abort());
    await news(page).click();
    await page.getByRole('heading', { name: '这部分加载失败' }).waitFor();
    await page.unroute('**/assets/RecordPanel*');
    await page.getByRole('dialog').getByRole('button', { name: '回到列表' }).click();
    await news(page).click();
    await page.getByLabel('栏目名称 *').waitFor();
  });
});

describe('a save', () => {
  test('says how it went below the title and above the save button, and beside the panel where there is room', async () => {
    const page = await open(`/columnList/${col_id}`);
    await page.getByLabel('栏目名称 *').fill('');
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [390, 844],
    ] as const) {
      await resize(page, { width, height });
      await save(page).click();
      const stands = async () => {
        const [box, title, button] = await Promise.all(
          [toast(page), page.locator('#panel-title'), save(page)].map((each) => each.boundingBox()),
        );
        if (!box || !title || !button) return 'something is not there';
        const isBetween = box.y > title.y + title.height && box.y + box.height <= button.y;
        const isBeside = box.x + box.width <= title.x;
        return isBetween && (isBeside || width < 900);
      };
      await expect.poll(stands, { message: `${width} px` }).toBe(true);
    }
  });
});

test('a write that waits behind the sign-in is not made by another administrator', async () => {
  const other = await server.makeAdmin(await server.makeRole(['/columnList', 'base.base/getColumnList']));
  const page = await open(`/columnList/${col_id}`);
  const dialog = page.getByRole('dialog', { name: '登录账户' });
  let sent = 0;
  await page.route('**/api/auth.auth/checkLogin', (route) =>
    sent < 2 ? route.continue() : route.fulfill({ json: { code: 0, msg: '', data: null } }),
  );
  // The session ends during the second attempt, so that the third one waits for the sign-in.
  await page.route('**/api/base.base/editColumn', async (route) => {
    sent++;
    if (sent === 2) {
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await dialog.waitFor();
    }
    await route.abort();
  });
  const isSecond = (request: Request) => sent === 2 && request.url().endsWith('/base.base/editColumn');
  const secondHasFailed = page.waitForEvent('requestfailed', isSecond);
  await page.getByLabel('栏目名称 *').fill('别人不能替我保存');
  await save(page).click();
  await secondHasFailed;
  await dialog.getByPlaceholder('登录账户').fill(other.username);
  await dialog.getByPlaceholder('登录密码').fill(other.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
  await page.getByRole('button', { name: new RegExp(other.username) }).waitFor();
  expect(sent).toBe(2);
});
