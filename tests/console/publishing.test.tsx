import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TextInput } from 'ra-ui-materialui';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { queryClient } from '../../src/app/queries.ts';
import { common, type InputProps } from '../../src/declaration/common.ts';
import type { Resource } from '../../src/declaration/resource.ts';
import { undoTimes } from '../../src/delete/useUndo.tsx';
import { saveDraft } from '../../src/drafts/formDrafts.ts';
import { autosaveTimes } from '../../src/form/publishing/autosaveTimes.ts';
import { articleResource } from '../../src/resources/article.tsx';
import { contentRules, type TestAdmin, useServer } from '../support/server.ts';
import { chooseFrom, dialog, fill, formOf, press, told, useServerScreens } from '../support/serverScreens.tsx';

const server = useServer();
const openScreens = useServerScreens(server);

/** The form of an article with these fields only, whose list is not rendered. */
const short = formOf(articleResource, {
  base: { main: ['title', 'subtitle', 'author', 'source', 'content', 'publish_time'], side: ['col_id'] },
});
const PlainText = (props: InputProps) => <TextInput {...common(props)} multiline />;
const inputs = { ...short.form.inputs, content: PlainText };
const forms: Resource = { ...short, form: { ...short.form, inputs } };
const articles: Resource = { ...forms, list: { columns: ['title', 'status'] } };
const open = (path: string, admin?: TestAdmin) => openScreens([forms], path, admin?.token);
const openWithList = (path: string, admin?: TestAdmin) => openScreens([articles], path, admin?.token);

beforeEach(() => {
  autosaveTimes.delayMs = 20;
});

const writing = [...contentRules, 'base.content/addArticle', 'base.content/editArticle', 'base.content/deleteArticle'];
const makeWriter = async () => server.makeAdmin(await server.makeRole(writing));
const column = async (title: string) => (await server.data('base.base/addColumn', { title, model: 'article' })).id;
const makeArticle = async (values: Record<string, unknown>) =>
  (await server.data('base.content/addArticle', { col_id: await column(String(values.title)), ...values })).id;
const createIn = (col_id: number) => `/content/article/create?filter=${JSON.stringify({ col_id })}`;

const shownIn = async (label: string) => ((await screen.findByLabelText(label)) as HTMLInputElement).value;
const title = () => shownIn('标题 *');
const stored = () => screen.findByText(/^已自动保存 \d\d:\d\d$/);
const choose = (action: string) => chooseFrom('更多操作', action);
const isOffered = (name: string) => screen.queryByRole('button', { name }) !== null;

/** The title that visitors see; undefined if they do not see the article. */
async function publicTitle(id: number): Promise<string | undefined> {
  const { body } = await server.call<{ title?: string }>('site.content/read', { model: 'article', id });
  return body.code === 1 ? body.data.title : undefined;
}

async function latest(col_id: number): Promise<{ id: number; status: number; state: string; title: string }> {
  const list = { model: 'article', id: col_id };
  const { data } = await server.data<{ data: { id: number; status: number; state: string; title: string }[] }>(
    'base.content/getContentList',
    list,
  );
  return data[0] ?? { id: 0, status: -1, state: '', title: '' };
}

const workingCopy = async (id: number) =>
  (await server.data<{ copies: { values: object }[] }>('base.content/getWorkingCopy', { entity: 'article', id }))
    .copies;
const saveElsewhere = (id: number, values: object, token = server.token) =>
  server.data<{ digest: string }>('base.content/saveWorkingCopy', { entity: 'article', id, values }, { token });

it('day B6: saving keeps and publishing shows, and leads to the page: a change of a published article waits in its working copy', async () => {
  const col_id = await column('新闻');
  const { user, address } = await openWithList(createIn(col_id));
  await fill('标题 *', '开园');
  await user.keyboard('{Control>}s{/Control}');
  await told('保存成功');
  await waitFor(() => expect(address()).toMatch(/article\/\d+/));
  const { id, status } = await latest(col_id);
  expect([status, await publicTitle(id)]).toEqual([0, undefined]);

  await press('发布');
  await told('已发布');
  const page = await screen.findByRole('link', { name: '在网站上查看' });
  expect(page.getAttribute('href')).toMatch(new RegExp(`^http.*/site/#/article/${id}$`));
  expect(await publicTitle(id)).toBe('开园');
  await fill('标题 *', '开园啦');
  await stored();
  await user.keyboard('{Control>}s{/Control}');
  await told('已保存，访客看到的仍是原来的内容');
  expect(await publicTitle(id)).toBe('开园');

  await press('关闭');
  await within(await screen.findByRole('table')).findByText('有未发布的修改');
  await user.click(screen.getByRole('link', { name: '开园' }));
  await press('对比');
  expect((await screen.findAllByRole('cell')).map(({ textContent }) => textContent)).toContain('开园啦');
  expect(screen.getByRole('columnheader', { name: '已发布的' })).toBeDefined();
  await press('更新');
  await waitFor(async () => expect(await publicTitle(id)).toBe('开园啦'));

  await waitFor(() => expect(isOffered('对比')).toBe(false));
  await fill('标题 *', '写错了');
  await stored();
  await press('放弃修改');
  await discarding('放弃修改');
  await waitFor(async () => expect(await title()).toBe('开园啦'));
  expect(await workingCopy(id)).toEqual([]);

  await choose('下线');
  await waitFor(async () => expect(await publicTitle(id)).toBeUndefined());
  await press('重新上线');
  await waitFor(async () => expect(await publicTitle(id)).toBe('开园啦'));
});

