import type { Page } from 'playwright-core';
import { preferredLanguage } from '../../contract/languages.ts';
import { message } from '../../server/core/messages.ts';
import { answer, api, rowsOf } from './answers.ts';
import { pictureFile } from './pictures.ts';
import type { Scene } from './scene.ts';
import { button } from './steps.ts';

const tiles = (page: Page) => page.locator('[data-tile]');
const asFile = (name: string, content = 'not a picture') => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});
const folder = { pid: null, level: 1, sort: 0, version: 1 };
const folders = [
  { ...folder, id: 1, title: '产品', total: 24 },
  { ...folder, id: 2, title: '茶具', pid: 1, level: 2, total: 8 },
  { ...folder, id: 3, title: '活动', total: 0 },
];
const uses = [
  { entity: 'article', id: 1, title: '暑期手工制茶课开放报名', field: 'org_img', path: '/content/article/1' },
  { entity: 'ad', id: 1, title: '首页横幅', field: 'mobile_img', path: '/advertise/1' },
  { entity: 'config_item', id: 1, title: '网站标志', field: 'web_logo', path: '/systemConfig' },
  { entity: 'admin', id: 0, title: '', field: 'avatar', path: '' },
];

const withFolders = (page: Page) => answer(page, 'base.Media/folders', { code: 1, msg: '', data: folders });
const withUses = (page: Page) => rowsOf(page, 'base.Media/usage', ...uses);

/** The media library, and where files come into a form. */
export const mediaScenes: Scene[] = [
  {
    name: 'media',
    path: '/media',
    before: withFolders,
    reach: (page) => tiles(page).first().waitFor(),
  },
  {
    name: 'media-list',
    path: '/media',
    isNightly: true,
    before: async (page) => {
      await withFolders(page);
      // The rows are a preference, which later scenes must not find.
      await answer(page, 'auth.auth/savePreference', { code: 1, msg: '', data: null });
    },
    reach: async (page, say) => {
      await tiles(page).first().waitFor();
      await button(page, say('media.list')).click();
      await page.locator('.row-actions').first().waitFor();
    },
  },
  {
    name: 'media-folder',
    path: '/media',
    isNightly: true,
    before: withFolders,
    reach: async (page, say) => {
      await button(page, say('media.folder.create')).click();
      await page.getByLabel(say('resources.media_folder.fields.title')).waitFor();
    },
  },
  {
    name: 'media-file',
    path: '/media',
    before: withUses,
    reach: async (page) => {
      await tiles(page).first().click();
      await page.locator('[name=name]').waitFor();
      await page.getByRole('link', { name: '首页横幅' }).waitFor();
    },
  },
  {
    name: 'media-change',
    path: '/media',
    reach: async (page, say) => {
      await tiles(page).first().click();
      await button(page, say('media.change')).click();
      await button(page, say('media.saveAsNew')).waitFor();
    },
  },
  {
    name: 'media-used',
    path: '/media',
    isNightly: true,
    before: withUses,
    reach: async (page, say) => {
      await page.route(api('base.Media/delete'), (route) =>
        route.fulfill({ json: { code: 0, msg: '', data: { holds: { article: 1 }, uses } } }),
      );
      await tiles(page).first().focus();
      await page
        .getByRole('button', { name: new RegExp(`^${say('list.delete')} `) })
        .first()
        .click();
      const anyway = button(page, say('media.deleteAnyway'));
      await button(page, say('list.delete')).or(anyway).click();
      await anyway.waitFor();
    },
  },
  {
    name: 'media-uploading',
    path: '/media',
    reloads: true,
    before: async (page) => {
      await withFolders(page);
      await page.route(api('base.upload/videoUpload'), () => undefined);
    },
    reach: async (page, say) => {
      await tiles(page).first().waitFor();
      const files = [asFile('产品手册.exe.html'), asFile('茶山航拍.mp4', 'x'.repeat(400_000)), asFile('采访录音.mp3')];
      await page.locator('input[type=file]').first().setInputFiles(files);
      await button(page, `${say('upload.retry')} 产品手册.exe.html`).waitFor();
    },
  },
  {
    name: 'media-choose',
    path: '/content/article/:article',
    isNightly: true,
    before: withFolders,
    reach: async (page, say) => {
      const label = say('resources.article.fields.org_img');
      await button(page, `${say('media.choose')}: ${label}`).click();
      await tiles(page).first().click();
      await button(page, say('media.take')).waitFor();
    },
  },
  {
    name: 'image-refused',
    path: '/content/article/:article',
    isNightly: true,
    reach: async (page, say) => {
      const label = `${say('upload.image')}: ${say('resources.article.fields.org_img')}`;
      await page.locator(`input[type=file][aria-label="${label}"]`).setInputFiles(asFile('封面.png'));
      await button(page, `${say('upload.retry')} 封面.png`).waitFor();
    },
  },
  {
    name: 'article-attachment',
    path: '/content/article/create',
    isNightly: true,
    reach: async (page, say) => {
      await button(page, say('richText.file')).click();
      await page.getByLabel(say('richText.fileAddress')).waitFor();
    },
  },
  {
    name: 'article-remote',
    path: '/content/article/create',
    isNightly: true,
    reloads: true,
    before: async (page) => {
      const { buffer } = await pictureFile('remote.png', 90, 240, 120);
      await page.route('https://pictures.example/**', (route) => route.fulfill({ body: buffer }));
      await page.route(api('base.Media/fetch'), async (route) => {
        const request = route.request();
        if (!request.postData()?.includes('gone')) return; // it is on its way for ever
        const msg = message(preferredLanguage(request.headers()['accept-language']), 'remote_unreachable');
        await route.fulfill({ json: { code: 0, msg, data: null } });
      });
    },
    reach: async (page, say) => {
      const text = page.locator('.ProseMirror');
      await text.waitFor();
      const pictures = ['茶园晨雾.jpg', '640', 'gone.png'].map(
        (name) => `<img src="https://pictures.example/${name}" alt="茶园">`,
      );
      await text.evaluate(
        (element, html) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/html', html);
          element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        },
        `<p>清晨的茶园，雾还没有散。</p><p>${pictures.join(' ')}</p>`,
      );
      await button(page, `${say('upload.retry')} gone.png`).waitFor();
      await button(page, `${say('upload.cancel')} 640`).click();
      await button(page, say('richText.importPictures', { smart_count: 1 })).waitFor();
    },
  },
];
