import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { prepareQueries, queryClient } from '../../src/app/queries.ts';
import { readWebInfo } from '../../src/navigation/webInfo.ts';
import { session, store } from '../../src/services/services.ts';
import { type Replies, type Reply, useReplies } from '../support/consoleOnReplies.tsx';

/** Before back ends that speak only what console.md states, each in its own way. */
const open = useReplies();
const admin = { 'base.admin/getAdminInfo': { data: { username: 'admin' } } };
const columns = (...ids: number[]) => ({ data: ids.map((id) => ({ id: `${id}`, title: `栏目 ${id}` })) });
/** As this browser has stored it. */
const keepPreference = (name: string, value: unknown) =>
  localStorage.setItem('rtop.preferences.admin', JSON.stringify({ values: { [name]: value }, unsent: [] }));
const button = (name: string) => screen.findByRole('button', { name });

describe('a single page', () => {
  const title = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^标题/ });
  const at = (col_id: number) => `/content/single?filter=${JSON.stringify({ col_id })}`;
  const pages = (record: Reply) => ({
    ...admin,
    'base.content/getContentTopMenu': columns(4),
    'base.content/getContentList': record,
  });
  const saved = (sent: { call: string; params: object }[]) =>
    sent.find(({ call }) => call.endsWith('editSingle'))?.params;

  it.each([
    ['itself', { id: '9', title: '关于' }],
    ['in a list', [{ id: '9', title: '关于' }]],
    ['in a page', { data: [{ id: '9', title: '关于' }], total: '1' }],
    [
      'among those of all columns',
      [
        { id: '8', col_id: '3', title: '别的' },
        { id: '9', col_id: '4', title: '关于' },
      ],
    ],
  ])('specification D1: is filled by the record that came %s, also without its column', async (_how, data) => {
    const { user, sent } = await open(at(4), pages({ data }));
    expect((await title()).value).toBe('关于');
    await user.type(await title(), '我们');
    await user.click(await button('保存'));
    await waitFor(() => expect(saved(sent)).toMatchObject({ id: '9', title: '关于我们' }));
  });

  it.each([
    ['an empty list', []],
    ['null', null],
    ['an empty page', { data: [], total: '0' }],
  ])('specification D1: of a column whose record is %s is filled, and saved for its column', async (_what, data) => {
    let record: unknown = data;
    const { user, sent } = await open(at(4), {
      ...pages({}),
      'base.Menu': { data: [{ id: '1', title: '内容', path: '/content' }] },
      'base.content/getContentList': () => ({ data: record }),
      'base.content/editSingle': ({ title }) => {
        record = { id: '9', title };
        return { msg: '单页已保存' };
      },
    });
    await user.type(await title(), '新写的');
    const menus = () => sent.filter(({ call }) => call === 'base.Menu').length;
    const asked = menus();
    await user.click(await button('保存'));
    await screen.findByText('单页已保存');
    await waitFor(() => expect(saved(sent)).toMatchObject({ id: '0', col_id: '4', title: '新写的' }));
    // From now on it has its id.
    await waitFor(() => expect(document.querySelector('[name="subtitle"]')).not.toBeNull());
    await waitFor(async () => expect((await title()).value).toBe('新写的'));
    expect([asked > 0, menus()]).toEqual([true, asked]);
    sent.length = 0;
    await user.type(await title(), '了');
    await user.click(await button('保存'));
    await waitFor(() => expect(saved(sent)).toMatchObject({ id: '9', title: '新写的了' }));
  });

  it.each([
    ['its first save', []],
    ['a save', { id: '9', title: '' }],
  ])(
    'specification D1: what is typed after %s, before the list is read again, stays in the form and is saved',
    async (_which, data) => {
      const first = Promise.withResolvers<void>();
      let record: object | undefined;
      const { user, sent } = await open(at(4), {
        ...pages({}),
        'base.content/getContentList': async () => {
          if (record) await first.promise;
          return { data: record ?? data };
        },
        'base.content/editSingle': ({ title }) => {
          record = { id: '9', title };
          return {};
        },
      });
      const field = await title();
      await user.type(field, '新写的');
      await user.click(await button('保存'));
      await screen.findByText('保存成功');
      await user.type(field, '了');
      first.resolve();
      await waitFor(() => expect(queryClient.isFetching()).toBe(0));
      await user.type(field, '又');
      expect([(await title()).value, document.contains(field)]).toEqual(['新写的了又', true]);
      await user.click(await button('保存'));
      await waitFor(() =>
        expect(sent.findLast(({ call }) => call.endsWith('editSingle'))?.params).toMatchObject({
          id: '9',
          title: '新写的了又',
        }),
      );
      await waitFor(() => expect(sessionStorage.getItem('rtop.unsaved') ?? '').not.toContain('新写的'));
    },
  );
});