it('day B6: whoever publishes sees first what was changed since, though nothing was typed', async () => {
  const id = await makeArticle({ title: '送审稿', content: '<p>第一稿</p>' });
  await open(`/content/article/${id}`);
  await title();
  await server.data('base.content/editArticle', { id, content: '<p>没人看过的一句</p>' });
  await press('发布');
  await screen.findByText(/下面是不同之处/, {}, { timeout: 15_000 });
  expect((await screen.findAllByRole('cell')).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['第一稿', '没人看过的一句']),
  );
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '发布' }).disabled).toBe(true);
  expect(await publicTitle(id)).toBeUndefined();
  await press('看过了');
  await press('发布');
  await waitFor(async () => expect(await publicTitle(id)).toBe('送审稿'));
});

it('day B3: what somebody else has saved since stays, also in a field that one saved before', async () => {
  const id = await makeArticle({ title: '合写' });
  const { user } = await open(`/content/article/${id}`);
  await title();
  const read = async () => {
    const list = { model: 'article', ids: [id] };
    const { data } = await server.data<{ data: { subtitle: string; title: string }[] }>(
      'base.content/getContentList',
      list,
    );
    return data[0];
  };
  await user.type(await screen.findByLabelText('副标题'), '我的');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(async () => expect((await read())?.subtitle).toBe('我的'));
  await server.data('base.content/editArticle', { id, subtitle: '别人的' });
  for (const typed of ['合写一', '合写二']) {
    await fill('标题 *', typed);
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(async () => {
      // There is a conflict unless the form has read the record again before the save.
      screen.queryByRole('button', { name: '用我的覆盖' })?.click();
      expect((await read())?.title).toBe(typed);
    });
    expect((await read())?.subtitle).toBe('别人的');
  }
});

it('day B6: publishing asks once about what may do harm, and leads there', async () => {
  const col_id = await column('提醒');
  await server.data('base.content/addArticle', { title: '在先', col_id });
  const { user } = await openWithList(createIn(col_id));
  // The list is loaded first, because it has a heading 标题 too.
  await screen.findByRole('link', { name: '在先' });
  await fill('标题 *', '开园请打 13812345678');
  await press('发布');
  const found = await dialog('1 处需要检查');
  await user.click(within(found).getByRole('button', { name: '标题' }));
  const input = screen.getByLabelText('标题 *') as HTMLInputElement;
  await waitFor(() => expect(document.activeElement).toBe(input));
  expect(input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)).toBe('13812345678');
  expect(await latest(col_id)).toMatchObject({ title: '在先' });

  await press('发布');
  await user.click(within(await dialog('1 处需要检查')).getByRole('button', { name: '仍然发布' }));
  await told('已发布');
  const { id } = await latest(col_id);
  expect(await publicTitle(id)).toBe('开园请打 13812345678');

  // Publishing does not ask again about a known finding, but asks about a new one.
  await fill('标题 *', '开园啦，请打 13812345678');
  await press('更新');
  await waitFor(async () => expect(await publicTitle(id)).toBe('开园啦，请打 13812345678'));
  await fill('标题 *', '开园啦，请打 13912345678');
  await press('更新');
  await user.click(within(await dialog('1 处需要检查')).getByRole('button', { name: '取消' }));
  expect(await publicTitle(id)).toBe('开园啦，请打 13812345678');
});

it('day B6: publishing beside the open check asks about all that it shows', async () => {
  const id = await makeArticle({ title: '没有封面', status: 0 });
  await open(`/content/article/${id}`);
  await title();
  await press('发布前检查');
  const panel = await screen.findByRole('complementary', { name: '发布前检查' });
  const shown = (await within(panel).findByText(/^\d 处需要检查$/)).textContent as string;
  await press('发布');
  await within(await dialog(shown)).findByRole('button', { name: '封面图' });
  fireEvent.click(within(await dialog(shown)).getByRole('button', { name: '仍然发布' }));
  await waitFor(async () => expect(await publicTitle(id)).toBe('没有封面'));
});

/** Confirms the dialog that asks whether changes are discarded. */
const discarding = async (action: string) =>
  fireEvent.click(within(await dialog('要放弃这些修改吗？')).getByRole('button', { name: action }));

