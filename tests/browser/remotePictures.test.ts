import { expect, test } from 'vitest';
import { enter, useBrowser } from '../support/browser.ts';
import { useFarSite } from '../support/farSite.ts';
import { pictureFile } from '../support/pictures.ts';
import { useServer } from '../support/server.ts';

const site = useFarSite();
const server = useServer({ withConsole: true, farSite: site });
const browser = useBrowser();

test('what is pasted from another site has its pictures from the library when it is saved', async () => {
  const { buffer } = await pictureFile('tea.png', 30);
  site.serve('/tea.png', buffer);
  const { id: col_id } = await server.data('base.base/addColumn', { title: '新闻', model: 'article' });
  const { id } = await server.data('base.content/addArticle', { title: '春茶', col_id, content: '<p>前</p>' });
  const page = await browser.open();
  await enter(page, server, `/content/article/${id}`);
  await page.getByRole('tab', { name: '内容' }).click();
  const text = page.locator('.ProseMirror');
  await text.waitFor();
  await text.evaluate(
    async (element, { far, coded }) => {
      const bytes = Uint8Array.from(atob(coded), (character) => character.charCodeAt(0));
      const near = URL.createObjectURL(new Blob([bytes], { type: 'image/png' }));
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', `<p>甲<img src="${far}">乙<img src="${near}">丙</p>`);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { far: site.url('/tea.png', '127.0.0.1'), coded: (await pictureFile('near.png', 60)).buffer.toString('base64') },
  );
  await expect.poll(() => text.locator('img[src^="/upload/"]').count()).toBe(2);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText('保存成功').waitFor();
  const { data } = await server.data<{ data: { content: string }[] }>('base.content/getContentList', {
    id: 0,
    model: 'article',
    page: 1,
    ids: String(id),
  });
  const url = '"/upload/[\\d/]+[0-9a-f]{28}\\.png"';
  expect(data[0]?.content).toMatch(new RegExp(`甲<img src=${url}[^>]*>乙<img src=${url}[^>]*>丙`));
  expect(site.asked.filter(({ headers }) => headers['user-agent'] === 'rTop-Admin')).toHaveLength(1);
});