describe('a menu', () => {
  const linksOf = async (name: string) => {
    const found = await within(await screen.findByRole('navigation', { name })).findAllByRole('link');
    return found.map(({ textContent }) => textContent);
  };
  const show = (menu: Reply | ((params: Record<string, string>) => Reply)) =>
    open('/content/product', { ...admin, 'base.Menu': menu, 'base.Data/welcomeDate': { data: {} } });
  const asksFor = (sent: { call: string; params: Record<string, string> }[]) =>
    sent.flatMap(({ call, params }) => (call === 'base.Menu' ? [params.pid] : []));

  const [site, users] = [
    { id: '1', title: '网站' },
    { id: '2', title: '会员', path: '/user_list' },
  ];
  const [columnList, contents] = [
    { id: '1', title: '栏目', path: 'columnList' },
    { id: '4', title: '内容' },
  ];
  const models = [
    { id: '5', title: '文章', path: '/content', model: 'article' },
    { id: '6', title: '产品', path: '/content', model: 'product' },
  ];
  const isShown = async () => {
    expect(await linksOf('顶部菜单')).toEqual(['网站', '会员']);
    expect(await linksOf('主菜单')).toEqual(['栏目', '内容']);
    expect(await linksOf('内容')).toEqual(['文章', '产品']);
  };

  it.each(['children', 'sunList', 'child', 'sub', 'list'])(
    'specification D4: has what its entries call %s',
    async (name) => {
      const data = [{ ...site, [name]: [columnList, { ...contents, [name]: models }] }, users];
      const { sent } = await show({ data });
      await isShown();
      expect(asksFor(sent)).toEqual(['0']);
    },
  );

  it('specification D4: has what its entries hold under a name of their own, which other lists are not', async () => {
    const roles = [{ id: '1', title: '编辑' }];
    const left = [
      { ...columnList, roles },
      { ...contents, path: '', _child: models },
    ];
    const { sent } = await show({ data: [{ ...site, roles, _child: left }, users] });
    await isShown();
    expect(asksFor(sent)).toEqual(['0']);
  });

  it('specification D4: may stand flat, each entry with the `pid` of the one above', async () => {
    const below = (pid: string, rows: object[]) => rows.map((row) => ({ ...row, pid }));
    const left = below('1', [{ ...columnList, id: '3' }, contents]);
    await show({ data: { data: [...below('4', models), ...below('0', [site, users]), ...left], total: 6 } });
    await isShown();
  });

  it('specification D4: of one level is asked for again with the `pid` of its entries', async () => {
    const levels: Record<string, object[]> = { 0: [site, users], 1: [columnList, contents], 4: models };
    const { sent } = await show(({ pid = '' }) => (levels[pid] ? { data: levels[pid] } : { code: 0, msg: '没有下级' }));
    await isShown();
    expect(asksFor(sent)).toEqual(['0', '1', '2', '4']);
    expect(screen.queryByText('没有下级')).toBeNull();
  });

  it('specification D4: whose entries stand below one another in a ring ends', async () => {
    const ring = [
      { id: '1', title: '网站', path: '', pid: '0' },
      { id: '2', title: '内容', path: '', pid: '1' },
      { id: '1', title: '产品', path: '/content/product', pid: '2' },
    ];
    await show({ data: ring });
    expect(await linksOf('顶部菜单')).toContain('网站');
  });

  it.each([403, 500])('specification D4: of which HTTP %i is answered below a leaf is shown', async (status) => {
    const top = { id: '1', title: '网站', path: '' };
    const below = { id: '2', title: '产品', path: '' };
    await show(({ pid }) =>
      pid === '0' ? { data: [top] } : pid === '1' ? { data: [below] } : { status, body: '<html>' },
    );
    expect(await linksOf('主菜单')).toContain('产品');
  });

  it('specification D4: that is the same for every `pid` is taken once', async () => {
    await show({ data: [{ ...columnList, path: '/content/product' }, users] });
    expect(await linksOf('顶部菜单')).toEqual(['栏目', '会员']);
    expect(await linksOf('主菜单')).toEqual(['栏目']);
  });
});

