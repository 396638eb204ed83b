import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { RecordContextProvider, ResourceContextProvider, useRefresh } from 'ra-core';
import { type ComponentType, lazy, type ReactNode } from 'react';
import { Route, Routes, useNavigate } from 'react-router-dom';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { column } from '../../contract/entities/column.ts';
import { configItem } from '../../contract/entities/configItem.ts';
import { contentParam } from '../../contract/entities/contentParam.ts';
import { nav } from '../../contract/entities/nav.ts';
import { product } from '../../contract/entities/product.ts';
import { recruitment } from '../../contract/entities/recruitment.ts';
import { rule } from '../../contract/entities/rule.ts';
import { user } from '../../contract/entities/user.ts';
import { extensions } from '../../contract/extensions.ts';
import { formatsZh } from '../../contract/formats.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import type { ConsoleProvider } from '../../dataProvider/index.ts';
import type { InputProps } from '../../src/declaration/common.ts';
import { type Resource, resource } from '../../src/declaration/resource.ts';
import { readDraft, saveDraft } from '../../src/drafts/formDrafts.ts';
import { InputOf } from '../../src/fields/InputOf.tsx';
import { lazyInput } from '../../src/fields/lazyInput.tsx';
import { ReadOnlyForm } from '../../src/form/RecordForm.tsx';
import { adminResource } from '../../src/resources/admin.tsx';
import { articleResource } from '../../src/resources/article.tsx';
import { columnResource } from '../../src/resources/column.tsx';
import { messageResource } from '../../src/resources/message.tsx';
import { productResource } from '../../src/resources/product.tsx';
import { EntityPanel } from '../../src/screen/EntityPanel.tsx';
import { RecordPanel } from '../../src/screen/RecordPanel.tsx';
import { connection, features, http, session } from '../../src/services/services.ts';
import { localTime } from '../../src/utils/format.ts';
import { fakeAuth, fakeProvider, show } from '../support/screen.tsx';

/** Forms of a few fields, without the rich text. */
const columns: Resource = {
  ...columnResource,
  form: {
    ...columnResource.form,
    tabs: { base: { main: ['title', 'model', 'pid'] }, seo: { main: ['seo_title', 'keywords'] } },
  },
};
const articles: Resource = {
  ...articleResource,
  form: { ...articleResource.form, tabs: { base: { main: ['title', 'col_id'] } } },
};
const rules = resource(rule, { list: { columns: ['title'] }, form: { tabs: { base: { main: ['title', 'pid'] } } } });

const users = resource(user, {
  list: { columns: ['username'] },
  form: { tabs: { base: { main: ['username', 'email'] } } },
});

const tree = [
  { id: 1, title: '公司', level: 1, pid: null, model: 'single' },
  { id: 2, title: '历史', level: 2, pid: 1, model: 'article' },
  { id: 3, title: '创立', level: 3, pid: 2, model: 'article' },
  { id: 4, title: '团队', level: 2, pid: 1, model: 'single' },
  { id: 5, title: '新闻', level: 1, pid: null, model: 'article' },
];
const company = { ...tree[0], id: 1, seo_title: '', keywords: '', version: 4 };

type Methods = Partial<ConsoleProvider>;
const methods = (record: { id: number } | undefined, given: Methods = {}): Methods => ({
  getAll: async () => tree,
  getList: async () => ({ data: [], total: 0 }),
  getOne: async () => ({ data: record as never }),
  ...given,
});

/** A button that calls `useRefresh`, which reads everything on the screen again. */
function Refresh() {
  const refresh = useRefresh();
  return (
    <button type="button" onClick={refresh}>
      refresh
    </button>
  );
}

/** A button that navigates to another screen. */
function Elsewhere() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => navigate('/rTopAdmin/elsewhere')}>
      elsewhere
    </button>
  );
}
const never = new Promise<never>(() => {});
/** A screen that never loads, so that the router keeps showing the one before. */
const NeverLoaded = lazy(() => never);

/** Opens the form of a record, or of a new one if `record` is undefined. */
async function edit(
  shown: Resource,
  record: { id: number } | undefined,
  given: Methods = {},
  auth = fakeAuth(),
  beside?: ReactNode,
) {
  const onClose = vi.fn();
  const form = (
    <ResourceContextProvider value={shown.name}>
      <Routes>
        {['/elsewhere', '/columnList/77'].map((path) => (
          <Route key={path} path={path} element={<NeverLoaded />} />
        ))}
        <Route path="*" element={<RecordPanel resource={shown} id={record?.id} onClose={onClose} />} />
      </Routes>
      {beside}
    </ResourceContextProvider>
  );
  const provider = fakeProvider(methods(record, given));
  const opened = await show(form, { provider, auth, path: `${shown.path}/${record?.id ?? 'create'}` });
  await screen.findByRole('button', { name: '保存' });
  return { ...opened, onClose };
}

/** Stubs `matchMedia`: a media query matches if it contains this text. */
function matchMedia(text: string): void {
  const listeners = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal('matchMedia', (media: string) => ({ media, matches: media.includes(text), ...listeners }));
  onTestFinished(() => void vi.unstubAllGlobals());
}

const input = (name: RegExp) => screen.getByRole('textbox', { name });
const save = () => screen.getByRole('button', { name: '保存' });
const tab = (name: string) => screen.getByRole('tab', { name });
const refuse = (errors: Record<string, string>) => async () => {
  throw new CallFailure('invalid', '请修改', 200, { errors });
};

beforeEach(() => sessionStorage.clear());

/** An input whose script is not loaded before `arrive` is called. */
function slowInput() {
  const { promise, resolve } = Promise.withResolvers<ComponentType<InputProps>>();
  return { Input: lazyInput(() => promise, 60), arrive: () => act(async () => resolve(InputOf)) };
}

it('a save waits for an input that is on its way, so that what it begins with is saved too', async () => {
  const { Input, arrive } = slowInput();
  const create = vi.fn(async () => ({ data: { id: 9 } as never }));
  const { user } = await edit(
    { ...columns, form: { ...columns.form, inputs: { ...columns.form.inputs, model: Input } } },
    undefined,
    { create },
  );
  await user.type(input(/栏目名称/), '新闻');
  await user.keyboard('{Control>}s{/Control}');
  expect(screen.getByRole('button', { name: '正在保存…' })).toBeDefined();
  expect(create).not.toHaveBeenCalled();
  await arrive();
  await waitFor(() => expect(create).toHaveBeenCalledOnce());
  expect(create).toHaveBeenCalledWith(
    'column',
    expect.objectContaining({ data: expect.objectContaining({ model: 'article' }) }),
  );
});

