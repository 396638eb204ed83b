import { screen, waitFor } from '@testing-library/react';
import type { GetListParams, RaRecord } from 'ra-core';
import { ResourceContextProvider } from 'ra-core';
import { Route, Routes } from 'react-router-dom';
import { expect, it, onTestFinished, vi } from 'vitest';
import { product } from '../../contract/entities/product.ts';
import { user } from '../../contract/entities/user.ts';
import { history } from '../../contract/entities/visits.ts';
import { extensions } from '../../contract/extensions.ts';
import { ref, refs } from '../../contract/fields.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { ValueInput } from '../../src/bulk/ValueInput.tsx';
import { type Resource, resource } from '../../src/declaration/resource.ts';
import { adminResource } from '../../src/resources/admin.tsx';
import { columnResource } from '../../src/resources/column.tsx';
import { productResource } from '../../src/resources/product.tsx';
import { EntityScreen } from '../../src/screen/EntityScreen.tsx';
import { RecordPanel } from '../../src/screen/RecordPanel.tsx';
import { features } from '../../src/services/services.ts';
import { fakeProvider, listing, show } from '../support/screen.tsx';

/** Records of an entity that has no call for all of them. */
const users = Array.from({ length: 45 }, (_, n) => ({ id: 100 + n, title: `user ${n}${n === 33 ? ' wang' : ''}` }));
const friends: Resource = resource(
  { ...user, fields: { ...user.fields, friend: ref('user'), others: refs('user') } },
  { list: { columns: ['username'] }, form: { tabs: { base: { main: ['friend', 'others'] } } } },
);

/** Replies of a back end that searches and pages like our server. */
function reader(more: (row: { id: number }) => object = () => ({})) {
  const listed = vi.fn(async (_resource: string, { pagination, filter = {} }: Partial<GetListParams>) => {
    const found = users.filter(({ title }) => title.includes(filter.searchKey ?? ''));
    const { page = 1, perPage = 20 } = pagination ?? {};
    return {
      data: found.slice((page - 1) * perPage, page * perPage).map((row) => ({ ...row, ...more(row) })) as never,
      total: found.length,
    };
  });
  const asked = () =>
    listed.mock.calls.map(([, { pagination, filter }]) => [filter?.searchKey ?? '', pagination?.page]);
  const getMany = async (_resource: string, { ids }: { ids: unknown[] }) => ({
    data: users.filter(({ id }) => ids.includes(id)) as never,
  });
  return { listed, asked, getMany };
}

async function edit(record: RaRecord, { listed, getMany }: ReturnType<typeof reader>, of = friends) {
  const update = vi.fn(async (_resource: string, { data }: { data: object }) => ({ data: data as never }));
  const provider = fakeProvider({
    getList: listed as never,
    getMany: getMany as never,
    update: update as never,
    getOne: async () => ({ data: record as never }),
  });
  const form = (
    <ResourceContextProvider value="user">
      <RecordPanel resource={of} id={Number(record.id)} onClose={() => {}} />
    </ResourceContextProvider>
  );
  const opened = await show(form, { provider, path: `${of.path}/${record.id}` });
  return { ...opened, update, box: await screen.findByRole('combobox', { name: /Friend/ }) };
}

const names = () => screen.getAllByRole('option').map((option) => option.textContent);