describe('the place', () => {
  const entries = [
    {
      id: '1',
      title: '网站',
      path: '',
      children: [
        { id: '2', title: '导航', path: '/navList' },
        {
          id: '3',
          title: '内容',
          path: '/content',
          spread: 1,
          children: [{ id: '4', title: '产品', path: '/content', model: 'product' }],
        },
      ],
    },
  ];
  const replies = { ...admin, 'base.Menu': { data: entries }, 'base.Data/welcomeDate': { data: {} } };
  const kept = () => JSON.parse(localStorage.getItem('rtop.history') ?? '{}');
  const onPhone = () => {
    const isPhone = (media: string) => media.includes('max-width');
    const listeners = { addEventListener: () => {}, removeEventListener: () => {} };
    vi.stubGlobal('matchMedia', (media: string) => ({ media, matches: isPhone(media), ...listeners }));
  };
  const collapse = () => {
    store.setItem('sidebar.open', false);
    onTestFinished(() => store.removeItem('sidebar.open'));
  };
  const hideScreens = () => keepPreference('tabs.on', false);

  it.each([
    ['menus collapsed', collapse],
    ['390 px of width', onPhone],
    ['open screens hidden', hideScreens],
  ])('specification D2: is saved and restored with %s', async (_how, prepare) => {
    prepare();
    const { unmount } = await open('/navList', replies);
    await waitFor(() => expect(kept().path).toContain('/navList'));
    unmount();
    const { address } = await open('/Layout', replies);
    await waitFor(() => expect(address()).toBe('/rTopAdmin/navList'));
  });

  it.each([
    ['empty', { data: [] }],
    ['null', { data: null }],
    ['refused', { code: 0, msg: '没有菜单' }],
    ['broken', { status: 500, body: '<html>' }],
  ])('specification D2: is home where the menu is %s', async (_how, menu) => {
    for (const path of ['/', '/Layout']) {
      const { address, unmount } = await open(path, { ...replies, 'base.Menu': menu });
      await waitFor(() => expect(address()).toBe('/rTopAdmin/home'));
      unmount();
    }
  });

  it('specification D2: has the model and title of a second-level entry under `spread`', async () => {
    const { user, address } = await open('/navList', replies);
    const left = within(await screen.findByRole('navigation', { name: '主菜单' }));
    await user.click(await left.findByRole('link', { name: '产品' }));
    await waitFor(() => expect(address()).toBe('/rTopAdmin/content/product'));
    await waitFor(() => expect(kept().model).toEqual({ model: 'product', title: '产品' }));
  });
});

const missing = { status: 404, body: '<h1>System Error</h1>' };

describe('title and logo of the site', () => {
  const config = { web_title: '茶叶网', web_logo: '/upload/logo.png' };

  it.each<[string, Reply, unknown]>([
    ['missing', missing, Object.entries(config).map(([en_name, value]) => ({ en_name, value }))],
    ['refused', { code: 0, msg: '方法不存在' }, config],
    ['a page in its place', { body: '<!doctype html>' }, config],
    ['broken', { status: 500, body: '<h1>System Error</h1>' }, config],
  ])(
    'specification D5: come from the configuration where their call is %s, which is asked once',
    async (_how, webInfo, data) => {
      const replies = { ...admin, 'base.Data/webInfo': webInfo, 'base.Config/sysConfig': { data } };
      const all: string[] = [];
      for (let load = 0; load < 3; load++) {
        const { asked, unmount } = await open('/navList', replies);
        await waitFor(() => expect(document.title).toContain('茶叶网'));
        await waitFor(() => expect(document.querySelector('header img')?.getAttribute('src')).toBe('/upload/logo.png'));
        expect(screen.queryByText('方法不存在')).toBeNull();
        unmount();
        all.push(...asked());
        queryClient.clear();
      }
      expect(all.filter((call) => call === 'base.Data/webInfo')).toHaveLength(1);
    },
  );

  it('specification D5: are asked for once where there is neither', async () => {
    const replies = { ...admin, 'base.Data/webInfo': missing, 'base.Config/sysConfig': { code: 0, msg: '无权限' } };
    const { asked } = await open('/navList', replies);
    await screen.findByRole('heading', { level: 1, name: /导航/ });
    await waitFor(() => expect(asked()).toContain('base.Config/sysConfig'));
    await screen.findAllByText('rTop Admin');
    expect(asked().filter((call) => /webInfo|sysConfig/.test(call))).toEqual([
      'base.Data/webInfo',
      'base.Config/sysConfig',
    ]);
    expect(screen.queryByText('无权限')).toBeNull();
  });

  it('specification D5: the models are all offered where their call is missing, which is asked once', async () => {
    const replies = { ...admin, 'base.Data/webData': missing };
    for (let load = 0; load < 2; load++) {
      const { asked, address, unmount } = await open('/content', replies);
      await waitFor(() => expect(address()).toBe('/rTopAdmin/content/article'));
      expect(asked().filter((call) => call === 'base.Data/webData')).toHaveLength(load === 0 ? 1 : 0);
      unmount();
      queryClient.clear();
    }
  });
});

describe('the sign-out', () => {
  it('specification D6: leads to /login, which is the sign-in too', async () => {
    const { user, address } = await open('/home', admin);
    await user.click(await screen.findByRole('button', { name: /个人中心/ }));
    // The times that one signed in are not told.
    const drawer = within(await screen.findByRole('dialog', { name: '个人中心' }));
    await drawer.findByText('注册时间');
    expect(drawer.queryByText('登录次数')).toBeNull();
    expect(document.body.textContent).not.toContain('%{');
    await user.click(drawer.getByRole('button', { name: '安全退出' }));
    await waitFor(() => expect(address()).toBe('/rTopAdmin/login'));
    expect(await screen.findByRole('heading', { name: '登录账户' })).toBeDefined();
    expect(document.title).toBe('登录账户');
  });

  it('specification D6: /404 leaves no title behind', async () => {
    document.title = '一个网站';
    const { unmount } = await open('/404', admin);
    await waitFor(() => expect(document.title).toContain('404'));
    unmount();
    expect(document.title).toBe('一个网站');
  });
});

