import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type AuthProvider, useStore } from 'ra-core';
import { useEffect } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { modelNames } from '../../contract/models.ts';
import { useIdentity } from '../../src/auth/useMay.ts';
import { PaletteButton, usePalette } from '../../src/palette/PaletteButton.tsx';
import { features, http, session } from '../../src/services/services.ts';
import { readingsOf } from '../../src/ui/readingsOf.ts';
import { matchCommand } from '../../src/utils/matchCommand.ts';
import { fakeAuth, fakeProvider, show } from '../support/screen.tsx';

const entry = { id: 0, path: '', icon: '', background: '', spread: false, model: '', children: [] as object[] };
const menu = [
  {
    ...entry,
    id: 1,
    title: 'menu.site',
    children: [
      { ...entry, id: 2, title: 'menu.home', path: '/home' },
      { ...entry, id: 3, title: 'resources.column.name', path: '/columnList' },
      {
        ...entry,
        id: 4,
        title: 'menu.content',
        children: [{ ...entry, id: 5, title: 'resources.article.name', path: '/content/article' }],
      },
    ],
  },
  {
    ...entry,
    id: 6,
    title: 'menu.system',
    children: [{ ...entry, id: 7, title: 'resources.system_config.name', path: '/systemConfig' }],
  },
];
const found = [{ entity: 'article', id: 7, title: '春季新品发布', path: '/content/article/7' }];

/** The requests to the back end, as `call?query`, with the signal that tells whether each was aborted. */
let asked: { url: string; signal: AbortSignal | undefined }[] = [];
const searches = () => asked.filter(({ url }) => url.startsWith('base.Search/records'));
let searchReply: () => object | Promise<object> = () => found;

beforeAll(async () => {
  await import('../../src/palette/CommandPalette.tsx');
});
beforeEach(() => {
  localStorage.clear();
  features.learn(['list', 'search']);
  asked = [];
  searchReply = () => found;
  vi.stubGlobal('fetch', async (path: string, { signal }: RequestInit) => {
    const url = path.replace('/api/', '');
    asked.push({ url, signal: signal ?? undefined });
    const data = url.startsWith('base.Menu') ? menu : await searchReply();
    return new Response(JSON.stringify({ code: 1, msg: '', data }));
  });
  return () => vi.unstubAllGlobals();
});

interface Given {
  auth?: AuthProvider;
  path?: string;
  /** Values that the store holds at the start, by key. */
  stored?: Record<string, unknown>;
  /** The content models that have a column. */
  columnsOf?: readonly string[];
}

/** The palette and its button, used as in the header. */
function Palette({ onOpenUser }: { onOpenUser: () => void }) {
  const mustChange = Boolean(useIdentity()?.must_change);
  const { open, dialog } = usePalette({ isEnabled: !mustChange, onOpenUser });
  return (
    <>
      {!mustChange && <PaletteButton onOpen={open} />}
      {dialog}
    </>
  );
}

/** Shows the palette's button beside an input. @returns also `kept`, the store's values by name */
async function open({ auth, path = '/home', stored = {}, columnsOf = modelNames }: Given = {}) {
  const onOpenUser = vi.fn();
  const kept: Record<string, unknown> = {};
  const Stored = ({ name }: { name: string }) => {
    const [value, setValue] = useStore<unknown>(name);
    useEffect(() => {
      if (name in stored) setValue(stored[name]);
    }, [name, setValue]);
    kept[name] = value;
    return null;
  };
  const shown = await show(
    <>
      <input aria-label="别处" />
      <Palette onOpenUser={onOpenUser} />
      {['palette.recent', 'theme', 'density', 'tabs.on', 'sidebar.open'].map((name) => (
        <Stored key={name} name={name} />
      ))}
    </>,
    {
      auth,
      path,
      provider: fakeProvider({
        getAll: async () => columnsOf.map((model, at) => ({ id: at + 1, title: model, model })),
      }),
    },
  );
  await act(async () => {});
  return { ...shown, onOpenUser, kept };
}

