import type { Page } from 'playwright-core';
import { accessScenes } from './accessScenes.ts';
import { answer, api, change, listOf, ownSessions, rowsOf } from './answers.ts';
import { configScenes } from './configScenes.ts';
import {
  agreement,
  begunFactor,
  content,
  deleted,
  event,
  message,
  parameters,
  pictureOf,
  product,
  shelf,
  visit,
} from './madeUp.ts';
import { mediaScenes } from './mediaScenes.ts';
import type { Scene } from './scene.ts';
import { beginFactor, button, homeIsThere, openUser, rows, select, typePassword } from './steps.ts';

const workingCopy = (page: Page, by: { admin_id: number; username: string; is_own: number }, review: object = {}) =>
  change(page, 'base.content/getWorkingCopy', (data) => ({
    ...data,
    ...review,
    copies: [
      {
        id: 1,
        ...by,
        is_stale: 0,
        live_time: null,
        create_time: '2026-11-23T01:02:03Z',
        update_time: '2026-11-23T01:31:03Z',
        values: { title: '柴窑一号正式点火，烧了三天三夜', description: '三代人用过的柴窑，重新点起了火。' },
      },
    ],
  }));

const versionTexts = [
  {
    title: '柴窑一号点火，烧了两天两夜',
    description: '老柴窑重新点起了火。',
    org_img: '/static/kiln.jpg',
    content:
      '<h2>点火</h2><p>三月十二日清早，柴窑一号点火。</p><table><tbody><tr><td>窑温</td><td>1280 度</td></tr><tr><td>用柴</td><td>两吨</td></tr></tbody></table><p>过几天再来看。</p>',
  },
  {
    title: '柴窑一号正式点火，烧了三天三夜',
    description: '三代人用过的柴窑，重新点起了火。',
    org_img: '/static/kiln.jpg',
    content:
      '<h2>点火</h2><p>三月十二日清早，柴窑一号<strong>正式</strong>点火。</p><table><tbody><tr><td>窑温</td><td>1300 度</td></tr><tr><td>用柴</td><td>两吨</td></tr><tr><td>出窑</td><td>四百件</td></tr></tbody></table><p>四月一日开窑，欢迎来看。</p>',
  },
];

async function withVersions(page: Page): Promise<void> {
  const version = (n: number, more: object) => ({
    n,
    event: 'update',
    username: '林小满',
    path: 'base.content/editArticle',
    published: 0,
    words: '',
    is_own: 0,
    fields: ['title'],
    create_time: `2026-11-2${n}T01:02:03Z`,
    ...more,
  });
  const versions = [
    version(3, { username: 'admin', path: 'base.Bulk/edit', fields: ['is_top'], published: 1 }),
    version(2, { fields: ['title', 'description', 'content'], words: '请写明烧了几天，再提交一次。' }),
    version(1, { event: 'create', path: 'base.content/addArticle', username: 'admin', is_own: 1 }),
  ];
  await answer(page, 'base.Version/list', { code: 1, msg: '', data: { versions, total: 3, days: 180 } });
  await page.route(api('base.Version/read'), (route) => {
    const n = Number(new URL(route.request().url()).searchParams.get('n'));
    return route.fulfill({
      json: { code: 1, msg: '', data: { n, values: versionTexts[n - 1] ?? {}, words: versions[3 - n]?.words } },
    });
  });
}

async function withBatch(page: Page): Promise<void> {
  await change(page, 'base.base/getOperateLog', (log) => ({
    ...log,
    data: (log.data as object[]).map((row) => ({ ...row, batch: 'one' })),
  }));
  const one = { entity: 'article', is_deleted: 0, username: '林小满', time: '2026-11-22T01:02:03Z' };
  const changed = [
    { ...one, key: 3, id: 3, title: '夏天喝什么茶' },
    { ...one, key: 2, id: 2, title: '春茶上市', username: 'admin' },
    { ...one, key: 1, id: 1, title: '老茶客的一天', is_deleted: 1 },
  ];
  await answer(page, 'base.Batch/read', { code: 1, msg: '', data: { ready: 118, undone: 2, gone: 1, changed } });
}

