import { act, screen, waitFor, within } from '@testing-library/react';
import { ResourceContextProvider } from 'ra-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Field } from '../../contract/fields.ts';
import { limitableFields } from '../../contract/roleLimits.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import type { ConsoleProvider } from '../../dataProvider/index.ts';
import { attachMessage } from '../../dataProvider/transport/envelope.ts';
import { ContentStateChip } from '../../src/content/contentResource.tsx';
import type { Resource } from '../../src/declaration/resource.ts';
import { LockReasonContext } from '../../src/declaration/resourceContext.ts';
import { articleResource } from '../../src/resources/article.tsx';
import { atlasResource } from '../../src/resources/atlas.tsx';
import { downResource } from '../../src/resources/down.tsx';
import { messageResource } from '../../src/resources/message.tsx';
import { productResource } from '../../src/resources/product.tsx';
import { recruitmentResource } from '../../src/resources/recruitment.tsx';
import { singleResource } from '../../src/resources/single.tsx';
import { userResource } from '../../src/resources/user.tsx';
import { videoResource } from '../../src/resources/video.tsx';
import { RecordPanel } from '../../src/screen/RecordPanel.tsx';
import { fakeAuth, fakeProvider, show } from '../support/screen.tsx';

beforeEach(() => sessionStorage.clear());

const record = { id: 7, title: '谷雨', col_id: 1, status: 1, version: 2, params: {} };
const columns = [
  { id: 1, title: '新闻', model: 'article', level: 1 },
  { id: 2, title: '茶', model: 'product', level: 1 },
];
/** A form of a few fields, without the rich text. */
const short = (resource: Resource, ...main: string[]): Resource => ({
  ...resource,
  form: { ...resource.form, tabs: { base: { main } } },
});

async function edit(resource: Resource, given: Partial<ConsoleProvider>, own: object = {}, auth = fakeAuth()) {
  const provider = fakeProvider({
    getAll: async () => columns,
    getOne: async () => ({ data: { ...record, ...own } as never }),
    getList: async () => ({ data: [], total: 0 }),
    ...given,
  });
  const form = (
    <ResourceContextProvider value={resource.name}>
      <RecordPanel resource={resource} id={7} onClose={() => {}} />
    </ResourceContextProvider>
  );
  const opened = await show(form, { provider, auth, path: `${resource.path}/7` });
  await screen.findByRole('button', { name: '保存' });
  return opened;
}

const refusing = (error: Error) => ({ update: vi.fn(() => Promise.reject(error)) });
const change = async (user: Awaited<ReturnType<typeof edit>>['user']) => {
  await user.type(screen.getByRole('textbox', { name: /标题/ }), '前');
  await user.click(screen.getByRole('button', { name: '保存' }));
};
const refused = () => new CallFailure('refused', '现在不能修改', 200);

it('a new content tells beside the save button whether it will be published', async () => {
  const form = (
    <ResourceContextProvider value="article">
      <RecordPanel resource={short(articleResource, 'title', 'status')} id={undefined} onClose={() => {}} />
    </ResourceContextProvider>
  );
  const { user } = await show(form, { provider: fakeProvider({}), path: '/content/article/create' });
  await screen.findByRole('combobox', { name: '状态' });
  const footer = screen.getByRole('button', { name: '保存' }).parentElement as HTMLElement;
  await within(footer).findByText('草稿');
  await user.click(await screen.findByRole('combobox', { name: '状态' }));
  await user.click(screen.getByRole('option', { name: '已发布' }));
  expect(within(footer).getByText('已发布')).toBeDefined();
});

it('B2: the state of a content is one of two, never none', async () => {
  const { user } = await edit(short(articleResource, 'status'), {});
  const label = await screen.findByText('状态', { selector: 'label *' });
  expect(label.textContent).toBe('状态');
  await user.click(screen.getByRole('combobox', { name: '状态' }));
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['草稿', '已发布']);
});

