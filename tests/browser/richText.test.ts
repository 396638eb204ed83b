import { expect, test } from 'vitest';
import { enter, useBrowser } from '../support/browser.ts';
import { openArticle, waitForCursor } from '../support/openArticle.ts';
import * as pastes from '../support/pastes.ts';
import { pictureFile } from '../support/pictures.ts';
import { useServer } from '../support/server.ts';
import { upload } from '../support/uploads.ts';

const server = useServer({ withConsole: true });
const stayed = useBrowser().stay((page) => enter(page, server));

const body =
  '<section style="margin:0"><p>第一段，读<ruby>茶<rt>chá</rt></ruby>经。</p>' +
  '<details><summary>怎么泡</summary><p>水温八十度。</p></details></section>' +
  '<p>姓名：<span style="display:inline-block;width:120px;border-bottom:1px solid #000"> </span></p>' +
  '<p style="text-align:center"><picture><source srcset="/a.webp" type="image/webp"></source><img src="/logo.png" alt="茶园" /></picture></p>' +
  '<ul><li>一</li><li>二</li></ul>';

test('what the editor cannot hold is shown, moved and edited where it stands, and all else keeps its bytes', async () => {
  const { page, text, save } = await openArticle(server, stayed, body);
  const details = text.getByRole('group', { name: 'HTML 块 <details>' });
  await expect.poll(() => details.getByText('水温八十度。').isVisible()).toBe(true);
  await text.getByText('二', { exact: true }).click();
  await page.keyboard.press('End');
  await page.keyboard.type('三');
  await details.getByRole('button', { name: '上移 <details>' }).click();
  const notes = text.getByRole('group', { name: 'HTML 块 <ruby>' });
  await notes.click();
  await notes.getByRole('button', { name: '编辑源码 <ruby>' }).click();
  const dialog = page.getByRole('dialog', { name: '这一块的 HTML 源码' });
  await dialog.getByRole('textbox').fill('<ruby>茗<rt>míng</rt></ruby>');
  await dialog.getByRole('button', { name: '确定' }).click();
  expect(await save()).toBe(
    body
      .replace('<li>二', '<li>二三')
      .replace(/(<p>第一段.*?<\/p>)(<details>.*?<\/details>)/, '$2$1')
      .replace('茶<rt>chá', '茗<rt>míng'),
  );
});

test('a Word document comes in with its lists and its pictures', async () => {
  const { text, save } = await openArticle(server, stayed, '<p>前</p>');
  const paste = (html: string, rtf = '') =>
    text.evaluate(
      (element, [markup = '', rich = '']) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/html', markup);
        clipboardData.setData('text/rtf', rich);
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      [html, rtf],
    );
  await paste(pastes.wordLists);
  await expect.poll(() => text.locator('ol[start="3"] > li').count()).toBe(2);
  const saved = await save();
  expect(saved).toContain('<ol start="3"><li>第三<ol type="a"><li>其一</li><li>其二</li></ol></li><li>第四</li></ol>');
  expect(saved).not.toMatch(/mso|Mso|<a /);
});

test('a picture is chosen by a click; its handle and its settings say how wide it is and where it stands', async () => {
  const { buffer } = await pictureFile('茶园.png', 120);
  const { url } = await upload(server, 'base.upload/fileUpload', new Uint8Array(buffer), '茶园.png');
  const { page, text, save } = await openArticle(
    server,
    stayed,
    `<p>前</p><p><img src="${url}" alt="茶园" width="200" height="100" /></p>`,
  );
  const picture = text.getByRole('img', { name: '茶园' });
  await picture.click();
  const handle = page.locator('.picture-handle');
  const from = await handle.boundingBox();
  const [line, before] = await Promise.all([text.locator('p').first().boundingBox(), picture.boundingBox()]);
  if (!from || !line || !before) throw new Error('nothing to drag');
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(from.x + 5 + line.width / 2 - before.width, from.y + 20, { steps: 4 });
  await page.getByText('50 %').waitFor();
  await page.mouse.up();
  await page.getByRole('button', { name: '图片设置' }).click();
  const dialog = page.getByRole('dialog', { name: '图片' });
  await dialog.getByRole('textbox', { name: '说明文字' }).fill('雨前');
  await dialog.getByRole('button', { name: '靠右，文字在左侧' }).click();
  await dialog.getByRole('button', { name: '确定' }).click();
  // Until it is gone, it gives the focus back to the button that opened it.
  await dialog.waitFor({ state: 'detached' });
  const { width } = await text.locator('figure').evaluate((figure) => figure.getBoundingClientRect());
  expect(Math.abs(width - line.width / 2)).toBeLessThan(2);
  await text.getByText('雨前').click();
  // Until then the picture is selected, whose settings Enter opens.
  await waitForCursor(text);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('后');
  expect(await save()).toBe(
    '<p>前</p><figure style="float:right;margin:0 0 1em 1em;width:50%">' +
      `<img src="${url}" alt="茶园" style="width:100%" /><figcaption>雨前</figcaption></figure><p>后</p>`,
  );
});

test('several pictures chosen from the library come along with their alternative texts and captions, in their order', async () => {
  const texts = { '甲.png': { alt: '茶山' }, '乙.png': { caption: '采茶' }, '丙.png': { alt: '茶' } };
  const urls: string[] = [];
  for (const [at, [name, more]] of Object.entries(texts).entries()) {
    const { buffer } = await pictureFile(name, 30 * at + 1);
    const { id, url } = await upload(server, 'base.upload/fileUpload', new Uint8Array(buffer), name);
    await server.data('base.Media/edit', { id, ...more });
    urls.push(url);
  }
  const { page, text, save } = await openArticle(server, stayed, '<p></p>');
  await text.click();
  await page.getByRole('button', { name: '图片', exact: true }).click();
  await page.getByRole('button', { name: '媒体库: 图片' }).click();
  for (const name of Object.keys(texts)) await page.locator('[data-tile]', { hasText: name }).click();
  await page.getByRole('button', { name: '选用', exact: true }).click();
  expect(await save()).toBe(
    `<p><img src="${urls[0]}" alt="茶山" /></p>` +
      `<figure style="margin:0 0 1em"><img src="${urls[1]}" alt="" /><figcaption>采茶</figcaption></figure>` +
      `<p><img src="${urls[2]}" alt="茶" /></p>`,
  );
});

test('a link is found among the columns and contents of the site, changed and taken away again', async () => {
  const { id: col_id } = await server.data('base.base/addColumn', { title: '茶园', model: 'product', url_name: 'tea' });
  await server.data('base.content/addProduct', { title: '茶饼', col_id, slug: 'cake', status: 0 });
  await server.data('base.Config/saveConfig', {
    web_page_url: 'https://www.example.com/{model}/{slug}?preview={token}',
    web_column_url: 'https://www.example.com/{slug}/',
  });
  const { page, text, save } = await openArticle(server, stayed, '<p>看</p>');
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