describe('a form', () => {
  it('sends what it holds with what was read, says that it is saved, and closes', async () => {
    const update = vi.fn(async () => ({ data: { ...company, title: '我们', version: 5 } as never }));
    const { user, toasts, onClose } = await edit(columns, company, { update });
    await user.clear(input(/栏目名称/));
    await user.type(input(/栏目名称/), '我们');
    await user.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(update).toHaveBeenCalledExactlyOnceWith(
      'column',
      expect.objectContaining({ id: 1, data: expect.objectContaining({ title: '我们' }), previousData: company }),
    );
    expect(toasts()).toMatchObject([{ message: '保存成功', type: 'success' }]);
  });

  it('day B1: stays open with what was typed while its save was under way, and closes with the next', async () => {
    const { promise, resolve } = Promise.withResolvers<{ data: never }>();
    const update = vi.fn(async (): Promise<{ data: never }> => ({ data: { ...company, version: 6 } as never }));
    update.mockImplementationOnce(() => promise);
    const { user, toasts, onClose } = await edit(columns, company, { update });
    await user.type(input(/栏目名称/), '一');
    await user.click(save());
    await waitFor(() => expect(update).toHaveBeenCalledOnce());
    await user.type(input(/栏目名称/), '二');
    await act(async () => resolve({ data: { ...company, title: '公司一', version: 5 } as never }));
    await waitFor(() => expect(toasts()).toMatchObject([{ message: '保存成功' }]));
    expect(input(/栏目名称/)).toHaveProperty('value', '公司一二');
    expect(onClose).not.toHaveBeenCalled();
    await user.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const data = expect.objectContaining({ title: '公司一二', version: 5 });
    expect(update).toHaveBeenLastCalledWith('column', expect.objectContaining({ data }));
  });

  it('day B1: leaves the caret in the row of a list that is typed in', async () => {
    const products = resource(product, {
      list: { columns: ['title'] },
      form: { tabs: { base: { main: ['title', 'skus'] } } },
    });
    const tea = { id: 4, version: 1, title: '茶', skus: [{ sku: 'A-', price: '1.00', stock: 1 }] };
    const { promise, resolve } = Promise.withResolvers<{ data: never }>();
    const update = vi.fn(() => promise);
    let stored: object = tea;
    const getOne = async () => ({ data: stored as never });
    const { user } = await edit(products, tea, { update, getOne });
    const cell = await screen.findByDisplayValue('A-');
    await user.click(cell);
    await user.keyboard('a{Control>}s{/Control}b');
    await waitFor(() => expect(update).toHaveBeenCalledOnce());
    stored = { ...tea, version: 2, skus: [{ sku: 'A-a', price: '1.00', stock: 1 }] };
    await act(async () => resolve({ data: stored as never }));
    await waitFor(() => expect(save()).toHaveProperty('disabled', false));
    await user.keyboard('c');
    expect(document.activeElement).toBe(cell);
    expect(cell).toHaveProperty('value', 'A-abc');
  });

  it('day B1: of a new record stays open as that record’s, with what was typed meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<{ data: never }>();
    const create = vi.fn(() => promise);
    const update = vi.fn(async () => ({ data: { ...company, id: 9 } as never }));
    const getOne = async () => ({ data: { ...company, id: 9, title: '新栏', version: 1 } as never });
    const { user, address, onClose } = await edit(columns, undefined, { create, update, getOne });
    await user.type(input(/栏目名称/), '新栏');
    await user.click(save());
    await waitFor(() => expect(create).toHaveBeenCalledOnce());
    await user.type(input(/栏目名称/), '目');
    await act(async () => resolve({ data: { id: 9, version: 1 } as never }));
    await waitFor(() => expect(address()).toBe('/rTopAdmin/columnList/9'));
    expect(input(/栏目名称/)).toHaveProperty('value', '新栏目');
    expect(onClose).not.toHaveBeenCalled();
    await user.click(save());
    const data = expect.objectContaining({ title: '新栏目' });
    await waitFor(() =>
      expect(update).toHaveBeenCalledExactlyOnceWith('column', expect.objectContaining({ id: 9, data })),
    );
    expect(create).toHaveBeenCalledOnce();
  });

  it('day B1: keeps what is typed as a draft of the new record, however late the router arrives there', async () => {
    const { promise, resolve } = Promise.withResolvers<{ data: never }>();
    const getOne = async () => ({ data: { ...company, id: 77, title: '新栏', version: 1 } as never });
    const { user, toasts } = await edit(columns, undefined, { create: () => promise, getOne });
    await user.type(input(/栏目名称/), '新栏');
    await user.click(save());
    await user.type(input(/栏目名称/), '目');
    await act(async () => resolve({ data: { id: 77, version: 1 } as never }));
    await waitFor(() => expect(toasts()).toMatchObject([{ message: '保存成功' }]));
    await user.type(input(/栏目名称/), '二');
    const draftAt = (below: string) => readDraft(1, `/rTopAdmin/columnList/${below}`)?.values.title;
    await waitFor(() => expect(draftAt('77')).toBe('新栏目二'));
    expect(draftAt('create')).toBeUndefined();
  });

  it('day B1: a refusal leaves the caret where somebody types, in this tab and in another', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    const update = vi.fn(() => promise);
    const { user } = await edit(users, { id: 3, username: 'wang', email: 'w@example.com' } as { id: number }, {
      update,
    });
    await user.clear(input(/邮箱/));
    await user.type(input(/邮箱/), 'nowhere');
    await user.type(input(/用户名/), 'x{Control>}s{/Control}y');
    await screen.findByText(formatsZh.format_email);
    await user.keyboard('z');
    expect(input(/用户名/)).toHaveProperty('value', 'wangxyz');
    await user.click(save());
    await waitFor(() => expect(document.activeElement).toBe(input(/邮箱/)));
    cleanup();
    sessionStorage.clear();

    const both = {
      ...columns,
      form: { ...columns.form, tabs: { base: { main: ['title'] }, seo: { main: ['seo_title'] } } },
    };
    const tabs = await edit(both, company, { update });
    await tabs.user.clear(input(/栏目名称/));
    await tabs.user.click(tab('SEO'));
    await tabs.user.type(input(/SEO/), '甲{Control>}s{/Control}乙');
    await waitFor(() => expect(tab('基本信息').querySelector('[title]')).not.toBeNull());
    await tabs.user.keyboard('丙');
    expect(input(/SEO/)).toHaveProperty('value', '甲乙丙');
    await tabs.user.click(save());
    await waitFor(() => expect(document.activeElement).toBe(input(/栏目名称/)));
    cleanup();
    sessionStorage.clear();

    const other = await edit(columns, company, { update });
    await other.user.type(input(/栏目名称/), '甲{Control>}s{/Control}乙');
    await waitFor(() => expect(update).toHaveBeenCalledOnce());
    await act(async () => reject(new CallFailure('invalid', '请修改', 200, { errors: { seo_title: '太长' } })));
    await screen.findByText('太长');
    await other.user.keyboard('丙');
    expect(input(/栏目名称/)).toHaveProperty('value', '公司甲乙丙');
    await other.user.click(save());
    await waitFor(() => expect(document.activeElement).toBe(input(/SEO/)));
  });

  it('says what would be right where a value is not, and sends nothing', async () => {
    const create = vi.fn();
    const shown = await edit(users, undefined, { create });
    await shown.user.type(input(/用户名/), 'wang');
    await shown.user.type(input(/邮箱/), 'nowhere');
    await shown.user.click(save());
    await screen.findByText(formatsZh.format_email);
    expect(create).not.toHaveBeenCalled();
  });

  it('says at a field what contradicts another one, but not what the record already had', async () => {
    const jobs = resource(recruitment, {
      list: { columns: ['title'] },
      form: { tabs: { base: { main: ['title', 'salary_min', 'salary_max'] } } },
    });
    const job = { id: 3, title: '店员', salary_min: '9000.00', salary_max: '800.00', version: 1 };
    const update = vi.fn(async () => ({ data: job as never }));
    const { user } = await edit(jobs, job, { update });
    await user.clear(input(/最高/));
    await user.type(input(/最高/), '700');
    await user.click(save());
    await screen.findByText('不能小于 9000.00');
    expect(update).not.toHaveBeenCalled();
    await user.clear(input(/最高/));
    await user.type(input(/最高/), '800.00');
    await user.type(input(/职位|标题|名称/), '长');
    await user.click(save());
    await waitFor(() => expect(update).toHaveBeenCalledOnce());
  });

  it('asks for the options of a choice before it is sent', async () => {
    const params = resource(contentParam, {
      list: { columns: ['title'] },
      form: { tabs: { base: { main: ['title', 'type', 'options'] } } },
    });
    const create = vi.fn(async () => ({ data: { id: 9 } as never }));
    const { user } = await edit(params, undefined, { create });
    await user.type(input(/名称/), '颜色');
    await user.click(screen.getByRole('combobox', { name: /类型/ }));
    await user.click(await screen.findByRole('option', { name: '单选' }));
    await user.click(save());
    await screen.findByText('此项为必填项');
    expect(create).not.toHaveBeenCalled();
    await user.type(input(/选项/), '红');
    await user.click(save());
    await waitFor(() => expect(create).toHaveBeenCalledOnce());
  });

  it('is saved by Ctrl-S', async () => {
    const update = vi.fn(async () => ({ data: company as never }));
    const { user, onClose } = await edit(columns, company, { update });
    await user.type(input(/栏目名称/), '!');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  it('B1: Enter in a line of text saves nothing, of content or anything else; Ctrl-S and the button do', async () => {
    const create = vi.fn(async () => ({ data: { id: 9 } as never }));
    const both = { ...articles, form: { ...articles.form, tabs: { base: { main: ['title', 'status', 'is_top'] } } } };
    const { user, unmount } = await edit(both, undefined, { create });
    await user.type(input(/标题/), '半篇文章{Enter}');
    act(() => screen.getByRole('switch', { name: /置顶/ }).focus());
    await user.keyboard('{Enter}');
    expect(create).not.toHaveBeenCalled();
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(create).toHaveBeenCalledOnce());
    expect(create).toHaveBeenCalledWith(
      'article',
      expect.objectContaining({ data: expect.objectContaining({ title: '半篇文章', status: 0 }) }),
    );
    unmount();

    const update = vi.fn(async () => ({ data: company as never }));
    const { user: other } = await edit(columns, company, { update });
    await other.type(input(/栏目名称/), '!{Enter}');
    expect(update).not.toHaveBeenCalled();
    await other.click(save());
    await waitFor(() => expect(update).toHaveBeenCalledOnce());
  });

  it('sends nothing while a required field is empty, and says so there', async () => {
    const { user } = await edit(columns, company);
    await user.clear(input(/栏目名称/));
    await user.click(save());
    expect(await within(screen.getByRole('tabpanel')).findByText('此项为必填项')).toBeDefined();
    expect(input(/栏目名称/).getAttribute('aria-invalid')).toBe('true');
  });

  it('of a new record begins with the first of each choice', async () => {
    const create = vi.fn(async () => ({ data: { id: 9 } as never }));
    const { user, onClose } = await edit(columns, undefined, { create });
    expect(screen.getByRole('heading', { name: '新增栏目' })).toBeDefined();
    await user.type(input(/栏目名称/), '新栏目');
    await user.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(create).toHaveBeenCalledExactlyOnceWith(
      'column',
      expect.objectContaining({ data: expect.objectContaining({ title: '新栏目', model: 'article' }) }),
    );
  });

  it('of a record that cannot be read says why, and reads it again', async () => {
    let isLost = true;
    const getOne: ConsoleProvider['getOne'] = async () => {
      if (isLost) throw new CallFailure('network', '', 0);
      return { data: company as never };
    };
    const form = (
      <ResourceContextProvider value="column">
        <RecordPanel resource={columns} id={1} onClose={() => {}} />
      </ResourceContextProvider>
    );
    const provider = fakeProvider(methods(company, { getOne }));
    const { user, address } = await show(form, { provider, path: '/columnList/1' });
    expect((await screen.findByRole('alert')).textContent).toContain('网络不通，请检查网络后重试');
    isLost = false;
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByRole('textbox', { name: /栏目名称/ })).toHaveProperty('value', '公司');
    expect(address()).toBe('/rTopAdmin/columnList/1');
  });

  it('keeps what was typed when a save is lost, and says that nobody knows', async () => {
    const update = async () => {
      throw new CallFailure('unknown', '', 0);
    };
    const { user, toasts, onClose } = await edit(columns, company, { update });
    await user.type(input(/栏目名称/), '我们');
    await user.click(save());
    await waitFor(() => expect(toasts()[0]?.message).toContain('无法确认是否已保存'));
    expect(input(/栏目名称/)).toHaveProperty('value', '公司我们');
    expect(onClose).not.toHaveBeenCalled();
  });
});

