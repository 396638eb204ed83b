import type { BrowserContextOptions, Page } from 'playwright-core';
import { createI18nProvider } from '../../i18n/index.ts';
import { furnish } from './furnish.ts';

export type Locale = 'zh' | 'en';
export type Theme = 'light' | 'dark';

/** Says a message of the console in the language that it is shown in. */
type Say = (key: string, options?: Record<string, unknown>) => string;

/** Records that the scenes show. */
export interface Stage {
  /** An article with a rich text. */
  article: number;
  /** Its title. */
  title: string;
  /** A column with articles, and its title. */
  column: number;
  columnTitle: string;
  /** Somebody with an account on the site. */
  user: number;
}

export interface Scene {
  name: string;
  /** Below the router's base. */
  path: string;
  /** Nobody is signed in. */
  isOut?: true;
  /** Its page can show no other scene afterwards. */
  isLast?: true;
  /** It is there on a phone alone, or not there. */
  only?: 'narrow' | 'wide';
  /** What the back end answers otherwise than it would. */
  before?: (page: Page) => Promise<unknown>;
  /** From the address to what the scene shows; resolves when it is there. */
  reach: (page: Page, say: Say, stage: Stage) => Promise<unknown>;
}

/** Each kind of screen and each state of it that looks different, and how one comes to it. */
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
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('signIn.sms') }).click();
      await page.getByText(say('signIn.smsOff')).waitFor();
    },
  },
  {
    name: 'sign-in-again',
    path: '/columnList',
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
    reach: async (page, say) => {
      await homeIsThere(page, say);
      await button(page, say('home.asTable')).click();
      await button(page, say('home.asChart')).waitFor();
    },
  },
  {
    name: 'home-empty',
    path: '/home',
    before: (page) =>
      change(page, 'base.Data/welcomeDate', (told) => ({
        ...told,
        ...{ counts: { column: 0, article: 0 }, week: { column: 0, article: 0 }, todo: [], recent: [] },
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
    before: (page) => change(page, 'base.content/getContentList', () => ({ data: [], total: 0 })),
    reach: (page, say) => page.getByText(say('list.emptyHint')).waitFor(),
  },
  {
    name: 'articles-no-match',
    path: '/content/article?filter={"col_id":0,"searchKey":"没有这样的"}',
    reach: (page, say) => button(page, say('list.clearFilters')).first().waitFor(),
  },
  {
    name: 'articles-failed',
    path: '/content/article?filter={"col_id":0}',
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
    before: (page) =>
      answer(page, 'base.Bulk/delete', {
        code: 1,
        msg: '',
        data: { done: 2, failed: [{ id: 7, title: 'PbootCMSV1.0.0', msg: '记录不存在或已被删除' }] },
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
      await page.getByRole('cell', { name: '没有这个栏目' }).waitFor();
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
    reach: (page, say) => page.getByText(say('recycle.empty')).waitFor(),
  },
  {
    name: 'forbidden',
    path: '/columnList',
    before: (page) =>
      change(page, 'base.admin/getAdminInfo', (me) => ({
        ...me,
        role: { id: 2, title: '编辑' },
        rules: ['/content'],
      })),
    reach: (page, say) => page.getByText(say('pages.forbidden')).waitFor(),
  },
  {
    name: 'not-found',
    path: '/404-In',
    reach: (page, say) => page.getByText(say('pages.notFound')).waitFor(),
  },
  {
    name: 'agreement',
    path: '/xieyi',
    reach: (page) => page.locator('.ProseMirror').waitFor(),
  },
  {
    name: 'article',
    path: '/content/article/:article',
    reach: (page, say) => button(page, say('form.save')).waitFor(),
  },
  {
    name: 'article-refused',
    path: '/content/article/create',
    reach: async (page, say) => {
      await button(page, say('form.save')).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'article-text',
    path: '/content/article/:article',
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('form.content') }).click();
      await page.locator('.ProseMirror').waitFor();
    },
  },
  {
    name: 'article-source',
    path: '/content/article/:article',
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('form.content') }).click();
      await page.getByRole('button', { name: say('richText.source') }).click();
      await page.getByRole('textbox', { name: say('resources.article.fields.content') }).waitFor();
    },
  },
  {
    name: 'article-seo',
    path: '/content/article/:article',
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('form.seo') }).click();
      await page.getByLabel(say('resources.article.fields.seo_title')).waitFor();
    },
  },
  {
    name: 'products',
    path: '/content/product?filter={"col_id":0}',
    before: (page) => listOf(page, product),
    reach: (page) => rows(page).first().waitFor(),
  },
  {
    name: 'product-variants',
    path: '/content/product/1',
    before: (page) => listOf(page, product),
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('form.sale') }).click();
      await button(page, say('rows.addRow')).click();
      await button(page, say('form.save')).click();
      await page.getByText('SKU').first().waitFor({ state: 'attached' });
    },
  },
  {
    name: 'product-parameters',
    path: '/content/product/1',
    before: async (page) => {
      await listOf(page, product);
      await change(page, 'base.content/getContentParams', () => parameters);
    },
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('form.params') }).click();
      await page.getByText('风味').waitFor();
    },
  },
  {
    name: 'gallery',
    path: '/content/atlas/1',
    before: (page) => listOf(page, { ...content, images: [pictureOf(1), pictureOf(2)] }),
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('form.images') }).click();
      await page.getByLabel(say('rows.imageAddresses')).waitFor();
    },
  },
  {
    name: 'gallery-refused',
    path: '/content/atlas/create',
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('form.images') }).click();
      await page.getByLabel(say('rows.imageAddresses')).waitFor();
      await button(page, say('form.save')).click();
      await page.locator('[data-invalid]').waitFor({ state: 'attached' });
      await page.getByRole('tab', { name: say('form.images') }).click();
    },
  },
  {
    name: 'episodes',
    path: '/content/video/create',
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('form.video') }).click();
      await button(page, say('rows.addRow')).click();
      await button(page, `${say('rows.remove')} ${say('rows.row', { n: 1 })}`).waitFor();
    },
  },
  {
    name: 'files',
    path: '/content/down/create',
    reach: async (page, say) => {
      await page.getByRole('tab', { name: say('form.files') }).click();
      await page.getByLabel(say('rows.fileAddresses')).fill('/upload/manual.pdf');
      await button(page, say('rows.add')).click();
      await page.getByLabel(say('rows.size')).waitFor();
    },
  },
  {
    name: 'job',
    path: '/content/recruitment/create',
    reach: (page, say) => page.getByRole('tab', { name: say('form.job') }).click(),
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
    before: (page) => listOf(page, message, { ...message, id: 2, is_read: 1, is_star: 1 }),
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
    reach: (page) => rows(page).first().waitFor(),
  },
  {
    name: 'parameters',
    path: '/content/params',
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
    reach: async (page, say) => {
      await button(page, say('column.batch')).click();
      await page.getByLabel(say('resources.column.fields.title')).last().fill('资料中心\n  白皮书\n  常见问题');
      await button(page, say('column.batchAdd', { n: 3 })).waitFor();
    },
  },
  {
    name: 'column-history',
    path: '/columnList/:column',
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
    name: 'user-visits',
    path: '/user_list/:user',
    reach: async (page, say) => {
      const name = say('resources.history.name', { smart_count: 2 });
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
      await button(page, say('log.back')).waitFor();
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
    name: 'visitors',
    path: '/visitorLog',
    reach: (page) => page.locator('main a[title]').first().waitFor(),
  },
  {
    name: 'record-missing',
    path: '/content/article/999999',
    reach: (page, say) => page.getByText(say('pages.noRecordHint')).waitFor(),
  },
  {
    name: 'delete',
    path: '/content/article?filter={"col_id":0}',
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
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('list.delete') })
        .click();
      await page.getByText(say('column.deleteHolds', { title: columnTitle })).waitFor();
    },
  },
  {
    name: 'leave',
    path: '/content/article/:article',
    reach: async (page, say) => {
      await page.getByRole('textbox').first().fill('改到一半的标题');
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
    reach: async (page, say) => {
      await homeIsThere(page, say);
      await page.getByRole('button', { name: new RegExp(`^${say('frame.user')}`) }).click();
      await button(page, say('frame.exit')).waitFor();
    },
  },
  {
    name: 'appearance',
    path: '/home',
    reach: async (page, say) => {
      await homeIsThere(page, say);
      await button(page, say('frame.appearance')).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'language',
    path: '/home',
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

/** Contents that the imported site has none of. */
const content = { id: 1, title: '东坡炒青', col_id: 1, column_title: '青坞的茶', status: 1, version: 1, params: {} };
const product = {
  ...{ ...content, price: '38.00', stock: 36, size_ids: [], images: [], publish_time: '2026-10-01T02:00:00Z' },
  skus: [{ size_id: null, sku: 'QW-01', price: '38.00', stock: 80, org_img: '' }],
};
const pictureOf = (n: number) => ({ url: `/upload/missing-${n}.png`, title: '清晨', intro: '雾还没散。', sort: n });
const message = {
  ...{ id: 1, col_id: 1, name: '林先生', mobile: '13800001234', content: '周六想带孩子来茶园。', ip: '203.0.113.5' },
  ...{ data: { topic: '参观' }, is_read: 0, is_star: 0, reply: '', version: 1, create_time: '2026-10-15T02:00:00Z' },
};
const shelf = { cid: 1, sid: 0, type: 'product', pid: null, org_img: '', sort: 0, version: 1 };
const parameters = [
  { title: '产区', name: 'garden', type: 'choice', options: '东坡\n石门', required: 1 },
  { title: '风味', name: 'taste', type: 'choices', options: '栗香\n兰花香', required: 0 },
  { title: '有机', name: 'organic', type: 'flag', options: '', required: 0 },
  { title: '采摘于', name: 'picked', type: 'time', options: '', required: 0 },
].map((each, at) => ({ ...each, id: at + 1, cid: 1, sid: 0, value: '', sort: at, version: 1 }));

/** Answers these as the contents there are. */
const listOf = (page: Page, ...data: object[]) =>
  change(page, 'base.content/getContentList', () => ({ data, total: data.length }));

const api = (path: string) => (url: URL) => url.pathname === `/api/${path}`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rows = (page: Page) => page.locator('.row-actions');

const deleted = (id: number, entity: string, title: string, holds: object) => ({
  ...{ id, entity, title, holds, deleted_by: 'admin', deleted_at: '2026-10-15T08:09:10Z' },
});

/** Selects the first records of a list. */
async function select(page: Page, say: Say, n: number): Promise<void> {
  const boxes = page.getByRole('checkbox', { name: new RegExp(`^${say('bulk.select', { title: '' }).trim()} `) });
  await rows(page).nth(n).waitFor();
  for (let at = 0; at < n; at++) await boxes.nth(at).check();
  await page.getByRole('toolbar', { name: say('bulk.bar') }).waitFor();
}

async function homeIsThere(page: Page, say: Say): Promise<void> {
  await page.getByText(say('home.system')).waitFor();
  await page.locator('.MuiSkeleton-root').first().waitFor({ state: 'detached' });
}

/** Answers a call in the place of the back end. */
const answer = (page: Page, path: string, json: object) => page.route(api(path), (route) => route.fulfill({ json }));

/** Lets the back end answer, and changes its data. */
function change(page: Page, path: string, to: (data: Record<string, unknown>) => object): Promise<unknown> {
  return page.route(api(path), async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: Record<string, unknown> };
    await route.fulfill({ response, json: { ...body, data: to(body.data) } });
  });
}

/** Someone before a browser: where, in which language, and signed in where there is a token. */
export interface Visitor {
  url: string;
  locale: Locale;
  theme?: Theme;
  token?: string;
}

const keptBy = ({ locale, theme = 'light', token }: Visitor): [name: string, value: string][] => [
  ['RaStorertop.locale', JSON.stringify(locale)],
  ['RaStorertop.theme', JSON.stringify(theme)],
  ...(token ? [['rtop.token', token] as [string, string]] : []),
];

/** What the browser of a visitor remembers, for its first page. */
export function rememberedBy(visitor: Visitor): BrowserContextOptions {
  const localStorage = keptBy(visitor).map(([name, value]) => ({ name, value }));
  return { storageState: { cookies: [], origins: [{ origin: visitor.url, localStorage }] }, reducedMotion: 'reduce' };
}

/** Brings a page to a scene. */
export async function enter(page: Page, scene: Scene, { url, locale }: Visitor, stage: Stage): Promise<void> {
  const { translate } = await createI18nProvider(locale);
  const path = scene.path.replace(/:([a-z]+)$/, (_, name: keyof Stage) => String(stage[name]));
  await scene.before?.(page);
  await page.goto(`${url}/rTopAdmin${path}`);
  await scene.reach(page, (key, options) => translate(key, options), stage);
  await isStill(page);
}

/** Forgets what a scene left behind in the browser, and what the back end answered otherwise. */
export async function leave(page: Page, visitor: Visitor): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate((kept) => {
    localStorage.clear();
    sessionStorage.clear();
    for (const [name, value] of kept) localStorage.setItem(name, value);
  }, keptBy(visitor));
}