/** Calls `open`, opens the palette, and waits for the entries of the menu. */
async function openPalette(given?: Given) {
  const shown = await open(given);
  await shown.user.keyboard('{Control>}k{/Control}');
  const input = await screen.findByRole('combobox', { name: '搜索' });
  await screen.findByRole('option', { name: /^栏目/ });
  return { ...shown, input };
}

const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const active = () => screen.queryByRole('option', { selected: true })?.textContent;
const groups = () => screen.queryAllByRole('group').map((group) => group.firstChild?.textContent);
const marks = (option: RegExp) =>
  [...screen.getByRole('option', { name: option }).querySelectorAll('mark')].map((mark) => mark.textContent);

describe('a query matches', () => {
  const score = (query: string, ...titles: string[]) =>
    matchCommand(query, { titles, trails: [] }, readingsOf)?.score ?? 0;
  const marked = (query: string, title: string) =>
    matchCommand(query, { titles: [title], trails: [] }, readingsOf)?.title.map(([from, to]) => title.slice(from, to));

  it.each([
    ['文章', '文章'],
    ['wenzhang', '文章'],
    ['wz', '文章'],
    ['wenz', '文章'],
    ['wzhang', '文章'],
    ['WenZhang', '文章'],
    ["wen'zhang", '文章'],
    ['wen zhang', '文章'],
    ['ｗｚ', '文章'],
    ['hang', '银行卡'],
    ['lvse', '绿色主题'],
    ['rticl', 'Articles'],
    ['al', 'Article list'],
    ['list art', 'Article list'],
    ['artlist', 'Article list'],
    ['seosz', 'SEO设置'],
    ['列表 xinwen', '新闻列表'],
  ])('%s: %s', (query, title) => {
    expect(score(query, title)).toBeGreaterThan(0);
  });

  it.each([
    ['wx', '文章'],
    ['zw', '文章'],
    ['文章 图集', '文章'],
    ['list x', 'Article list'],
    ['++', '文章'],
  ])('but not %s: %s', (query, title) => {
    expect(score(query, title)).toBe(0);
  });

  it('by text alone while the pinyin is not loaded', () => {
    const command = { titles: ['文章', 'Articles'], trails: [] };
    expect(matchCommand('wz', command, () => [])).toBeUndefined();
    expect(matchCommand('文', command, () => [])).toBeDefined();
    expect(matchCommand('art', command, () => [])).toBeDefined();
  });

  it('a beginning before an inside, text before pinyin before initials, and its own name before what stands beside it', () => {
    const better = (query: string, first: string, second: string) =>
      expect(score(query, first), `${first} before ${second}`).toBeGreaterThan(score(query, second));
    better('wz', '文章', '新文章');
    better('章', '章程', '文章');
    better('zhang', '章程', '文章');
    better('list', 'List', 'Listen to it');
    better('shi', 'shi', '诗');
    better('shij', '世界', '数据'); // 世界 is spelled, 数据 is not
    expect(score('文章', '文章')).toBeGreaterThan(score('文章', 'Articles', '文章'));
    const beside = matchCommand('文章', { titles: ['列表'], trails: ['文章'] }, readingsOf)?.score ?? 0;
    expect(score('文章', '新文章')).toBeGreaterThan(beside);
    expect(beside).toBeGreaterThan(0);
  });

  it('what stands beside the name, but not by initials or one letter alone', () => {
    const found = (query: string) => matchCommand(query, { titles: ['栏目'], trails: ['网站'] }, readingsOf);
    expect(found('网站')).toMatchObject({ title: [], trail: [[0, 2]] });
    expect(found('wangzhan')).toBeDefined();
    expect(found('wz lm')).toMatchObject({ title: [[0, 2]], trail: [[0, 2]] });
    expect(found('wz')).toBeUndefined();
    expect(found('w')).toBeUndefined();
  });

  it('and says which letters', () => {
    expect(marked('wz', '新文章列表')).toEqual(['文章']);
    expect(marked('lb xw', '新闻列表')).toEqual(['新闻列表']);
    expect(marked('xw b', '新闻列表')).toEqual(['新闻', '表']);
    expect(marked('al', 'Article list')).toEqual(['A', 'l']);
    expect(marked('tic', 'Article')).toEqual(['tic']);
  });

  it('in no time, however long both are', () => {
    const begun = performance.now();
    expect(score(`${'a'.repeat(99)}b`, 'a '.repeat(100))).toBe(0);
    expect(performance.now() - begun).toBeLessThan(500);
  });
});

