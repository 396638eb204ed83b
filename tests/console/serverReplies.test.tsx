import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ini } from '../../contract/calls/auth.ts';
import type { Resource } from '../../src/declaration/resource.ts';
import { articleResource } from '../../src/resources/article.tsx';
import { columnResource } from '../../src/resources/column.tsx';
import { useServer } from '../support/server.ts';
import { fill, formOf, press, told, useServerScreens } from '../support/serverScreens.tsx';

const server = useServer();
const open = useServerScreens(server);

let col_id: number;
beforeAll(async () => {
  ({ id: col_id } = await server.data('base.base/addColumn', { title: '新闻', model: 'article' }));
});

const articles = formOf(articleResource, { base: { main: ['title', 'col_id'] } });
const columns: Resource = {
  ...formOf(columnResource, { base: { main: ['title', 'model'] }, seo: { main: ['seo_title', 'keywords'] } }),
  list: { ...columnResource.list, columns: ['title'] },
};
const begin = () => open([articles], `/content/article/create?filter=${JSON.stringify({ col_id })}`);
const titles = async () => {
  const { data } = await server.data<{ data: { title: string }[] }>('base.content/getContentList', {
    model: 'article',
  });
  return data.map(({ title }) => title);
};
const writtenAs = async (title: string) => (await titles()).filter((each) => each === title).length;
const panel = async () => within(await screen.findByRole('dialog'));

/** Answers this call otherwise until it is undone; `pass` lets the server have it. */
function intercept(path: string, answer: (pass: () => Promise<Response>) => Promise<Response>) {
  const real = vi.mocked(fetch).getMockImplementation() as typeof fetch;
  vi.mocked(fetch).mockImplementation((url, init) =>
    String(url).includes(path) ? answer(() => real(url, init)) : real(url, init),
  );
  return () => vi.mocked(fetch).mockImplementation(real);
}
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
/** The server gets the call, and its reply is lost on the way. */
const cut = async (pass: () => Promise<Response>) => {
  await pass();
  return lost();
};
const createArticle = 'base.content/addArticle';

describe('a save', () => {
  it('whose reply is lost is asked again and is an ordinary success, written once', async () => {
    await begin();
    await fill('标题 *', '回应丢失一次');
    const undo = intercept(createArticle, (pass) => {
      undo();
      return cut(pass);
    });
    await press('保存');
    await told('保存成功');
    expect(await writtenAs('回应丢失一次')).toBe(1);
  });

  it('whose replies are all lost says that nobody knows, keeps what was typed, and is written once when it is repeated', async () => {
    await begin();
    await fill('标题 *', '回应全部丢失');
    const undo = intercept(createArticle, cut);
    await press('保存');
    await told('无法确认是否已保存');
    expect(screen.getByLabelText('标题 *')).toHaveProperty('value', '回应全部丢失');
    undo();
    await press('保存');
    await told('保存成功');
    expect(await writtenAs('回应全部丢失')).toBe(1);
  });

  it('without a line says that nothing was saved, and is saved when there is one', async () => {
    await begin();
    await fill('标题 *', '离线时写的');
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => onLine.mockRestore());
    const undo = intercept('/', lost);
    await press('保存');
    await told('改动没有保存');
    undo();
    expect(await titles()).not.toContain('离线时写的');
    onLine.mockRestore();
    await press('保存');
    await told('保存成功');
    expect(await titles()).toContain('离线时写的');
  });

  it('to a back end that knows no repeats is sent once, and says to look before one tries again', async () => {
    intercept(ini.path, async () => Response.json({ code: 1, msg: '', data: {} }));
    await begin();
    await fill(/^标题(\s\*)?$/, '旧的后台');
    let sent = 0;
    intercept(createArticle, (pass) => {
      sent++;
      return cut(pass);
    });
    await press('保存');
    await told('请先查看列表');
    expect(sent).toBe(1);
  });

  it('that is refused says so at the field alone, opens its tab and puts the focus there', async () => {
    await open([columns], `/columnList/${col_id}`);
    intercept('base.base/editColumn', async () =>
      Response.json({ code: 0, msg: '提交的内容有误', data: { errors: { keywords: '关键词太多' } } }),
    );
    await fill('栏目名称 *', '新闻中心');
    await press('保存');
    await screen.findByText('关键词太多');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('SEO');
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('keywords'));
    expect(screen.getAllByText(/关键词太多/)).toHaveLength(1);
    expect(document.querySelectorAll('.MuiSnackbar-root')).toHaveLength(1);
  });

  it('puts the focus also into a select that was left empty', async () => {
    await open([articles], '/content/article/create?filter={"col_id":0}');
    await fill('标题 *', '没有栏目');
    await press('保存');
    await screen.findByText('此项为必填项');
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'));
  });
});

describe('a role', () => {
  const reader = async () => {
    const role = await server.makeRole(['/columnList', 'base.base/getColumnList']);
    return (await server.makeAdmin(role)).token;
  };

  it('that may not add sees what it lacks in the panel, by its name and path', async () => {
    const { address } = await open([columns], '/columnList/create', await reader());
    await (await panel()).findByRole('heading', { name: '您没有这项权限' });
    const shown = await panel();
    expect(shown.getByText(/需要“新增栏目”的权限/).textContent).toContain('请联系管理员');
    expect(shown.getByText(/base\.base\/addColumn/).tagName).toBe('CODE');
    await press('回到列表');
    await waitFor(() => expect(address()).toMatch(/\/columnList$/));
  });

  it('that may not edit sees a record as it is, without a save, and cannot set the home', async () => {
    const { user } = await open([columnResource], '/columnList', await reader());
    await user.click(await screen.findByRole('link', { name: '新闻' }));
    await (await panel()).findByText('只能查看：您没有“编辑栏目”的权限。');
    expect(screen.getByLabelText('栏目名称 *')).toHaveProperty('readOnly', true);
    expect(screen.queryByRole('button', { name: '保存' })).toBeNull();
    expect(screen.queryByRole('button', { name: /设为首页/ })).toBeNull();
  });
});

it('an address of a record that is not there says so in its panel', async () => {
  for (const id of ['9999', 'nothing']) {
    const { leave } = await open([columns], `/columnList/${id}`);
    await (await panel()).findByRole('heading', { name: '没有这条记录' });
    await press('回到列表');
    await screen.findByRole('link', { name: '新闻' });
    leave();
  }
});

it('a list without any column offers to add one for its content', async () => {
  intercept('getContentTopMenu', async () => Response.json({ code: 1, msg: '', data: [] }));
  intercept('getContentList', async () => Response.json({ code: 1, msg: '', data: { data: [], total: 0 } }));
  const listed: Resource = { ...articles, list: { ...articleResource.list, columns: ['title'] } };
  const { user, address } = await open([listed, columns], '/content/article');
  await screen.findByText('还没有放文章的栏目');
  expect(screen.queryByRole('link', { name: '新增文章' })).toBeNull();
  await user.click(screen.getByRole('link', { name: '新增栏目' }));
  await waitFor(() => expect(address()).toContain('/columnList/create'));
  expect((await (await panel()).findByRole('combobox', { name: /^内容模型/ })).textContent).toBe('文章');
});