it('specification D6: an error of HTTP is logged to the browser’s console', async () => {
  const log = vi.spyOn(console, 'info').mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  await open('/navList', { ...admin, 'base.base/getNavList': { status: 500, body: '{"msg":"数据库错误"}' } });
  await screen.findByText('数据库错误');
  expect(log.mock.calls).toContainEqual(['base.base/getNavList: HTTP 500 数据库错误']);
});

it('specification D6: a category that is made in the column of a single page is that page’s', async () => {
  const { user, sent } = await open(`/content/category/create?filter=${JSON.stringify({ cid: 4 })}`, {
    ...admin,
    'base.base/getAllColumnList': { data: [{ id: '4', title: '关于', model: 'single' }] },
    'base.content/getContentList': { data: { id: '9', title: '关于' } },
  });
  await user.type(await screen.findByRole('textbox', { name: /^分类名称/ }), '历史');
  await waitFor(() => expect(sent.some(({ call }) => call.endsWith('getContentList'))).toBe(true));
  await user.click(await button('保存'));
  await waitFor(() =>
    expect(sent.find(({ call }) => call.endsWith('addEditCategory'))?.params).toMatchObject({
      cid: '4',
      sid: '9',
      type: 'single',
      title: '历史',
    }),
  );
});

it('specification D6: the form of a category offers what getParentCategory answers', async () => {
  const all = ['行业', '茶叶', '绿茶'].map((title, at) => ({ id: `${at + 1}`, cid: '4', title, type: 'article' }));
  const { user, sent } = await open(`/content/category/create?filter=${JSON.stringify({ cid: 4 })}`, {
    ...admin,
    'base.base/getAllColumnList': { data: [{ id: '4', title: '新闻', model: 'article' }] },
    'base.Category/getAllCategoryList': { data: all },
    'base.Category/getParentCategory': { data: all.slice(0, 2) },
  });
  const parent = await screen.findByRole('combobox', { name: /上级分类/ });
  await waitFor(() => expect(sent).toContainEqual({ call: 'base.Category/getParentCategory', params: {} }));
  await user.click(parent);
  const options = await screen.findAllByRole('option');
  await waitFor(() => expect(options.map(({ textContent }) => textContent).slice(1)).toEqual(['行业', '茶叶']));
});