it('day C10: what is typed into an article that was deleted elsewhere can be saved as a new one', async () => {
  const id = await makeArticle({ title: '没了', content: '<p>原文</p>' });
  await open(`/content/article/${id}`);
  await title();
  await server.data('base.content/deleteArticle', { aid: id });
  await fill('标题 *', '还在写');
  await screen.findByText(/已被删除/);
  expect(await title()).toBe('还在写');
  await press('存为新文章');
  await told('保存成功');
});

it('C6: a new article that is saved has its list read once more', async () => {
  const col_id = await column('一次');
  await openWithList(createIn(col_id));
  await fill('标题 *', '第一稿');
  await stored();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const fetched = vi.mocked(globalThis.fetch);
  const before = fetched.mock.calls.length;
  await press('保存');
  await told('保存成功');
  await screen.findByRole('link', { name: '第一稿' });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const lists = fetched.mock.calls
    .slice(before)
    .filter(([url, init]) => String(url).includes('getContentList') && !String(init?.body).includes('ids='));
  expect(lists).toHaveLength(1);
});

it('specification D7: with working copies 保存 and Ctrl-S leave the form open, and 保存并返回 closes it', async () => {
  const col_id = await column('留着');
  const { user, address } = await openWithList(createIn(col_id));
  await fill('标题 *', '第一稿');
  await press('保存');
  await told('保存成功');
  const { id } = await latest(col_id);
  await waitFor(() => expect(address()).toContain(`/article/${id}`));
  await fill('标题 *', '第二稿');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(async () => expect((await latest(col_id)).title).toBe('第二稿'));
  expect([address(), await title()]).toEqual([expect.stringContaining(`/article/${id}`), '第二稿']);
  await fill('标题 *', '第三稿');
  await choose('保存并返回');
  await waitFor(() => expect(address()).not.toContain(`/article/${id}`));
  expect((await latest(col_id)).title).toBe('第三稿');
});

