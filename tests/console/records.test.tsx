import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { fill, openConsole } from '../support/consoleOnServer.tsx';
import { testedDatabases } from '../support/databases.ts';
import { useServer } from '../support/server.ts';
import { choose, press, told } from '../support/serverScreens.tsx';

const server = useServer();
// The nightly run tests a list as long as that of a large site.
const articleCount = testedDatabases.length > 1 ? 5000 : 1000;

const link = (name: string | RegExp) => screen.findByRole('link', { name });
const isGone = (name: string) => waitFor(() => expect(screen.queryByRole('link', { name })).toBeNull());
const addColumn = async (title: string, more = {}) =>
  (await server.data('base.base/addColumn', { title, model: 'article', ...more })).id;

it('an empty site says how to begin, until there is something', async () => {
  const { user, goTo } = await openConsole(server, '/home');
  const begin = () => screen.findByRole('region', { name: '从这里开始' });
  fireEvent.click(within(await begin()).getByRole('link', { name: '新增栏目' }));
  fill(await screen.findByLabelText(/^栏目名称/), '新闻');
  await choose('内容模型', '文章', await screen.findByRole('dialog'));
  await user.keyboard('{Control>}s{/Control}');
  await told('保存成功');
  await goTo('/home');
  await screen.findByText('最近 30 天没有访问记录。');
  await waitFor(() => expect(screen.queryByRole('region', { name: '从这里开始' })).toBeNull());
});

it('an address of a page that there is not leads to the last one, and shows nothing empty on the way', async () => {
  const col_id = await addColumn('大栏目');
  for (let n = 1; n <= 59; n++) await server.data('base.content/addArticle', { title: `第 ${n} 篇`, col_id });
  const seen: string[] = [];
  const watching = new MutationObserver(() => {
    const table = document.querySelector('main table');
    if (table && table.querySelectorAll('tbody tr').length === 0) seen.push('a table without rows');
    if (/还没有|没有符合条件/.test(document.querySelector('main')?.textContent ?? '')) seen.push('a face');
  });
  watching.observe(document, { childList: true, subtree: true });
  onTestFinished(() => watching.disconnect());
  const filter = encodeURIComponent(JSON.stringify({ col_id }));
  const { address, unmount } = await openConsole(server, `/content/article?filter=${filter}&page=99999&perPage=20`);
  await screen.findByText('第 41-59 条，共 59 条');
  await waitFor(() => expect(address()).toContain('page=3&'));
  await waitFor(() => expect(document.querySelectorAll('.row-actions')).toHaveLength(19));
  expect(seen).toEqual([]);
  const last = address();
  unmount();

  const listeners = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal('matchMedia', (media: string) => ({ media, matches: media.includes('max-width'), ...listeners }));
  const narrow = await openConsole(server, last);
  await press('上一页');
  await waitFor(() => expect(narrow.address()).toContain('page=2&'));
});

it('a column with content says what hangs on it, and is deleted with its content moved or sent along', async () => {
  const ids = {
    公司简介: await addColumn('公司简介', { sort: 10 }),
    旧闻: await addColumn('旧闻', { sort: 50 }),
    旧公告: await addColumn('旧公告', { sort: 60 }),
  };
  const articles = async () => {
    const { data } = await server.data<{ data: { title: string; col_id: number }[] }>('base.content/getContentList', {
      model: 'article',
      searchKey: '一',
    });
    return data.map(({ title, col_id }) => [title, col_id]);
  };
  await server.data('base.content/addArticle', { col_id: ids.旧闻, title: '一篇旧闻' });
  await server.data('base.content/addArticle', { col_id: ids.旧公告, title: '一则公告' });
  await openConsole(server, '/columnList?filter={}');
  const begin = async (title: string) => {
    await press(`删除 ${title}`);
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByRole('heading', { name: `“${title}”下面还有：` });
    await within(dialog).findByText('文章 1 个');
    return dialog;
  };
  const move = async () => {
    const dialog = await begin('旧闻');
    fireEvent.mouseDown(await within(dialog).findByRole('combobox'));
    fireEvent.click(await screen.findByRole('option', { name: '公司简介' }));
    await press('移动并删除', dialog);
    await isGone('旧闻');
    await expect.poll(articles).toContainEqual(['一篇旧闻', ids.公司简介]);
  };
  await move();
  await press('撤销');
  await link('旧闻');
  await expect.poll(articles).toContainEqual(['一篇旧闻', ids.旧闻]);
  await move();
  await press('全部移到回收站', await begin('旧公告'));
  await isGone('旧公告');
  await expect.poll(async () => (await articles()).map(([title]) => title)).toEqual(['一篇旧闻']);
});