it('D2: a reference to an entity without a call for all its records is searched by name and id, page by page, by keyboard', async () => {
  const reading = reader();
  const {
    user: hand,
    box,
    update,
  } = await edit({ id: 1, username: 'me', friend: 144, others: [101], version: 1 }, reading);
  await waitFor(() => expect(box).toHaveProperty('value', 'user 44'));
  expect(await screen.findByRole('button', { name: 'user 1' })).toBeDefined();
  expect(reading.asked()).toEqual([]);

  await hand.click(box);
  await waitFor(() => expect(names()).toHaveLength(20));
  // Reaching the last option loads the next page.
  await hand.keyboard('{ArrowUp}');
  await waitFor(() => expect(names()).toHaveLength(40));
  await hand.keyboard('{End}');
  await waitFor(() => expect(names()).toHaveLength(45));

  await hand.clear(box);
  await hand.type(box, 'wang');
  await waitFor(() => expect(names()).toEqual(['user 33 wang#133']));
  await hand.keyboard('{ArrowDown}{Enter}');
  expect(box).toHaveProperty('value', 'user 33 wang');

  const others = screen.getByRole('combobox', { name: /Others/ });
  await hand.type(others, '120');
  await waitFor(() => expect(names()).toEqual(['user 20#120']));
  // A second Enter does not remove what was added.
  await hand.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(names().length).toBeGreaterThan(1));
  await hand.keyboard('{ArrowUp}{ArrowDown}{Enter}');
  await hand.clear(others);
  await hand.type(others, '101');
  await waitFor(() => expect(names()).toEqual(['user 1#101']));
  await hand.keyboard('{ArrowDown}{Enter}{Enter}');
  await hand.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(update).toHaveBeenCalled());
  expect(update.mock.lastCall?.[1].data).toMatchObject({ friend: 133, others: [101, 120] });
});

it('D2: such a reference offers a record that fits also where none of the first pages does', async () => {
  const grown: Resource = resource(
    { ...user, fields: { ...user.fields, friend: ref('user', { where: { level: ['b', 'c'] } }) } },
    { list: { columns: ['username'] }, form: { tabs: { base: { main: ['friend'] } } } },
  );
  const reading = reader(({ id }) => ({ level: id > 142 ? 'c' : 'a' }));
  const { user: hand, box } = await edit({ id: 1, username: 'me', friend: null, version: 1 }, reading, grown);
  await hand.click(box);
  await waitFor(() => expect(names()).toEqual(['user 43#143', 'user 44#144']));
});

it('D2: before a back end that cannot search, such a reference is chosen from pages, which what is typed narrows', async () => {
  features.learn([]);
  onTestFinished(() => features.learn(extensions));
  const reading = reader();
  const { user: hand, box } = await edit({ id: 1, username: 'me', friend: null, others: [] }, reading);
  await hand.click(box);
  await waitFor(() => expect(names()).toHaveLength(20));
  await hand.type(box, 'user 7');
  await waitFor(() => expect(names()).toEqual(['user 7#107']));
  expect(reading.asked()).toEqual([['', 1]]);
  await hand.clear(box);
  await hand.type(box, 'wang');
  await waitFor(() => expect(names()).toEqual(['user 33 wang#133']));
  expect(reading.asked()).toEqual([
    ['', 1],
    ['', 2],
  ]);
});

it('D2: a filter by such a reference is searched too', async () => {
  const visits = resource(history, { list: { columns: ['title'], filters: ['user_id'] } });
  const { listed, getMany } = reader();
  const page = listing({ id: 1, title: '第一篇', user_id: 133 });
  const getList = vi.fn(async (name: string, params: GetListParams) =>
    name === 'user' ? listed(name, params) : page(name, params),
  );
  const provider = fakeProvider({ getList: getList as never, getMany: getMany as never });
  const { user: hand } = await show(
    <Routes>
      <Route path={`${visits.path}/*`} element={<EntityScreen resource={visits} />} />
    </Routes>,
    { provider, path: visits.path },
  );
  await hand.click(await screen.findByRole('button', { name: '筛选' }));
  const box = await screen.findByRole('combobox', { name: '用户编号' });
  await hand.type(box, 'wang');
  await waitFor(() => expect(names()).toEqual(['user 33 wang#133']));
  await hand.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(getList.mock.lastCall).toMatchObject(['history', { filter: { user_id: 133 } }]));
  await hand.click(screen.getByRole('button', { name: '清空' }));
  await waitFor(() => expect(getList.mock.lastCall?.[1].filter).toEqual({}));
});

it('D2: the value that many records get is searched too, and may be none', async () => {
  const onChange = vi.fn();
  const { listed, getMany } = reader();
  const provider = fakeProvider({ getList: listed as never, getMany: getMany as never });
  const input = <ValueInput resource={friends} name="friend" value={133} onChange={onChange} />;
  const { user: hand } = await show(<ResourceContextProvider value="user">{input}</ResourceContextProvider>, {
    provider,
  });
  const box = await screen.findByRole('combobox', { name: /friend/ });
  await waitFor(() => expect(box).toHaveProperty('value', 'user 33 wang'));
  await hand.clear(box);
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(0));
  await hand.type(box, 'user 7');
  await waitFor(() => expect(names()).toEqual(['user 7#107']));
  await hand.keyboard('{ArrowDown}{Enter}');
  expect(onChange).toHaveBeenLastCalledWith(107);
});