it('B8: text that is put back over a newer record says who saved that, and times as everywhere', async () => {
  const asked = vi.spyOn(http, 'call').mockResolvedValue({ username: 'lin', time: '2026-03-04T05:06:07Z' } as never);
  onTestFinished(() => asked.mockRestore());
  const [mine, theirs] = ['2026-05-06T07:08:09Z', '2026-06-07T08:09:10Z'];
  const typed = { title: '我的', publish_time: mine };
  saveDraft({
    adminId: 1,
    path: '/rTopAdmin/content/article/7',
    resource: 'article',
    title: '',
    version: 1,
    values: typed,
  });
  const timed: Resource = {
    ...articleResource,
    form: { ...articleResource.form, tabs: { base: { main: ['title', 'publish_time'] } } },
  };
  const { user } = await edit(timed, { id: 7, version: 2, title: '他人的', publish_time: theirs } as { id: number });
  await screen.findByText(/^lin 已于 2026-03-0\d \d\d:06 修改此记录/);
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells).toContain(localTime(new Date(mine)));
  expect(cells).toContain(localTime(new Date(theirs)));
  // Once the restored text is discarded, there is no conflict to resolve.
  await user.click(screen.getByRole('button', { name: '放弃恢复的内容' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '放弃恢复的内容' }));
  await waitFor(() => expect(screen.queryByText(/修改此记录/)).toBeNull());
  expect(save()).toHaveProperty('disabled', false);
});