it('day B1: what is typed without a pause is autosaved too, once the longest time is over', async () => {
  const { delayMs, longestMs } = autosaveTimes;
  Object.assign(autosaveTimes, { delayMs: 60_000, longestMs: 600 });
  onTestFinished(() => void Object.assign(autosaveTimes, { delayMs, longestMs }));
  const id = await makeArticle({ title: '不停地写' });
  await open(`/content/article/${id}`);
  await title();
  const isStored = async () => JSON.stringify(await workingCopy(id)).includes('不停地写');
  for (let key = 1; key <= 60 && !(await isStored()); key++) {
    await fill('标题 *', `不停地写${key}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  expect(await isStored()).toBe(true);
});

describe('day B2: what is discarded', () => {
  // Undo is offered for longer than usual, because a test on a busy machine is slower than a person.
  const { offeredMs } = undoTimes;
  beforeAll(() => {
    undoTimes.offeredMs = 60_000;
  });
  afterAll(() => {
    undoTimes.offeredMs = offeredMs;
  });

  /** Opens a published article, changes its title, and waits for the autosave. */
  async function write() {
    const id = await makeArticle({ title: '原来的', status: 1 });
    await openWithList(`/content/article/${id}`);
    await title();
    await fill('标题 *', '写了一天');
    await stored();
    return id;
  }

  it('is shown before it goes, and is put back into the form', async () => {
    const id = await write();
    await press('放弃修改');
    const asked = within(await dialog('要放弃这些修改吗？'));
    expect(asked.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['标题', '写了一天', '原来的']);
    fireEvent.click(asked.getByRole('button', { name: '取消' }));
    expect(await title()).toBe('写了一天');
    expect(await workingCopy(id)).toHaveLength(1);

    await press('放弃修改');
    await discarding('放弃修改');
    await waitFor(async () => expect(await workingCopy(id)).toEqual([]));
    expect(await title()).toBe('原来的');
    await press('撤销');
    await told('已恢复');
    expect(await title()).toBe('写了一天');
    expect(await workingCopy(id)).toMatchObject([{ values: { title: '写了一天' } }]);
  });

  it('is put back into a working copy where its form was left', async () => {
    const id = await write();
    await press('放弃修改');
    await discarding('放弃修改');
    await told('已放弃');
    await press('关闭');
    // A second is longer than a toast takes to disappear.
    const isGone = waitFor(() => expect(screen.queryByText('已放弃')).toBeNull(), { timeout: 1000 });
    await expect(isGone).rejects.toThrow();
    await press('撤销');
    await told('已恢复');
    expect(await workingCopy(id)).toMatchObject([{ values: { title: '写了一天' } }]);
  });

  it('of a text that was never saved is put back into its form', async () => {
    const col_id = await column('没写完的');
    await saveElsewhere(0, { title: '没写完', content: '<p>一半</p>', col_id });
    await open(createIn(col_id));
    await press('放弃');
    await discarding('放弃');
    await waitFor(async () => expect(await workingCopy(0)).toEqual([]));
    await press('撤销');
    await told('已恢复');
    expect(await title()).toBe('没写完');
    expect(await workingCopy(0)).toMatchObject([{ values: { title: '没写完', content: '<p>一半</p>' } }]);
  });
});

describe('day B3: a field that one types in two tabs', () => {
  /** Saves as another tab that has read the stored working copy and continues it. */
  async function typeElsewhere(id: number, values: object) {
    const [copy] = (
      await server.data<{ copies: { digest: string; values: object }[] }>('base.content/getWorkingCopy', {
        entity: 'article',
        id,
      })
    ).copies;
    await server.data('base.content/saveWorkingCopy', {
      entity: 'article',
      id,
      values: { ...copy?.values, ...values },
      digest: copy?.digest ?? '',
    });
  }
  async function typeInBoth() {
    const id = await makeArticle({ title: '原来的', status: 1 });
    await open(`/content/article/${id}`);
    await title();
    await fill('标题 *', '这里');
    await waitFor(async () => expect(await workingCopy(id)).toMatchObject([{ values: { title: '这里' } }]));
    await typeElsewhere(id, { title: '那里', subtitle: '那里的副标题' });
    await fill('标题 *', '这里接着写');
    await screen.findByText(/您在另一个窗口里也修改了这些字段/);
    return id;
  }

  it('is stored over by neither, shown with both, and what is chosen is stored', async () => {
    const id = await typeInBoth();
    expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['标题', '这里接着写', '那里']);
    expect(await workingCopy(id)).toMatchObject([{ values: { title: '那里', subtitle: '那里的副标题' } }]);
    expect(await shownIn('副标题')).toBe('那里的副标题');
    expect(screen.getByRole('button', { name: '保存' })).toHaveProperty('disabled', true);
    // Other fields are still saved meanwhile.
    await fill('作者', '林');
    await waitFor(async () =>
      expect(await workingCopy(id)).toMatchObject([{ values: { title: '那里', author: '林' } }]),
    );
    await press('用这里的');
    await waitFor(async () =>
      expect(await workingCopy(id)).toMatchObject([{ values: { title: '这里接着写', author: '林' } }]),
    );
    expect(isOffered('用这里的')).toBe(false);
    expect(screen.getByRole('button', { name: '保存' })).toHaveProperty('disabled', false);
  });

  it('takes the other’s where that is chosen', async () => {
    const id = await typeInBoth();
    await press('用另一个窗口的');
    expect(await title()).toBe('那里');
    await waitFor(() => expect(isOffered('用另一个窗口的')).toBe(false));
    expect(await workingCopy(id)).toMatchObject([{ values: { title: '那里', subtitle: '那里的副标题' } }]);
  });

  it('needs no choice where one of them has not touched it since', async () => {
    const id = await makeArticle({ title: '原来的', status: 1 });
    await open(`/content/article/${id}`);
    await title();
    await fill('标题 *', '这里');
    await waitFor(async () => expect(await workingCopy(id)).toHaveLength(1));
    await typeElsewhere(id, { subtitle: '那里的副标题' });
    await fill('标题 *', '这里接着写');
    await waitFor(async () =>
      expect(await workingCopy(id)).toMatchObject([{ values: { title: '这里接着写', subtitle: '那里的副标题' } }]),
    );
    await typeElsewhere(id, { title: '那里' });
    await fill('作者', '林');
    await waitFor(async () => expect(await title()).toBe('那里'));
    expect(await workingCopy(id)).toMatchObject([{ values: { title: '那里', author: '林' } }]);
    expect(screen.queryByText(/您在另一个窗口里也修改了这些字段/)).toBeNull();
  });
});

describe('day B3: what a tab typed and could not send', () => {
  const typedOffline = async (id: number, digest: string | undefined) => {
    const path = `/rTopAdmin/content/article/${id}`;
    const values = { title: '断线时写的', author: '林' };
    saveDraft({
      adminId: 1,
      path,
      resource: 'article',
      title: '',
      version: 1,
      isAutosaved: true,
      values,
      ...(digest && { digest }),
    });
    await open(`/content/article/${id}`);
  };

  it('goes on over the working copy on which it was typed', async () => {
    const id = await makeArticle({ title: '原来的', status: 1 });
    const { digest } = await saveElsewhere(id, { title: '存了一半', subtitle: '副' });
    await typedOffline(id, digest);
    await waitFor(async () =>
      expect(await workingCopy(id)).toMatchObject([{ values: { title: '断线时写的', author: '林', subtitle: '副' } }]),
    );
    expect(await title()).toBe('断线时写的');
  });

  it('stands beside what another tab has stored since', async () => {
    const id = await makeArticle({ title: '原来的', status: 1 });
    await saveElsewhere(id, { title: '另一处写的' });
    await typedOffline(id, 'of an older copy');
    await screen.findByText(/您在另一个窗口里也修改了这些字段/);
    expect(await title()).toBe('断线时写的');
    await waitFor(async () =>
      expect(await workingCopy(id)).toMatchObject([{ values: { title: '另一处写的', author: '林' } }]),
    );
  });
});

it('day C10: a record that its own form deletes is not open any more, and comes back with what was typed', async () => {
  const id = await makeArticle({ title: '要删的' });
  const { address } = await openWithList(`/content/article/${id}`);
  await title();
  await fill('标题 *', '改了一半');
  await choose('移到回收站');
  fireEvent.click(within(await dialog('删除“要删的”？')).getByRole('button', { name: '删除' }));
  await waitFor(() => expect(address()).toMatch(/article$/));
  await press('撤销');
  await waitFor(async () => expect(await workingCopy(id)).toMatchObject([{ values: { title: '改了一半' } }]));
});

it('a save waits for the working copy that is on its way, and leaves none', async () => {
  const id = await makeArticle({ title: '原来的' });
  const { user } = await open(`/content/article/${id}`);
  await title();
  const call = vi.mocked(fetch).getMockImplementation() as typeof fetch;
  const events: string[] = [];
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  vi.mocked(fetch).mockImplementation(async (url, init) => {
    if (String(url).includes('editArticle')) events.push('the save is sent');
    if (!String(url).includes('saveWorkingCopy')) return call(url, init);
    events.push('a copy is sent');
    await held;
    const reply = await call(url, init);
    events.push('the copy is stored');
    return reply;
  });
  await fill('标题 *', '改过的');
  await waitFor(() => expect(events).toEqual(['a copy is sent']));
  await user.keyboard('{Control>}s{/Control}');
  // While this call is answered, a save that did not wait would be sent.
  await workingCopy(id);
  letGo();
  await told('保存成功');
  expect(events).toEqual(['a copy is sent', 'the copy is stored', 'the save is sent']);
  expect(await workingCopy(id)).toEqual([]);
});

it('day B1: an autosave that a plain error of the server answers is made again without another key, and says so meanwhile', async () => {
  const { retryMs } = autosaveTimes;
  onTestFinished(() => void Object.assign(autosaveTimes, { retryMs }));
  const id = await makeArticle({ title: '原来的' });
  await open(`/content/article/${id}`);
  await title();
  const call = vi.mocked(fetch).getMockImplementation() as typeof fetch;
  let isBroken = true;
  vi.mocked(fetch).mockImplementation(async (url, init) => {
    if (!String(url).includes('saveWorkingCopy') || !isBroken) return call(url, init);
    return new Response(JSON.stringify({ code: 0, msg: '服务器出错', time: 0, data: null }), { status: 500 });
  });
  autosaveTimes.retryMs = 200;
  await fill('标题 *', '改过的');
  await screen.findByText('自动保存失败，内容还在此浏览器中，稍后自动重试');
  isBroken = false;
  await stored();
  expect(await workingCopy(id)).toMatchObject([{ values: { title: '改过的' } }]);
});

it('a new record that is restored after a reload is not also offered to be gone on with', async () => {
  const path = createIn(await column('匆忙'));
  const { leave } = await open(path);
  await fill('标题 *', '新');
  window.dispatchEvent(new Event('pagehide'));
  await stored();
  leave();
  let wasOffered = false;
  const observer = new MutationObserver(() => {
    wasOffered ||= screen.queryByText('继续写') !== null;
  });
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  await open(path);
  await waitFor(async () => expect(await title()).toBe('新'));
  await stored();
  expect(wasOffered).toBe(false);
});

describe('what somebody else is working on', () => {
  it('is shown with whose it is, cannot be written in, and is taken over and published', async () => {
    const writer = await makeWriter();
    const id = await makeArticle({ title: '原来的', status: 1 });
    await saveElsewhere(id, { title: '改过的' }, writer.token);
    await open(`/content/article/${id}`);
    await screen.findByText(new RegExp(`^${writer.username} 从 .* 起在修改它`));
    expect([await title(), screen.getByLabelText('标题 *')]).toMatchObject(['改过的', { readOnly: true }]);
    await press('接手');
    await waitFor(() => expect(screen.getByLabelText('标题 *')).toHaveProperty('readOnly', false));
    await fill('标题 *', '改得更好');
    await stored();
    await press('更新');
    await waitFor(async () => expect(await publicTitle(id)).toBe('改得更好'));
  });

  it('is its author’s no longer once it was taken over: what is typed then is refused, and the other’s is shown', async () => {
    const writer = await makeWriter();
    const id = await makeArticle({ title: '原来的', status: 1 });
    await open(`/content/article/${id}`, writer);
    await fill('标题 *', '改过的');
    await stored();
    await server.data('base.content/takeWorkingCopy', { entity: 'article', id });
    await saveElsewhere(id, { title: '改得更好' });
    await fill('标题 *', '改过两次');
    await screen.findByText(/^admin 从 .* 起在修改它/);
    await waitFor(async () => expect(await title()).toBe('改得更好'));
    expect(await workingCopy(id)).toMatchObject([{ values: { title: '改得更好' } }]);
  });
});

it('day B6: who may not publish submits; a reviewer sees who it was, returns it with a sentence, and then publishes it', async () => {
  const writer = await makeWriter();
  const col_id = await column('投稿');
  const begun = await open(createIn(col_id), writer);
  await fill('标题 *', '投来的稿');
  expect(isOffered('发布')).toBe(false);
  await press('提交审核');
  await told('已提交审核');
  const { id } = await latest(col_id);
  begun.leave();

  const reviewing = await openWithList('/home');
  await reviewing.user.click(await screen.findByRole('link', { name: /^待审文章/ }));
  // The list is loaded first, because the home screen has a link to the record too.
  await screen.findByText('只看选中的 1 条');
  await reviewing.user.click(await screen.findByRole('link', { name: '投来的稿' }));
  await screen.findByText(/^.+ 于 .+ 提交，正在等待审核。$/);
  await press('退回');
  const returning = await dialog('退回给作者');
  await press('退回', returning);
  const why = within(returning).getByLabelText('原因 *');
  await waitFor(() => expect(why.getAttribute('aria-invalid')).toBe('true'));
  fireEvent.change(why, { target: { value: '请注明出处' } });
  await press('退回', returning);
  await told('已退回');
  reviewing.leave();

  const mending = await openWithList('/home', writer);
  await mending.user.click(await screen.findByRole('link', { name: /^退回给您的文章/ }));
  await screen.findByText('只看选中的 1 条');
  await mending.user.click(await screen.findByRole('link', { name: '投来的稿' }));
  await screen.findByText('admin 退回了它：请注明出处');
  await fill('来源', '茶农日记');
  await press('提交审核');
  await told('已提交审核');
  mending.leave();

  const publishing = await open(`/content/article/${id}`);
  await press('发布');
  await waitFor(async () => expect(await publicTitle(id)).toBe('投来的稿'));
  publishing.leave();

  // Changes of a published article are a working copy, which its author submits for review and takes back.
  await open(`/content/article/${id}`, writer);
  await fill('标题 *', '改好的稿');
  await stored();
  await press('提交审核');
  await screen.findByText(/^.+ 于 .+ 提交，正在等待审核。$/);
  await choose('撤回送审');
  await told('已撤回');
  await waitFor(() => expect(screen.queryByText('正在等待审核。')).toBeNull());
  expect([await title(), isOffered('提交审核')]).toEqual(['改好的稿', true]);
});

it('a time of its own: a draft is scheduled, and so are the changes of a published article', async () => {
  const col_id = await column('明年');
  const id = await makeArticle({ title: '明年见', col_id });
  const { leave, user } = await open(`/content/article/${id}`);
  const schedule = async (time: string) => {
    await choose('定时发布');
    const asked = await dialog('定时发布');
    await fill('发布时间', time, asked);
    await press('定时发布', asked);
  };
  await schedule('2020-01-01 08:00');
  await screen.findByText('必须晚于当前时间');
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog', { name: '定时发布' })).toBeNull());
  await user.keyboard('{Escape}');
  await isClosed();
  await schedule('2099-01-02 08:00');
  await told('已定时');
  expect(await latest(col_id)).toMatchObject({ state: 'scheduled' });
  await isClosed();

  await choose('转为草稿');
  await told('已转为草稿');
  leave();
  await server.data('base.content/editArticle', { id, status: 1, publish_time: '2026-01-01' });
  await open(`/content/article/${id}`);
  await fill('标题 *', '后年见');
  await stored();
  await schedule('2099-01-02 08:00');
  await screen.findByText(/将于 2099-01-02 08:00 发布。/);
  await isClosed();
  await choose('取消定时');
  await told('已取消定时');
  await waitFor(() => expect(screen.queryByText(/将于 2099/)).toBeNull());
});

it('day B6: the schedule stays open with its time when the question before it is cancelled', async () => {
  const id = await makeArticle({ title: '请打 13812345678' });
  const { user } = await open(`/content/article/${id}`);
  await choose('定时发布');
  const schedule = await dialog('定时发布');
  await fill('发布时间', '2099-01-02 08:00', schedule);
  await press('定时发布', schedule);
  await user.click(within(await dialog(/处需要检查$/)).getByRole('button', { name: '取消' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /处需要检查$/ })).toBeNull());
  const time = await within(await dialog('定时发布')).findByLabelText<HTMLInputElement>('发布时间');
  expect(time.value).toBe('2099-01-02 08:00');
});

it('nothing typed is lost when one article is written in two tabs', async () => {
  const id = await makeArticle({ title: '稿' });
  await open(`/content/article/${id}`);
  await fill('副标题', '此处');
  await stored();
  await saveElsewhere(id, { author: '别处' });
  for (const source of ['一', '一二']) {
    await fill('来源', source);
    await waitFor(async () => expect(await workingCopy(id)).toMatchObject([{ values: { source } }]));
  }
  expect(await shownIn('作者')).toBe('别处');
  expect(await workingCopy(id)).toMatchObject([{ values: { subtitle: '此处', author: '别处', source: '一二' } }]);
});

it('the check before publishing reads all that stands in the form', async () => {
  const content = '<p>我们的<b>最</b>佳春茶</p>';
  const id = await makeArticle({ title: '稿', content, tags: '茶', params: '{}' });
  await open(`/content/article/${id}`);
  await press('发布前检查');
  const panel = within(await screen.findByRole('complementary', { name: '发布前检查' }));
  await panel.findByText('没有封面图');
  await panel.findByText('广告法不允许的用语：最佳');
});

describe('the versions of an article', () => {
  const section = (field: string) =>
    waitFor(() => {
      const parts = [...document.querySelectorAll('section')];
      const found = parts.find((part) => part.querySelector('h4')?.textContent?.startsWith(field));
      if (!found) throw new Error(`nothing is compared of ${field}`);
      return found;
    });
  const changes = (part: HTMLElement, name: 'del' | 'ins') =>
    [...part.querySelectorAll(name)].map(({ textContent }) => textContent);

  async function change(id: number, ...states: Record<string, unknown>[]) {
    for (const values of states) await server.data('base.content/editArticle', { id, ...values });
  }
  async function record(id: number): Promise<Record<string, unknown> | undefined> {
    const list = { model: 'article', ids: id };
    return (await server.data<{ data: Record<string, unknown>[] }>('base.content/getContentList', list)).data[0];
  }

  it('are listed, compared with one another, and put back into the form as unsaved changes', async () => {
    const id = await makeArticle({ title: '茶园在山上', content: '<p>春天采茶。</p>', subtitle: '一' });
    await change(id, { title: '茶园在湖边' }, { content: '<p>秋天采茶。</p>', subtitle: '二' });
    const { user } = await open(`/content/article/${id}`);
    await press('版本');
    await screen.findByText(/保留 180 天内的全部版本/);
    const rows = () => screen.getAllByRole('listitem').filter(({ textContent }) => /^版本 \d/.test(textContent));
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(rows()[1]?.textContent).toMatch(/修改.*admin.*标题/);

    for (const version of [1, 2])
      fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(`^选中版本 ${version}，`) }));
    await press('对比选中的两个版本');
    const compared = await section('标题');
    expect([changes(compared, 'del'), changes(compared, 'ins')]).toEqual([['山上'], ['湖边']]);
    await press('返回版本列表');

    await press('把版本 1 与现在对比');
    expect((await section('正文')).querySelector('p')?.innerHTML).toBe('<del>春天</del><ins>秋天</ins>采茶。');
    fireEvent.click(screen.getByRole('checkbox', { name: '恢复“副标题”' }));
    await press('恢复到表单');
    await waitFor(async () => expect(await title()).toBe('茶园在山上'));
    expect(await shownIn('副标题')).toBe('二');
    await stored();
    expect((await record(id))?.title).toBe('茶园在湖边');

    await user.keyboard('{Control>}s{/Control}');
    await waitFor(async () => expect((await record(id))?.title).toBe('茶园在山上'));
    expect(await record(id)).toMatchObject({ content: '<p>春天采茶。</p>', subtitle: '二' });
  });

  it('are described by their author, and the description is shown in the list and the comparison', async () => {
    const id = await makeArticle({ title: '一' });
    await change(id, { title: '二' });
    await open(`/content/article/${id}`);
    await press('版本');
    await press('给版本 1 写说明');
    await fill('这次改了什么、为什么', '开业前的标题');
    await press('保存说明');
    await waitFor(() => expect(screen.getByText(/“开业前的标题”/).closest('li')).not.toBeNull());
    await press('把版本 1 与现在对比');
    await screen.findByText('版本 1: “开业前的标题”');
  });

  it('are compared by who may only read the records, and put back by nobody who may not edit', async () => {
    const id = await makeArticle({ title: '一' });
    await change(id, { title: '二' });
    await open(`/content/article/${id}`, await server.makeAdmin(await server.makeRole(contentRules)));
    await press('版本');
    await press('把版本 1 与现在对比');
    expect(changes(await section('标题'), 'del')).toEqual(['一']);
    expect([isOffered('恢复到表单'), screen.queryByRole('checkbox', { name: /恢复“/ })]).toEqual([false, null]);
  });
});

it('an article is added in the column that is listed, and deleted again', async () => {
  const col_id = await column('随笔');
  const { user } = await openWithList(`/content/article?filter=${JSON.stringify({ col_id })}`);
  await user.click((await screen.findAllByRole('link', { name: '新增文章' }))[0] as HTMLElement);
  await fill('标题 *', '一篇新文章');
  await user.keyboard('{Control>}s{/Control}');
  await told('保存成功');
  expect(await latest(col_id)).toMatchObject({ title: '一篇新文章', status: 0 });
  await press('关闭');
  await press('删除 一篇新文章');
  await press('删除', await dialog(/删除/));
  await screen.findByText('还没有文章');
});

it('two editors of one record: the second sees both values and chooses', async () => {
  const id = await makeArticle({ title: '原来的' });
  await open(`/content/article/${id}`);
  await fill('标题 *', '我的');
  await stored();
  await server.data('base.content/editArticle', { id, title: '别人的', subtitle: '别人的副标题' });
  await press('保存');
  await screen.findByRole('cell', { name: '别人的' });
  expect(await shownIn('副标题')).toBe('别人的副标题');
  await press('用我的覆盖');
  await told('保存成功');
  const { data } = await server.data<{ data: unknown[] }>('base.content/getContentList', { model: 'article', ids: id });
  expect(data).toMatchObject([{ title: '我的', subtitle: '别人的副标题' }]);
});

describe('new records that were begun', () => {
  const begin = async (by: TestAdmin, values: object) =>
    (
      await server.data<{ copy: number }>(
        'base.content/saveWorkingCopy',
        { entity: 'article', id: 0, values },
        { token: by.token },
      )
    ).copy;
  const unfinishedOf = (by: TestAdmin) =>
    server.data<{ records: { title: string }[]; total: number }>(
      'base.content/getUnfinished',
      { entity: 'article', limit: 50 },
      { token: by.token },
    );
  const section = () => screen.findByRole('region', { name: '没写完' });

  it('stand above the first row for their author, and each is continued where it was left', async () => {
    const writer = await makeWriter();
    const older = await begin(writer, { title: '写到一半' });
    await begin(writer, { content: '<p>没有标题</p>' });
    const { user, address } = await openWithList('/content/article', writer);
    const links = await within(await section()).findAllByRole('link', { name: /^(写到一半|无标题)$/ });
    expect(links.map(({ textContent }) => textContent)).toEqual(['无标题', '写到一半']);
    await user.click(links[1] as HTMLElement);
    expect(address()).toContain(`/content/article/create?copy=${older}`);
    await waitFor(async () => expect(await title()).toBe('写到一半'));
    await fill('标题 *', '快写完了');
    // It goes on in the same copy.
    await waitFor(async () =>
      expect((await unfinishedOf(writer)).records.map((record) => record.title).toSorted()).toEqual(['', '快写完了']),
    );
    await press('关闭');
    await within(await section()).findByRole('link', { name: '快写完了' });
  });

  it('are saved as records, and leave their list', async () => {
    const writer = await makeWriter();
    const col_id = await column('没写完的');
    const copy = await begin(writer, { title: '写好了', col_id });
    const { user, address } = await openWithList(`/content/article/create?copy=${copy}`, writer);
    await waitFor(async () => expect(await title()).toBe('写好了'));
    await user.keyboard('{Control>}s{/Control}');
    await told('保存成功');
    await waitFor(() => expect(address()).toMatch(/article\/\d+$/));
    expect(await latest(col_id)).toMatchObject({ title: '写好了' });
    await waitFor(async () => expect(await unfinishedOf(writer)).toEqual({ records: [], total: 0 }));
    await press('关闭');
    await screen.findByRole('table');
    await waitFor(() => expect(screen.queryByRole('region', { name: '没写完' })).toBeNull());
  });

  it('beyond the latest two are shown by a click, and one that is discarded can be put back', async () => {
    const writer = await makeWriter();
    for (const name of ['一', '二', '三']) await begin(writer, { title: name });
    await openWithList('/content/article', writer);
    const shown = async () =>
      within(await section())
        .queryAllByRole('link', { name: /^[一二三]$/ })
        .map(({ textContent }) => textContent);
    await waitFor(async () => expect(await shown()).toEqual(['三', '二']));
    await press('还有 1 篇没写完');
    await waitFor(async () => expect(await shown()).toEqual(['三', '二', '一']));
    const [, second] = within(await section()).getAllByRole('button', { name: /^放弃 / });
    fireEvent.click(second as HTMLElement);
    expect(within(await dialog('要放弃这些修改吗？')).getByText('二')).toBeDefined();
    await discarding('放弃');
    await waitFor(async () => expect(await shown()).toEqual(['三', '一']));
    await press('撤销');
    await waitFor(async () => expect(await shown()).toEqual(['二', '三', '一']));
    expect((await unfinishedOf(writer)).total).toBe(3);
  });

  it('that are gone are told where they are opened', async () => {
    const writer = await makeWriter();
    await open('/content/article/create?copy=999999', writer);
    await screen.findByText(/已经保存或放弃了/);
    await fill('标题 *', '从头写');
    await stored();
    expect((await unfinishedOf(writer)).records.map((record) => record.title)).toEqual(['从头写']);
  });
});