/** Changes the theme of a page as another tab of the browser would. */
export async function wear(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((value) => {
    const key = 'RaStorertop.theme';
    localStorage.setItem(key, value);
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
  }, JSON.stringify(theme));
  await page.waitForFunction((wanted) => getComputedStyle(document.documentElement).colorScheme === wanted, theme);
  await isStill(page);
}

/** The records of the imported site that the scenes show. */
export async function stageOf({
  data,
}: {
  data: <T>(path: string, params?: Record<string, unknown>) => Promise<T>;
}): Promise<Stage> {
  type Rows = { id: number; title: string; org_img?: string }[];
  const articles = await data<{ data: Rows }>('base.content/getContentList', { model: 'article', limit: 100 });
  const columns = await data<Rows>('base.base/getAllColumnList');
  const named = (rows: Rows, title: string) => {
    const row = rows.find((each) => each.title === title);
    if (!row) throw new Error(`the imported site has no ${title}`);
    return row;
  };
  const [article, column] = [named(articles.data, 'PbootCMSV1.0.0正式发布'), named(columns, '公司动态')];
  const picture = articles.data.find(({ org_img }) => org_img)?.org_img ?? '';
  return {
    article: article.id,
    title: article.title,
    column: column.id,
    columnTitle: column.title,
    user: await furnish(data, column.id, picture),
  };
}

/** Resolves when nothing moves or changes its colour any more, and the pictures in sight are there. */
async function isStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    // One that is not seen may wait to be loaded for ever.
    const inSight = [...document.images].filter((image) => {
      const { top, bottom, width } = image.getBoundingClientRect();
      return width > 0 && bottom > 0 && top < innerHeight && image.checkVisibility();
    });
    await Promise.allSettled([
      ...inSight.map((image) => image.decode()),
      ...document.getAnimations().map(({ finished }) => finished),
    ]);
    await frame();
  });
}
