import type { Dialog, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { beginAt, enter, navigate, useBrowser } from '../support/browser.ts';
import { testedDatabases } from '../support/databases.ts';
import { freePort } from '../support/port.ts';
import { useProgram } from '../support/program.ts';
import { clientOf, startServer, useServer } from '../support/server.ts';
import { button } from '../support/steps.ts';

const server = useServer({ withConsole: true, settings: { exampleSite: true } });
const browser = useBrowser();
const stayed = browser.stay((page) => enter(page, server));

async function open(path: string): Promise<Page> {
  await beginAt(stayed.page, path);
  return stayed.page;
}
const column = async (title: string, model = 'article') =>
  (await server.data('base.base/addColumn', { title, model })).id;
const titleOf = (page: Page) => page.getByLabel('标题 *', { exact: true });
const stored = (page: Page) => page.getByText(/^已自动保存 \d\d:\d\d$/);
const told = (page: Page, text: string) => page.getByRole('alert').getByText(text, { exact: true }).waitFor();

async function latest(col_id: number): Promise<{ id: number; status: number; title: string }> {
  const { data } = await server.data<{ data: { id: number; status: number; title: string }[] }>(
    'base.content/getContentList',
    { model: 'article', id: col_id },
  );
  return data[0] ?? { id: 0, status: -1, title: '' };
}

test('a preview shows the site’s page beside the form, follows what is typed, and its link ends when it is revoked', async () => {
  const col_id = await column('样张');
  const { id } = await server.data('base.content/addArticle', { col_id, title: '还没发布' });
  const page = await open(`/content/article/${id}`);
  stayed.expected = /404|sandbox/;
  await titleOf(page).waitFor();
  await button(page, '预览').click();
  const pane = page.getByRole('region', { name: '预览' });
  const heading = pane.frameLocator('iframe').getByRole('heading', { level: 2 }).first();
  await expect.poll(() => heading.textContent()).toBe('还没发布');
  await titleOf(page).fill('边写边看');
  await expect.poll(() => heading.textContent()).toBe('边写边看');
  const width = () => pane.locator('iframe').evaluate((frame: HTMLIFrameElement) => frame.clientWidth);
  expect(await width()).toBe(390);
  await button(pane.page(), '电脑').click();
  await expect.poll(width).toBe(1280);

  // The page has no origin in the frame, so that it cannot reach the console; its link works in a tab of its own.
  const reached = await pane
    .frameLocator('iframe')
    .locator('body')
    .evaluate(() => {
      try {
        return window.parent.localStorage.length;
      } catch {
        return 'refused';
      }
    });
  expect(reached).toBe('refused');
  const link = await pane.getByRole('link', { name: '在新标签页打开' }).getAttribute('href');
  const tab = await browser.open(undefined, /404/);
  await tab.goto(new URL(String(link), server.url).href);
  await expect.poll(() => tab.getByRole('heading', { level: 2 }).first().textContent()).toBe('边写边看');
  await button(page, '收回所有预览链接').click();
  await told(page, '预览链接已收回');
  await tab.reload();
  await tab.getByText('记录不存在或已被删除').waitFor();

  await button(page, '发布').click();
  await told(page, '已发布');
  // The button that was disabled meanwhile has the focus again.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('更新');
  await button(page, '更多操作').click();
  const live = page.getByRole('menuitem', { name: '在网站上查看' });
  await expect.poll(() => live.getAttribute('href')).toBe(`/site/#/article/${id}`);
  await navigate(page, `/content/article?filter=${JSON.stringify({ col_id })}`);
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: '在网站上查看 边写边看' }).click();
  const onSite = await opened;
  await onSite.waitForURL(`**/site/#/article/${id}`);
  expect(await onSite.evaluate(() => window.opener)).toBeNull();
  await onSite.close();
});

test('a refused save in the writing view unfolds the settings at the field that is wrong', async () => {
  const col_id = await column('全宽');
  const page = await open(`/content/article/create?filter=${JSON.stringify({ col_id })}`);
  await titleOf(page).fill('折叠');
  await page.getByLabel('跳转链接').fill('javascript:alert(1)');
  await page.getByRole('tab', { name: 'SEO' }).click();
  await button(page, '设置栏').click();
  await page.getByRole('tab', { name: 'SEO' }).waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+s');
  await expect.poll(() => page.getByLabel('跳转链接').getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => page.getByLabel('跳转链接').evaluate((input) => input === document.activeElement)).toBe(true);
  expect((await latest(col_id)).id).toBe(0);
});