it('D2: many records get one of the kinds of record that the field may refer to', async () => {
  const templates = ['list', 'detail', 'single'].map((type, at) => ({ id: at + 1, title: `page of ${type}`, type }));
  const provider = fakeProvider({ getAll: (async () => templates) as never });
  const input = <ValueInput resource={columnResource} name="detail_template" value={undefined} onChange={() => {}} />;
  const { user: hand } = await show(input, { provider });
  await hand.click(await screen.findByRole('combobox', { name: /模板/ }));
  await waitFor(() => expect(names()).toEqual(['无', 'page of detail', 'page of single']));
});

const shelves = [
  { id: 31, title: '陶瓷', level: 1, pid: null },
  { id: 32, title: '茶具', level: 2, pid: 31 },
  ...Array.from({ length: 20 }, (_, n) => ({ id: 50 + n, title: `规格${50 + n}`, level: 1, pid: null })),
];
const goods: Resource = {
  ...productResource,
  form: { ...productResource.form, tabs: { base: { main: ['category_id', 'size_ids'] } } },
};

/** Opens the form of a product where there are many categories and sizes. */
async function editGoods(record: object) {
  const update = vi.fn(async (_resource: string, { data }: { data: object }) => ({ data: data as never }));
  const provider = fakeProvider({
    getAll: (async () => shelves) as never,
    update: update as never,
    getOne: async () => ({ data: { id: 1, title: '壶', version: 1, ...record } as never }),
  });
  const form = (
    <ResourceContextProvider value="product">
      <RecordPanel resource={goods} id={1} onClose={() => {}} />
    </ResourceContextProvider>
  );
  const { user: hand } = await show(form, { provider, path: `${goods.path}/1` });
  // Once it is known that there are many choices, the select becomes a text input.
  const category = await waitFor(() => {
    const box = screen.getByRole('combobox', { name: /分类/ });
    expect(box.tagName).toBe('INPUT');
    return box;
  });
  const saved = async () => {
    await hand.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(update).toHaveBeenCalled());
    return update.mock.lastCall?.[1].data;
  };
  return { hand, category, saved };
}

it('D2: Enter adds to the sizes of a product and never takes one away; Backspace does', async () => {
  const { hand, saved } = await editGoods({ size_ids: [52, 53] });
  const sizes = await screen.findByRole('combobox', { name: /规格/ });
  await screen.findByRole('button', { name: '规格52' });
  await hand.type(sizes, '规格67');
  expect(names()).toEqual(['规格67']);
  await hand.keyboard('{ArrowDown}{Enter}{Enter}{Enter}');
  expect(screen.getAllByRole('button', { name: /^规格/ }).map(({ textContent }) => textContent)).toEqual([
    '规格52',
    '规格53',
    '规格67',
  ]);
  await hand.keyboard('{Escape}{Backspace}');
  expect(await saved()).toMatchObject({ size_ids: [52, 53] });
});

it('D2: where there are many choices, also of a tree, one is found by name, number or pinyin', async () => {
  const { hand, category, saved } = await editGoods({ category_id: null, size_ids: [] });
  await waitFor(() => expect(category).toHaveProperty('placeholder', '无'));
  await hand.click(category);
  expect(names().slice(0, 3)).toEqual(['无', '陶瓷#31', '\u3000茶具#32']);
  await hand.type(category, '瓷');
  expect(names()).toEqual(['陶瓷#31']);
  await hand.clear(category);
  await hand.type(category, '57');
  expect(names()).toEqual(['规格57#57']);
  await hand.clear(category);
  await hand.type(category, 'cj');
  await waitFor(() => expect(names()).toEqual(['\u3000茶具#32']));
  await hand.keyboard('{ArrowDown}{Enter}');
  expect(category).toHaveProperty('value', '茶具');
  expect(await saved()).toMatchObject({ category_id: 32 });
});

