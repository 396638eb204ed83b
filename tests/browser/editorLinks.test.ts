import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { openArticle } from '../support/openArticle.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();

test('a link is found among the columns and contents of the site, changed and taken away again', async () => {
  const { id: col_id } = await server.data('base.base/addColumn', { title: '茶园', model: 'product', url_name: 'tea' });
  await server.data('base.content/addProduct', { title: '茶饼', col_id, slug: 'cake', status: 0 });
  await server.data('base.Config/saveConfig', {
    web_page_url: 'https://www.example.com/{model}/{slug}?preview={token}',
    web_column_url: 'https://www.example.com/{slug}/',
  });
  const { page, text, save } = await openArticle(server, browser, '<p>看</p>');
  await text.click();
  await page.keyboard.press('End');
  const tools = page.getByRole('toolbar', { name: '编辑工具' });
  const tool = tools.getByRole('button', { name: '链接', exact: true });
  const dialog = page.getByRole('dialog', { name: '链接' });
  await tool.click();
  await dialog.getByRole('combobox', { name: '链接地址' }).fill('茶');
  await page.getByRole('option', { name: /^茶园/ }).waitFor();
  const draft = page.getByRole('option', { name: /茶饼/ });
  expect(await draft.innerText()).toMatch(/产品 · 茶园\s+草稿/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await dialog.getByRole('textbox', { name: '链接文字' }).inputValue()).toBe('茶园');
  await dialog.getByRole('button', { name: '插入' }).click();
  expect(await save()).toBe('<p>看<a href="https://www.example.com/tea/">茶园</a></p>');

  await text.getByText('茶园').click();
  await tool.click();
  const address = dialog.getByRole('combobox', { name: '链接地址' });
  expect(await address.inputValue()).toBe('https://www.example.com/tea/');
  await address.fill('茶饼');
  await draft.click();
  await dialog.getByRole('checkbox', { name: /nofollow/ }).check();
  await dialog.getByRole('checkbox', { name: '在新窗口打开' }).check();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect
    .poll(() => text.innerHTML())
    .toContain('<a href="https://www.example.com/product/cake" target="_blank" rel="nofollow">茶园</a>');

  await tool.click();
  await dialog.getByRole('button', { name: '取消链接' }).click();
  await expect.poll(() => text.innerHTML()).not.toContain('<a ');
});
