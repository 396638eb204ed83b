import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Returned } from '../../contract/call.ts';
import type { welcomeDate } from '../../contract/calls/console.ts';
import { calls, entityList, isCounted } from '../../contract/index.ts';
import { modelNames } from '../../contract/models.ts';
import { saveDraft } from '../../src/drafts/formDrafts.ts';
import { Home } from '../../src/home/Home.tsx';
import { LanguageMenu } from '../../src/ui/preferenceMenus.tsx';
import { fakeAuth, fakeProvider, show } from '../support/screen.tsx';

type Welcome = Returned<typeof welcomeDate>;

const now = new Date('2026-11-21T09:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString().replace('.000', '');
const operation = (id: number, title: string, target = '', target_id: number | null = null) => ({
  id,
  title,
  target,
  target_id,
  path: [...calls.values()].find(({ call }) => call.title === title)?.call.path ?? '',
  username: 'wang',
  create_time: ago(id),
});
const days = (pv: number, uv: number) =>
  Array.from({ length: 30 }, (_, at) => ({
    day: new Date(now.getTime() - (29 - at) * 86_400_000).toISOString().slice(0, 10),
    pv: pv + at,
    uv,
  }));

const welcome: Welcome = {
  counts: { column: 11, article: 1234 },
  week: { column: 0, article: 56 },
  todo: [{ kind: 'draft', n: 1002, path: '/content/article?filter=%7B%22status%22%3A0%7D' }],
  visits: days(100, 10),
  recent: [],
  system: { version: '0.1.0', database: 'sqlite', node: '24.21.0', started: ago(90) },
};

/** Opens the home screen with a back end that gives these replies in turn, and repeats the last one. */
async function open(
  replies: object[],
  { auth = fakeAuth(), isWithLanguages = false, columnsOf = modelNames as readonly string[] } = {},
) {
  const left = [...replies];
  vi.stubGlobal('fetch', async () => {
    const { status = 200, ...reply } = ((left.length > 1 ? left.shift() : left[0]) ?? {}) as { status?: number };
    return new Response(JSON.stringify({ code: 1, msg: '', data: null, ...reply }), { status });
  });
  return show(
    <>
      {isWithLanguages && <LanguageMenu />}
      <Home />
    </>,
    {
      auth,
      provider: fakeProvider({
        getAll: async () => columnsOf.map((model, at) => ({ id: at + 1, title: model, model })),
      }),
    },
  );
}
const told = (parts: Partial<Welcome> = {}) => [{ data: { ...welcome, ...parts } }];
const section = async (name: string) => within(await screen.findByRole('region', { name }));
const linksOf = (part: Pick<typeof screen, 'queryAllByRole'>) =>
  part.queryAllByRole('link').map((link) => [link.textContent, decodeURIComponent(link.getAttribute('href') ?? '')]);

beforeAll(async () => {
  // Loads the lazy part of the screen, so that no test waits for it.
  await import('../../src/home/VisitsChart.tsx');
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  sessionStorage.clear();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

it('shows what a back end spells otherwise, and each thing once', async () => {
  const seconds = String(Math.floor(new Date(ago(90)).getTime() / 1000));
  const twice = [operation(1, '登录'), { ...operation(1, '登录'), title: '又' }];
  await open([{ data: { ...welcome, recent: twice, system: { version: { major: 1 }, node: 24, started: seconds } } }]);
  expect(await screen.findByText('{"major":1}')).toBeDefined();
  expect(screen.getByText('24')).toBeDefined();
  expect(screen.queryByText(/又/)).toBeNull();
});

it('greets by name, with the day', async () => {
  await open(told());
  expect(await screen.findByRole('heading', { level: 2, name: 'admin，您好' })).toBeDefined();
  expect(screen.getByText('2026年11月21日星期六')).toBeDefined();
});

describe('what waits', () => {
  it('is a line each with its number, and leads to its list with the filter', async () => {
    await open(told());
    const waiting = await section('待办');
    await waiting.findByRole('link');
    expect(linksOf(waiting)).toEqual([['文章草稿1,002', '/rTopAdmin/content/article?filter={"status":0}']]);
  });

  it('B8: is a line for the drafts of each kind of content', async () => {
    const draft = (model: string, n: number) => ({ kind: 'draft', n, path: `/content/${model}?filter=%7B%7D` });
    await open(told({ todo: [draft('article', 2), draft('product', 3)] }));
    const waiting = await section('待办');
    await waitFor(() => expect(linksOf(waiting).map(([text]) => text)).toEqual(['文章草稿2', '产品草稿3']));
  });

  it('is said in one sentence where nothing does', async () => {
    await open(told({ todo: [] }));
    expect(await (await section('待办')).findByText('没有待处理的事项。')).toBeDefined();
  });

  it('of a kind that has no name here is left out', async () => {
    await open(told({ todo: [{ kind: 'other', n: 3, path: '/other' }] }));
    expect(await (await section('待办')).findByText('没有待处理的事项。')).toBeDefined();
  });
});

describe('the numbers', () => {
  it('B6: lead to all that they count, whatever filter was left there, with what changed this week', async () => {
    await open(told());
    const card = await screen.findByRole('link', { name: /^文章 ?1,234/ });
    expect([card.textContent, card.getAttribute('href')]).toEqual([
      '文章1,234本周改动 56',
      '/rTopAdmin/content/article?filter=%7B%7D',
    ]);
    expect(screen.getByRole('link', { name: /^栏目 ?11/ }).getAttribute('href')).toBe(
      '/rTopAdmin/columnList?filter=%7B%7D',
    );
  });

  it('say nothing of the week where the back end does not', async () => {
    await open([{ data: { ...welcome, week: undefined } }]);
    expect((await screen.findByRole('link', { name: /^文章 ?1,234/ })).textContent).toBe('文章1,234');
  });
});

describe('the visits', () => {
  it('are told as totals, as a picture with a name, and day by day, the last day first', async () => {
    await open(told());
    const visits = await section('最近 30 天访问');
    expect(await visits.findByText('浏览 3,435 次')).toBeDefined();
    expect(visits.getByText('访客 300 人次')).toBeDefined();
    expect(visits.getByRole('img', { name: '最近 30 天访问: 浏览 3,435 次, 访客 300 人次' })).toBeDefined();
    const rows = visits.getAllByRole('row').map((row) => row.textContent);
    expect([rows.length, rows[0], rows[1], rows[30]]).toEqual([
      31,
      '日期浏览访客',
      '11月21日周六12910',
      '10月23日周五10010',
    ]);
  });

  it('can be seen as a table in place of the chart, and as the chart again', async () => {
    const { user } = await open(told());
    const visits = await section('最近 30 天访问');
    await user.click(await visits.findByRole('button', { name: '查看表格' }));
    expect(visits.queryByRole('img')).toBeNull();
    expect(visits.getByRole('group', { name: '最近 30 天访问' }).tabIndex).toBe(0);
    await user.click(visits.getByRole('button', { name: '查看图表' }));
    expect(visits.getByRole('img')).toBeDefined();
    expect(visits.queryByRole('group')).toBeNull();
  });

  it('are a sentence where there was none in 30 days', async () => {
    await open(told({ visits: welcome.visits.map(({ day }) => ({ day, pv: 0, uv: 0 })) }));
    const visits = await section('最近 30 天访问');
    expect(await visits.findByText('最近 30 天没有访问记录。')).toBeDefined();
    expect([visits.queryByRole('img'), visits.queryByRole('table')]).toEqual([null, null]);
  });
});

describe('the last operations', () => {
  it('say who did what and when, with the time itself on hover', async () => {
    await open(told({ recent: [operation(3, '编辑文章', 'article', 18)] }));
    const line = within(await (await section('最近操作')).findByRole('listitem'));
    await waitFor(() => expect(line.getByText('wang')).toBeDefined());
    expect(line.getByText('编辑文章')).toBeDefined();
    const time = line.getByText('3分钟前');
    expect(time.getAttribute('title')).toMatch(/^2026-11-2\d \d\d:\d\d$/);
  });

  it('name the record, and say once what was done several times in a row', async () => {
    const recent = [4, 3, 2, 1].map((id) => ({
      ...operation(id, '编辑文章', 'article', id > 1 ? 18 : 17),
      name: '春茶',
    }));
    await open(told({ recent }));
    const last = await section('最近操作');
    await waitFor(() =>
      expect(last.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
        'wang编辑文章春茶3 次4分钟前',
        'wang编辑文章春茶1分钟前',
      ]),
    );
  });

  it('lead to the record, where a screen shows it and it was not deleted since', async () => {
    const recent = [
      operation(5, '删除文章', 'article', 17),
      operation(4, '编辑文章', 'article', 17),
      operation(3, '编辑文章', 'article', 18),
      operation(2, '登录', 'admin', 1),
      operation(1, '导入网站'),
    ];
    await open(told({ recent }), { auth: fakeAuth({ rules: 'all' }) });
    const last = await section('最近操作');
    await last.findByRole('link', { name: '管理员 1' });
    expect(last.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      'wang删除文章文章 175分钟前',
      'wang编辑文章文章 174分钟前',
      'wang编辑文章文章 183分钟前',
      'wang登录管理员 12分钟前',
      'wang导入网站1分钟前',
    ]);
    expect(linksOf(last)).toEqual([
      ['文章 18', '/rTopAdmin/content/article/18'],
      ['管理员 1', '/rTopAdmin/adminList/1'],
    ]);
  });
});

it('B5: an operation leads to no record that the role may not open', async () => {
  const recent = [
    { ...operation(2, '修改密码', 'admin', 3), name: 'lili' },
    { ...operation(1, '编辑文章', 'article', 7), name: '春茶' },
  ];
  await open(told({ recent }), { auth: fakeAuth({ rules: ['/content'] }) });
  const last = await section('最近操作');
  await last.findByRole('link', { name: '春茶' });
  expect(last.getByText('lili')).toBeDefined();
  expect(linksOf(last)).toEqual([['春茶', '/rTopAdmin/content/article/7']]);
});

it('a setting that was saved leads to no record: those of the system have none', async () => {
  await open(told({ recent: [{ ...operation(1, '保存配置', 'config_item', 48), name: '备份时刻' }] }), {
    auth: fakeAuth({ rules: 'all' }),
  });
  const last = await section('最近操作');
  expect(await last.findByText('备份时刻')).toBeDefined();
  expect(linksOf(last)).toEqual([]);
});

describe('the quick entries', () => {
  it('are one for each kind of record that one may create', async () => {
    await open(told());
    const quick = await section('快捷入口');
    await quick.findByRole('link', { name: '新增栏目' });
    const entries = [
      ['新增栏目', '/rTopAdmin/columnList/create'],
      ['新增文章', '/rTopAdmin/content/article/create'],
      ['新增产品', '/rTopAdmin/content/product/create'],
      ['新增图集', '/rTopAdmin/content/atlas/create'],
      ['新增视频', '/rTopAdmin/content/video/create'],
      ['新增下载', '/rTopAdmin/content/down/create'],
      ['新增招聘', '/rTopAdmin/content/recruitment/create'],
      ['新增导航', '/rTopAdmin/navList/create'],
      ['新增广告', '/rTopAdmin/advertise/create'],
      ['新增用户', '/rTopAdmin/user_list/create'],
    ];
    // A project may have added entities of its own, so only the entries of the known ones are compared.
    expect(linksOf(quick).filter(([, to]) => entries.some(([, own]) => own === to))).toEqual(entries);
    const creatable = entityList.filter((entity) => entity.calls.create && isCounted(entity));
    expect(linksOf(quick)).toHaveLength(creatable.length);
  });

  it('day B8: are none of a content for which one has no column', async () => {
    await open(told(), { columnsOf: ['article', 'single'] });
    const quick = await section('快捷入口');
    await waitFor(() =>
      expect(linksOf(quick).map(([name]) => name)).toEqual([
        '新增栏目',
        '新增文章',
        '新增导航',
        '新增广告',
        '新增用户',
      ]),
    );
  });

  it('day B8: are no columns where the role has none below which they go', async () => {
    const auth = fakeAuth();
    const getIdentity = async () => ({ ...(await auth.getIdentity?.()), id: 1, within_columns: true });
    await open(told(), { auth: { ...auth, getIdentity }, columnsOf: [] });
    const quick = await section('快捷入口');
    await waitFor(() => expect(linksOf(quick).map(([name]) => name)).toEqual(['新增导航', '新增广告', '新增用户']));
  });

  it('are not there for a role that may create nothing', async () => {
    await open(told(), { auth: fakeAuth({ forbidden: ['create'] }) });
    await screen.findByRole('link', { name: /^文章 ?1,234/ });
    await waitFor(() => expect(screen.queryByRole('region', { name: '快捷入口' })).toBeNull());
  });
});

describe('on an empty site', () => {
  const empty = { counts: { column: 0, article: 0 }, week: {} };

  it('three steps say how to begin, each with its button as soon as it leads on', async () => {
    await open(told(empty), { columnsOf: [] });
    const begin = await section('从这里开始');
    await waitFor(() => expect(begin.getAllByRole('link')).toHaveLength(2));
    expect(begin.getAllByRole('heading', { level: 4 }).map((step) => step.textContent)).toEqual([
      '1. 添加栏目',
      '2. 写内容',
      '3. 设置首页',
    ]);
    expect(linksOf(begin)).toEqual([
      ['新增栏目', '/rTopAdmin/columnList/create'],
      ['打开栏目列表', '/rTopAdmin/columnList'],
    ]);
  });

  it.each<Record<string, number>>([{ column: 1, article: 0 }, { column: 0, article: 1 }, { article: 0 }])(
    'they are not there where the numbers are %o',
    async (counts) => {
      await open(told({ counts }));
      expect(await (await section('最近 30 天访问')).findByRole('img')).toBeDefined();
      expect(screen.queryByRole('region', { name: '从这里开始' })).toBeNull();
    },
  );
});

describe('what could not be loaded', () => {
  it('is said once, the quick entries stay, and a retry brings it', async () => {
    const { user } = await open([{ status: 500, code: 500, msg: '服务器出错（编号 7）' }, ...told()]);
    expect((await screen.findByRole('alert')).textContent).toContain('服务器出错（编号 7）');
    expect(screen.getAllByRole('region').map((part) => within(part).getByRole('heading').textContent)).toEqual([
      '快捷入口',
    ]);
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByRole('link', { name: /^文章 ?1,234/ })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('what could not be loaded anew', () => {
  it('is said, and what was there stays', async () => {
    await open([...told(), { status: 500, code: 500, msg: '服务器出错（编号 8）' }]);
    await screen.findByRole('link', { name: /^文章 ?1,234/ });
    // This happens when the administrator comes back to the window.
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect((await screen.findByRole('alert')).textContent).toContain('服务器出错（编号 8）');
    expect(screen.getByRole('link', { name: /^文章 ?1,234/ })).toBeDefined();
  });
});

describe('before another back end', () => {
  it.each([
    ['nothing', null],
    ['a list', []],
    ['other parts', { users: 3 }],
    [
      'parts of other shapes',
      { counts: [], week: 3, todo: {}, visits: [{ date: '2026-11-21', n: 3 }], recent: [1], system: 'Linux' },
    ],
  ])('that tells %s, what it does not tell is absent', async (_what, data) => {
    await open([{ data }]);
    await screen.findByRole('link', { name: '新增栏目' });
    await waitFor(() => expect(screen.getAllByRole('region')).toHaveLength(1));
    expect(screen.queryByRole('heading', { name: '数据概览' })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('what was typed and not saved', () => {
  const typed = (path: string, title: string, adminId = 1) => {
    const resource = path.startsWith('/columnList') ? 'column' : 'article';
    saveDraft({ adminId, path: `/rTopAdmin${path}`, resource, title, values: {} });
  };

  it('is named for each form, with the way back to it, and is no one else’s', async () => {
    typed('/columnList/1', '公司');
    typed('/content/article/create', '');
    typed('/columnList/2', '别人的', 2);
    await open(told());
    const notice = within(await screen.findByRole('alert'));
    expect(linksOf(notice)).toEqual([
      ['继续编辑', '/rTopAdmin/columnList/1'],
      ['继续编辑', '/rTopAdmin/content/article/create'],
    ]);
    expect(notice.getByRole('link', { name: '继续编辑 栏目 公司' })).toBeDefined();
    expect(notice.queryByText(/别人的/)).toBeNull();
  });

  it('B8: is called in the language that one reads now', async () => {
    typed('/content/article/create', '春茶');
    const { user } = await open(told(), { isWithLanguages: true });
    expect(await screen.findByText('有未保存的内容：文章 春茶')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: '语言' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'English' }));
    expect(await screen.findByText('You have unsaved work: article 春茶')).toBeDefined();
  });
});

describe('in English', () => {
  it('sentences, days and numbers are English', async () => {
    const { user } = await open(told({ recent: [operation(3, '编辑文章', 'article', 18)] }), { isWithLanguages: true });
    await user.click(await screen.findByRole('button', { name: '语言' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'English' }));
    expect(await screen.findByRole('heading', { name: 'Hello, admin' })).toBeDefined();
    expect(screen.getByText('Saturday, November 21, 2026')).toBeDefined();
    expect(linksOf(await section('To do'))[0]?.[0]).toBe('Articles in draft1,002');
    expect(screen.getByRole('link', { name: /^Articles ?1,234/ }).textContent).toBe(
      'Articles1,23456 changed this week',
    );
    expect(screen.getByRole('cell', { name: 'Sat, November 21' })).toBeDefined();
    expect(screen.getByText('3 minutes ago')).toBeDefined();
  });
});
