import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { enter, signIn, useBrowser } from '../support/browser.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const browser = useBrowser();

let col_id: number;
beforeAll(async () => {
  ({ id: col_id } = await server.data('base.base/addColumn', { title: '新闻', model: 'article' }));
});

const address = (path: string) => `${server.url}/rTopAdmin${path}`;
async function open(path: string) {
  const page = await browser.open();
  await enter(page, server, path);
  return page;
}
const bar = (page: Page) => page.getByRole('status').filter({ hasText: /网络已断开|没有正常回应|已恢复|新版本/ });
const news = (page: Page) => page.getByRole('link', { name: '新闻', exact: true });
const toast = (page: Page) => page.locator('.MuiSnackbar-root');
const save = (page: Page) => page.getByRole('button', { name: '保存' });
const titles = async (path = '') => {
  const { data } = await server.data<{ data: { title: string }[] }>('base.content/getContentList', {
    model: 'article',
    searchKey: path,
  });
  return data.map(({ title }) => title);
};
/** The server gets the call, and its reply is lost on the way. */
const cut = async (route: Route) => {
  await route.fetch();
  await route.abort();
};

/** An article that is written in the open form of a new one. */
async function write(page: Page, title: string) {
  // B7: its column is that of the list. Before a back end without extensions nothing is required.
  await page
    .getByRole('dialog')
    .getByLabel(/^标题(\s\*)?$/)
    .fill(title);
}

describe('the line', () => {
  test('that is lost is said in the frame, what is on the screen stays, and what failed is asked again with the line', async () => {
    const page = await open('/columnList');
    await news(page).waitFor();
    await page.context().setOffline(true);
    await bar(page).getByText('网络已断开').waitFor();
    expect(await news(page).isVisible()).toBe(true);
    await page.getByRole('searchbox').fill('没有这样的');
    await page.getByRole('heading', { name: '没有加载出来' }).waitFor();
    expect(await toast(page).count()).toBe(0);

    await page.context().setOffline(false);
    await bar(page).getByText('连接已恢复').waitFor();
    await page.getByText('没有符合条件的栏目').waitFor();
    await bar(page).waitFor({ state: 'detached', timeout: 8000 });
  });

  test('takes no height from the frame but below the content', async () => {
    const page = await open('/columnList');
    const list = news(page);
    await list.waitFor();
    const before = await list.boundingBox();
    await page.context().setOffline(true);
    await bar(page).getByText('网络已断开').waitFor();
    expect(await list.boundingBox()).toEqual(before);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900);
  });

  test('is there while the server does not answer, until it does; nobody has to do anything', async () => {
    const page = await browser.open();
    await page.clock.install();
    await signIn(page, server.url, server.password);
    await page.route('**/api/**', (route) => route.abort());
    await page.clock.fastForward(10_600);
    await bar(page).getByText('服务器没有正常回应').waitFor();
    await page.unroute('**/api/**');
    await page.clock.fastForward(10_000);
    await bar(page).getByText('连接已恢复').waitFor();
  });
});

describe('another build of the console', () => {
  const serveAnother = (page: Page) =>
    page.route('**/api/**', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'x-build': 'another' } });
    });

  test('is offered, and the reload keeps what was typed, without a question', async () => {
    const page = await open(`/columnList/${col_id}`);
    await page.getByLabel('描述').fill('还没有保存的文字');
    await serveAnother(page);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await bar(page).getByText('有新版本').waitFor();
    await page.unroute('**/api/**');
    await bar(page).getByRole('button', { name: '刷新' }).click();
    await page.getByText('已恢复上次未保存的内容').waitFor();
    expect(await page.getByLabel('描述').inputValue()).toBe('还没有保存的文字');
    expect(await bar(page).count()).toBe(0);
  });

  test('is spoken of once', async () => {
    const page = await open('/columnList');
    await serveAnother(page);
    await page.getByRole('searchbox').fill('新');
    await bar(page).getByRole('button', { name: '关闭提示' }).click();
    await bar(page).waitFor({ state: 'detached' });
    const reply = page.waitForResponse('**/api/base.base/getColumnList*');
    await page.getByRole('searchbox').fill('新闻');
    await reply;
    await news(page).waitFor();
    expect(await bar(page).count()).toBe(0);
  });

  test('is what a part of the console that is gone means: a notice, and no crash', async () => {
    const page = await open('/columnList');
    await page.route('**/assets/RecordPanel*', (route) => route.fulfill({ status: 404, body: '' }));
    await news(page).click();
    await page.getByRole('heading', { name: '这部分没有加载出来' }).waitFor();
    await bar(page).getByText('有新版本').waitFor();
    await page.unroute('**/assets/RecordPanel*');
    await page.getByRole('dialog').getByRole('button', { name: '刷新页面' }).click();
    await page.getByLabel('栏目名称 *').waitFor();
  });

  test('is asked for again when it is opened again', async () => {
    const page = await open('/columnList');
    await page.route('**/assets/RecordPanel*', (route) => route.abort());
    await news(page).click();
    await page.getByRole('heading', { name: '这部分没有加载出来' }).waitFor();
    await page.unroute('**/assets/RecordPanel*');
    await page.getByRole('dialog').getByRole('button', { name: '回到列表' }).click();
    await news(page).click();
    await page.getByLabel('栏目名称 *').waitFor();
  });
});