it('B2: a published content whose time is ahead reads as waiting for it, in its form too; past its end as over', async () => {
  const timed = short(articleResource, 'title', 'status', 'publish_time', 'expire_time');
  const { unmount } = await edit(timed, {}, { publish_time: '2099-01-02T03:04:05Z' });
  const footer = () => screen.getByRole('button', { name: '保存' }).parentElement as HTMLElement;
  await within(footer()).findByText(/^定时 2099-01-0\d$/);
  expect(screen.getByText(/^定时：到 2099-01-0\d \d\d:04 才会显示$/)).toBeDefined();
  unmount();
  await edit(timed, {}, { expire_time: '2026-01-02T03:04:05Z' });
  await within(footer()).findByText('已下线');
  expect(screen.getByText(/^已下线：从 2026-01-0\d \d\d:04 起不再显示$/)).toBeDefined();
});

describe('what is said of a refused edit (console.md section 8)', () => {
  it.each([
    ['an article', articleResource],
    ['a gallery', atlasResource],
  ])('of %s is nothing', async (_what, resource) => {
    const given = refusing(refused());
    const { user, toasts } = await edit(short(resource, 'title'), given);
    await change(user);
    await waitFor(() => expect(given.update).toHaveBeenCalledTimes(1));
    await screen.findByRole('button', { name: '保存' });
    expect(toasts()).toEqual([]);
    expect(screen.getByRole('textbox', { name: /标题/ })).toHaveProperty('value', '谷雨前');
  });

  it('of an article stands at its field all the same', async () => {
    const given = refusing(new CallFailure('invalid', '请修改', 200, { errors: { title: '已有此标题' } }));
    const { user, toasts } = await edit(short(articleResource, 'title'), given);
    await change(user);
    expect(await screen.findByText('已有此标题')).toBeDefined();
    expect(toasts()).toEqual([]);
  });

  it('of an article is told where nobody knows whether it was saved', async () => {
    const { user, toasts } = await edit(short(articleResource, 'title'), refusing(new CallFailure('unknown', '', 0)));
    await change(user);
    await waitFor(() => expect(toasts()[0]?.message).toContain('无法确认是否已保存'));
  });

  it.each([
    ['a product', productResource],
    ['a video', videoResource],
    ['a download', downResource],
    ['a job', recruitmentResource],
    ['a single page', singleResource],
    ['a message', messageResource],
  ])('of %s is the server’s message', async (_what, resource) => {
    const own = { name: '林先生', is_read: 1 };
    const { user, toasts } = await edit(
      short(resource, resource === messageResource ? 'reply' : 'title'),
      refusing(refused()),
      own,
    );
    await user.type(screen.getByRole('textbox'), '前');
    await user.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(toasts()).toMatchObject([{ message: '现在不能修改', type: 'error' }]));
  });
});

it.each([
  ['an article', articleResource],
  ['a gallery', atlasResource],
])('what is said of a refused new record is the server’s message: %s', async (_what, resource) => {
  const form = (
    <ResourceContextProvider value={resource.name}>
      <RecordPanel resource={short(resource, 'title')} id={undefined} onClose={() => {}} />
    </ResourceContextProvider>
  );
  const create = vi.fn(() => Promise.reject(refused()));
  const { user, toasts } = await show(form, { provider: fakeProvider({ create }), path: `${resource.path}/create` });
  await user.type(await screen.findByRole('textbox', { name: /标题/ }), '谷雨');
  await user.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(toasts()).toMatchObject([{ message: '现在不能修改', type: 'error' }]));
});

it.each([
  ['a single page the server’s own', singleResource, '单页已更新'],
  ['a product ours', productResource, '保存成功'],
])('the message of a saved edit is of %s', async (_what, resource, message) => {
  const update: ConsoleProvider['update'] = async () => ({ data: attachMessage({ ...record } as never, '单页已更新') });
  const { user, toasts } = await edit(short(resource, 'title'), { update });
  await change(user);
  await waitFor(() => expect(toasts()).toMatchObject([{ message, type: 'success' }]));
});

it('B5: a form shows what references are called to those who may not see what they refer to, and asks for nothing', async () => {
  const getAll = vi.fn(async () => columns);
  const sale = short(productResource, 'title', 'category_id', 'size_ids');
  const ref_titles = { category: { 3: '剪刀' }, size: { 4: '小号' } };
  const own = { category_id: 3, size_ids: [4, 5], ref_titles };
  await edit(sale, { getAll }, own, fakeAuth({ forbidden: ['choose'] }));
  const category = await screen.findByRole('combobox', { name: '分类' });
  await waitFor(() => expect(category.textContent).toBe('剪刀'));
  expect(category.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('您的角色不能查看分类，因此不能在这里改选。')).toBeDefined();
  expect(await screen.findByText('小号')).toBeDefined();
  expect(screen.getByText('#5')).toBeDefined();
  expect(getAll).not.toHaveBeenCalled();
});

