import type { Page, Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { beginAt, enter, navigate, useBrowser } from '../support/browser.ts';
import { pictureFile, soundFile } from '../support/pictures.ts';
import { useServer } from '../support/server.ts';
import { temporaryFilesOf, upload } from '../support/uploads.ts';

const server = useServer({ withConsole: true });
/** The folders are made before the page is there, which reads them once. */
let spring = 0;
const stayed = useBrowser().stay(async (page) => {
  const folder = async (title: string) => (await server.data('base.Media/addFolder', { title })).id;
  spring = await folder('春天');
  await folder('产品');
  await enter(page, server);
});

interface Item {
  id: number;
  name: string;
  url: string;
  folder_id: number | null;
  size: number;
}
const list = async (params: object = {}) =>
  (await server.data<{ data: Item[] }>('base.Media/list', { ...params, limit: 100 })).data;
const named = async (name: string) => (await list()).find((item) => item.name === name);
const keep = async (name: string, hue: number) => {
  const { buffer } = await pictureFile(name, hue);
  return upload(server, 'base.upload/fileUpload', new Uint8Array(buffer), name);
};
const column = async (title: string, model: string) => (await server.data('base.base/addColumn', { title, model })).id;
const recordOf = async <T>(model: string, title: string) => {
  const page = { id: 0, model, page: 1 };
  const { data } = await server.data<{ data: { id: number; title: string }[] }>('base.content/getContentList', page);
  const ids = String(data.find((each) => each.title === title)?.id ?? 0);
  return (await server.data<{ data: T[] }>('base.content/getContentList', { ...page, ids })).data[0] as T;
};

async function openAt(path: string): Promise<Page> {
  await beginAt(stayed.page, path);
  return stayed.page;
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const tile = (page: Page, name: string) => page.locator('[data-tile]', { hasText: name });
const fileInput = (page: Page, label: string) => page.locator(`input[type=file][aria-label="${label}"]`);
const save = async (page: Page) => {
  await button(page, '保存').click();
  await page.getByText('保存成功').waitFor();
};

/** Drops files, or pastes them, on the first element that is meant. */
async function give(page: Page, how: 'drop' | 'paste', selector: string, ...files: { name: string; buffer: Buffer }[]) {
  const sent = files.map(({ name, buffer }) => ({ name, coded: buffer.toString('base64') }));
  await page
    .locator(selector)
    .first()
    .evaluate(
      (element, { given, type }) => {
        const data = new DataTransfer();
        for (const { name, coded } of given) {
          const bytes = Uint8Array.from(atob(coded), (character) => character.charCodeAt(0));
          data.items.add(new File([bytes], name, { type: 'image/png' }));
        }
        const { x, y } = element.getBoundingClientRect();
        const common = { bubbles: true, cancelable: true };
        element.dispatchEvent(
          type === 'paste'
            ? new ClipboardEvent('paste', { ...common, clipboardData: data })
            : new DragEvent('drop', { ...common, dataTransfer: data, clientX: x + 20, clientY: y + 20 }),
        );
      },
      { given: sent, type: how },
    );
}

/** Lets no file of a call arrive before `go` is called. */
async function hold(page: Page, call: string) {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(`**/api/${call}`, async (route) => {
    await held;
    await route.continue().catch(() => undefined); // it may have been given up meanwhile
  });
  return () => go();
}

test('files come into the folder at hand by button, drop and paste, and are found by name, kind and use', async () => {
  const page = await openAt('/media?filter={}');
  await page.getByRole('complementary', { name: '文件夹' }).getByRole('button', { name: '春天' }).click();
  await page.getByText('这个文件夹还没有文件').waitFor();
  const notes = { name: '价目表.txt', mimeType: 'text/plain', buffer: Buffer.from('价目'.repeat(200)) };
  await fileInput(page, '上传文件')
    .first()
    .setInputFiles([await pictureFile('采茶.png', 40), notes]);
  await tile(page, '价目表.txt').waitFor();
  await give(page, 'drop', '[data-tile]', await pictureFile('拖入.png', 80));
  await tile(page, '拖入.png').waitFor();
  await give(page, 'paste', 'body', await pictureFile('粘贴.png', 160));
  await tile(page, '粘贴.png').waitFor();
  expect(await page.locator('[data-tile]').count()).toBe(4);
  expect((await list({ folder_id: spring })).length).toBe(4);
  await page.getByRole('searchbox', { name: '搜索' }).fill('采茶');
  await expect.poll(() => page.locator('[data-tile]').count()).toBe(1);
  await page.getByRole('searchbox', { name: '搜索' }).fill('');
  await page.getByRole('combobox', { name: '类型' }).click();
  await page.getByRole('option', { name: '文档' }).click();
  await expect.poll(() => page.locator('[data-tile]').allInnerTexts()).toEqual([expect.stringContaining('价目表.txt')]);
});

test('tiles are walked by the arrows, and a file is moved to a folder by hand, renamed and replaced', async () => {
  const [first, second] = [await keep('甲.png', 200), await keep('乙.png', 220)];
  const page = await openAt('/media?filter={}');
  await tile(page, '乙.png').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => tile(page, '甲.png').evaluate((each) => each === document.activeElement)).toBe(true);
  await tile(page, '甲.png').dragTo(page.getByRole('button', { name: /^产品/ }));
  await page.getByText('已将 1 个文件移到“产品”').waitFor();
  expect((await named('甲.png'))?.folder_id).toBeGreaterThan(0);
  await tile(page, '乙.png').click();
  await page.getByLabel('文件名').fill('新名字.png');
  await fileInput(page, '替换文件').setInputFiles(await pictureFile('另一张.png', 280, 300, 500));
  await page.getByText('已替换 乙.png，地址不变').waitFor();
  await page.getByText('300 × 500').first().waitFor();
  await save(page);
  expect(await named('新名字.png')).toMatchObject({ id: second.id, url: second.url, width: 300, height: 500 });
  expect(first.id).not.toBe(second.id);
});

test('a file tells where it is used, each a link; it is deleted while it is used only after that was confirmed', async () => {
  const picture = await keep('封面.png', 300);
  const col_id = await column('新闻', 'article');
  const article = { col_id, title: '春茶上市', org_img: picture.url };
  const { id } = await server.data('base.content/addArticle', article);
  const page = await openAt(`/media/${picture.id}`);
  await page.getByRole('link', { name: '春茶上市' }).click();
  await page.waitForURL(`**/content/article/${id}*`);
  await navigate(page, '/media?filter={}');
  await tile(page, '封面.png').hover();
  await button(page, '删除 封面.png').click();
  const dialog = page.getByRole('dialog', { name: '“封面.png”正在使用中' });
  await dialog.getByRole('link', { name: '春茶上市' }).waitFor();
  await dialog.getByRole('button', { name: '取消' }).click();
  expect(await named('封面.png')).toBeTruthy();
  await button(page, '删除 封面.png').click();
  await dialog.getByRole('button', { name: '仍然删除' }).click();
  await tile(page, '封面.png').waitFor({ state: 'detached' });
  expect(await named('封面.png')).toBeUndefined();
});

test('a large file shows its progress and is cancelled without a trace; a sound is played from where one seeks', async () => {
  const page = await openAt('/media?filter={}');
  const line = await page.context().newCDPSession(page);
  const slow = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await slow(400_000);
  await page.getByText('还没有文件').or(page.locator('[data-tile]').first()).first().waitFor();
  await fileInput(page, '上传文件').first().setInputFiles(soundFile('长.wav', 500));
  const bar = page.getByRole('progressbar', { name: '长.wav 的上传进度' });
  const progress = async () => Number(await bar.getAttribute('aria-valuenow'));
  await expect.poll(progress, { interval: 50 }).toBeGreaterThan(3);
  const before = await progress();
  await expect.poll(progress, { interval: 50 }).toBeGreaterThan(before);
  expect(before).toBeLessThan(90);
  await button(page, '取消上传 长.wav').click();
  await bar.waitFor({ state: 'detached' });
  await slow(-1);
  await expect.poll(() => temporaryFilesOf(server)).toEqual([]);
  expect(await named('长.wav')).toBeUndefined();

  await server.data('base.Config/saveConfig', { upload_video_type: 'mp4,webm,wav' });
  await column('视频', 'video');
  await navigate(page, '/content/video/create');
  await page.getByRole('tab', { name: '视频' }).click();
  const isPart = (reply: Response) => reply.url().includes('/upload/') && reply.status() === 206;
  await Promise.all([
    page.waitForResponse(isPart),
    fileInput(page, '上传文件: 视频地址').setInputFiles(soundFile('讲解.wav', 300)),
  ]);
  const player = page.locator('audio');
  await player.waitFor();
  const played = await player.evaluate(async (audio: HTMLAudioElement) => {
    if (audio.readyState < 1) await new Promise((resolve) => audio.addEventListener('loadedmetadata', resolve));
    audio.currentTime = 240;
    await new Promise((resolve) => audio.addEventListener('seeked', resolve, { once: true }));
    return [Math.round(audio.duration), Math.round(audio.currentTime)];
  });
  expect(played).toEqual([300, 240]);
});

test('a form takes files by upload, from the library, dropped and pasted, and saves what came of them', async () => {
  const chosen = await keep('库中.png', 330);
  const col_id = await column('图集', 'atlas');
  const page = await openAt(`/content/atlas?filter=${JSON.stringify({ col_id })}`);
  await page.getByRole('link', { name: /^新增/ }).first().click();
  await page.getByLabel('标题 *').fill('四季');
  await button(page, '媒体库: 封面图').click();
  await tile(page, '库中.png').click();
  await button(page, '选用').click();
  await page.getByRole('tab', { name: '图片' }).click();
  await give(
    page,
    'drop',
    '#panel-images [role=group]',
    await pictureFile('一.png', 10),
    await pictureFile('二.png', 20),
  );
  await button(page, '地址: 图片 2').waitFor();
  await page.locator('.ProseMirror').click();
  await page.keyboard.type('山上');
  await give(page, 'paste', '.ProseMirror', await pictureFile('贴.png', 30));
  await page.locator('.ProseMirror img[src^="/upload/"]').waitFor();
  await give(page, 'drop', '.ProseMirror', await pictureFile('拖.png', 50));
  await expect.poll(() => page.locator('.ProseMirror img[src^="/upload/"]').count()).toBe(2);
  await save(page);
  const made = await recordOf<{ org_img: string; images: { url: string }[]; content: string }>('atlas', '四季');
  expect(made.org_img).toBe(chosen.url);
  const urls = await Promise.all(
    ['一.png', '二.png', '贴.png', '拖.png'].map(async (name) => (await named(name))?.url),
  );
  expect(made.images.map(({ url }) => url)).toEqual(urls.slice(0, 2));
  for (const url of urls.slice(2)) expect(made.content).toContain(`src="${url}"`);
  expect(made.content).toContain('山上');
});

test('pictures of a gallery are put in order by hand', async () => {
  const col_id = await column('茶园', 'atlas');
  const images = ['a', 'c', 'b'].map((name, sort) => ({ url: `/upload/${name}.png`, title: '', intro: '', sort }));
  const { id } = await server.data('base.content/addAtlas', { title: '春天', col_id, images });
  const page = await openAt(`/content/atlas/${id}`);
  await page.getByRole('tab', { name: '图片', exact: true }).click();
  const addresses = () =>
    page
      .getByLabel('地址 *', { exact: true })
      .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value.slice(-5)));
  await expect.poll(addresses).toEqual(['a.png', 'c.png', 'b.png']);
  const from = await button(page, '移动 图片 1').boundingBox();
  const to = await button(page, '移动 图片 3').boundingBox();
  if (!from || !to) throw new Error('a handle is not there');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 30, { steps: 4 });
  await page.mouse.move(to.x + 8, to.y + 20, { steps: 8 });
  await page.mouse.up();
  await expect.poll(addresses).toEqual(['c.png', 'b.png', 'a.png']);
  await save(page);
  const { data } = await server.data<{ data: object[] }>('base.content/getContentList', { model: 'atlas', ids: id });
  expect(data).toMatchObject([
    { images: [{ url: '/upload/c.png' }, { url: '/upload/b.png' }, { url: '/upload/a.png' }] },
  ]);
});

test('a form with a file on its way is left only after a question, and the file outlives a session that ends', async () => {
  const page = await openAt('/content/article/create');
  const go = await hold(page, 'base.upload/fileUpload');
  await fileInput(page, '上传图片: 封面图').setInputFiles(await pictureFile('慢.png', 70));
  await page.getByRole('progressbar', { name: '慢.png 的上传进度' }).waitFor();
  expect(await button(page, '保存').isDisabled()).toBe(true);
  await page.getByRole('link', { name: '栏目', exact: true }).click();
  const question = page.getByRole('dialog', { name: '文件还在上传' });
  await question.getByRole('button', { name: '继续上传' }).click();
  await server.database.transaction((db) => db.deleteFrom('session').execute());
  go();
  const dialog = page.getByRole('dialog', { name: '登录账户' });
  await dialog.getByPlaceholder('登录账户').fill('admin');
  await dialog.getByPlaceholder('登录密码').fill(server.password);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.locator('input[name=org_img][value^="/upload/"]').waitFor({ state: 'attached' });
  expect(await button(page, '保存').isDisabled()).toBe(false);
});