describe('a save', () => {
  test('whose reply is lost is asked again and is an ordinary success, written once', async () => {
    const page = await open('/content/article/create');
    await write(page, '回应丢失一次');
    await page.route('**/api/base.content/addArticle', cut, { times: 1 });
    await save(page).click();
    await page.getByText('保存成功').waitFor();
    expect((await titles()).filter((title) => title === '回应丢失一次')).toHaveLength(1);
  });

  test('whose replies are all lost says that nobody knows, keeps what was typed, and is written once when it is repeated', async () => {
    const page = await open('/content/article/create');
    await write(page, '回应全部丢失');
    await page.route('**/api/base.content/addArticle', cut);
    await save(page).click();
    await toast(page).getByText('无法确认是否已保存').waitFor();
    expect(await page.getByLabel('标题 *', { exact: true }).inputValue()).toBe('回应全部丢失');
    await page.unroute('**/api/base.content/addArticle');
    await save(page).click();
    await page.getByText('保存成功').waitFor();
    expect((await titles()).filter((title) => title === '回应全部丢失')).toHaveLength(1);
  });

  test('without a line says that nothing was saved, and is saved when there is one', async () => {
    const page = await open('/content/article/create');
    await write(page, '离线时写的');
    await page.context().setOffline(true);
    await save(page).click();
    await toast(page).getByText('改动没有保存').waitFor();
    expect(await titles()).not.toContain('离线时写的');
    await page.context().setOffline(false);
    await save(page).click();
    await page.getByText('保存成功').waitFor();
    expect(await titles()).toContain('离线时写的');
  });

  test('to a back end that knows no repeats is sent once, and says to look before one tries again', async () => {
    const page = await browser.open();
    await page.route('**/api/auth.auth/ini', (route) => route.fulfill({ json: { code: 1, msg: '', data: {} } }));
    await signIn(page, server.url, server.password);
    await page.reload();
    await page.goto(address('/content/article/create'));
    await write(page, '旧的后台');
    let sent = 0;
    await page.route('**/api/base.content/addArticle', async (route) => {
      sent++;
      await cut(route);
    });
    await save(page).click();
    await toast(page).getByText('请先查看列表').waitFor();
    expect(sent).toBe(1);
  });

  test('that is refused says so at the field alone, opens its tab and puts the focus there', async () => {
    const page = await open(`/columnList/${col_id}`);
    await page.route('**/api/base.base/editColumn', (route) =>
      route.fulfill({ json: { code: 0, msg: '提交的内容有误', data: { errors: { keywords: '关键词太多' } } } }),
    );
    await page.getByLabel('栏目名称 *').fill('新闻中心');
    await save(page).click();
    await page.getByText('关键词太多').waitFor();
    expect(await page.getByRole('tab', { name: 'SEO' }).getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('keywords');
    expect(await page.getByText('关键词太多').count()).toBe(1);
    expect(await toast(page).count()).toBe(1);
  });

  test('puts the focus also into a select that was left empty', async () => {
    const page = await open('/content/article/create?filter={"col_id":0}');
    await page.getByLabel('标题 *', { exact: true }).fill('没有栏目');
    await save(page).click();
    await page.getByText('此项为必填项').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('role'));
    await expect.poll(focused).toBe('combobox');
  });

  test('says how it went below the title and above the save button, and beside the panel where there is room', async () => {
    const page = await open(`/columnList/${col_id}`);
    await page.getByLabel('栏目名称 *').fill('');
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await save(page).click();
      const stands = async () => {
        const [box, title, button] = await Promise.all(
          [toast(page), page.locator('#panel-title'), save(page)].map((each) => each.boundingBox()),
        );
        if (!box || !title || !button) return 'something is not there';
        const isBetween = box.y > title.y + title.height && box.y + box.height <= button.y;
        const isBeside = box.x + box.width <= title.x;
        return isBetween && (isBeside || width < 900);
      };
      await expect.poll(stands, { message: `${width} px` }).toBe(true);
    }
  });
});