describe('the palette', () => {
  it('is opened by its button, and closed by Escape, with the focus back where it was', async () => {
    const { user } = await open();
    const button = screen.getByRole('button', { name: '搜索' });
    await user.click(button);
    const input = await screen.findByRole('combobox', { name: '搜索' });
    await waitFor(() => expect(document.activeElement).toBe(input));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(button);
  });

  it('is opened and closed by Ctrl-K, inside an input too, which the browser does not see', async () => {
    const { user } = await open();
    const input = screen.getByRole('textbox', { name: '别处' });
    await user.click(input);
    expect(fireEvent.keyDown(input, { key: 'k', ctrlKey: true })).toBe(false);
    await screen.findByRole('dialog', { name: '搜索与操作' });
    await user.keyboard('{Control>}k{/Control}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(input);
  });

  it('day B12: what is typed before its input is there is searched, and run by Enter', async () => {
    const { kept } = await open();
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    for (const key of ['紧', '凑', 'Enter']) expect(fireEvent.keyDown(document.body, { key })).toBe(false);
    await waitFor(() => expect(kept.density).toBe('compact'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('day B12: gives the focus of its dialog to its input, as after a screen below has taken it', async () => {
    const { input } = await openPalette();
    act(() => screen.getByRole('dialog').parentElement?.focus());
    expect(document.activeElement).toBe(input);
  });

  it('day B12: begins anew where it is opened before its end is rendered', async () => {
    const { user, input } = await openPalette();
    await user.type(input, '个人中心');
    await act(async () => {
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      document.querySelector<HTMLElement>('[aria-keyshortcuts]')?.click();
    });
    await waitFor(() => expect(screen.getByRole('combobox', { name: '搜索' })).toHaveProperty('value', ''));
  });

  it('day B12: Escape before its input is there leaves it closed', async () => {
    await open();
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await import('../../src/palette/CommandPalette.tsx');
    await act(async () => {});
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    await screen.findByRole('dialog', { name: '搜索与操作' });
  });

  it('day B12: Enter alone, held on its button, runs nothing', async () => {
    await open();
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    fireEvent.keyDown(document.body, { key: 'Enter', repeat: true });
    await screen.findByRole('dialog', { name: '搜索与操作' });
    await act(async () => {});
    expect(screen.getByRole('dialog', { name: '搜索与操作' })).toBeDefined();
  });

  it('stays closed while the sign-in stands over the screen, and makes way for it', async () => {
    const { user } = await openPalette();
    act(() => session.expire());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('{Escape}{Control>}k{/Control}');
    await act(async () => {});
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not there before the first password is changed', async () => {
    const auth = fakeAuth();
    const identity = { id: 1, username: 'admin', fullName: 'admin', must_change: true };
    const { user } = await open({ auth: { ...auth, getIdentity: async () => identity } });
    await waitFor(() => expect(screen.queryByRole('button', { name: '搜索' })).toBeNull());
    await user.keyboard('{Control>}k{/Control}');
    await act(async () => {});
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('offers the screens of the menu with the way to them, and the actions', async () => {
    await openPalette();
    expect(groups()).toEqual(['页面', '操作']);
    expect(options().slice(0, 3)).toEqual(['首页网站当前', '栏目网站', '文章网站 / 内容']);
    expect(screen.getByRole('option', { name: '首页 网站 当前' })).toBeDefined();
    expect(options()).toContain('新增文章');
    expect(options()).toContain('安全退出');
    expect(screen.getByRole('option', { name: /主题：跟随系统 当前/ })).toBeDefined();
  });

  it('offers to create only what the role may create', async () => {
    await openPalette({ auth: fakeAuth({ forbidden: ['create'] }) });
    expect(options().filter((name) => name?.startsWith('新增'))).toEqual([]);
  });

  it('day B8: offers no content for which one has no column', async () => {
    await openPalette({ columnsOf: ['article'] });
    await waitFor(() => expect(options()).toContain('新增文章'));
    expect(options()).toContain('新增栏目');
    expect(options()).not.toContain('新增产品');
  });

  it('opens a screen by its initials', async () => {
    const { user, input, address } = await openPalette();
    await user.type(input, 'wz');
    await waitFor(() => expect(active()).toBe('文章网站 / 内容'));
    expect(marks(/^文章/)).toEqual(['文章']);
    await user.keyboard('{Enter}');
    expect(address()).toBe('/rTopAdmin/content/article');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('B8: finds a tab of the configuration, and opens it there', async () => {
    const { user, input, address } = await openPalette();
    await user.type(input, '邮件');
    await waitFor(() => expect(active()).toBe('邮件系统 / 系统配置'));
    await user.keyboard('{Enter}');
    expect(address()).toBe('/rTopAdmin/systemConfig?tab=mail');
  });

  it('finds a screen by its name in the other language', async () => {
    const { user, input } = await openPalette();
    await user.type(input, 'article');
    await waitFor(() => expect(active()).toBe('文章网站 / 内容'));
    await user.clear(input);
    await user.type(input, 'log out');
    await waitFor(() => expect(active()).toBe('安全退出'));
  });

  it('says what it did not find', async () => {
    searchReply = () => [];
    const { user, input } = await openPalette();
    await user.type(input, '没有的东西');
    expect(await screen.findByText('没有找到“没有的东西”')).toBeDefined();
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(input.getAttribute('aria-expanded')).toBe('false');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(screen.getByRole('dialog')).toBeDefined();
  });
});

describe('keys', () => {
  it('move in the list and go round, and the input names what is active', async () => {
    const { user, input } = await openPalette();
    const all = options();
    const onKey = async (key: string) => {
      await user.keyboard(`{${key}}`);
      expect(document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent).toBe(active());
      return all.indexOf(active() ?? '');
    };
    expect(active()).toBe(all[0]);
    expect(await onKey('ArrowDown')).toBe(1);
    expect(await onKey('ArrowUp')).toBe(0);
    expect(await onKey('ArrowUp')).toBe(all.length - 1);
    expect(await onKey('ArrowDown')).toBe(0);
    expect(await onKey('PageDown')).toBe(8);
    expect(await onKey('PageUp')).toBe(0);
    expect(await onKey('End')).toBe(all.length - 1);
    expect(await onKey('PageDown')).toBe(all.length - 1);
    expect(await onKey('Home')).toBe(0);
  });

  it('begin again at the best match when the text changes', async () => {
    const { user, input } = await openPalette();
    await user.keyboard('{End}');
    await user.type(input, '栏目');
    expect(active()).toBe('栏目网站');
  });

  it('day B1: of an input method choose its characters, not a command', async () => {
    const { input, address } = await openPalette();
    fireEvent.keyDown(input, { key: 'ArrowDown', isComposing: true });
    // Safari marks the keys of an input method by this code alone.
    fireEvent.keyDown(input, { key: 'ArrowDown', keyCode: 229 });
    expect(active()).toBe('首页网站当前');
    fireEvent.keyDown(input, { key: 'ArrowDown' });
    expect(active()).toBe('栏目网站');
    fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 });
    expect(address()).toBe('/rTopAdmin/home');
    fireEvent.keyDown(input, { key: 'Enter' });
    await waitFor(() => expect(address()).toBe('/rTopAdmin/columnList'));
  });
});

it('the pointer points and chooses', async () => {
  const { user, address } = await openPalette();
  const column = screen.getByRole('option', { name: /^栏目/ });
  await user.hover(column);
  expect(active()).toBe('栏目网站');
  await user.click(column);
  expect(address()).toBe('/rTopAdmin/columnList');
});

describe('an action', () => {
  const run = async (query: string) => {
    const shown = await openPalette();
    await shown.user.type(shown.input, query);
    await shown.user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return shown;
  };

  it('adds a record', async () => {
    expect((await run('新增栏目')).address()).toBe('/rTopAdmin/columnList/create');
  });
  it('sets the theme', async () => {
    expect((await run('深色')).kept.theme).toBe('dark');
  });
  it('sets the density', async () => {
    expect((await run('紧凑')).kept.density).toBe('compact');
  });
  it('hides the open screens', async () => {
    expect((await run('标签页')).kept['tabs.on']).toBe(false);
  });
  it('folds the menu', async () => {
    expect((await run('收起菜单')).kept['sidebar.open']).toBe(false);
  });
  it("opens one's own data", async () => {
    expect((await run('grzx')).onOpenUser).toHaveBeenCalledOnce();
  });
  it('signs out, and is not offered first the next time', async () => {
    const logout = vi.fn(async () => '/rTopAdmin/Login');
    const { user, kept } = await openPalette({ auth: { ...fakeAuth(), logout } });
    await user.keyboard('{End}{Enter}');
    await waitFor(() => expect(logout).toHaveBeenCalled());
    expect(kept['palette.recent']).toBeUndefined();
  });
  it('sets the language, whose words the palette then speaks', async () => {
    const { user } = await run('english');
    await user.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('dialog', { name: 'Search and actions' })).toBeDefined();
    await user.keyboard('文章');
    await waitFor(() => expect(active()).toBe('ArticlesSite / Content'));
    await user.clear(screen.getByRole('combobox'));
    await user.keyboard('中文{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: '搜索' })).toBeDefined());
  });
});

describe('what was chosen last', () => {
  it('stands first the next time, but for what is open or set', async () => {
    const { user, input, kept } = await openPalette();
    await user.type(input, '个人中心{Enter}');
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog');
    await user.keyboard('紧凑{Enter}{Control>}k{/Control}');
    await screen.findByRole('dialog');
    await user.keyboard('栏目{Enter}');
    expect(kept['palette.recent']).toEqual([
      { id: 'screen:/columnList' },
      { id: 'action:density.compact' },
      { id: 'action:user' },
    ]);
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog');
    expect(groups()).toEqual(['最近使用', '页面', '操作']);
    expect(within(screen.getByRole('group', { name: '最近使用' })).getAllByRole('option')).toHaveLength(1);
    expect(active()).toBe('个人中心');
    expect(options().filter((name) => name === '个人中心')).toHaveLength(1);
  });

  it('is kept six deep', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id }));
    const { user, input, kept } = await openPalette({ stored: { 'palette.recent': ids } });
    await user.type(input, '栏目{Enter}');
    expect(kept['palette.recent']).toEqual([{ id: 'screen:/columnList' }, ...ids.slice(0, 5)]);
  });

  it('is offered as long as the role may open it', async () => {
    const [record] = found;
    const stored = { 'palette.recent': [{ id: 'record:article:7', record }, { id: 'screen:/gone' }] };
    const { user, address } = await openPalette({ stored });
    expect(active()).toBe('春季新品发布文章');
    await user.keyboard('{Enter}');
    expect(address()).toBe('/rTopAdmin/content/article/7?filter={"col_id":0}');
  });

  it('is not offered where the role no longer may', async () => {
    const stored = { 'palette.recent': [{ id: 'record:article:7', record: found[0] }] };
    await openPalette({ stored, auth: fakeAuth({ forbidden: ['list'] }) });
    expect(groups()).toEqual(['页面', '操作']);
  });
});

describe('records', () => {
  afterEach(() => vi.useRealTimers());
  /** Types the text and lets time pass. The fake clock stands still between two calls. */
  async function afterTyping(input: HTMLElement, value: string, ms = 1000) {
    if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.change(input, { target: { value } });
    await act(() => vi.advanceTimersByTimeAsync(ms));
  }

  it('are found by title, and opened', async () => {
    const { user, input, address, kept } = await openPalette();
    await user.type(input, '新品');
    const option = await screen.findByRole('option', { name: '春季新品发布 文章' });
    expect(groups().at(-1)).toBe('记录');
    expect(marks(/春季新品发布/)).toEqual(['新品']);
    await user.click(option);
    expect(address()).toBe('/rTopAdmin/content/article/7?filter={"col_id":0}');
    expect(kept['palette.recent']).toEqual([{ id: 'record:article:7', record: found[0] }]);
  });

  it('day B12: are opened by the Enter that came before they were found', async () => {
    const { user, input, address } = await openPalette();
    let answer: (value: object) => void = () => {};
    searchReply = () => new Promise((resolve) => (answer = resolve));
    await user.type(input, '新品发布{Enter}');
    expect(screen.queryAllByRole('option')).toEqual([]);
    await waitFor(() => expect(searches()).toHaveLength(1));
    answer(found);
    await waitFor(() => expect(address()).toMatch(/^\/rTopAdmin\/content\/article\/7\?/));
  });

  it('are said to be the first ones where there may be more', async () => {
    const { user, input } = await openPalette();
    searchReply = () => Array.from({ length: 8 }, (_, id) => ({ ...found[0], id, title: `新品 ${id}` }));
    await user.type(input, '新品');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('前 8 项结果'));
    searchReply = () => found;
    await user.type(input, '发');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 项结果'));
  });

  it('are asked for once, when nothing was typed for 200 ms', async () => {
    const { input } = await openPalette();
    await afterTyping(input, '新', 199);
    await afterTyping(input, '新品', 199);
    expect(searches()).toEqual([]);
    await afterTyping(input, '新品', 1);
    expect(searches().map(({ url }) => decodeURIComponent(url))).toEqual(['base.Search/records?q=新品']);
  });

  it('are not asked for by one letter, but by one character', async () => {
    const { input } = await openPalette();
    await afterTyping(input, 'x');
    expect(searches()).toEqual([]);
    await afterTyping(input, '新');
    expect(searches()).toHaveLength(1);
  });

  it('that are still being looked for are let go of when the text changes', async () => {
    searchReply = () => new Promise(() => {});
    const { user, input } = await openPalette();
    await user.type(input, '新品');
    await waitFor(() => expect(searches()).toHaveLength(1));
    expect(screen.getByRole('status').textContent).toBe('正在搜索记录…');
    expect(searches()[0]?.signal?.aborted).toBe(false);
    await user.type(input, '们');
    await waitFor(() => expect(searches()[0]?.signal?.aborted).toBe(true));
  });

  it('of the text before stay while they match, until the new ones are there', async () => {
    const { user, input } = await openPalette();
    await user.type(input, '新');
    await screen.findByRole('option', { name: /春季新品发布/ });
    searchReply = () => new Promise(() => {});
    await user.type(input, '品');
    expect(screen.getByRole('option', { name: /春季新品发布/ })).toBeDefined();
    await user.type(input, '们');
    expect(screen.queryByRole('option', { name: /春季新品发布/ })).toBeNull();
  });

  it('that cannot be searched leave the rest usable, and the reason', async () => {
    searchReply = async () => {
      throw new TypeError('no line');
    };
    const { user, input, address } = await openPalette();
    await user.type(input, '栏目');
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^记录搜索失败 · 网络不通/));
    await user.keyboard('{Enter}');
    expect(address()).toBe('/rTopAdmin/columnList');
  });

  it('of a back end that cannot search them are looked for among the products and galleries that it tells', async () => {
    features.learn(['list']);
    searchReply = () => [
      { id: 7, model: 'product', title: '春季新品' },
      { id: 8, model: 'product', title: '旧款' },
      { id: 9, model: 'atlas', title: '新品展' },
    ];
    const { user, input } = await openPalette();
    await user.type(input, '新品');
    const options = await screen.findAllByRole('option');
    expect(asked.map(({ url }) => url)).toContain('base.Category/getAllCaseList');
    expect(searches()).toEqual([]);
    expect(options.map(({ textContent }) => textContent)).toEqual(['春季新品产品', '新品展图集']);
  });

  it('of a back end that lets one see none of them are none', async () => {
    features.learn(['list']);
    // The data provider still keeps the whole list that an earlier test has read.
    http.forgetReplies();
    const { user, input } = await openPalette();
    vi.stubGlobal(
      'fetch',
      async () => new Response(JSON.stringify({ code: 403, msg: '', data: null }), { status: 403 }),
    );
    await user.type(input, '新品');
    await screen.findByText('没有找到“新品”');
  });
});