it('B5: a form asks for no parameters that one may not read', async () => {
  const getList = vi.fn(async () => ({ data: [], total: 0 }));
  await edit(short(articleResource, 'title', 'params'), { getList }, {}, fakeAuth({ forbidden: ['choose'] }));
  expect(await screen.findByRole('textbox', { name: /标题/ })).toHaveProperty('value', '谷雨');
  expect(getList).not.toHaveBeenCalled();
});

it('B5: titles that a back end tells in some other way do no harm', async () => {
  for (const ref_titles of [null, 'x', [], { category: null }, { category: { 3: { a: 1 } } }]) {
    const own = { category_id: 3, ref_titles };
    const { unmount } = await edit(short(articleResource, 'category_id'), {}, own, fakeAuth({ forbidden: ['choose'] }));
    await waitFor(() => expect(screen.getByRole('combobox', { name: '分类' }).textContent).toBe('#3'));
    unmount();
  }
});

it('B3: blank variants are dropped by a save, and a SKU that is taken is said at its cell', async () => {
  const message = '此 SKU 已被“春茶”使用，请换一个';
  const update = vi.fn((_resource: string, { data }: { data: { skus: object[] } }) =>
    Promise.reject(
      new CallFailure('invalid', '请修改', 200, { errors: { [`skus.${data.skus.length - 1}.sku`]: message } }),
    ),
  );
  const getAll = async () => [];
  const { user } = await edit(short(productResource, 'title', 'skus'), { update: update as never, getAll });
  const add = await screen.findByRole('button', { name: '添加一行' });
  for (let n = 0; n < 3; n++) await user.click(add);
  const cells = () => screen.getAllByRole('textbox', { name: 'SKU' });
  expect(screen.getAllByPlaceholderText(/^图片地址/)).toHaveLength(3);
  await user.type(cells()[1] as HTMLElement, 'A-1');
  await user.click(screen.getByRole('button', { name: '保存' }));
  expect(await screen.findByText(message)).toBeDefined();
  expect(update.mock.calls.map(([, { data }]) => data.skus)).toMatchObject([[{ sku: 'A-1' }]]);
  expect(cells()).toHaveLength(1);
  expect(cells()[0]?.getAttribute('aria-invalid')).toBe('true');
});

describe('content parameters', () => {
  const param = {
    id: 1,
    cid: 1,
    sid: 0,
    name: 'weight',
    title: '净含量',
    type: 'text',
    options: '',
    value: '',
    required: 1,
  };
  const withParams: Resource = {
    ...articleResource,
    form: { ...articleResource.form, tabs: { base: { main: ['title'] }, params: { main: ['params'] } } },
  };
  const tab = () => screen.queryByRole('tab', { name: '参数' });

  it('have a tab where the column has some, and say there what is wrong with one', async () => {
    const given = {
      ...refusing(new CallFailure('invalid', '请修改', 200, { errors: { 'params.weight': '必填' } })),
      getList: async () => ({ data: [param] as never, total: 1 }),
    };
    const { user, toasts } = await edit(withParams, given, { params: { weight: '250 克' } });
    await screen.findByRole('textbox', { name: /净含量/, hidden: true });
    expect(tab()?.getAttribute('aria-selected')).toBe('false');
    await change(user);
    await waitFor(() => expect(tab()?.getAttribute('aria-selected')).toBe('true'));
    expect(within(screen.getByRole('tabpanel')).getByText('必填')).toBeDefined();
    expect(screen.getByRole('textbox', { name: /净含量/ })).toHaveProperty('value', '250 克');
    expect(toasts()).toEqual([]);
  });

  it('B5: are shown to whoever may fill them in, without the right to their own screen', async () => {
    const getList = async () => ({ data: [param] as never, total: 1 });
    await edit(withParams, { getList }, {}, fakeAuth({ forbidden: ['list'] }));
    expect(await screen.findByRole('textbox', { name: /净含量/, hidden: true })).toBeDefined();
    expect(tab()).not.toBeNull();
  });

  it('C7: are asked for by the column and 0, those of a single page by its own id', async () => {
    for (const [shown, sid] of [
      [withParams, 0],
      [{ ...singleResource, form: { ...singleResource.form, tabs: withParams.form.tabs } }, 7],
    ] as const) {
      const getList = vi.fn(async (_resource: string, _params: object) => ({ data: [param] as never, total: 1 }));
      const { unmount } = await edit(shown, { getList });
      await waitFor(() =>
        expect(getList).toHaveBeenCalledWith('content_param', expect.objectContaining({ filter: { cid: 1, sid } })),
      );
      unmount();
    }
  });

  it('that cannot be read are told, and are read again', async () => {
    let isBroken = true;
    const getList = vi.fn(async () => {
      if (isBroken) throw new CallFailure('server', '', 500);
      return { data: [param] as never, total: 1 };
    });
    const { user } = await edit(withParams, { getList });
    const notice = await screen.findByText(/^内容参数加载失败/);
    const asked = getList.mock.calls.length;
    isBroken = false;
    await user.click(await screen.findByRole('button', { name: '重试' }));
    await screen.findByRole('textbox', { name: /净含量/, hidden: true });
    expect([notice.isConnected, getList.mock.calls.length]).toEqual([false, asked + 1]);
  });

  it('have none where the column has none', async () => {
    await edit(withParams, {});
    expect(tab()).toBeNull();
  });
});

