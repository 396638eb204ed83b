import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { enter, signIn, useBrowser } from '../support/browser.ts';
import { freePort } from '../support/port.ts';
import { useProgram } from '../support/program.ts';
import {
  clientOf,
  contentRules,
  type DatabaseKind,
  startServer,
  type TestAdmin,
  useServer,
} from '../support/server.ts';
import { button } from '../support/steps.ts';

const server = useServer({ withConsole: true, settings: { exampleSite: true } });
const browser = useBrowser();

const writing = [...contentRules, 'base.content/addArticle', 'base.content/editArticle', 'base.content/deleteArticle'];
const makeWriter = async () => server.makeAdmin(await server.makeRole(writing));
const column = async (title: string, model = 'article') =>
  (await server.data('base.base/addColumn', { title, model })).id;
const titleOf = (page: Page) => page.getByLabel('标题 *', { exact: true });
const stored = (page: Page) => page.getByText(/^已自动保存 \d\d:\d\d$/);
const told = (page: Page, text: string) => page.getByRole('alert').getByText(text, { exact: true }).waitFor();
const choose = async (page: Page, action: string) => {
  await button(page, '更多操作').click();
  await page.getByRole('menuitem', { name: action }).click();
};

async function visitAs(admin: TestAdmin, path: string): Promise<Page> {
  const page = await browser.open();
  await enter(page, { url: server.url, token: admin.token }, path);
  return page;
}

/** The public title, undefined where visitors do not see it. */
async function publicTitle(id: number): Promise<string | undefined> {
  const { body } = await server.call<{ title?: string }>('site.content/read', { model: 'article', id });
  return body.code === 1 ? body.data.title : undefined;
}

async function latest(col_id: number): Promise<{ id: number; status: number; title: string }> {
  const { data } = await server.data<{ data: { id: number; status: number; title: string }[] }>(
    'base.content/getContentList',
    { model: 'article', id: col_id },
  );
  return data[0] ?? { id: 0, status: -1, title: '' };
}

test('saving keeps and publishing shows: a change of a published article waits in its working copy', async () => {
  const col_id = await column('新闻');
  const page = await browser.open();
  await enter(page, server, `/content/article/create?filter=${JSON.stringify({ col_id })}`);
  await titleOf(page).fill('开园');
  await page.keyboard.press('Control+s');
  await told(page, '保存成功');
  await page.waitForURL(/article\/\d+/);
  const { id, status } = await latest(col_id);
  expect([status, await publicTitle(id)]).toEqual([0, undefined]);

  await button(page, '发布').click();
  await told(page, '已发布');
  await expect.poll(() => publicTitle(id)).toBe('开园');
  await titleOf(page).fill('开园啦');
  await stored(page).waitFor();
  await page.keyboard.press('Control+s');
  await told(page, '已保存，公众仍看到原来的内容');
  expect(await publicTitle(id)).toBe('开园');

  await button(page, '关闭').click();
  await page.getByRole('table').getByText('有未发布的修改').waitFor();
  await page.getByRole('link', { name: '开园', exact: true }).click();
  await button(page, '对比').click();
  await page.getByRole('cell', { name: '开园啦' }).waitFor();
  await page.getByRole('columnheader', { name: '已发布的' }).waitFor();
  await button(page, '更新').click();
  await expect.poll(() => publicTitle(id)).toBe('开园啦');

  await titleOf(page).fill('写错了');
  await stored(page).waitFor();
  await button(page, '放弃修改').click();
  await expect.poll(() => titleOf(page).inputValue()).toBe('开园啦');
  expect((await server.data<{ copies: [] }>('base.content/getWorkingCopy', { entity: 'article', id })).copies).toEqual(
    [],
  );

  await choose(page, '下线');
  await expect.poll(() => publicTitle(id)).toBeUndefined();
  await button(page, '重新上线').click();
  await expect.poll(() => publicTitle(id)).toBe('开园啦');
});