describe('Nothing typed is lost', () => {
  const bodyOf = (page: Page) => page.getByRole('textbox', { name: '正文' });
  const textOf = async (page: Page) => {
    await page.getByRole('tab', { name: '内容' }).click();
    return bodyOf(page).textContent();
  };
  const typeInBody = async (page: Page, text: string) => {
    await textOf(page);
    await bodyOf(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(text);
  };

  test('when the page is reloaded, or its tab closed, right after the last key', async () => {
    const col_id = await column('匆忙');
    const { id } = await server.data('base.content/addArticle', { col_id, title: '稿', content: '<p>原文</p>' });
    const page = await open(`/content/article/${id}`);
    const accept = (dialog: Dialog) => dialog.accept();
    page.on('dialog', accept);
    onTestFinished(() => void page.off('dialog', accept));
    await typeInBody(page, '，一');
    await page.reload();
    await expect.poll(() => textOf(page)).toBe('原文，一');
    await stored(page).waitFor();
    // The first key of a form, and of a new record, is not lost either.
    await beginAt(page, `/content/article/create?filter=${JSON.stringify({ col_id })}`);
    await titleOf(page).fill('新');
    await page.reload();
    await expect.poll(() => titleOf(page).inputValue()).toBe('新');
    expect(await button(page, '继续写').count()).toBe(0);

    await beginAt(page, '/home');
    const tab = await page.context().newPage();
    tab.on('dialog', accept);
    await tab.goto(`${server.url}/rTopAdmin/content/article/${id}`);
    await typeInBody(tab, '，二');
    await tab.close({ runBeforeUnload: true });
    // The server has it, whatever this browser has kept.
    const copy = () => server.data<object>('base.content/getWorkingCopy', { entity: 'article', id });
    await expect.poll(async () => JSON.stringify(await copy())).toContain('，二');
    await navigate(page, `/content/article/${id}`);
    await expect.poll(() => textOf(page)).toBe('原文，一，二');
  });

  test('when a screen’s tab is closed right after the last key; what is not autosaved asks', async () => {
    const col_id = await column('标签页');
    const { id } = await server.data('base.content/addArticle', { col_id, title: '稿', content: '<p>原文</p>' });
    const page = await open(`/content/article/${id}`);
    await typeInBody(page, '，完');
    await page.getByRole('navigation', { name: '标签页' }).getByRole('button', { name: '关闭“文章”' }).click();
    await page.waitForURL('**/home');
    await navigate(page, `/content/article/${id}`);
    await expect.poll(() => textOf(page)).toBe('原文，完');
    await stored(page).waitFor();

    // The list behind the form puts its column into the address late, which must not lead back to it.
    await navigate(page, '/columnList/create');
    await page.getByLabel('栏目名称 *').fill('未存');
    await page.getByRole('button', { name: '关闭“栏目”' }).click();
    await page.getByRole('dialog', { name: '有未保存的修改' }).getByRole('button', { name: '放弃修改' }).click();
  });

  const program = useProgram();

  test.each(testedDatabases)('when the server and then the browser are killed (%s)', async (kind) => {
    const { dataDir, databaseUrl = '' } = await program.storage(kind);
    const PORT = String(await freePort());
    const front = await startServer({ withConsole: true, settings: { apiHost: `http://127.0.0.1:${PORT}` } });
    onTestFinished(() => front.stop());
    const settings = {
      PORT,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      ADMIN_PASSWORD: 'from the settings',
      CORS_ORIGINS: front.url,
    };
    const running = await program.start(settings);
    await running.listening;
    const { url } = running;
    const token = await clientOf(url).signIn('admin', 'from the settings');
    const client = clientOf(url, token);
    const { id } = await client.data('base.base/addColumn', { title: '随笔', model: 'article' });
    const create = `/content/article/create?filter=${JSON.stringify({ col_id: id })}`;
    /** As somebody who has signed in at this back end before. */
    const begin = async (page: Page) => {
      await page.goto(`${front.url}/healthz`);
      await page.evaluate((host) => localStorage.setItem('rtop.host', host), url);
      await enter(page, { url: front.url, token }, create);
    };
    const page = await browser.open({ timezoneId: 'Asia/Shanghai' }, /Failed to load|ERR_CONNECTION/);
    await begin(page);
    await titleOf(page).fill('写到一半');
    await stored(page).waitFor();

    running.process.kill('SIGKILL');
    await running.ended;
    await page.getByLabel('描述').fill('断线时写的');
    await page.getByText('自动保存失败，内容还在此浏览器中').waitFor();
    const again = await program.start(settings);
    await again.listening;
    await stored(page).waitFor();

    // The browser is gone with all that it has: a new one goes on.
    await page.close({ runBeforeUnload: false });
    const other = await browser.open({ timezoneId: 'Asia/Shanghai' });
    await begin(other);
    await other.getByText(/有一篇没写完的“写到一半”/).waitFor();
    await button(other, '继续写').click();
    await expect.poll(() => titleOf(other).inputValue()).toBe('写到一半');
    await expect.poll(() => other.getByLabel('描述').inputValue()).toBe('断线时写的');
    await button(other, '保存').click();
    await told(other, '保存成功');
    // The form drops it once the record is saved.
    const found = () => client.data<{ copies: [] }>('base.content/getWorkingCopy', { entity: 'article', id: 0 });
    await expect.poll(async () => (await found()).copies).toEqual([]);
  });
});