describe('a message', () => {
  const text = short(messageResource, 'content', 'reply');

  it('is marked as read when it is opened', async () => {
    const update = vi.fn(async () => ({ data: { ...record, is_read: 1 } as never }));
    await edit(text, { update }, { content: '茶园开放吗？', is_read: 0 });
    await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
    expect(update).toHaveBeenCalledWith('message', expect.objectContaining({ id: 7, data: { is_read: 1 } }));
  });

  it('that was read is left as it is', async () => {
    // The provider has no `update`: a call of it would fail the test.
    const { toasts } = await edit(text, {}, { content: '茶园开放吗？', is_read: 1 });
    expect(await screen.findByText('茶园开放吗？')).toBeDefined();
    expect(toasts()).toEqual([]);
  });
});

it('B2: a record is published in time though the clock is a moment behind its timer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const publish_time = new Date(Date.now() + 4000).toISOString();
  await show(
    <ResourceContextProvider value="article">
      <ContentStateChip
        field={articleResource.entity.fields.status as Field}
        name="status"
        record={{ ...record, publish_time }}
      />
    </ResourceContextProvider>,
  );
  const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
  vi.setSystemTime(Date.now() - 1);
  await pass(4000);
  expect(document.body.textContent).toMatch(/^定时/);
  await pass(1);
  expect(document.body.textContent).toMatch(/^已发布/);
});

it.each([
  [productResource, {}],
  [videoResource, { episodes: [{ title: '第一集', url: '/a.mp4', duration: 60, free: 1 }] }],
  [recruitmentResource, { end_time: '2026-12-31T00:00:00Z' }],
  [userResource, { birthday: '1990-02-03' }],
])('day B8: each field that a role may only read says so, whatever its kind (%#)', async (resource, own) => {
  // The rich text says it too, and is slow here.
  const names = limitableFields(resource.entity).filter((name) => name !== 'content');
  const shown = { ...resource, form: { ...resource.form, tabs: { base: { main: names } } } };
  const provider = fakeProvider({
    getAll: async () => [] as never,
    getOne: async () => ({ data: { id: 7, version: 3, org_img: '/a.png', ...own } as never }),
    getList: async () => ({ data: [], total: 0 }),
  });
  const isLocked = (what: string) => (names.includes(what) ? 'roleForm.fieldLocked' : undefined);
  const form = (
    <ResourceContextProvider value={resource.name}>
      <LockReasonContext value={isLocked}>
        <RecordPanel resource={shown} id={7} onClose={() => {}} />
      </LockReasonContext>
    </ResourceContextProvider>
  );
  await show(form, { provider, path: `${resource.path}/7` });
  await screen.findByRole('button', { name: '保存' });
  const silent = () =>
    names.filter((name) => {
      const { textContent } = document.querySelector(`[data-field=${name}]`) ?? {};
      return textContent?.split('您的角色可以查看此项，不能修改').length !== 2;
    });
  await waitFor(() => expect(silent()).toEqual([]));
});