describe('a role', () => {
  async function openAs(rules: string[], path: string) {
    const role = await server.makeRole(rules);
    const { username, password } = await server.makeAdmin(role);
    const page = await browser.open();
    await signIn(page, server.url, password, username);
    await page.goto(address(path));
    return page;
  }
  const reads = ['/columnList', 'base.base/getColumnList'];

  test('that may not add sees what it lacks in the panel, by its name and path', async () => {
    const page = await openAs(reads, '/columnList/create');
    const panel = page.getByRole('dialog');
    await panel.getByRole('heading', { name: '您没有这项权限' }).waitFor();
    await panel.getByText('需要“新增栏目”的权限').waitFor();
    await panel.getByText('base.base/addColumn').waitFor();
    await panel.getByRole('button', { name: '回到列表' }).click();
    await page.waitForURL('**/columnList');
  });

  test('that may not edit sees a record as it is, without a save, and cannot set the home', async () => {
    const page = await openAs(reads, '/columnList');
    await news(page).click();
    const panel = page.getByRole('dialog');
    await panel.getByText('只能查看：您没有“编辑栏目”的权限。').waitFor();
    expect(await panel.getByLabel('栏目名称 *').isEditable()).toBe(false);
    expect(await save(page).count()).toBe(0);
    expect(await page.getByRole('button', { name: /设为首页/ }).count()).toBe(0);
  });

  test('that may not see a screen is told which right it lacks', async () => {
    const page = await openAs(['/content'], '/columnList');
    await page.getByText('需要“查看栏目”的权限').waitFor();
    await page.getByText('base.base/getColumnList').waitFor();
    await page.getByRole('heading', { name: '栏目', level: 1 }).waitFor();
  });
});

describe('an address that leads nowhere', () => {
  test('/404 stands outside the frame, /404-In within it', async () => {
    const page = await open('/404');
    await page.getByRole('heading', { name: '没有这个页面', level: 1 }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await page.getByRole('link', { name: '回到首页' }).click();
    await page.waitForURL('**/home');
    await page.goto(address('/404-In'));
    await page.getByRole('heading', { name: '没有这个页面', level: 2 }).waitFor();
    await page.getByRole('navigation', { name: '主菜单' }).waitFor();
  });

  test('/404 without a token leads to the sign-in', async () => {
    const page = await browser.open();
    await page.goto(address('/404'));
    await page.waitForURL('**/Login');
  });

  test('a record that is not there says so in its panel', async () => {
    const page = await open('/404');
    for (const id of ['9999', 'nothing']) {
      await page.goto(address(`/columnList/${id}`));
      await page.getByRole('dialog').getByRole('heading', { name: '没有这条记录' }).waitFor();
      await page.getByRole('button', { name: '回到列表' }).click();
      await news(page).waitFor();
    }
  });
});

test('a list without any column offers to add one for its content', async () => {
  const page = await browser.open();
  await page.route('**/getContentTopMenu*', (route) => route.fulfill({ json: { code: 1, msg: '', data: [] } }));
  await page.route('**/getContentList*', (route) =>
    route.fulfill({ json: { code: 1, msg: '', data: { data: [], total: 0 } } }),
  );
  await enter(page, server, '/content/article');
  await page.getByText('还没有放文章的栏目').waitFor();
  expect(await page.getByRole('link', { name: '新增文章' }).count()).toBe(0);
  await page.getByRole('link', { name: '新增栏目' }).click();
  await page.waitForURL('**/columnList/create');
  expect(await page.getByLabel('内容模型 *').textContent()).toBe('文章');
});

test('a write that waits behind the sign-in is not made by another administrator', async () => {
  const other = await server.makeAdmin(await server.makeRole(['/columnList', 'base.base/getColumnList']));
  const page = await open(`/columnList/${col_id}`);
  await page.route('**/api/auth.auth/checkLogin', (route) => route.fulfill({ json: { code: 0, msg: '', data: null } }));
  let sent = 0;
  await page.route('**/api/base.base/editColumn', async (route) => {
    sent++;
    await route.abort();
  });
  await page.getByLabel('栏目名称 *').fill('别人不能替我保存');
  await save(page).click();
  await expect.poll(() => sent).toBe(2);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  const dialog = page.getByRole('dialog', { name: '登录账户' });
  await dialog.getByPlaceholder('登录账户').fill(other.username);
  await dialog.getByPlaceholder('登录密码').fill(other.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
  await page.getByRole('button', { name: new RegExp(other.username) }).waitFor();
  expect(sent).toBe(2);
});