/** All that axe looks at and the script pictures. */
export const scenes: Scene[] = [
  {
    name: 'sign-in',
    path: '/Login',
    isOut: true,
    reach: (page, say) => button(page, say('signIn.submit')).waitFor(),
  },
  {
    name: 'sign-in-sms',
    path: '/Login',
    isOut: true,
    before: (page) => change(page, 'auth.auth/ini', (told) => ({ ...told, sms: 1 })),
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('signIn.sms') }).click();
      await button(page, say('signIn.getCode')).click();
      await page.getByText(say('signIn.mobileRequired')).waitFor();
    },
  },
  {
    name: 'sign-in-code',
    path: '/Login',
    isNightly: true,
    isOut: true,
    before: (page) => answer(page, 'auth.auth/login', { code: 428, msg: '', data: null }),
    reach: async (page, say) => {
      await typePassword(page, say);
      await page.getByPlaceholder(say('signIn.factor')).waitFor();
    },
  },
  {
    name: 'sign-in-recovery',
    path: '/Login',
    isNightly: true,
    isOut: true,
    before: (page) => answer(page, 'auth.auth/login', { code: 428, msg: '', data: { factors: ['passkey'] } }),
    reach: async (page, say) => {
      await typePassword(page, say);
      await page.getByPlaceholder(say('signIn.recovery')).waitFor();
    },
  },
  {
    name: 'end-session',
    path: '/EndSession#a-link',
    isOut: true,
    before: (page) => {
      const session = {
        browser: 'Chrome 141',
        os: 'Windows 10',
        ip: '203.0.113.9',
        create_time: '2026-11-25T01:30:00Z',
      };
      return answer(page, 'auth.auth/newSession', { code: 1, msg: '', data: session });
    },
    reach: (page) => page.getByText('203.0.113.9').waitFor(),
  },
  {
    name: 'sign-in-again',
    path: '/columnList',
    isNightly: true,
    isLast: true,
    before: (page) => answer(page, 'auth.auth/checkLogin', { code: 0, msg: '', data: null }),
    reach: async (page, say) => {
      await page.clock.install({ time: await page.evaluate(() => Date.now()) });
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await rows(page).first().waitFor();
      await page.clock.runFor(10_500);
      await page.getByRole('dialog', { name: say('signIn.title') }).waitFor();
    },
  },
  {
    name: 'first-password',
    path: '/home',
    reloads: true,
    before: (page) => change(page, 'base.admin/getAdminInfo', (me) => ({ ...me, must_change: true })),
    reach: (page, say) => button(page, say('password.submit')).waitFor(),
  },
  {
    name: 'home',
    path: '/home',
    reach: (page, say) => homeIsThere(page, say),
  },
  {
    name: 'home-visits',
    path: '/home',
    isNightly: true,
    reach: async (page, say) => {
      await homeIsThere(page, say);
      await button(page, say('home.asTable')).click();
      await button(page, say('home.asChart')).waitFor();
    },
  },
  {
    name: 'home-empty',
    path: '/home',
    isNightly: true,
    before: (page) =>
      change(page, 'base.Data/welcomeDate', (told) => ({
        ...told,
        counts: { column: 0, article: 0 },
        week: { column: 0, article: 0 },
        todo: [],
        recent: [],
        visits: (told.visits as object[]).map((visit) => ({ ...visit, pv: 0, uv: 0 })),
      })),
    reach: (page, say) => page.getByText(say('home.begin.title')).waitFor(),
  },
  {
    name: 'columns',
    path: '/columnList',
    reach: (page) => rows(page).first().waitFor(),
  },
  {
    name: 'articles',
    path: '/content/article?filter={"col_id":0}',
    reach: (page) => rows(page).first().waitFor(),
  },
  {
    name: 'articles-loading',
    path: '/content/article?filter={"col_id":0}',
    isNightly: true,
    before: (page) => page.route(api('base.content/getContentList'), () => {}),
    reach: (page) => page.locator('[aria-busy=true]').first().waitFor(),
  },
  {
    name: 'articles-filters',
    only: 'narrow',
    path: '/content/article?filter={"col_id":0}',
    reach: async (page, say) => {
      await rows(page).first().waitFor();
      await page.getByRole('button', { name: say('list.filters') }).click();
      await page.locator('#filters').waitFor();
    },
  },
  {
    name: 'articles-empty',
    path: '/content/article?filter={"col_id":0}',
    isNightly: true,
    before: (page) => change(page, 'base.content/getContentList', () => ({ data: [], total: 0 })),
    reach: (page, say) => page.getByText(say('list.emptyHint')).waitFor(),
  },
  {
    name: 'articles-no-match',
    path: '/content/article?filter={"col_id":0,"searchKey":"没有这样的"}',
    isNightly: true,
    reach: (page, say) => button(page, say('list.clearFilters')).first().waitFor(),
  },
  {
    name: 'articles-failed',
    path: '/content/article?filter={"col_id":0}',
    isNightly: true,
    before: (page) =>
      page.route(api('base.content/getContentList'), (route) => route.fulfill({ status: 500, body: '' })),
    reach: (page, say) => button(page, say('list.retry')).waitFor(),
  },
  {
    name: 'articles-selected',
    path: '/content/article?filter={"col_id":0}',
    reach: (page, say) => select(page, say, 2),
  },
  {
    name: 'articles-edit-many',
    path: '/content/article?filter={"col_id":0}',
    reach: async (page, say) => {
      await select(page, say, 3);
      await button(page, say('bulk.edit')).click();
      await page.getByRole('combobox', { name: say('bulk.field') }).click();
      await page.getByRole('option', { name: say('resources.article.fields.status'), exact: true }).click();
      await page.getByRole('combobox', { name: say('resources.article.fields.status') }).waitFor();
    },
  },
  {
    name: 'articles-half-deleted',
    path: '/content/article?filter={"col_id":0}',
    isNightly: true,
    before: (page) =>
      answer(page, 'base.Bulk/delete', {
        code: 1,
        msg: '',
        data: { done: 2, failed: [{ id: 7, title: '柴窑一号', msg: '记录不存在或已被删除' }] },
      }),
    reach: async (page, say) => {
      await select(page, say, 3);
      await page
        .getByRole('toolbar')
        .getByRole('button', { name: say('list.delete') })
        .click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('list.delete') })
        .click();
      await page.getByRole('dialog', { name: say('bulk.state.ended') }).waitFor();
    },
  },
  {
    name: 'articles-more',
    path: '/content/article?filter={"col_id":0}',
    reach: async (page, say) => {
      await rows(page).first().waitFor();
      await button(page, say('listMenu.open')).click();
      await page.getByRole('menuitem', { name: say('listMenu.columns') }).waitFor();
    },
  },
  {
    name: 'articles-columns',
    path: '/content/article?filter={"col_id":0}',
    reach: async (page, say) => {
      await rows(page).first().waitFor();
      await button(page, say('listMenu.open')).click();
      await page.getByRole('menuitem', { name: say('listMenu.columns') }).click();
      await page.getByRole('dialog', { name: say('listMenu.columns') }).waitFor();
    },
  },
  {
    name: 'articles-save-query',
    path: '/content/article?filter={"col_id":0,"status":1}',
    isNightly: true,
    reach: async (page, say) => {
      await rows(page).first().waitFor();
      await button(page, say('listMenu.open')).click();
      await page.getByRole('menuitem', { name: say('listMenu.saveQuery') }).click();
      await page.getByRole('dialog', { name: say('listMenu.saveQuery') }).waitFor();
    },
  },
  {
    name: 'articles-import',
    path: '/content/article?filter={"col_id":0}',
    reach: async (page, say) => {
      await rows(page).first().waitFor();
      await button(page, say('listMenu.open')).click();
      await page.getByRole('menuitem', { name: say('transfer.importOpen') }).click();
      const buffer = Buffer.from('title,col_id,status\n秋季新品,没有这个栏目,1\n,公司动态,5\n');
      await page.getByLabel(say('transfer.choose')).setInputFiles({ name: '文章.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('cell', { name: '没有这个栏目', exact: true }).waitFor();
    },
  },
  {
    name: 'recycle',
    path: '/recycle',
    before: (page) =>
      answer(page, 'base.Recycle/list', {
        code: 1,
        msg: '',
        data: {
          data: [
            deleted(3, 'column', '旧版产品', { column: 2, article: 18 }),
            deleted(41, 'article', '关于春节放假的通知', {}),
            deleted(40, 'article', '一篇标题很长的文章：在手机上它要换行，也不能把按钮挤出屏幕', {}),
            deleted(8, 'user', 'zhangsan', {}),
          ],
          total: 4,
        },
      }),
    reach: async (page) => {
      await page.getByRole('checkbox').nth(1).click();
      await page.getByRole('toolbar').waitFor();
    },
  },
  {
    name: 'recycle-empty',
    path: '/recycle',
    isNightly: true,
    reach: (page, say) => page.getByText(say('recycle.empty')).waitFor(),
  },
  ...accessScenes,
  {
    name: 'forbidden',
    path: '/columnList',
    reloads: true,
    before: (page) =>
      change(page, 'base.admin/getAdminInfo', (me) => ({
        ...me,
        role: { id: 2, title: '编辑' },
        rules: ['/content'],
      })),
    reach: (page, say) => page.getByText(say('explain.forbidden')).waitFor(),
  },
  {
    name: 'not-found',
    path: '/404-In',
    reach: (page, say) => page.getByText(say('pages.notFound')).waitFor(),
  },
  {
    name: 'agreement',
    path: '/xieyi',
    before: (page) => change(page, 'base.Config/sysConfig', () => agreement),
    reach: (page) => page.locator('.ProseMirror ol').waitFor(),
  },
  ...configScenes,
  ...mediaScenes,
  {
    name: 'article',
    path: '/content/article/:article',
    reach: (page, say) => button(page, say('form.save')).waitFor(),
  },
  {
    name: 'article-changes',
    path: '/content/article/:article',
    before: (page) => workingCopy(page, { admin_id: 1, username: 'admin', is_own: 1 }),
    reach: async (page, say) => {
      await button(page, say('publishing.compare')).click();
      await page.getByRole('columnheader', { name: say('publishing.live'), exact: true }).waitFor();
    },
  },
  {
    name: 'article-foreign',
    path: '/content/article/:article',
    isNightly: true,
    before: (page) => workingCopy(page, { admin_id: 99, username: '林小满', is_own: 0 }, { review: 'submitted' }),
    reach: (page, say) => button(page, say('publishing.takeOver')).waitFor(),
  },
  {
    name: 'article-return',
    path: '/content/article/:article',
    isNightly: true,
    before: (page) => workingCopy(page, { admin_id: 99, username: '林小满', is_own: 0 }, { review: 'submitted' }),
    reach: async (page, say) => {
      await button(page, say('publishing.return')).click();
      await page.getByRole('dialog', { name: say('publishing.returnTitle') }).waitFor();
    },
  },
  {
    name: 'article-returned',
    path: '/content/article/:article',
    isNightly: true,
    before: (page) =>
      change(page, 'base.content/getWorkingCopy', (data) => ({
        ...data,
        review: 'returned',
        reviewer: '林小满',
        note: '请注明照片的出处，再提交一次。',
      })),
    reach: (page) => page.getByText('请注明照片的出处').waitFor(),
  },
  {
    name: 'article-actions',
    path: '/content/article/:article',
    isNightly: true,
    reach: async (page, say) => {
      await button(page, say('publishing.more')).click();
      await page.getByRole('menuitem', { name: say('publishing.takeDown') }).waitFor();
    },
  },
  {
    name: 'article-schedule',
    path: '/content/article/:article',
    reach: async (page, say) => {
      await button(page, say('publishing.more')).click();
      await page.getByRole('menuitem', { name: say('publishing.schedule') }).click();
      await page.getByRole('dialog', { name: say('publishing.schedule') }).waitFor();
    },
  },
  {
    name: 'article-preview',
    path: '/content/article/:article',
    before: async (page) => {
      const body =
        '<!doctype html><html lang="zh"><title>预览</title><h1>柴窑一号正式点火</h1><p>三代人用过的柴窑。</p></html>';
      await page.route('**/previewed', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
      await answer(page, 'base.content/previewLink', { code: 1, msg: '', data: { url: '/previewed', expires: '' } });
    },
    reach: async (page, say) => {
      await button(page, say('publishing.preview')).click();
      await page.getByRole('region', { name: say('publishing.preview') }).waitFor();
    },
  },
  {
    name: 'article-writing',
    path: '/content/article/create',
    reach: async (page, say) => {
      await page.getByRole('textbox', { name: say('resources.article.fields.content') }).waitFor();
      await page.keyboard.type('柴窑一号正式点火');
      await page.keyboard.press('Enter');
      await page.keyboard.type('## 点火');
      await page.keyboard.press('Enter');
      await page.keyboard.type('三月十二日清早，柴窑一号点火，烧了三天三夜。');
    },
  },
  {
    name: 'article-check',
    path: '/content/article/:article',
    reach: async (page, say) => {
      await button(page, say('check.title')).click();
      await page.getByText(say('check.asking')).waitFor({ state: 'detached' });
      await page.getByText(say('check.links')).waitFor({ state: 'detached' });
    },
  },
  {
    name: 'tags',
    path: '/content/article',
    before: (page) =>
      answer(page, 'base.Tag/list', {
        code: 1,
        msg: '',
        data: [
          { title: '柴窑', total: 12 },
          { title: '茶器', total: 5 },
        ],
      }),
    reach: async (page, say) => {
      const tags = button(page, say('tags.title'));
      const foldedPane = page.getByRole('button', { name: new RegExp(`^${say('list.expand')} ${say('list.column')}`) });
      await tags.or(foldedPane).first().waitFor();
      if (await foldedPane.isVisible()) await foldedPane.click();
      await tags.click();
      await page.getByRole('dialog').getByText('柴窑').waitFor();
    },
  },
  {
    name: 'article-begun',
    path: '/content/article/create',
    isNightly: true,
    before: (page) => workingCopy(page, { admin_id: 1, username: 'admin', is_own: 1 }),
    reach: (page, say) => button(page, say('publishing.resume')).waitFor(),
  },
  {
    name: 'versions',
    path: '/content/article/:article',
    isNightly: true,
    before: withVersions,
    reach: async (page, say) => {
      await button(page, say('versions.title')).click();
      await page.getByText(say('versions.number', { n: 1 })).waitFor();
    },
  },
  {
    name: 'versions-compared',
    path: '/content/article/:article',
    before: withVersions,
    reach: async (page, say) => {
      await button(page, say('versions.title')).click();
      await page.getByRole('checkbox', { name: say('versions.choose', { n: 1 }) }).check();
      await page.getByRole('checkbox', { name: say('versions.choose', { n: 2 }) }).check();
      await button(page, say('versions.compareTwo')).click();
      await page.locator('section ins').first().waitFor();
    },
  },
  {
    name: 'article-refused',
    path: '/content/article/create',
    isNightly: true,
    reach: async (page, say) => {
      await button(page, say('form.save')).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'article-text',
    path: '/content/article/:article',
    isNightly: true,
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('formTabs.content') }).click();
      await page.locator('.ProseMirror').waitFor();
    },
  },
  {
    name: 'article-find',
    path: '/content/article/:article',
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('formTabs.content') }).click();
      await page.locator('.ProseMirror').focus();
      await page.keyboard.press('Control+f');
      await page
        .getByRole('search', { name: say('richText.find') })
        .getByRole('textbox')
        .first()
        .fill('的');
    },
  },
  {
    name: 'article-slash',
    path: '/content/article/create',
    reach: async (page, say) => {
      await page.locator('.ProseMirror').click();
      await page.keyboard.type('/');
      await page.getByRole('listbox', { name: say('richText.slashMenu') }).waitFor();
    },
  },
  {
    name: 'article-source',
    path: '/content/article/:article',
    isNightly: true,
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('formTabs.content') }).click();
      await page.getByRole('button', { name: say('richText.source') }).click();
      await page.getByRole('textbox', { name: say('resources.article.fields.content') }).waitFor();
    },
  },
  {
    name: 'article-seo',
    path: '/content/article/:article',
    isNightly: true,
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('formTabs.seo') }).click();
      await page.getByLabel(say('resources.article.fields.seo_title')).waitFor();
    },
  },
  {
    name: 'products',
    path: '/content/product?filter={"col_id":0}',
    isNightly: true,
    before: (page) => listOf(page, product),
    reach: (page) => rows(page).first().waitFor(),
  },
  {
    name: 'product-variants',
    path: '/content/product/1',
    before: (page) => listOf(page, product),
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('formTabs.sale') }).click();
      await button(page, say('rows.addRow')).click();
      await button(page, `${say('rows.remove')} ${say('rows.row', { n: 2 })}`).waitFor();
    },
  },
  {
    name: 'product-parameters',
    path: '/content/product/1',
    isNightly: true,
    before: async (page) => {
      await listOf(page, product);
      await change(page, 'base.content/getContentParams', () => parameters);
    },
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('formTabs.params') }).click();
      await page.getByText('风味').waitFor();
    },
  },
  {
    name: 'gallery',
    path: '/content/atlas/1',
    before: (page) => listOf(page, { ...content, images: [pictureOf(1), pictureOf(2)] }),
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('formTabs.images') }).click();
      await page.getByLabel(say('rows.imageAddresses')).waitFor();
    },
  },
  {
    name: 'gallery-refused',
    path: '/content/atlas/create',
    isNightly: true,
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('formTabs.images') }).click();
      await page.getByLabel(say('rows.imageAddresses')).waitFor();
      await button(page, say('form.save')).click();
      await page.locator('[data-invalid]').waitFor({ state: 'attached' });
      await page.getByRole('tab', { name: say('formTabs.images') }).click();
    },
  },
  {
    name: 'episodes',
    path: '/content/video/create',
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('formTabs.video') }).click();
      await button(page, say('rows.addRow')).click();
      await button(page, `${say('rows.remove')} ${say('rows.row', { n: 1 })}`).waitFor();
    },
  },
  {
    name: 'files',
    path: '/content/down/create',
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('formTabs.files') }).click();
      await page.getByLabel(say('rows.fileAddresses')).fill('/upload/manual.pdf');
      await button(page, say('rows.add')).click();
      await page.getByLabel(say('rows.size')).waitFor();
    },
  },
  {
    name: 'job',
    path: '/content/recruitment/create',
    isNightly: true,
    reach: (page, say) => page.getByRole('tab', { name: say('formTabs.job') }).click(),
  },
  {
    name: 'single',
    path: '/content/single?filter={"col_id":1}',
    before: (page) => change(page, 'base.content/getContentList', () => ({ ...content, subtitle: '一条山谷' })),
    reach: (page, say) => button(page, say('form.save')).waitFor(),
  },
  {
    name: 'messages',
    path: '/content/message?filter={"col_id":0}',
    before: (page) =>
      listOf(page, message, {
        ...message,
        id: 2,
        is_read: 1,
        is_star: 1,
        name: '周女士',
        mobile: '13700005678',
        content: '想订五十盒作公司礼品，可以开发票吗？',
      }),
    reach: (page) => rows(page).first().waitFor(),
  },
  {
    name: 'message',
    path: '/content/message/1',
    before: (page) => listOf(page, { ...message, is_read: 1 }),
    reach: (page, say) => button(page, say('form.save')).waitFor(),
  },
  {
    name: 'categories',
    path: '/content/category',
    before: (page) =>
      change(page, 'base.Category/getAllCategoryList', () => [
        { ...shelf, id: 1, title: '绿茶', level: 1 },
        { ...shelf, id: 2, title: '炒青', pid: 1, level: 2 },
      ]),
    reach: (page) => page.locator('[data-drag]').first().waitFor(),
  },
  {
    name: 'parameters',
    path: '/content/params',
    isNightly: true,
    before: (page) => change(page, 'base.content/getContentParams', () => parameters),
    reach: (page) => rows(page).first().waitFor(),
  },
  {
    name: 'parameter',
    path: '/content/params/create',
    reach: (page, say) => page.getByLabel(say('resources.content_param.fields.value')).waitFor(),
  },
  {
    name: 'column',
    path: '/columnList/:column',
    reach: (page, say) => button(page, say('form.save')).waitFor(),
  },
  {
    name: 'columns-batch',
    path: '/columnList',
    isNightly: true,
    reach: async (page, say) => {
      await page.locator('[data-drag]').first().waitFor();
      await button(page, say('column.batch')).click();
      await page.getByLabel(say('resources.column.fields.title')).last().fill('资料中心\n  白皮书\n  常见问题');
      await button(page, say('column.batchAdd', { smart_count: 3 })).waitFor();
    },
  },
  {
    name: 'column-history',
    path: '/columnList/:column',
    isNightly: true,
    reach: async (page, say) => {
      await button(page, say('log.history')).click();
      await page.getByRole('button', { expanded: false, name: 'admin' }).first().click();
      await page.getByRole('dialog').getByRole('table').waitFor();
    },
  },
  {
    name: 'navigation',
    path: '/navList',
    reach: (page) => page.locator('[data-drag]').first().waitFor(),
  },
  {
    name: 'navigation-held',
    path: '/navList/group',
    isNightly: true,
    reach: async (page, say) => {
      await button(page, `${say('list.delete')} 顶部菜单`).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: say('list.delete') }).click();
      await page.getByText(say('list.heldHint')).waitFor();
    },
  },
  {
    name: 'advertisements',
    path: '/advertise',
    reach: (page, say) => page.getByText(say('ad.waiting'), { exact: true }).waitFor(),
  },
  {
    name: 'users',
    path: '/user_list',
    isNightly: true,
    reach: (page) => rows(page).first().waitFor(),
  },
  {
    name: 'user-visits',
    path: '/user_list/:user',
    before: (page) =>
      rowsOf(
        page,
        'base.User/historyList',
        visit(5, '柴窑一号正式点火', 'article'),
        visit(4, '青釉茶壶', 'product'),
        visit(2, '窑炉工程师', 'recruitment'),
      ),
    reach: async (page, say) => {
      const name = say('resources.history.name', { smart_count: 2 });
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
      await page.getByRole('link', { name: '青釉茶壶' }).waitFor();
    },
  },
  {
    name: 'operations',
    path: '/operateLog',
    reach: (page) => page.locator('main a[title]').first().waitFor(),
  },
  {
    name: 'operation',
    path: '/operateLog?filter={"target":"column"}',
    reach: async (page, say) => {
      await page.locator('main a[title]').first().click();
      await page.getByRole('dialog').getByRole('table').waitFor();
      await page.getByText(say('log.changes')).waitFor();
    },
  },
  {
    name: 'batch-undo',
    path: '/operateLog?filter={"target":"column"}',
    isNightly: true,
    before: withBatch,
    reach: async (page, say) => {
      await page.locator('main a[title]').first().click();
      await button(page, say('batches.undo')).click();
      await page.getByRole('checkbox', { name: '春茶上市' }).check();
    },
  },
  {
    name: 'run-log',
    path: '/systemLog',
    isNightly: true,
    before: (page) =>
      rowsOf(
        page,
        'base.base/getSystemLog',
        event(6, 'error', 'failed', 'POST /api/base.content/addArticle: database is locked'),
        event(5, 'warn', '', 'a request took 5.2 s: POST /api/base.Transfer/import'),
        event(4, 'info', 'log_cleanup', '1,204 rows older than 180 days deleted'),
        event(2, 'info', 'start', 'version 0.1.0 started'),
      ),
    reach: (page) => page.locator('main a[title]').first().waitFor(),
  },
  {
    name: 'visitors',
    path: '/visitorLog',
    isNightly: true,
    reach: (page) => page.locator('main a[title]').first().waitFor(),
  },
  {
    name: 'record-missing',
    path: '/content/article/999999',
    isNightly: true,
    reach: (page, say) => page.getByText(say('pages.noRecordHint')).waitFor(),
  },
  {
    name: 'delete',
    path: '/content/article?filter={"col_id":0}',
    isNightly: true,
    reach: async (page, say, { title }) => {
      await button(page, `${say('list.delete')} ${title}`).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'delete-column',
    path: '/columnList',
    reach: async (page, say, { columnTitle }) => {
      await button(page, `${say('list.delete')} ${columnTitle}`).click();
      await page.getByText(say('column.deleteHolds', { title: columnTitle })).waitFor();
    },
  },
  {
    name: 'leave',
    path: '/columnList/:column',
    isNightly: true,
    reach: async (page, say) => {
      await page.getByRole('dialog').getByRole('textbox').first().fill('改到一半的标题');
      await button(page, say('form.close')).click();
      await page.getByRole('dialog', { name: say('form.leaveTitle') }).waitFor();
    },
  },
  {
    name: 'palette',
    path: '/home',
    reach: async (page, say) => {
      await homeIsThere(page, say);
      await page.keyboard.press('Control+k');
      const name = say('resources.article.name', { smart_count: 2 });
      await page.getByRole('combobox', { name: say('palette.open') }).fill(name === '文章' ? 'wz' : name);
      await page.getByRole('listbox').locator('mark').first().waitFor();
      await page.getByRole('status').filter({ hasText: /\d/ }).waitFor();
    },
  },
  {
    name: 'user',
    path: '/home',
    before: ownSessions,
    reach: async (page, say) => {
      await homeIsThere(page, say);
      await openUser(page, say);
      await page.getByText(say('sessions.n', { smart_count: 3 })).waitFor();
    },
  },
  {
    name: 'sessions',
    path: '/home',
    isNightly: true,
    before: ownSessions,
    reach: async (page, say) => {
      await homeIsThere(page, say);
      await openUser(page, say);
      await page.getByRole('button', { name: say('sessions.title') }).click();
      await page.getByText('Safari 18 · iOS 18').waitFor();
    },
  },
  {
    name: 'recovery-codes',
    path: '/home',
    isNightly: true,
    before: (page) => answer(page, 'auth.auth/totp', { code: 1, msg: '', data: begunFactor }),
    reach: (page, say) => beginFactor(page, say),
  },
  {
    name: 'second-factor',
    path: '/home',
    before: (page) => answer(page, 'auth.auth/totp', { code: 1, msg: '', data: begunFactor }),
    reach: async (page, say) => {
      await beginFactor(page, say);
      await button(page, say('totp.kept')).click();
      await page.getByRole('img', { name: say('totp.qr') }).waitFor();
    },
  },
  {
    name: 'appearance',
    path: '/home',
    isNightly: true,
    reach: async (page, say) => {
      await homeIsThere(page, say);
      await button(page, say('frame.appearance')).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'language',
    path: '/home',
    isNightly: true,
    reach: async (page, say) => {
      await homeIsThere(page, say);
      await button(page, say('frame.language')).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'menu',
    only: 'narrow',
    path: '/columnList',
    reach: async (page, say) => {
      await rows(page).first().waitFor();
      await button(page, say('frame.openMenu')).click();
      await page.getByRole('navigation', { name: say('frame.mainMenu') }).waitFor();
    },
  },
  {
    name: 'menu-collapsed',
    only: 'wide',
    path: '/columnList',
    reach: async (page, say) => {
      await rows(page).first().waitFor();
      await button(page, say('frame.collapse')).click();
      await button(page, say('frame.expand')).waitFor();
    },
  },
];