describe('B8: a refusal that no field can say', () => {
  const written = { id: 7, version: 2, title: '旧文', col_id: 2, status: 1 } as { id: number };
  const gone = async () => {
    throw new CallFailure('missing', '记录不存在或已被删除', 404);
  };

  it('of a record that is gone stands in the form, and its text is saved as a new one', async () => {
    const create = vi.fn(async () => ({ data: { id: 9 } as never }));
    const { user, toasts, onClose } = await edit(articles, written, { update: gone, create });
    await user.type(input(/标题/), '，新写的');
    await user.click(save());
    const told = await screen.findByText('这条记录已被删除，没有保存。填写的内容还在这里。');
    expect(told.closest('[role=alert]')).not.toBeNull();
    expect(toasts()).toEqual([]);
    expect(input(/标题/)).toHaveProperty('value', '旧文，新写的');

    create.mockImplementationOnce(refuse({ title: '标题已有' }));
    await user.click(await screen.findByRole('button', { name: '存为新文章' }));
    await screen.findByText('标题已有');
    await user.type(input(/标题/), '二');
    await user.click(screen.getByRole('button', { name: '存为新文章' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    // It is created as a draft: the record was published, and somebody took it off the site.
    const data = expect.objectContaining({ title: '旧文，新写的二', status: 0 });
    expect(create).toHaveBeenLastCalledWith('article', { data });
    expect(toasts().map(({ message }) => message)).toEqual(['保存成功']);
    expect(sessionStorage.getItem('rtop.unsaved') ?? '{}').toBe('{}');
  });

  it('day B1: of a record that is gone, what is typed while it is saved as a new one waits for that one’s form', async () => {
    const { promise, resolve } = Promise.withResolvers<{ data: never }>();
    const { user, address, onClose } = await edit(articles, written, { update: gone, create: () => promise });
    await user.type(input(/标题/), '一');
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: '存为新文章' }));
    await user.type(input(/标题/), '二');
    await act(async () => resolve({ data: { id: 9, version: 1 } as never }));
    await waitFor(() => expect(address()).toBe('/rTopAdmin/content/article/9'));
    expect(onClose).not.toHaveBeenCalled();
    expect(readDraft(1, '/rTopAdmin/content/article/9')).toMatchObject({ version: 1, values: { title: '旧文一二' } });
    expect(readDraft(1, '/rTopAdmin/content/article/7')).toBeUndefined();
  });

  it('goes without a fault in browsers that answer a scroll with a promise', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockResolvedValue();
    onTestFinished(() => scrolled.mockRestore());
    const { user, onClose } = await edit(articles, written, {
      update: gone,
      create: async () => ({ data: { id: 9 } as never }),
    });
    await user.type(input(/标题/), '，新写的');
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: '存为新文章' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(scrolled).toHaveBeenCalled();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('offers no new record to those who may not write one', async () => {
    const { user, toasts, onClose } = await edit(
      columns,
      company,
      { update: gone },
      fakeAuth({ forbidden: ['create'] }),
    );
    await user.type(input(/栏目名称/), '们');
    await user.click(save());
    const panel = (await screen.findByText(/填写的内容还在这里/)).closest('[role=alert]') as HTMLElement;
    // A column shows the refusal in a toast too; articles, whose save errors make no toast, do not.
    expect(toasts().map(({ message }) => message)).toEqual(['记录不存在或已被删除']);
    expect(within(panel).getAllByRole('button')).toHaveLength(1);
    await user.click(within(panel).getByRole('button', { name: '关闭' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('stands there too where the back end only says no, and goes with the next save', async () => {
    const update = vi.fn(async () => ({ data: written as never }));
    update.mockRejectedValueOnce(new CallFailure('refused', '今天不能改', 200));
    const { user, toasts, onClose } = await edit(articles, written, { update });
    await user.type(input(/标题/), '！');
    await user.click(save());
    await screen.findByText('今天不能改');
    expect(toasts()).toEqual([]);
    await user.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  it('names a field that the form does not have, and holds no later save back', async () => {
    const update = vi.fn(async () => ({ data: written as never }));
    update.mockImplementationOnce(refuse({ sort: '排序太大', 'params.color': '颜色不对' }));
    const { user, toasts } = await edit(articles, written, { update });
    await user.type(input(/标题/), '！');
    await user.click(save());
    await screen.findByText('排序: 排序太大');
    await screen.findByText(/颜色不对/);
    expect(toasts()).toEqual([]);
    await user.click(save());
    await waitFor(() => expect(update).toHaveBeenCalledTimes(2));
  });

  it('of text that was left in a form whose record is gone since begins a new one', async () => {
    const path = '/rTopAdmin/content/article/7';
    saveDraft({ adminId: 1, path, resource: 'article', title: '', version: 1, values: { title: '留下的' } });
    const form = (
      <ResourceContextProvider value="article">
        <RecordPanel resource={articles} id={7} onClose={() => {}} />
      </ResourceContextProvider>
    );
    const provider = fakeProvider(methods(undefined, { getOne: gone }));
    const { user, address } = await show(form, { provider, path: '/content/article/7' });
    await user.click(await screen.findByRole('button', { name: '用它新建文章' }));
    expect(address()).toBe('/rTopAdmin/content/article/create');
    expect(readDraft(1, '/rTopAdmin/content/article/create')?.values).toEqual({ title: '留下的' });
    expect(readDraft(1, path)).toBeUndefined();
  });
});

it('a save that the role may not make names the right that it lacks', async () => {
  const update = async () => {
    const failure = new CallFailure('forbidden', '没有权限：base.base/editColumn', 403);
    failure.call = column.calls.update;
    throw failure;
  };
  const { user, toasts } = await edit(columns, company, { update });
  await user.type(input(/栏目名称/), '们');
  await user.click(save());
  await waitFor(() => expect(toasts()[0]?.message).toBe('您没有“编辑栏目”的权限，请联系管理员。'));
});

it('a save that gets no answer says that it is looked whether it was saved, until one knows', async () => {
  let fail = (_error: Error) => {};
  const update = () => new Promise<never>((_resolve, reject) => (fail = reject));
  const { user } = await edit(columns, company, { update });
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  const checking = '服务器没有响应，正在核实是否已保存…';
  await user.type(input(/栏目名称/), '们');
  await user.click(save());
  await screen.findByRole('button', { name: '正在保存…' });
  expect(said()).not.toContain(checking);
  let known = () => {};
  act(() => {
    known = connection.doubted();
  });
  expect(said()).toContain(checking);
  await act(async () => {
    known();
    fail(new CallFailure('unknown', '', 0));
  });
  expect(said()).not.toContain(checking);
});

describe('what is unsaved', () => {
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('is what was typed, and no more once it is typed back to what it was', async () => {
    const { user } = await edit(columns, company);
    expect(asks()).toBe(false);
    await user.type(input(/栏目名称/), '!');
    expect(asks()).toBe(true);
    await user.type(input(/栏目名称/), '{Backspace}');
    expect(asks()).toBe(false);
  });

  it('is nothing where a field was empty and is so again', async () => {
    const { user } = await edit(columns, company);
    await user.click(tab('SEO'));
    await user.type(input(/关键词/), '少');
    expect(asks()).toBe(true);
    await user.clear(input(/关键词/));
    expect(asks()).toBe(false);
  });
});

it('a save that ends on the way to another screen does not lead back to the list', async () => {
  const answer = Promise.withResolvers<never>();
  const update = () => answer.promise;
  const getOne = vi.fn(async () => ({ data: company as never }));
  const { user, onClose, address } = await edit(columns, company, { update, getOne }, fakeAuth(), <Elsewhere />);
  await user.type(input(/栏目名称/), '!');
  await user.click(save());
  await user.click(screen.getByRole('button', { name: 'elsewhere' }));
  expect(address()).toBe('/rTopAdmin/elsewhere');
  answer.resolve({ data: company } as never);
  // The record is read again after the save has closed the form or kept it.
  await waitFor(() => expect(getOne).toHaveBeenCalledTimes(2));
  expect(onClose).not.toHaveBeenCalled();
  // If the user comes back meanwhile, the form can be saved again.
  expect(save()).toHaveProperty('disabled', false);
});

it('says that somebody else has saved the record, and keeps what was typed', async () => {
  const stale = async () => {
    throw new CallFailure('stale', '', 200, { current: { ...company, title: '别人的', version: 9 }, by: '李' });
  };
  const { user } = await edit(columns, company, { update: stale });
  await user.type(input(/栏目名称/), '!');
  await user.click(save());
  expect(await screen.findByText(/下面是不同之处/)).toBeDefined();
  expect(input(/栏目名称/)).toHaveProperty('value', '公司!');
});

describe('the tabs of a form', () => {
  it('open where a field was refused, which is marked and says why', async () => {
    const { user, toasts } = await edit(columns, company, { update: refuse({ keywords: '关键词太多' }) });
    await user.type(input(/栏目名称/), '!');
    expect(tab('基本信息').getAttribute('aria-selected')).toBe('true');
    await user.click(save());
    await waitFor(() => expect(tab('SEO').getAttribute('aria-selected')).toBe('true'));
    expect(within(screen.getByRole('tabpanel')).getByText('关键词太多')).toBeDefined();
    expect(within(tab('SEO')).getByTitle('此标签页有需要修改的字段')).toBeDefined();
    expect(within(tab('基本信息')).queryByTitle('此标签页有需要修改的字段')).toBeNull();
    expect(toasts().map(({ message }) => message)).toEqual(['表单填写有误，请检查']);
    expect(document.activeElement).toBe(input(/关键词/));
    await user.click(tab('基本信息'));
    expect(input(/栏目名称/)).toHaveProperty('value', '公司!');
  });

  it('open where a field was refused also when the record was read again meanwhile, which comes in afterwards', async () => {
    const answer = Promise.withResolvers<never>();
    const getOne = vi.fn(async () => ({ data: company as never }));
    const { user } = await edit(columns, company, { update: () => answer.promise, getOne }, fakeAuth(), <Refresh />);
    await user.type(input(/栏目名称/), '!');
    await user.click(save());
    expect(screen.getByRole('button', { name: '正在保存…' })).toHaveProperty('disabled', true);
    getOne.mockResolvedValue({ data: { ...company, version: 9, seo_title: '新的' } as never });
    await user.click(screen.getByRole('button', { name: 'refresh' }));
    await waitFor(() => expect(getOne).toHaveBeenCalledTimes(2));
    expect(screen.getByRole('button', { name: '正在保存…' })).toHaveProperty('disabled', true);
    answer.reject(new CallFailure('invalid', '请修改', 200, { errors: { keywords: '关键词太多' } }));
    await waitFor(() => expect(tab('SEO').getAttribute('aria-selected')).toBe('true'));
    await waitFor(() => expect(input(/SEO ?标题/)).toHaveProperty('value', '新的'));
    expect(screen.getByText('关键词太多')).toBeDefined();
    await user.click(tab('基本信息'));
    expect(input(/栏目名称/)).toHaveProperty('value', '公司!');
  });

  it('stay where they are where a field of the open one was refused too', async () => {
    const { user } = await edit(columns, company, { update: refuse({ title: '已有', keywords: '太多' }) });
    await user.type(input(/栏目名称/), '!');
    await user.click(save());
    expect(await screen.findByText('已有')).toBeDefined();
    expect(tab('基本信息').getAttribute('aria-selected')).toBe('true');
    expect(within(tab('SEO')).getByTitle('此标签页有需要修改的字段')).toBeDefined();
  });

  it('are unmarked when the field is mended, and one stays where one is', async () => {
    const { user } = await edit(columns, company, { update: refuse({ keywords: '太多' }) });
    await user.type(input(/栏目名称/), '!');
    await user.click(save());
    await screen.findByText('太多');
    await user.type(input(/关键词/), '少');
    await waitFor(() => expect(within(tab('SEO')).queryByTitle('此标签页有需要修改的字段')).toBeNull());
    expect(tab('SEO').getAttribute('aria-selected')).toBe('true');
  });
});

describe('a reference', () => {
  const choose = async (user: { click(element: Element): Promise<void> }, name: RegExp) => {
    await waitFor(() => expect(screen.getByRole('combobox', { name }).textContent).not.toBe(''));
    await user.click(screen.getByRole('combobox', { name }));
    return screen.getAllByRole('option').map((option) => option.textContent);
  };
  const indent = '\u3000';

  it('of a tree to itself leaves out the record and all that is below it, and is indented by level', async () => {
    const { user } = await edit(columns, { ...company, ...tree[1], id: 2 });
    expect(await choose(user, /上级栏目/)).toEqual(['（顶级）', '公司', `${indent}团队`, '新闻']);
  });

  it('of a new record may point to every one', async () => {
    const { user } = await edit(columns, undefined);
    expect(await choose(user, /上级栏目/)).toHaveLength(tree.length + 1);
  });

  it('needs no levels to leave a branch out', async () => {
    const all = [
      { id: 1, title: '内容', pid: null },
      { id: 2, title: '添加', pid: 1 },
      { id: 3, title: '设置', pid: null },
    ];
    const { user } = await edit(rules, { ...all[0], id: 1 }, { getAll: async () => all });
    expect(await choose(user, /上级/)).toEqual(['（顶级）', '设置']);
  });

  it('is indented by no more than a tree can be deep, whatever level a back end tells', async () => {
    const odd = { id: 7, title: '怪处', level: { toString: 1, valueOf: 2 }, pid: 5, model: 'article' };
    const far = [{ id: 6, title: '深处', level: 1e308, pid: 5, model: 'article' }, odd];
    const { user } = await edit(columns, undefined, { getAll: async () => far });
    expect((await choose(user, /上级栏目/)).slice(1)).toEqual([expect.stringMatching(/^\u3000{1,20}深处$/), '怪处']);
  });

  it('points only to records that are what it asks for', async () => {
    const { user } = await edit(articles, { id: 7, title: '第一篇', col_id: 5 } as { id: number });
    expect(await choose(user, /栏目/)).toEqual(['请选择', `${indent}历史`, `${indent}${indent}创立`, '新闻']);
  });

  it('B7: that is required and has nothing to point to says what is missing, and leads there', async () => {
    await edit(articles, undefined, { getAll: async () => [] });
    const way = await screen.findByRole('link', { name: '新增栏目' });
    expect(way.getAttribute('href')).toBe('/rTopAdmin/columnList/create');
    expect(way.parentElement?.textContent).toBe('还没有可选的栏目，请先添加。新增栏目');
  });

  it.each([
    ['团队', 4],
    ['（顶级）', null],
  ])('to %s is saved as %j', async (name, pid) => {
    const update = vi.fn(async (_resource: string, _params: { data: { pid?: unknown } }) => ({
      data: { id: 2 } as never,
    }));
    const { user, onClose } = await edit(columns, { ...company, ...tree[1], id: 2 }, { update: update as never });
    await choose(user, /上级栏目/);
    await user.click(screen.getByRole('option', { name: new RegExp(name) }));
    await user.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(update.mock.lastCall?.[1].data.pid).toBe(pid);
  });
});

it('offers a back end without extensions no field that the specification does not list', async () => {
  const items = resource(configItem, {
    list: { columns: ['zh_name'] },
    form: { tabs: { base: { main: ['zh_name', 'options'], side: ['tip'] } } },
  });
  features.learn([]);
  onTestFinished(() => features.learn(extensions));
  const labels = () => screen.getAllByRole('textbox').map((field) => field.getAttribute('name'));
  const { unmount } = await edit(items, undefined);
  expect(labels()).toEqual(['zh_name']);
  unmount();
  features.learn(extensions);
  await edit(items, undefined);
  expect(labels()).toEqual(['zh_name', 'options', 'tip']);
});

describe('before a back end without extensions', () => {
  beforeEach(() => {
    features.learn([]);
    return () => features.learn(extensions);
  });
  const read = { ...tree[0], id: 1, version: 4 };
  const withText = {
    ...columns,
    form: { ...columns.form, tabs: { base: { main: ['title'] }, content: { main: ['content'] } } },
  };

  it('a text that its lists leave out is said to be untold, and a save keeps it', async () => {
    const update = vi.fn(async (_resource: string, _params: object) => ({ data: read as never }));
    const { user } = await edit(withText, read, { update: update as never });
    await user.click(tab('内容'));
    await screen.findByText(/后端的列表不提供“.+”，因此这里看不到，也不能修改/);
    await user.click(save());
    await waitFor(() => expect(update).toHaveBeenCalledOnce());
    expect(update.mock.calls[0]?.[1]).not.toHaveProperty('data.content');
  });

  it('nothing is promised of passwords', async () => {
    const admins = {
      ...adminResource,
      form: { ...adminResource.form, tabs: { base: { main: ['username', 'password'] } } },
    };
    const { unmount } = await edit(admins, undefined);
    expect(document.body.textContent).not.toContain('首次登录');
    unmount();
    await edit(admins, { id: 9, username: 'wang' } as never);
    await screen.findByText('留空则不更改。');
  });

  it('what it has no call to change is not said to be a right that one lacks', async () => {
    const shown = (
      <ResourceContextProvider value="message">
        <RecordContextProvider value={{ id: 1, content: '请寄一份样品' }}>
          <ReadOnlyForm
            resource={{
              ...messageResource,
              form: { ...messageResource.form, tabs: { message: { main: ['content'] } } },
            }}
          />
        </RecordContextProvider>
      </ResourceContextProvider>
    );
    await show(shown, { path: '/content/message/1' });
    await screen.findByText('只能查看：后端没有修改它的接口。');
  });
});

it('A18: one’s own mobile number and e-mail address ask for the password that one has, those of others do not', async () => {
  const admins = {
    ...adminResource,
    form: { ...adminResource.form, tabs: { base: { main: ['username', 'password', 'mobile', 'email'] } } },
  };
  const update = vi.fn(async (_resource: string, { data }: { data: object }) => ({ data: data as never }));
  const own = { id: 1, username: 'admin', mobile: '13800000001', email: '', version: 1 };
  const { user, unmount } = await edit(admins, own, { update: update as never });
  const asked = () => screen.queryByLabelText(/当前密码/);
  await screen.findByDisplayValue('13800000001');
  expect(asked()).toBeNull();
  await user.type(input(/手机/), '2');
  await user.click(save());
  expect(update).not.toHaveBeenCalled(); // it must be given
  await user.type(asked() ?? expect.fail('not asked for'), 'my-password-1');
  await user.type(input(/手机/), '{Backspace}');
  expect(asked()).toBeNull();
  await user.type(input(/邮箱/), 'a@b.example');
  expect(asked()).toHaveProperty('value', '');
  await user.type(asked() ?? expect.fail('not asked for'), 'my-password-2');
  await user.click(save());
  await waitFor(() => expect(update).toHaveBeenCalledOnce());
  expect(update.mock.calls[0]?.[1].data).toMatchObject({ email: 'a@b.example', password: 'my-password-2' });
  unmount();

  await edit(admins, { ...own, id: 2 });
  await user.type(input(/手机/), '2');
  expect(asked()).toBeNull();
});

describe('day B10: a generated password', () => {
  const admins = {
    ...adminResource,
    form: { ...adminResource.form, tabs: { base: { main: ['username', 'password'] } } },
  };
  const password = () => screen.getByLabelText(/^密码/);
  const generate = () => screen.findByRole('button', { name: '生成密码' });

  it('day B10: is filled in for a new administrator, shown and copied, and gone when another one is typed', async () => {
    const create = vi.fn(async (_resource: string, { data }: { data: object }) => ({
      data: { ...data, id: 5 } as never,
    }));
    const { user, toasts } = await edit(admins, undefined, { create: create as never });
    await user.click(await generate());
    const made = screen.getByText(/^\w{4}(-\w{4}){3}$/).textContent;
    expect(password()).toHaveProperty('value', made);
    await screen.findByText(/保存后无法再次查看/);
    await user.click(screen.getByRole('button', { name: '复制' }));
    expect(await navigator.clipboard.readText()).toBe(made);
    expect(toasts()).toMatchObject([{ message: '已复制' }]);
    await user.type(password(), 'x');
    expect(screen.queryByText(/保存后无法再次查看/)).toBeNull();
    await user.click(await generate());
    expect(password()).not.toHaveProperty('value', made);
    await user.type(input(/用户名/), 'lin');
    await user.click(save());
    await waitFor(() => expect(create).toHaveBeenCalledOnce());
    expect(create.mock.calls[0]?.[1].data).toMatchObject({ password: expect.stringMatching(/^.{4}(-.{4}){3}$/) });
  });

  it('day B10: is there for another administrator’s new password, not for one’s own', async () => {
    const { unmount } = await edit(admins, { id: 2, username: 'wang', version: 1 } as never);
    await generate();
    unmount();
    await edit(admins, { id: 1, username: 'admin', version: 1 } as never);
    await screen.findByDisplayValue('admin');
    expect(screen.queryByRole('button', { name: '生成密码' })).toBeNull();
  });
});

describe('a stored value that is no choice', () => {
  const stored = async (record: object) => {
    const update = vi.fn(async (_resource: string, { data }: { data: object }) => ({ data: data as never }));
    const { user } = await edit(columns, record as never, { update: update as never });
    await user.type(input(/栏目名称/), '!');
    await user.click(save());
    await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
    return update.mock.calls[0]?.[1].data;
  };

  it.each([
    ['a reference to what is gone', { pid: 99 }, '上级栏目', '#99'],
    ['a word that is not known', { model: 'forum' }, '模型', 'forum'],
    ['an object', { model: { a: 1 } }, '模型', '{"a":1}'],
  ])('is shown, and not lost by a save: %s', async (_what, own, label, told) => {
    const saved = await stored({ ...company, ...own });
    expect(screen.getByRole('combobox', { name: new RegExp(label) }).textContent).toContain(told);
    expect(saved).toMatchObject(own);
  });
});

describe('when the session dies during a save', () => {
  const auth = {
    ...fakeAuth(),
    checkError: async () => {
      session.die();
      throw { message: '用户信息无效，请重新登录' };
    },
    logout: async () => {
      session.end();
      return '/rTopAdmin/Login';
    },
  };
  const refused = async () => {
    throw new CallFailure('unauthorized', '用户信息无效，请重新登录', 401);
  };

  it('nothing is said to be saved', async () => {
    const { user, toasts, onClose, address } = await edit(columns, company, { update: refused }, auth);
    await user.type(input(/栏目名称/), '!');
    await user.click(save());
    await waitFor(() => expect(address()).toBe('/rTopAdmin/Login'));
    expect(toasts().map(({ message }) => message)).toEqual(['用户信息无效，请重新登录']);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('of a new record no more is said than that one has to sign in', async () => {
    const { user, toasts, address } = await edit(users, undefined, { create: refused }, auth);
    await user.type(input(/用户名/), 'someone');
    await user.click(save());
    await waitFor(() => expect(address()).toBe('/rTopAdmin/Login'));
    // A toast of the mutation itself would come a moment later.
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(toasts().map(({ message }) => message)).toEqual(['用户信息无效，请重新登录']);
  });

  it('what was typed is there again after the sign-in, on the same path', async () => {
    const first = await edit(columns, company);
    await first.user.type(input(/栏目名称/), '我们');
    act(() => session.die());
    first.unmount();

    const { user } = await edit(columns, company);
    expect(await screen.findByText('已恢复上次未保存的内容')).toBeDefined();
    expect(input(/栏目名称/)).toHaveProperty('value', '公司我们');
    await user.click(screen.getByRole('button', { name: '放弃恢复的内容' }));
    const asked = within(await screen.findByRole('dialog', { name: '要放弃这些修改吗？' }));
    expect(asked.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['栏目名称', '公司我们', '公司']);
    await user.click(asked.getByRole('button', { name: '取消' }));
    expect(input(/栏目名称/)).toHaveProperty('value', '公司我们');
    await user.click(screen.getByRole('button', { name: '放弃恢复的内容' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '放弃恢复的内容' }));
    await waitFor(() => expect(input(/栏目名称/)).toHaveProperty('value', '公司'));
  });

  it('what was typed is no one else’s, and of no other record', async () => {
    const first = await edit(columns, company);
    await first.user.type(input(/栏目名称/), '我们');
    act(() => session.die());
    first.unmount();

    const other = { ...fakeAuth(), getIdentity: async () => ({ id: 2, username: 'other', rules: [] }) };
    const second = await edit(columns, company, {}, other);
    second.unmount();
    await edit(columns, { ...company, ...tree[1], id: 2 });
    expect(screen.queryByText('已恢复上次未保存的内容')).toBeNull();
  });
});

describe('day C6: a link that begins like a host', () => {
  const navs = resource(nav, { list: { columns: ['title'] }, form: { tabs: { base: { main: ['title', 'url'] } } } });
  const first = { id: 3, title: '首页', url: '', group_id: 1, version: 1 };

  it('is offered with https:// while it is typed, and is changed by one click', async () => {
    const update = vi.fn(async (_resource: string, _params: { data: object }) => ({ data: first as never }));
    const { user } = await edit(navs, first, { update });
    await user.type(await screen.findByRole('textbox', { name: /链接/ }), ' www.baidu.com');
    const offer = () => screen.queryByRole('button', { name: '改为 https://www.baidu.com' });
    await user.tab();
    expect(document.activeElement).toBe(offer());
    await user.click(offer() as HTMLElement);
    expect(input(/链接/)).toHaveProperty('value', 'https://www.baidu.com');
    expect(document.activeElement).toBe(input(/链接/));
    await user.click(save());
    await waitFor(() => expect(update).toHaveBeenCalledOnce());
    expect(update.mock.calls[0]?.[1].data).toMatchObject({ url: 'https://www.baidu.com' });
  });

  it('and names a port is refused as it stands, which the field says and mends', async () => {
    const update = vi.fn(async () => ({ data: first as never }));
    const { user } = await edit(navs, first, { update });
    await user.type(await screen.findByRole('textbox', { name: /链接/ }), 'shop.example.com:8080/list');
    await user.click(save());
    expect(await screen.findByText(formatsZh.format_link)).toBeDefined();
    expect(update).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: '改为 https://shop.example.com:8080/list' }));
    expect(screen.queryByText(formatsZh.format_link)).toBeNull();
    await user.click(save());
    await waitFor(() => expect(update).toHaveBeenCalledOnce());
  });
});

it('day C8: blanks around a name and what nobody sees in it are no fault', async () => {
  const update = vi.fn(async () => ({ data: { id: 7 } as never }));
  const { user } = await edit(users, { id: 7, username: '', email: '' } as never, { update });
  await user.type(input(/用户名/), ' wang\u200b ');
  await user.click(save());
  await waitFor(() => expect(update).toHaveBeenCalledOnce());
});

describe('day B7: the panel over a list', () => {
  const open = (path: string, given: Methods = {}, auth = fakeAuth()) =>
    show(
      <ResourceContextProvider value="user">
        <Routes>
          <Route path={`${users.path}/create`} element={<EntityPanel resource={users} isNew />} />
          <Route path={`${users.path}/:id`} element={<EntityPanel resource={users} />} />
        </Routes>
      </ResourceContextProvider>,
      { provider: fakeProvider(methods({ id: 7, username: '王', email: '' } as never, given)), auth, path },
    );

  it.each(['create', '7'])('begins in its first field: %s', async (address) => {
    const { user } = await open(`${users.path}/${address}`);
    await waitFor(() => expect(document.activeElement).toBe(input(/用户名/)));
    await user.keyboard('李');
    expect(input(/用户名/)).toHaveProperty('value', address === '7' ? '王李' : '李');
  });

  it('stays where it is on a touch screen, whose keyboard would cover it', async () => {
    matchMedia('coarse');
    await open(`${users.path}/7`);
    await screen.findByRole('textbox', { name: /用户名/ });
    expect(document.activeElement).toBe(screen.getByRole('dialog'));
  });

  it('day B1: stays open when Escape ends a composition, as Chrome and Safari send it; the next Escape closes it', async () => {
    const { user } = await open(`${users.path}/7`);
    const name = await screen.findByRole('textbox', { name: /用户名/ });
    fireEvent.keyDown(name, { key: 'Escape', keyCode: 229, isComposing: true });
    fireEvent.keyDown(name, { key: 'Escape', keyCode: 229 });
    expect(screen.getByRole('dialog')).toBeDefined();
    await user.type(name, '{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('day B7: the view that one chooses for a kind of content is no other kind’s', async () => {
  matchMedia('min-width');
  const tabs = { content: { main: ['subtitle'] }, base: { main: ['title'] } };
  const kinds = [articles, productResource].map((kind) => ({ ...kind, form: { ...kind.form, tabs } }));
  const { user } = await show(
    kinds.map((kind) => (
      <section key={kind.name} aria-label={kind.name}>
        <ResourceContextProvider value={kind.name}>
          <RecordPanel resource={kind} id={7} onClose={() => {}} />
        </ResourceContextProvider>
      </section>
    )),
    { provider: fakeProvider(methods({ id: 7, title: '茶', col_id: 5, version: 1 } as never)) },
  );
  const shown = async (name: string) => within(await screen.findByRole('region', { name }));
  await user.click(await (await shown('article')).findByRole('button', { name: '全宽写作' }));
  expect((await shown('article')).getByRole('button', { name: '回到侧栏' })).toBeDefined();
  expect(await (await shown('product')).findByRole('button', { name: '全宽写作' })).toBeDefined();
});