test('who else opens it sees whose it is, takes it over or publishes it; its author then looks on', async () => {
  const writer = await makeWriter();
  const { id } = await server.data('base.content/addArticle', {
    ...{ col_id: await column('共写'), title: '原来的', status: 1 },
  });
  const first = await visitAs(writer, `/content/article/${id}`);
  await titleOf(first).fill('改过的');
  await stored(first).waitFor();
  const second = await browser.open();
  await enter(second, server, `/content/article/${id}`);
  await second.getByText(new RegExp(`^${writer.username} 从 .* 起在修改它`)).waitFor();
  await expect.poll(() => titleOf(second).inputValue()).toBe('改过的');
  expect(await titleOf(second).isEditable()).toBe(false);
  await button(second, '接手').click();
  await expect.poll(() => titleOf(second).isEditable()).toBe(true);
  await titleOf(second).fill('改得更好');
  await stored(second).waitFor();
  // What the first one goes on with is refused, and stays on the screen to be read.
  await titleOf(first).fill('改过两次');
  await first.getByText(/^admin 从 .* 起在修改它/).waitFor();
  await expect.poll(() => titleOf(first).inputValue()).toBe('改得更好');
  await button(second, '更新').click();
  await expect.poll(() => publicTitle(id)).toBe('改得更好');
});

test('who may not publish submits; a reviewer returns it with a sentence, and then publishes it', async () => {
  const writer = await makeWriter();
  const col_id = await column('投稿');
  const theirs = await visitAs(writer, `/content/article/create?filter=${JSON.stringify({ col_id })}`);
  await titleOf(theirs).fill('投来的稿');
  expect(await button(theirs, '发布').count()).toBe(0);
  await button(theirs, '提交审核').click();
  await told(theirs, '已提交审核');
  const { id } = await latest(col_id);

  const page = await browser.open();
  await enter(page, server);
  await page.getByRole('link', { name: /^待审文章/ }).click();
  await page.getByRole('link', { name: '投来的稿', exact: true }).click();
  await page.getByText('正在等待审核。').waitFor();
  await choose(page, '退回');
  const dialog = page.getByRole('dialog', { name: '退回给作者' });
  await dialog.getByRole('button', { name: '退回' }).click();
  await expect.poll(() => dialog.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
  await dialog.getByRole('textbox').fill('请注明出处');
  await dialog.getByRole('button', { name: '退回' }).click();
  await told(page, '已退回');

  await theirs.goto(`${server.url}/rTopAdmin/home`);
  await theirs.getByRole('link', { name: /^退回给您的文章/ }).click();
  await theirs.getByRole('link', { name: '投来的稿', exact: true }).click();
  await theirs.getByText('admin 退回了它：请注明出处').waitFor();
  await theirs.getByLabel('来源').fill('茶农日记');
  await button(theirs, '提交审核').click();
  await told(theirs, '已提交审核');
  await page.goto(`${server.url}/rTopAdmin/content/article/${id}`);
  await button(page, '发布').click();
  await expect.poll(() => publicTitle(id)).toBe('投来的稿');

  // What is published is worked on in a copy, which its author submits and takes back.
  await theirs.goto(`${server.url}/rTopAdmin/content/article/${id}`);
  await titleOf(theirs).fill('改好的稿');
  await stored(theirs).waitFor();
  await button(theirs, '提交审核').click();
  await theirs.getByText('正在等待审核。').waitFor();
  await choose(theirs, '撤回送审');
  await told(theirs, '已撤回');
  await theirs.getByText('正在等待审核。').waitFor({ state: 'detached' });
  expect(await titleOf(theirs).inputValue()).toBe('改好的稿');
  expect(await button(theirs, '提交审核').count()).toBe(1);
});

test('a time of its own: a draft is scheduled, and so are the changes of a published article', async () => {
  const col_id = await column('预告');
  const { id } = await server.data('base.content/addArticle', { col_id, title: '明年见' });
  const page = await browser.open();
  await enter(page, server, `/content/article/${id}`);
  const dialog = page.getByRole('dialog', { name: '定时发布' });
  const schedule = async (time: string) => {
    await choose(page, '定时发布');
    await dialog.getByLabel('发布时间', { exact: true }).fill(time);
    await dialog.getByRole('button', { name: '定时发布' }).click();
  };
  await schedule('2020-01-01 08:00');
  await dialog.getByText('要晚于现在').waitFor();
  await page.keyboard.press('Escape');
  await schedule('2099-01-02 08:00');
  await told(page, '已定时');
  expect(await latest(col_id)).toMatchObject({ state: 'scheduled' });

  await choose(page, '转为草稿');
  await told(page, '已转为草稿');
  await server.data('base.content/editArticle', { id, status: 1, publish_time: '2026-01-01' });
  await page.reload();
  await titleOf(page).fill('后年见');
  await stored(page).waitFor();
  await schedule('2099-01-02 08:00');
  await page.getByText(/将于 2099-01-02 08:00 发布。/).waitFor();
  await choose(page, '取消定时');
  await told(page, '已取消定时');
  await page.getByText(/将于 2099/).waitFor({ state: 'detached' });
});

test('a preview shows the site’s page beside the form, follows what is typed, and its link ends when it is revoked', async () => {
  const col_id = await column('样张');
  const { id } = await server.data('base.content/addArticle', { col_id, title: '还没发布' });
  const page = await browser.open({}, /404|sandbox/);
  await enter(page, server, `/content/article/${id}`);
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
  const tab = await browser.open({}, /404/);
  await tab.goto(String(link));
  await expect.poll(() => tab.getByRole('heading', { level: 2 }).first().textContent()).toBe('边写边看');
  await button(page, '收回所有预览链接').click();
  await told(page, '预览链接已收回');
  await tab.reload();
  await tab.getByText('记录不存在或已被删除').waitFor();

  await button(page, '发布').click();
  await told(page, '已发布');
  await button(page, '更多操作').click();
  const live = page.getByRole('menuitem', { name: '在网站上查看' });
  await expect.poll(() => live.getAttribute('href')).toBe(`/site/#/article/${id}`);
  await page.goto(`${server.url}/rTopAdmin/content/article?filter=${JSON.stringify({ col_id })}`);
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: '在网站上查看 边写边看' }).click();
  const onSite = await opened;
  await onSite.waitForURL(`**/site/#/article/${id}`);
  expect(await onSite.evaluate(() => window.opener)).toBeNull();
});