it('specification D6: the form of a category asks for the categories of its column’s model alone', async () => {
  const { user, sent } = await open('/content/category', {
    ...admin,
    'base.base/getAllColumnList': { data: [{ id: '4', title: '商品', model: 'product' }] },
  });
  // Its inputs are loaded by the first form, so that those of the second are there at once.
  for (const _form of ['first', 'second']) {
    const [add] = await screen.findAllByRole('link', { name: '新增分类' });
    await user.click(add as HTMLElement);
    await screen.findByRole('combobox', { name: /上级分类/ });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    await user.click(await button('关闭'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  const asked = sent.filter(({ call }) => call.endsWith('getAllCategoryList'));
  expect(asked.map(({ params }) => params)).toEqual([{ id: '4', type: 'product' }]);
});

it('specification D6: the first column of a model is current where no preferences are stored', async () => {
  keepPreference('article.column', 5);
  const { sent } = await open('/content/article', { ...admin, 'base.content/getContentTopMenu': columns(4, 5) });
  await waitFor(() => expect(sent.find(({ call }) => call.endsWith('getContentList'))?.params.id).toBe('4'));
});

it('specification D5: once a record is made its list is asked for once', async () => {
  const { user, asked } = await open('/content/size/create', {
    ...admin,
    'base.Size/getSizeList': { data: { data: [{ id: '1', title: '大号' }], total: '1' } },
  });
  await user.type(await screen.findByRole('textbox', { name: /规格名称/ }), '中号');
  const before = asked().length;
  await user.click(await button('保存'));
  await screen.findByText('保存成功');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const after = asked().slice(before);
  expect(after.filter((call) => call === 'base.Size/getSizeList')).toHaveLength(1);
});

it('specification D7: after a create that is answered without an id the next form is empty', async () => {
  const { user, sent } = await open('/content/size/create', {
    ...admin,
    'base.Size/getSizeList': { data: { data: [{ id: '1', title: '大号' }], total: '1' } },
    'base.Size/addEditSize': { data: null },
  });
  const title = () => screen.findByRole<HTMLInputElement>('textbox', { name: /规格名称/ });
  await user.type(await title(), '中号');
  await user.click(await button('保存'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await screen.findByRole('link', { name: '新增规格' }));
  expect((await title()).value).toBe('');
  expect((await screen.findByRole('dialog')).textContent).not.toContain('中号');
  await user.type(await title(), '小号');
  await user.click(await button('保存'));
  await waitFor(() => expect(sent.findLast(({ call }) => call.endsWith('addEditSize'))?.params.title).toBe('小号'));
});

it('specification D5: after a create that is refused no list is asked for again', async () => {
  const { user, asked } = await open('/content/size/create', {
    ...admin,
    'base.Size/addEditSize': { code: 0, msg: '规格已存在' },
  });
  await user.type(await screen.findByRole('textbox', { name: /规格名称/ }), '中号');
  const before = asked().length;
  await user.click(await button('保存'));
  await screen.findAllByText('规格已存在');
  expect(queryClient.isFetching()).toBe(0);
  expect(asked().slice(before)).toEqual(['base.Size/addEditSize']);
});

it('specification D5: a back end’s own page size is learned once, not by two requests at each visit', async () => {
  const rows = Array.from({ length: 5 }, (_, at) => ({ id: `${at + 1}`, title: `规格 ${at + 1}` }));
  const replies = { ...admin, 'base.Size/getSizeList': { data: { data: rows, total: '9' } } };
  const visit = async () => {
    const { asked, unmount } = await open('/content/size', replies);
    await screen.findByText('第 1-5 条，共 9 条');
    unmount();
    queryClient.clear();
    return asked().filter((call) => call === 'base.Size/getSizeList').length;
  };
  await visit();
  store.removeItem('size.listParams');
  expect(await visit()).toBe(1);
});

it('specification D8: where there is no template nothing is said of our server’s folder', async () => {
  await open('/tempIndex', { ...admin, 'base.Config/tempList': { data: [] } });
  await screen.findByText('还没有模板');
  expect(screen.queryByText(/templates\.json/)).toBeNull();
});

it('specification D5: a site’s title that is told to whoever is signed in alone is there right after the sign-in', async () => {
  session.end();
  const replies: Replies = {
    ...admin,
    'base.Data/webInfo': { status: 404, body: '<h1>404</h1>' },
    'base.Config/sysConfig': { data: [{ en_name: 'web_title', value: '山居茶业' }] },
    'auth.auth/login': { data: { token: 'fresh' } },
  };
  // As the page does while it is loaded.
  const loaded = await open('/Login', replies);
  loaded.unmount();
  queryClient.clear();
  await prepareQueries();
  const { user } = await open('/Login', replies);
  await user.type(await screen.findByPlaceholderText('登录账户'), 'admin');
  await user.type(screen.getByPlaceholderText('登录密码'), 'secret words{Enter}');
  await within(await screen.findByRole('banner')).findByText('山居茶业');
});

it('specification D8: templates of which only names are sent are shown', async () => {
  await open('/tempIndex', { ...admin, 'base.Config/tempList': { data: ['首页', '列表页'] } });
  await screen.findByRole('heading', { name: '首页' });
  screen.getByRole('heading', { name: '列表页' });
  expect(screen.queryByText('文件不存在')).toBeNull();
});

it('specification D8: fields of a message that we do not know are shown as they came', async () => {
  const told = { id: '3', name: '王先生', content: '请寄样品', company: '茶叶公司', data: '来自手机' };
  const { user } = await open('/content/message?filter={"col_id":0}', {
    ...admin,
    'base.content/getContentList': { data: { data: [told], total: '1' } },
    'base.content/getContentParams': { data: [{ id: '1', name: 'company', title: '公司' }] },
  });
  await user.click(await screen.findByRole('link', { name: '王先生' }));
  const panel = within(await screen.findByRole('dialog'));
  await panel.findByText('茶叶公司');
  panel.getByText('来自手机');
});

it.each([
  ['categories', '/content/category', 'base.Category/getCategoryList', 'id'],
  ['parameters', '/content/params', 'base.content/getContentParams', 'col_id'],
])(
  'specification D6: %s are asked for of the first column until another is chosen, never of none',
  async (_what, path, call, param) => {
    const { user, sent } = await open(path, { ...admin, 'base.base/getAllColumnList': columns(4, 5) });
    const askedOf = () => sent.filter((one) => one.call === call).map(({ params }) => params[param]);
    await waitFor(() => expect(askedOf()).toEqual(['4']));
    await user.click(await button('栏目 5'));
    await waitFor(() => expect(askedOf()).toEqual(['4', '5']));
    expect(screen.queryByText('全部栏目')).toBeNull();
  },
);

it('specification D6: without a column no category is asked for', async () => {
  const { asked } = await open('/content/category', admin);
  await screen.findByRole('heading', { name: '还没有放分类的栏目' });
  expect(asked()).not.toContain('base.Category/getCategoryList');
});

it.each([
  ['missing', missing],
  ['refused', { code: 0, msg: '方法不存在' }],
])(
  'specification D5: where getAllCaseList is %s the palette asks for it once, and says nothing of it',
  async (_how, cases) => {
    const { user, asked } = await open('/navList', { ...admin, 'base.Category/getAllCaseList': cases });
    await screen.findByRole('heading', { level: 1, name: /导航/ });
    await user.keyboard('{Control>}k{/Control}');
    const input = await screen.findByRole('combobox', { name: '搜索' });
    const isAsked = () => asked().filter((call) => call === 'base.Category/getAllCaseList').length;
    for (const text of ['绿茶', '红茶']) {
      await user.clear(input);
      await user.type(input, text);
      await screen.findByText(`没有找到“${text}”`);
    }
    expect(isAsked()).toBe(1);
    expect(screen.getByRole('status').textContent).toBe('0 项结果');
  },
);

it.each([
  ['an extended setting', '/expandConfig', 'base.Config/expendConfig', '分组'],
  ['a navigation entry', '/navList', 'base.base/getNavGroup', '分组'],
  ['an advertisement', '/advertise', 'base.base/getAdGroup', '广告位'],
  ['an administrator', '/adminList', 'base.admin/getRoleList', '角色'],
])('specification D8: the group of %s is chosen, not none, and sent', async (_what, path, call, label) => {
  const groups = { data: [{ id: '3', title: '第一组' }] };
  const { user, sent } = await open(`${path}/create`, { ...admin, [call]: groups });
  const form = within(await screen.findByRole('dialog'));
  const group = await form.findByRole('combobox', { name: new RegExp(`^${label}`) });
  expect(group.textContent).toBe('请选择');
  await user.click(group);
  await user.click(await screen.findByRole('option', { name: '第一组' }));
  await user.click(form.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(sent.some(({ params }) => (params.groupId ?? params.group_id) === '3')).toBe(true));
});

it.each([[null], [''], [[]], ['ok']])(
  'specification D8: a save answered with %j shows the server’s message',
  async (data) => {
    const { user } = await open('/systemConfig', {
      ...admin,
      'base.Config/sysConfig': { data: [{ en_name: 'icp', zh_name: '备案号', value: '1' }] },
      'base.Config/saveConfig': { msg: '配置保存成功', data },
    });
    await user.type(await screen.findByRole('textbox', { name: '备案号' }), '2');
    await user.click(await button('保存'));
    expect(await screen.findByText('配置保存成功')).toBeDefined();
  },
);

it('specification D5: a double click makes a column the home once', async () => {
  const { user, asked } = await open('/content/article', {
    ...admin,
    'base.content/getContentTopMenu': columns(4),
    'base.content/setIndex': () => new Promise((resolve) => setTimeout(() => resolve({}), 50)),
  });
  await user.dblClick(await button('设为首页'));
  await screen.findByText('首页设置成功');
  expect(asked().filter((call) => call === 'base.content/setIndex')).toHaveLength(1);
});

it('specification D5: a list whose page has another size is asked for once', async () => {
  const rows = ['甲', '乙', '丙'].map((username, at) => ({ id: `${at + 1}`, username }));
  const replies = { ...admin, 'base.User/list': { data: { data: rows, total: '7' } } };
  const { asked, user, sent } = await open('/user_list', replies);
  await user.click(await screen.findByRole('button', { name: /3/ }));
  await waitFor(() => expect(sent.at(-1)?.params).toEqual({ page: '3' }));
  expect(asked().filter((call) => call === 'base.User/list')).toHaveLength(2);
});

it('specification D5: a search that finds nothing asks once what other columns have', async () => {
  const article = { id: '9', col_id: '4', title: '春茶' };
  const { user, sent } = await open('/content/article', {
    ...admin,
    'base.content/getContentTopMenu': columns(4, 5),
    'base.content/getContentList': async ({ id, searchKey }) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const data = searchKey === '秋' && id === '4' ? [] : [article];
      return { data: { data, total: `${data.length}` } };
    },
  });
  await screen.findByText('春茶');
  // A search before it has loaded the part that asks.
  await user.type(screen.getByRole('searchbox'), '春');
  await waitFor(() => expect(sent.at(-1)?.params).toMatchObject({ searchKey: '春', id: '0' }));
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), '秋');
  await screen.findByText(/搜索“秋”/);
  await waitFor(() => expect(sent.at(-1)?.params).toMatchObject({ searchKey: '秋', id: '0' }));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const searched = sent.filter(({ params }) => params.searchKey === '秋').map(({ params }) => params.id);
  expect(searched).toEqual(['4', '0']);
});

it('specification D5: a title that is told after the sign-in alone is asked for once before it', async () => {
  session.end();
  const refused = { status: 401, code: 401, msg: '用户信息无效，请重新登录' };
  const read = () => readWebInfo().catch(() => undefined);
  const { asked } = await open('/Login', { 'base.Data/webInfo': refused });
  await screen.findByPlaceholderText('登录账户');
  await read();
  await read();
  expect(asked().filter((call) => call === 'base.Data/webInfo')).toHaveLength(1);
});

it('specification D5: a record that a search found is read from its list, though other columns have more', async () => {
  const page = (...ids: number[]) => ({
    data: { data: ids.map((id) => ({ id: `${id}`, col_id: '4', title: `春茶 ${id}` })), total: `${ids.length}` },
  });
  const { user, sent } = await open(`/content/article?filter=${JSON.stringify({ col_id: 4, searchKey: '春' })}`, {
    ...admin,
    'base.content/getContentTopMenu': columns(4, 5),
    'base.content/getContentList': ({ id }) => (id === '4' ? page(9) : page(7, 8)),
  });
  await screen.findByText(/还有 1 条/);
  await user.click(await screen.findByRole('link', { name: '春茶 9' }));
  await screen.findByRole('dialog');
  await screen.findByDisplayValue('春茶 9');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const lists = sent.filter(({ call }) => call === 'base.content/getContentList');
  expect(lists.map(({ params }) => [params.id, params.searchKey])).toEqual([
    ['4', '春'],
    ['0', '春'],
  ]);
});

it('specification D1: a single page that was shown before is asked for once, and no other is', async () => {
  const { user, sent } = await open(`/content/single?filter=${JSON.stringify({ col_id: 4 })}`, {
    ...admin,
    'base.content/getContentTopMenu': columns(4, 5, 6),
    'base.content/getContentList': async ({ id }) => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return { data: { id: `4${id}`, title: `单页 ${id}` } };
    },
  });
  const asked = () => sent.filter(({ call }) => call.endsWith('getContentList')).map(({ params }) => params.id);
  await screen.findByDisplayValue('单页 4');
  await user.click(await screen.findByRole('button', { name: '栏目 5' }));
  await screen.findByDisplayValue('单页 5');
  await user.click(screen.getByRole('button', { name: '栏目 4' }));
  await screen.findByDisplayValue('单页 4');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(asked()).toEqual(['4', '5', '4']);
});

