import type { Locator, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { enter, signIn, useBrowser } from '../support/browser.ts';
import { testedDatabases } from '../support/databases.ts';
import * as pastes from '../support/pastes.ts';
import { pictureFile } from '../support/pictures.ts';
import { contentRules, startServer } from '../support/server.ts';
import { button } from '../support/steps.ts';

const browser = useBrowser();
const rights = [...contentRules, 'base.content/addArticle', 'base.content/editArticle', 'base.upload/fileUpload'];
const body = (page: Page) => page.getByRole('textbox', { name: '正文' });
const title = (page: Page) => page.getByLabel('标题 *', { exact: true });
const stored = (page: Page) => page.getByText(/^已自动保存 \d\d:\d\d$/);

/** Clicks and types like a person and counts both, as docs/writing.md compares the numbers. */
function personAt(page: Page) {
  const done = { clicks: 0, keys: 0 };
  return {
    page,
    done,
    async click(target: Locator) {
      done.clicks++;
      await target.click();
    },
    /** Presses one key, or a shortcut of several. */
    async press(key: string) {
      done.keys++;
      await page.keyboard.press(key);
    },
    /** Is not counted, because the words of the article are the same everywhere. */
    type: (text: string) => page.keyboard.type(text),
    async paste(types: Record<string, string>, files: { name: string; buffer: Buffer }[] = []) {
      done.keys++;
      const coded = files.map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') }));
      await body(page).evaluate(
        (element, { data, pictures }) => {
          const clipboardData = new DataTransfer();
          for (const [type, value] of Object.entries(data)) clipboardData.setData(type, value);
          for (const { name, base64 } of pictures) {
            const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
            clipboardData.items.add(new File([bytes], name, { type: 'image/png' }));
          }
          element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        },
        { data: types, pictures: coded },
      );
    },
  };
}

describe.each(testedDatabases)('a writer’s run (%s)', (kind) => {
  test('from the first word to the article on the site, and back to an earlier text', async () => {
    const server = await startServer({ kind, withConsole: true, settings: { exampleSite: true } });
    onTestFinished(() => server.stop());
    const writer = await server.makeAdmin(await server.makeRole(rights));
    const { id: col_id } = await server.data('base.base/addColumn', { title: '茶事', model: 'article' });
    const list = `${server.url}/rTopAdmin/content/article?filter=${JSON.stringify({ col_id })}`;
    const first = personAt(await browser.open({ timezoneId: 'Asia/Shanghai' }, /sandbox/));
    await enter(first.page, { url: server.url, token: writer.token }, list.split('/rTopAdmin')[1]);

    // The writing view begins with the cursor in the title.
    await first.click(first.page.getByRole('link', { name: '新增' }).first());
    await expect.poll(() => title(first.page).evaluate((input) => input === document.activeElement)).toBe(true);
    await first.type('头采龙井');
    await first.press('Enter');
    await first.type('今年的头采到了。');
    await first.press('Enter');
    await first.paste({ 'text/html': pastes.wordLists });
    await expect.poll(() => body(first.page).locator('ol[start="3"] > li').count()).toBe(2);
    await first.press('Control+End');
    await first.press('Enter');
    await first.press('Enter');
    const pictures = await Promise.all([1, 2, 3, 4, 5].map((n) => pictureFile(`第${n}张.png`, 60 * n, 60, 40)));
    await first.paste({}, pictures);
    const sent = body(first.page).locator('img[src*="/upload/"]');
    await expect.poll(() => sent.count()).toBe(5);
    await first.press('Enter');
    await first.paste({ 'text/plain': 'https://www.bilibili.com/video/BV1xx411c7mD' });
    await body(first.page)
      .getByRole('group', { name: /iframe/ })
      .waitFor();
    await stored(first.page).waitFor();

    // One shortcut opens the side panel and closes it, and nothing is lost.
    const inEditor = await body(first.page).innerHTML();
    await first.page.keyboard.press('Control+\\');
    await first.page.getByRole('tab', { name: '内容' }).click();
    expect(await body(first.page).innerHTML()).toBe(inEditor);
    await first.page.keyboard.press('Control+\\');
    await first.page.getByRole('tab', { name: '内容' }).waitFor({ state: 'detached' });
    expect(await title(first.page).inputValue()).toBe('头采龙井');
    await button(first.page, '设置栏').click();
    await first.page.getByLabel('作者').waitFor({ state: 'hidden' });
    await button(first.page, '设置栏').click();

    // The server stores which view was chosen, so it is the same on every machine.
    const preferences = () => server.data('auth.auth/preferences', {}, { token: writer.token });
    await expect.poll(preferences).toContainEqual({ name: 'article.writing', value: { new: true } });
    // The browser crashes, and the work is continued on another machine.
    await first.page.close({ runBeforeUnload: false });
    const { page, ...person } = personAt(await browser.open({ timezoneId: 'Asia/Shanghai' }, /sandbox|404/));
    await enter(page, { url: server.url, token: writer.token }, list.split('/rTopAdmin')[1]);
    await person.click(page.getByRole('link', { name: '新增' }).first());
    await person.click(button(page, '继续写'));
    await expect.poll(() => title(page).inputValue()).toBe('头采龙井');
    expect(await body(page).textContent()).toContain('第三');
    await person.press('Control+s');
    await person.click(button(page, '预览'));
    const pane = page.getByRole('region', { name: '预览' });
    const frame = pane.frameLocator('iframe');
    await frame.getByRole('heading', { level: 2, name: '头采龙井' }).waitFor();
    expect(await pane.locator('iframe').evaluate((element) => element.clientWidth)).toBe(390);
    await person.click(button(page, '关闭预览'));
    await person.click(button(page, '提交审核'));
    await page.getByRole('alert').getByText('已提交审核', { exact: true }).waitFor();

    // The reviewer finds it on the home screen, and gives it a time.
    const reviewer = personAt(await browser.open({ timezoneId: 'Asia/Shanghai' }));
    await signIn(reviewer.page, server.url, server.password);
    await reviewer.click(reviewer.page.getByRole('link', { name: /^待审文章/ }));
    await reviewer.click(reviewer.page.getByRole('table').getByRole('link', { name: '头采龙井', exact: true }));
    await reviewer.click(button(reviewer.page, '更多操作'));
    await reviewer.click(reviewer.page.getByRole('menuitem', { name: '定时发布' }));
    // The input takes no seconds, so a nearer time might already have passed when it is checked.
    const later = new Date(Date.now() + 30 * 60_000);
    const local = later.toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' }).slice(0, 16);
    await reviewer.type(local);
    await reviewer.press('Enter');
    await reviewer.page.getByRole('alert').getByText('已定时').waitFor();
    const { data } = await server.data<{ data: { id: number; state: string }[] }>('base.content/getContentList', {
      model: 'article',
      id: col_id,
    });
    const { id = 0, state } = data[0] ?? {};
    expect(state).toBe('scheduled');
    const visitor = await browser.open({}, /404|sandbox/);
    await visitor.goto(`${server.url}/site/#/article/${id}`);
    await visitor.getByText('记录不存在或已被删除').waitFor();
    // The time is set instead of waited for; tests/server/publishing.test.ts tests times that come.
    await server.database.db.updateTable('article').set({ publish_time: '2026-01-01T00:00:00Z' }).execute();
    await visitor.reload();
    await visitor.getByRole('heading', { level: 2, name: '头采龙井' }).waitFor();
    await visitor.getByRole('listitem').getByText('第三').waitFor();
    expect(await visitor.locator('img').count()).toBe(5);

    // The published article is changed, compared with an earlier version, and put back.
    const { page: editor } = reviewer;
    await reviewer.click(button(editor, '全宽写作'));
    await reviewer.click(body(editor).getByText('今年的头采到了。'));
    await reviewer.press('End');
    await reviewer.type('明前茶售完即止。');
    await reviewer.click(button(editor, '更新'));
    const paragraph = visitor.getByText('今年的头采到了。');
    await expect.poll(() => visitor.reload().then(() => paragraph.textContent())).toContain('明前茶');
    await reviewer.click(button(editor, '版本'));
    await reviewer.click(editor.getByRole('button', { name: /^把版本 .* 与现在对比$/ }).nth(1));
    await editor.locator('ins').getByText('明前茶售完即止。').waitFor();
    // The time of publishing differs only because this test set it in the database.
    await editor.getByLabel('恢复“发布时间”').uncheck();
    await reviewer.click(button(editor, '恢复到表单'));
    await reviewer.click(button(editor, '更新'));
    await expect.poll(() => visitor.reload().then(() => paragraph.textContent())).not.toContain('明前茶');
    expect([first.done, person.done, reviewer.done]).toEqual([
      { clicks: 1, keys: 9 },
      { clicks: 5, keys: 1 },
      { clicks: 11, keys: 2 },
    ]);
  });
});