it('D2: such a reference keeps what is stored where that is gone, and takes none', async () => {
  const { hand, category, saved } = await editGoods({ category_id: 7, size_ids: [] });
  await waitFor(() => expect(category).toHaveProperty('value', '#7'));
  await hand.click(category);
  expect(names()).toHaveLength(shelves.length + 2);
  await hand.click(screen.getByRole('option', { name: '无' }));
  expect(await saved()).toMatchObject({ category_id: null });
});

/** Opens the form of an administrator who has the role 32. */
function editRole(readRoles: () => Promise<object[]>) {
  const admins: Resource = { ...adminResource, form: { ...adminResource.form, tabs: { base: { main: ['groupId'] } } } };
  const provider = fakeProvider({
    getAll: readRoles as never,
    getOne: async () => ({ data: { id: 2, username: 'lin', groupId: 32, version: 1 } as never }),
  });
  const form = (
    <ResourceContextProvider value="admin">
      <RecordPanel resource={admins} id={2} onClose={() => {}} />
    </ResourceContextProvider>
  );
  return show(form, { provider, path: `${admins.path}/2` });
}

it('specification D8: choices that could not be read are told at their field, and read again', async () => {
  let isBroken = true;
  const { user: hand } = await editRole(async () => {
    if (isBroken) throw new CallFailure('refused', '系统繁忙', 200);
    return [{ id: 32, title: '编辑' }];
  });
  await screen.findByText(/加载失败 · 系统繁忙/);
  isBroken = false;
  await hand.click(screen.getByRole('button', { name: '重试' }));
  await screen.findByText('编辑');
  expect(screen.queryByText(/加载失败/)).toBeNull();
});

it('D2: a role that is more than one’s own stands among many, with its reason, and cannot be chosen', async () => {
  const roles = shelves.map(({ id, title }) => ({ id, title, beyond: id === 31 }));
  const { user: hand } = await editRole(async () => roles);
  await waitFor(() => expect(screen.getByRole('combobox', { name: /角色/ })).toHaveProperty('value', '茶具'));
  // A role is required, so there is no button that clears it.
  expect(screen.queryByRole('button', { name: '清空' })).toBeNull();
  await hand.click(screen.getByRole('combobox', { name: /角色/ }));
  const beyond = screen.getByRole('option', { name: /^陶瓷 \(.+\)/ });
  expect(beyond.getAttribute('aria-disabled')).toBe('true');
});

it('D2: a filter by one of many, and the value that many records get, are found by typing too', async () => {
  const goodsList = resource(product, { list: { columns: ['title'], filters: ['category_id'] } });
  const page = listing({ id: 1, title: '壶', category_id: 32 });
  const getList = vi.fn((name: string, params: GetListParams) => page(name, params));
  const provider = fakeProvider({ getList: getList as never, getAll: (async () => shelves) as never });
  const onChange = vi.fn();
  const both = (
    <ResourceContextProvider value="product">
      <ValueInput resource={goodsList} name="category_id" value={undefined} onChange={onChange} />
      <Routes>
        <Route path={`${goodsList.path}/*`} element={<EntityScreen resource={goodsList} />} />
      </Routes>
    </ResourceContextProvider>
  );
  const { user: hand } = await show(both, { provider, path: goodsList.path });
  await hand.click(await screen.findByRole('button', { name: '筛选' }));
  await waitFor(() => expect(screen.getAllByRole('combobox', { name: /分类/ })).toHaveLength(2));
  const [many, filter] = screen.getAllByRole('combobox', { name: /分类/ }) as [HTMLElement, HTMLElement];
  await hand.type(many, '茶{ArrowDown}{Enter}');
  expect(onChange).toHaveBeenCalledExactlyOnceWith(32);

  await hand.type(filter, '茶具{ArrowDown}{Enter}');
  await waitFor(() => expect(getList.mock.lastCall).toMatchObject(['product', { filter: { category_id: 32 } }]));
  await waitFor(() => expect(filter).toHaveProperty('value', '茶具'));
  await hand.click(screen.getAllByRole('button', { name: '清空' }).at(-1) as HTMLElement);
  await waitFor(() => expect(getList.mock.lastCall?.[1].filter).not.toHaveProperty('category_id'));
});