it('specification D5: where the columns cannot be read, the list of categories says so, and a retry shows them', async () => {
  const replies: Parameters<typeof open>[1] = {
    ...admin,
    'base.base/getAllColumnList': { code: 0, msg: '栏目读取失败' },
    'base.Category/getCategoryList': { data: { data: [{ id: '1', title: '分类甲', cid: '4' }], total: '1' } },
  };
  const { user } = await open('/content/category', replies);
  const retry = await button('重试');
  expect(screen.getByText('栏目读取失败')).toBeTruthy();
  expect(screen.queryByText(/还没有/)).toBeNull();
  replies['base.base/getAllColumnList'] = columns(4);
  await user.click(retry);
  await screen.findByText('分类甲');
});

it('specification D5: a reference whose records cannot be read is shown by its number, and saved', async () => {
  const { user, sent } = await open('/adminList/2', {
    ...admin,
    'base.admin/getAdminList': { data: { data: [{ id: '2', username: 'clerk', groupId: '7' }], total: '1' } },
    'base.admin/getRoleList': { code: 0, msg: '没有权限' },
  });
  const role = await screen.findByRole('combobox', { name: /角色/ });
  await waitFor(() => expect(role.textContent).toBe('#7'));
  await user.type(screen.getByRole('textbox', { name: /手机/ }), '138');
  await user.click(await button('保存'));
  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'base.admin/editAdmin')?.params).toMatchObject({ groupId: '7' }),
  );
});

