import type { Locator, Page, Request } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { differences, calls as specified } from '../proof/calls.ts';
import { forgetReplies, signIn, useBrowser } from '../support/browser.ts';
import { pictureFile } from '../support/pictures.ts';
import { usePlain } from '../support/plain.ts';
import { button } from '../support/steps.ts';

const plain = usePlain();
const lacking = usePlain({ habits: { 'GET base.Data/webInfo': undefined } });
const browser = useBrowser();
const stayed = browser.stay(async (page) => {
  await signIn(page, plain.url, plain.password);
  await page.getByRole('heading', { name: 'admin，您好' }).waitFor();
});

type Step = (page: Page) => Promise<unknown>;
const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const entry =
  (menu: string) =>
  (name: string): Step =>
  (page) =>
    page.getByRole('navigation', { name: menu, exact: true }).getByRole('link', { name, exact: true }).click();
const top = entry('顶部菜单');
const left = entry('主菜单');
const model = entry('内容列表');
const beside =
  (name: string): Step =>
  (page) =>
    page.getByRole('tab', { name, exact: true }).click();
const within =
  (name: string): Step =>
  (page) =>
    page.getByRole('main').getByRole('link', { name, exact: true }).click();
const fill =
  (name: string | RegExp, value: string): Step =>
  (page) =>
    dialog(page).getByLabel(name).first().fill(value);