it('a column whose content does not fit another says why beside the choice, and stays as it is', async () => {
  const [from, to] = [await addColumn('散文'), await addColumn('诗歌')];
  const param = { title: '封面', name: 'cover' };
  await server.data('base.content/addContentParams', { ...param, cid: from, type: 'text' });
  await server.data('base.content/addContentParams', { ...param, cid: to, type: 'image' });
  const params = JSON.stringify({ cover: 'javascript:1' });
  await server.data('base.content/addArticle', { col_id: from, title: '一篇散文', params });
  await openConsole(server, '/columnList?filter={}');
  await press('删除 散文');
  const dialog = await screen.findByRole('dialog');
  await choose('把内容移到', '诗歌', dialog);
  await press('移动并删除', dialog);
  await within(dialog).findByText(/有内容的参数值不符合目标栏目中同字段名的参数/);
  expect(within(dialog).getByRole('combobox').textContent).toBe('诗歌');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('all rows of a column, selected across pages, are edited with progress; one that is refused in the middle is reported and loses none of the others', {
  timeout: 240_000,
}, async () => {
  const col_id = await addColumn('长栏目');
  const now = '2026-01-02T03:04:05Z';
  const rows = Array.from({ length: articleCount }, (_, n) => ({
    col_id,
    title: `第 ${n + 1} 行`,
    status: 0,
    version: 1,
    create_time: now,
    update_time: now,
  }));
  for (let at = 0; at < rows.length; at += 500)
    await server.database.transaction((db) =>
      db
        .insertInto('article')
        .values(rows.slice(at, at + 500) as never)
        .execute(),
    );
  const stored = (status: 0 | 1) =>
    server.database.db
      .selectFrom('article')
      .select('id')
      .where('col_id', '=', col_id)
      .where('status', '=', status as never)
      .where('deleted_at', 'is', null)
      .execute();
  const check = async (name: string) => {
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name });
    await waitFor(() => expect(box.disabled).toBe(false));
    fireEvent.click(box);
  };
  await openConsole(server, `/content/article?filter=${encodeURIComponent(JSON.stringify({ col_id }))}`);
  await link(`第 ${articleCount} 行`);
  await check('选择本页全部');
  await screen.findByText('已选 20 条');
  await press('下一页');
  await check(`选择 第 ${articleCount - 20} 行`);
  await screen.findByText('已选 21 条');
  await check('选择本页全部');
  await press(`选择全部 ${articleCount} 条`);
  await screen.findByText(`已选 ${articleCount} 条`);

  // Someone deletes one of them meanwhile.
  const middleTitle = `第 ${articleCount / 2} 行`;
  const middle = server.database.db.selectFrom('article').select('id').where('title', '=', middleTitle);
  await server.data('base.content/deleteArticle', { aid: (await middle.executeTakeFirst())?.id });

  await press('批量编辑');
  const dialog = await screen.findByRole('dialog');
  await choose('要修改的字段', '状态', dialog);
  await choose('状态', '已发布', dialog);
  // Collects every progress message of the dialog, however briefly it is shown.
  const said = new Set<string>();
  const status = () => dialog.querySelector('[role=status]')?.textContent ?? '';
  const watching = new MutationObserver(() => said.add(status()));
  watching.observe(document, { childList: true, subtree: true, characterData: true });
  onTestFinished(() => watching.disconnect());
  await press('批量编辑', dialog);
  await within(dialog).findByRole('progressbar', { name: '进度' });
  await expect.poll(status, { timeout: 200_000 }).toBe(`${articleCount} / ${articleCount}`);
  expect(said.size).toBeGreaterThan(3);
  await within(dialog).findByText(`成功 ${articleCount - 1} 条，失败 1 条。`);
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(new RegExp(`^${middleTitle} \\(#\\d+\\)记录不存在或已被删除$`))]);
  expect([(await stored(1)).length, (await stored(0)).length]).toEqual([articleCount - 1, 0]);
});