it('specification D5: a role is named by the title in the row, where the roles cannot be read', async () => {
  await open('/adminList', {
    ...admin,
    'base.admin/getAdminList': {
      data: { data: [{ id: '2', username: 'clerk', groupId: '7', role: { id: '7', title: '编辑' } }], total: '1' },
    },
    'base.admin/getRoleList': { code: 0, msg: '没有权限' },
  });
  const row = await screen.findByRole('row', { name: /clerk/ });
  expect(within(row).getByText('编辑')).toBeTruthy();
  expect(within(row).queryByText('#7')).toBeNull();
});

it('specification D5: the list and the record of an address are one request where replies are slow', async () => {
  const reply = Promise.withResolvers<void>();
  const { sent } = await open('/content/size/4', {
    ...admin,
    'base.Size/getSizeList': async () => {
      await reply.promise;
      return { data: { data: [{ id: '4', title: '小号' }], total: '1' } };
    },
  });
  await screen.findByRole('dialog');
  const isWaiting = (method: string) => queryClient.isFetching({ queryKey: ['size', method] }) > 0;
  await waitFor(() => expect([isWaiting('getList'), isWaiting('getOne')]).toEqual([true, true]));
  reply.resolve();
  await screen.findByDisplayValue('小号');
  expect(sent.filter(({ call }) => call === 'base.Size/getSizeList')).toHaveLength(1);
});