const choose =
  (name: string, option: string): Step =>
  async (page) => {
    await dialog(page).getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
const press =
  (name: string): Step =>
  (page) =>
    button(page, name).click();
/** Waits until a field that depends on another has taken its value. */
const shows =
  (name: string, value: string): Step =>
  (page) =>
    dialog(page).getByRole('combobox', { name }).filter({ hasText: value }).waitFor();

type File = Parameters<Locator['setInputFiles']>[0];
/** Gives a file to the input beside a field. */
const choosesFile =
  (field: RegExp, file: File): Step =>
  (page) =>
    dialog(page)
      .getByLabel(field)
      .first()
      .locator('xpath=ancestor::*[.//input[@type="file"]][1]//input[@type="file"]')
      .first()
      .setInputFiles(file);
/** Uploads a file, and waits until its field holds the address that the back end gave it. */
const uploads =
  (field: RegExp, file: File): Step =>
  async (page) => {
    await choosesFile(field, file)(page);
    // For a picture, the input with the address is hidden.
    const address = dialog(page)
      .getByLabel(field)
      .first()
      .locator('xpath=ancestor-or-self::*[.//input[@type="file"]][1]//input[@type="text"]');
    await expect.poll(() => address.inputValue()).toMatch(/^\/upload\/\d+\.\w+$/);
  };

interface Screen {
  /** The steps that lead here from the screen before. */
  stepsTo: Step[];
  /** The name of a record that the list already has. */
  existingRecord?: string;
  /** The steps that a new record needs besides its name. */
  fillSteps?: Step[];
  /** Whether its forms have tabs. */
  isContent?: true;
  /** The specification has no call that changes a record. */
  isFixed?: true;
  /** That the next new record begins empty is checked in the short run too, not only in the thorough one. */
  beginsEmpty?: true;
}

const isThorough = process.env.TEST_DATABASES === 'both';

/** The screens whose records can be made and deleted according to the specification, in the order of the menus. */
const editableScreens: Record<string, Screen> = {
  columns: {
    stepsTo: [top('网站'), left('栏目列表')],
    existingRecord: '新闻中心',
    fillSteps: [choose('内容模型', '文章')],
    beginsEmpty: true,
  },
  articles: { stepsTo: [left('内容列表'), model('文章')], existingRecord: '第 23 条新闻', isContent: true },
  categories: {
    stepsTo: [within('分类')],
    existingRecord: '行业',
    fillSteps: [shows('栏目', '新闻中心')],
    beginsEmpty: true,
  },
  params: {
    // This list has no row to wait for. Before it is shown, the link for a new article is there, so wait for its own.
    stepsTo: [
      left('内容列表'),
      within('内容参数'),
      (page) => page.locator('a[href*="/params/create"]').first().waitFor(),
    ],
    fillSteps: [fill('字段名', 'check'), shows('栏目', '新闻中心')],
    isFixed: true,
  },
  products: { stepsTo: [left('内容列表'), model('产品')], existingRecord: '岩茶礼盒', isContent: true },
  sizes: { stepsTo: [within('规格')], existingRecord: '大号', beginsEmpty: true },
  galleries: {
    stepsTo: [left('内容列表'), model('图集')],
    existingRecord: '春天',
    fillSteps: [beside('图片'), fill('图片地址，每行一个', '/upload/a.png'), press('添加')],
  },
  films: {
    stepsTo: [model('视频')],
    existingRecord: '制茶',
    fillSteps: [
      beside('视频'),
      uploads(/视频地址/, { name: 'a.mp4', mimeType: 'video/mp4', buffer: Buffer.from('film') }),
    ],
  },
  downloads: {
    stepsTo: [model('下载')],
    existingRecord: '画册',
    fillSteps: [
      beside('文件'),
      choosesFile(/每行一个/, { name: '目录.pdf', mimeType: 'application/pdf', buffer: Buffer.from('pages') }),
      (page) => dialog(page).locator('input[value="目录"]').waitFor(),
    ],
  },
  jobs: { stepsTo: [model('招聘')], existingRecord: '茶艺师', isContent: true },
  navigation: { stepsTo: [left('导航列表')], existingRecord: '首页', fillSteps: [choose('分组', '主导航')] },
  menus: { stepsTo: [beside('导航分组')], existingRecord: '主导航' },
  advertisements: {
    stepsTo: [left('广告列表')],
    existingRecord: '春茶上市',
    fillSteps: [choose('广告位', '首页横幅'), uploads(/^图片/, await pictureFile('b.png'))],
  },
  places: { stepsTo: [beside('广告位')], existingRecord: '首页横幅' },
  users: { stepsTo: [top('会员'), left('用户列表')], existingRecord: 'visitor' },
  administrators: {
    stepsTo: [top('系统'), left('管理员列表')],
    existingRecord: 'admin',
    fillSteps: [fill(/密码/, 'a long enough one'), choose('角色', '超级管理员')],
    beginsEmpty: true,
  },
  roles: { stepsTo: [left('管理角色')], existingRecord: '超级管理员', beginsEmpty: true },
  rules: {
    stepsTo: [left('权限规则')],
    existingRecord: '内容管理',
    fillSteps: [fill(/路径/, '/check')],
    beginsEmpty: true,
  },
  items: {
    stepsTo: [left('配置扩展')],
    existingRecord: '网站标题',
    fillSteps: [fill(/字段名/, 'check_item'), choose('分组', '站点')],
    isFixed: true,
  },
  groups: { stepsTo: [beside('扩展分组')], existingRecord: '站点', isFixed: true },
};

/** The lists whose records can only be looked at or deleted. */
const readOnlyScreens: Record<string, Screen & { says: string; mayGo?: true }> = {
  messages: {
    stepsTo: [top('网站'), left('内容列表'), model('留言')],
    existingRecord: '王先生',
    says: '请寄一份样品',
    mayGo: true,
  },
  seen: { stepsTo: [top('会员'), left('浏览记录')], existingRecord: '第 1 条新闻', says: 'visitor' },
  collected: { stepsTo: [left('收藏记录')], existingRecord: '第 1 条新闻', says: 'visitor' },
  downloaded: { stepsTo: [left('下载记录')], existingRecord: '第 1 条新闻', says: 'visitor' },
  operations: { stepsTo: [top('日志'), left('管理日志')], existingRecord: '登录', says: 'auth.auth/login' },
  runs: { stepsTo: [left('运行日志')], existingRecord: '服务已启动', says: 'start' },
  visits: { stepsTo: [left('访客日志')], existingRecord: '/', says: '首页' },
};

const name = (page: Page) => dialog(page).getByRole('textbox').first();
async function save(page: Page): Promise<void> {
  await button(page, '保存').click();
  await dialog(page).waitFor({ state: 'detached' });
}

async function remove(page: Page, there: string): Promise<void> {
  await button(page, `删除 ${there}`).click();
  await button(page, '删除').click();
  await row(page, there).waitFor({ state: 'detached' });
}

/** The calls that read the lists of these screens. */
const lists: Record<string, string> = {
  administrators: 'GET base.admin/getAdminList',
  roles: 'GET base.admin/getRoleList',
  rules: 'GET base.admin/getRuleList',
};

/** Lists, makes, opens, changes and deletes a record. */
async function goThrough(
  page: Page,
  { stepsTo, existingRecord, fillSteps = [], isContent, isFixed, beginsEmpty }: Screen,
  { mark, list }: { mark: string; list: string | undefined },
): Promise<void> {
  for (const step of stepsTo) await step(page);
  if (existingRecord) await row(page, existingRecord).waitFor();
  await page.getByRole('link', { name: /^新增/ }).first().click();
  await name(page).fill(mark);
  if (isContent) await opensFirstTab(page);
  for (const step of fillSteps) await step(page);
  await readsAgain(list, () => save(page));
  if (beginsEmpty || isThorough) {
    await page.getByRole('link', { name: /^新增/ }).first().click();
    await expect.poll(() => name(page).inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
  }
  const changed = isFixed ? mark : `${mark}_2`;
  if (!isFixed) {
    await row(page, mark).click();
    await name(page).fill(changed);
    if (isContent) await opensFirstTab(page);
    await readsAgain(list, () => save(page));
  }
  await readsAgain(list, () => remove(page, changed));
}

const opensFirstTab = (page: Page) =>
  expect.poll(() => dialog(page).getByRole('tab').first().getAttribute('aria-selected')).toBe('true');

async function readsAgain(list: string | undefined, write: () => Promise<void>): Promise<void> {
  const reads = () => plain.asked.filter(({ call }) => call === list).length;
  const before = reads();
  await write();
  if (list) await expect.poll(reads).toBeGreaterThan(before);
}

test('every screen lists, makes, changes and deletes on a back end that speaks console.md alone', {
  timeout: 300_000,
}, async () => {
  const { page } = stayed;
  for (const [mark, screen] of Object.entries(editableScreens))
    await goThrough(page, screen, { mark: `check_${mark}`, list: lists[mark] });
  asksWhatIsSpecified();
  // C1: every parameter that the specification names for a call is sent.
  const sent = (call: string) => plain.asked.filter((each) => each.call.endsWith(`/${call}`)).map(({ form }) => form);
  expect(sent('addEditCategory')[0]).toMatchObject({ id: '0', cid: '1', pid: '0', sid: '0', sort: '0', org_img: '' });
  expect(new Set(sent('addEditCategory').map(({ type }) => type))).toEqual(new Set(['article']));
  expect(sent('getAllCategoryList')).toContainEqual({ id: '1', type: 'article' });
  expect(sent('getAll')).toContainEqual({ id: '0' });
  expect(sent('create_rule')).toEqual([expect.objectContaining({ pid: '0' })]);
  expect(sent('create_role')).toEqual([{ title: 'check_roles', rule_method: '' }]);
  for (const name of ['getCategoryList', 'getNavList', 'getAdminList'])
    expect(sent(name)).toContainEqual(expect.objectContaining({ page: '1' }));
  // C2: the menu of a model is not asked for without a model.
  expect(sent('getContentTopMenu').map(({ model }) => model)).not.toContain('');
});

/** Pages that are one form. `field` is the field that is changed, `read` the call that reads it again after saving. */
const forms: [way: Step[], title: string, field: string, read: string | undefined][] = [
  [[top('网站'), left('内容列表'), model('单页')], '单页', '标题', undefined],
  [[top('会员'), left('用户协议')], '用户协议', '协议标题', 'sysConfig'],
  [[top('系统'), left('系统配置')], '系统配置', '网站标题', 'sysConfig'],
  [[top('系统'), left('自定义配置')], '自定义配置', '网站标题', 'autoGroupConfig'],
];

test('what is only looked at, the pages of settings and the single pages work there too', {
  timeout: 120_000,
}, async () => {
  const { page } = stayed;
  for (const { stepsTo, existingRecord = '', says, mayGo } of Object.values(readOnlyScreens)) {
    for (const step of stepsTo) await step(page);
    await row(page, existingRecord).first().click();
    await dialog(page).getByText(says).first().waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    if (mayGo) await remove(page, existingRecord);
  }
  const lastForm = forms.at(-1)?.[1];
  for (const [way, title, label, read] of forms) {
    for (const step of way) await step(page);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    const input = page.getByRole('main').getByLabel(label).first();
    const changed = `${await input.inputValue()}，改过`;
    await input.fill(changed);
    plain.asked.length = 0;
    await button(page, '保存').click();
    const calls = read ? ['POST base.Config/saveConfig', `GET base.Config/${read}`] : ['POST base.content/editSingle'];
    await expect.poll(() => plain.asked.map((each) => each.call)).toEqual(expect.arrayContaining(calls));
    await page.getByText('操作成功').waitFor();
    expect(await button(page, '保存').isEnabled()).toBe(true);
    // The form shows the saved value when it is opened again; the last form also after a reload.
    await go(page, 'home');
    await input.waitFor({ state: 'detached' });
    if (title === lastForm) await page.reload();
    for (const step of way) await step(page);
    await expect.poll(() => input.inputValue()).toBe(changed);
  }
  await left('模板配置')(page);
  await page.getByText('默认首页').waitFor();
  asksWhatIsSpecified();
});

/** In milliseconds; well within the time for which one reply serves all parts of a screen. */
const openingMs = 2000;

/** Goes to an address as the browser's own buttons do, without loading the page. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    // The router numbers its history entries with `idx`.
    history.pushState({ idx: history.state.idx + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/rTopAdmin/${path}`);

/** Watches the page's requests. @returns waits until none is pending and the page is idle */
function useQuiet(page: Page): () => Promise<void> {
  const waiting = new Set<Request>();
  page.on('request', (request) => waiting.add(request));
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => waiting.delete(request));
  return async () => {
    do {
      await expect.poll(() => waiting.size).toBe(0);
      await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
    } while (waiting.size > 0);
  };
}

test('specification D1: on a phone the form of a single page has its heading', async () => {
  const { page } = stayed;
  const size = page.viewportSize();
  onTestFinished(() => page.setViewportSize(size ?? { width: 1440, height: 900 }));
  await page.setViewportSize({ width: 390, height: 844 });
  await go(page, 'content/single');
  const heading = page.getByRole('heading', { level: 2, name: /^编辑单页/ });
  await expect.poll(async () => (await heading.boundingBox())?.width).toBeGreaterThan(300);
});

test('C6: nothing is asked twice at one opening', { timeout: 120_000 }, async () => {
  const { page } = stayed;
  const isQuiet = useQuiet(page);
  const frame = ['home', 'content/article', 'content/article/1', 'systemConfig'];
  const screens = [
    ...['content/product', 'content/single', 'content/message', 'content/category', 'content/params', 'navList'],
    ...['advertise', 'adminList', 'authGroup', 'authRulesGroup', 'autoConfig', 'expandConfig', 'tempIndex'],
    ...['operateLog', 'xieyi', 'user_list', 'columnList', 'columnList/1', 'content/article/create'],
    ...['content/category/create', 'authGroup/1', 'adminList/1'],
  ];
  const twice: string[] = [];
  async function open(path: string, way: () => Promise<unknown>) {
    const begin = plain.asked.length;
    await way();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await isQuiet();
    const asked = plain.asked
      .slice(begin)
      .map(({ call, form, at }) => ({ what: `${call} ${JSON.stringify(form)}`, at }));
    // If a busy machine needs longer to open a screen, a later request of the same call is legitimate.
    const isAgain = ({ what, at }: (typeof asked)[number], index: number) =>
      asked.slice(0, index).some((other) => other.what === what && at - other.at < openingMs);
    twice.push(...new Set(asked.filter(isAgain).map(({ what }) => `${path}: ${what}`)));
    return asked.length;
  }
  // These addresses load the page, whose early requests read what the screen needs. The others are opened within it.
  for (const path of frame) {
    await page.goto('about:blank');
    expect(await open(path, () => page.goto(`${plain.url}/rTopAdmin/${path}`)), path).toBeGreaterThan(0);
  }
  let asked = 0;
  for (const path of screens) {
    await forgetReplies(page);
    asked += await open(path, () => go(page, path));
  }
  expect(asked).toBeGreaterThan(screens.length);
  expect(twice).toEqual([]);
});

test('the menu marks the same place there after the page is loaded anew', async () => {
  const { page } = stayed;
  await top('网站')(page);
  await left('内容列表')(page);
  await model('产品')(page);
  const marked = page.getByRole('navigation', { name: '内容列表', exact: true }).locator('[aria-current=page]');
  await expect.poll(() => marked.allTextContents()).toEqual(['产品']);
  await page.reload();
  await page.getByText('岩茶礼盒').waitFor();
  await expect.poll(() => marked.allTextContents()).toEqual(['产品']);
  // An address that names no model leads to the model that was chosen last.
  await page.goto(`${plain.url}/rTopAdmin/content`);
  await page.getByText('岩茶礼盒').waitFor();
});

test('what other back ends tell with a row is found out there: the column, and whether an advertisement is shown', async () => {
  const { page } = stayed;
  await go(page, 'advertise');
  await page
    .getByRole('row', { name: /春茶上市/ })
    .getByText('投放中')
    .waitFor();
  await go(page, 'content/article');
  const article = page.getByRole('row', { name: /第 23 条新闻/ });
  await article.getByText('新闻中心').waitFor();
  // The row stands in one line.
  expect((await article.boundingBox())?.height).toBeLessThan(44);
});

test('a list there has its own pages and is searched where the specification names a search', async () => {
  const { page } = stayed;
  await top('网站')(page);
  await left('内容列表')(page);
  await model('文章')(page);
  await row(page, '第 23 条新闻').waitFor();
  await page.getByRole('button', { name: '跳至第 3 页' }).click();
  await row(page, '第 1 条新闻').waitFor();
  await page.getByRole('searchbox', { name: '搜索' }).fill('第 17');
  await row(page, '第 17 条新闻').waitFor();
  expect(await page.locator('.row-actions').count()).toBe(1);
  expect(await page.getByRole('combobox').count()).toBe(0);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('岩茶');
  await page.getByRole('option', { name: /岩茶礼盒/ }).click();
  await name(page).waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
});

/** Expects only calls that console.md names, and no idempotency header. */
function asksWhatIsSpecified(): void {
  const known = specified.map(({ verb, path }) => `${verb} ${path}`);
  expect(plain.asked.map(({ call }) => call).filter((call) => !known.includes(call))).toEqual([]);
  expect(plain.asked.flatMap(({ headers }) => headers)).not.toContain('idempotency-key');
}

test('a deletion there promises no recycle bin and sends nothing of one', async () => {
  const { page } = stayed;
  await top('网站')(page);
  await left('栏目列表')(page);
  await page.getByRole('columnheader', { name: '内容模型' }).waitFor();
  const headers = await page.getByRole('columnheader').allTextContents();
  expect(headers).not.toContain('内容数');
  await button(page, '设为首页 新闻中心').click();
  await page.getByText('首页设置成功').waitFor();
  plain.asked.length = 0;
  await button(page, '删除 新闻中心').click();
  await dialog(page).getByText('“新闻中心”下面还有：').waitFor();
  expect(await dialog(page).textContent()).not.toContain('回收站');
  await dialog(page).getByRole('button', { name: '删除', exact: true }).click();
  await row(page, '新闻中心').waitFor({ state: 'detached' });
  const deletion = plain.asked.find(({ call }) => call === 'POST base.base/deleteColumn');
  expect(deletion?.parameters).toEqual(['col_id']);

  await left('内容列表')(page);
  await model('下载')(page);
  await page.getByRole('checkbox', { name: '选择 画册' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: /删除/ }).click();
  await dialog(page).getByText('删除后无法找回。').waitFor();
});

test('one signs in there by a code as well, finds an unknown address led home, and signs out', async () => {
  const { page } = stayed;
  await page.goto(`${plain.url}/rTopAdmin/404-In`);
  await page.getByText('没有这个页面').waitFor();
  for (const nowhere of ['nowhere', 'media', 'recycle']) {
    await go(page, nowhere);
    await page.waitForURL('**/rTopAdmin/home');
  }
  await page.getByRole('button', { name: /^个人中心/ }).click();
  await page.getByText('超级管理员').waitFor();
  await button(page, '安全退出').click();
  await page.waitForURL('**/rTopAdmin/login');
  await page.getByRole('tab', { name: '短信登录' }).click();
  expect(await page.getByRole('button', { name: '获取验证码' }).count()).toBe(0);
  await page.getByPlaceholder('手机账户').fill('13800138000');
  await page.getByPlaceholder('验证码').fill('123456');
  plain.asked.length = 0;
  await page.keyboard.press('Enter');
  await page.getByText('账户或密码错误').first().waitFor();
  const login = plain.asked.find(({ call }) => call === 'POST auth.auth/login');
  expect(login?.form).toEqual({ username: '13800138000', verify: '123456', password: '' });
});

test('specification D5: a call that a back end lacks is asked once before the sign-in and once after it, however often the page is loaded', async () => {
  const page = await browser.open();
  await signIn(page, lacking.url, lacking.password);
  for (let load = 0; load < 3; load++) {
    await page.getByText('一个现成的网站').first().waitFor();
    await page.reload();
  }
  await page.getByText('一个现成的网站').first().waitFor();
  const askedFor = (call: string) => lacking.asked.filter((each) => each.call === call).length;
  // `ini` is asked for once at each load of the page.
  expect([askedFor('GET base.Data/webInfo'), askedFor('GET auth.auth/ini')]).toEqual([2, 4]);
});

test('C7: the console sent each call of the specification with its verb, path and every parameter in its form, and beside them only what coverage.md says is assumed', () => {
  expect(differences(plain.recorded)).toEqual([]);
});