test('the check before publishing reads all that stands in the form', async () => {
  const col_id = await column('待查');
  const content = '<p>我们的<b>最</b>佳春茶</p>';
  const { id } = await server.data('base.content/addArticle', {
    col_id,
    title: '稿',
    content,
    tags: '茶',
    params: '{}',
  });
  const page = await browser.open();
  await enter(page, server, `/content/article/${id}`);
  await button(page, '发布前检查').click();
  const panel = page.getByRole('complementary', { name: '发布前检查' });
  await panel.getByText('没有封面图').waitFor();
  await panel.getByText('广告法不允许的用语：最佳').waitFor();
});

test('a refused save in the writing view unfolds the settings at the field that is wrong', async () => {
  const col_id = await column('全宽');
  const page = await browser.open();
  await enter(page, server, `/content/article/create?filter=${JSON.stringify({ col_id })}`);
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
    const page = await browser.open();
    page.on('dialog', (dialog) => dialog.accept());
    await enter(page, server, `/content/article/${id}`);
    await typeInBody(page, '，一');
    await page.reload();
    await expect.poll(() => textOf(page)).toBe('原文，一');
    await stored(page).waitFor();
    // The first key of a form, and of a new record, is not lost either.
    await page.goto(`${server.url}/rTopAdmin/content/article/create?filter=${JSON.stringify({ col_id })}`);
    await titleOf(page).fill('新');
    await page.reload();
    await expect.poll(() => titleOf(page).inputValue()).toBe('新');
    expect(await button(page, '继续写').count()).toBe(0);

    await page.goto(`${server.url}/rTopAdmin/content/article/${id}`);
    await typeInBody(page, '，二');
    await page.close({ runBeforeUnload: true });
    const other = await browser.open();
    await enter(other, server, `/content/article/${id}`);
    await expect.poll(() => textOf(other)).toBe('原文，一，二');
  });

  test('when one article is written in two tabs', async () => {
    const col_id = await column('两处');
    const { id } = await server.data('base.content/addArticle', { col_id, title: '稿' });
    const page = await browser.open();
    await enter(page, server, `/content/article/${id}`);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await page.getByLabel('副标题').fill('此处');
    await stored(page).waitFor();
    await other.getByLabel('作者').fill('别处');
    await stored(other).waitFor();
    expect(await other.getByLabel('副标题').inputValue()).toBe('此处');
    for (const source of ['一', '一二']) {
      await page.getByLabel('来源').fill(source);
      const saved = page.waitForResponse((reply) => reply.url().endsWith('saveWorkingCopy'));
      await saved;
    }
    expect(await page.getByLabel('作者').inputValue()).toBe('别处');
    const { copies } = await server.data<{ copies: object[] }>('base.content/getWorkingCopy', {
      entity: 'article',
      id,
    });
    expect(copies).toMatchObject([{ values: { subtitle: '此处', author: '别处', source: '一二' } }]);
  });

  test('when a screen’s tab is closed right after the last key; what is not autosaved asks', async () => {
    const col_id = await column('标签页');
    const { id } = await server.data('base.content/addArticle', { col_id, title: '稿', content: '<p>原文</p>' });
    const page = await browser.open();
    await enter(page, server, `/content/article/${id}`);
    await typeInBody(page, '，完');
    await page.getByRole('navigation', { name: '标签页' }).getByRole('button', { name: '关闭“文章”' }).click();
    await page.waitForURL('**/home');
    await page.goto(`${server.url}/rTopAdmin/content/article/${id}`);
    await expect.poll(() => textOf(page)).toBe('原文，完');
    await stored(page).waitFor();

    await page.goto(`${server.url}/rTopAdmin/columnList/create`);
    await page.getByLabel('栏目名称 *').fill('未存');
    await page.getByRole('button', { name: '关闭“栏目”' }).click();
    await page.getByRole('dialog', { name: '有未保存的修改' }).waitFor();
  });

  const program = useProgram();
  const kinds: DatabaseKind[] = ['sqlite', 'postgres'];

  test.each(kinds)('when the server and then the browser are killed (%s)', async (kind) => {
    const { dataDir, databaseUrl = '' } = await program.storage(kind);
    const PORT = String(await freePort());
    const front = await startServer({ withConsole: true, settings: { apiHost: `http://127.0.0.1:${PORT}` } });
    onTestFinished(() => front.stop());
    const settings = {
      ...{ PORT, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
      ...{ ADMIN_PASSWORD: 'from the settings', CORS_ORIGINS: front.url },
    };
    const running = await program.start(settings);
    await running.listening;
    const { url } = running;
    const token = await clientOf(url).signIn('admin', 'from the settings');
    const client = clientOf(url, token);
    const { id } = await client.data('base.base/addColumn', { title: '随笔', model: 'article' });
    const page = await browser.open({ timezoneId: 'Asia/Shanghai' }, /Failed to load|ERR_CONNECTION/);
    const create = `${front.url}/rTopAdmin/content/article/create?filter=${JSON.stringify({ col_id: id })}`;
    await signIn(page, front.url, 'from the settings');
    await page.goto(create);
    await titleOf(page).fill('写到一半');
    await stored(page).waitFor();

    running.process.kill('SIGKILL');
    await running.ended;
    await page.getByLabel('描述').fill('断线时写的');
    await page.getByText('没有自动保存成功，内容还在此浏览器中').waitFor();
    const again = await program.start(settings);
    await again.listening;
    await stored(page).waitFor();

    // The browser is gone with all that it has: a new one goes on.
    await page.close({ runBeforeUnload: false });
    const other = await browser.open({ timezoneId: 'Asia/Shanghai' });
    await signIn(other, front.url, 'from the settings');
    await other.goto(create);
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