it('specification D5: the menu is not asked for again after a save that cannot change it', async () => {
  const { user, sent } = await open('/content/size/4', {
    ...admin,
    'base.Menu': { data: [{ id: '1', title: '规格', path: '/content/size' }] },
    'base.Size/getSizeList': { data: { data: [{ id: '4', title: '小号' }], total: '1' } },
    'base.Size/addEditSize': { msg: '规格已保存' },
  });
  await user.type(await screen.findByDisplayValue('小号'), '码');
  const menus = () => sent.filter(({ call }) => call === 'base.Menu').length;
  const asked = menus();
  await user.click(await button('保存'));
  await screen.findByText('保存成功');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect([asked > 0, menus()]).toEqual([true, asked]);
});

it('specification D6: 返回 leads from a page that no menu has to the contents that were shown last', async () => {
  const { user, address } = await open('/content/product', {
    ...admin,
    'base.Menu': { data: [{ id: '1', title: '产品', path: '/content/product', model: 'product' }] },
    'base.content/getContentTopMenu': columns(4),
    'base.content/getContentList': { data: { data: [], total: '0' } },
    'base.Category/getCategoryList': { data: { data: [{ id: '1', title: '分类甲', cid: '4' }], total: '1' } },
    'base.base/getAllColumnList': columns(4),
  });
  await user.click(await screen.findByRole('link', { name: '分类' }));
  await screen.findByText('分类甲');
  await user.click(await screen.findByRole('link', { name: '返回' }));
  expect(address()).toMatch(/^\/rTopAdmin\/content\/product/);
});

it('specification D5: a record is read anew for whoever signs in next', async () => {
  const replies: Replies = {
    ...admin,
    'base.Size/getSizeList': { data: { data: [{ id: '4', title: '小号' }], total: '1' } },
  };
  const first = await open('/content/size/4', replies);
  await screen.findByDisplayValue('小号');
  first.unmount();
  session.end();
  queryClient.clear();
  await session.begin('another token');
  replies['base.Size/getSizeList'] = { data: { data: [{ id: '4', title: '大号' }], total: '1' } };
  await open('/content/size/4', replies);
  await screen.findByDisplayValue('大号');
});

describe('a long field', () => {
  const text = () => screen.findByRole('tab', { name: /内容|正文/ });
  const isLocked = () => screen.queryByText(/不提供“正文”/) !== null;

  it('specification D1: of a single page that is not there yet can be written', async () => {
    const { user } = await open(`/content/single?filter=${JSON.stringify({ col_id: 4 })}`, {
      ...admin,
      'base.content/getContentTopMenu': columns(4),
      'base.content/getContentList': { data: [] },
    });
    await user.click(await text());
    await screen.findByRole('textbox', { name: /正文/ });
    expect(isLocked()).toBe(false);
  });

  it.each([
    ['can be written where another row has it', '<p>有文</p>', false],
    ['is left alone where no row has it', undefined, true],
  ])('specification D5: that a row lacks %s', async (_what, content, locked) => {
    const { user } = await open('/content/article/7', {
      ...admin,
      'base.content/getContentTopMenu': columns(4),
      'base.content/getContentList': {
        data: {
          data: [
            { id: '7', col_id: '4', title: '无文' },
            { id: '8', col_id: '4', title: '有文', content },
          ],
          total: '2',
        },
      },
    });
    await user.click(await text());
    await waitFor(() =>
      expect([isLocked(), screen.queryByRole('textbox', { name: /正文/ }) !== null]).toEqual([locked, !locked]),
    );
  });
});

it('specification D1: a single page that came in the place of a page’s rows is that page', async () => {
  const { user, sent } = await open(`/content/single?filter=${JSON.stringify({ col_id: 4 })}`, {
    ...admin,
    'base.content/getContentTopMenu': columns(4),
    'base.content/getContentList': { data: { data: { id: '9', title: '关于' }, total: '1' } },
  });
  await user.type(await screen.findByDisplayValue('关于'), '我们');
  await user.click(await button('保存'));
  await waitFor(() =>
    expect(sent.find(({ call }) => call.endsWith('editSingle'))?.params).toMatchObject({ id: '9', title: '关于我们' }),
  );
});

it('specification D8: rules that came as JSON are sent as one comma-joined text', async () => {
  const { user, sent } = await open('/authGroup/2', {
    ...admin,
    'base.admin/getRoleList': { data: [{ id: '2', title: '编辑', rule_method: '[1,11]' }] },
    'base.admin/getRuleList': { data: [{ id: '1', title: '甲', path: 'a', pid: '0' }] },
  });
  await user.type(await screen.findByDisplayValue('编辑'), '们');
  await user.click(await button('保存'));
  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'base.admin/edit_role')?.params).toMatchObject({
      title: '编辑们',
      rule_method: '1,11',
    }),
  );
});

it('specification D5: without getAdminInfo /content still leads to a model', async () => {
  const { address } = await open('/content', {
    'base.admin/getAdminInfo': { status: 404, body: '<h1>Not Found</h1>' },
    'base.content/getContentTopMenu': columns(4),
    'base.content/getContentList': { data: { data: [], total: '0' } },
  });
  await waitFor(() => expect(address()).toMatch(/\/content\/\w+/));
});
