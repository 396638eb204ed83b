import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CallFailure } from '../../dataProvider/failure.ts';
import type { ConsoleProvider } from '../../dataProvider/index.ts';
import type { Resource } from '../../src/declaration/resource.ts';
import { editing } from '../../src/delete/steps.ts';
import { adResource } from '../../src/resources/ad.tsx';
import { adminResource } from '../../src/resources/admin.tsx';
import { EntityScreen } from '../../src/screen/EntityScreen.tsx';
import { features } from '../../src/services/services.ts';
import { fakeAuth, fakeProvider, listing, show } from '../support/screen.tsx';

const ads: Resource = {
  ...adResource,
  list: { ...adResource.list, columns: ['title', 'sort', 'status'], filters: [] },
};
const row = (id: number, title: string) => ({ id, title, sort: id, status: 1, version: 1 });
const rows = [row(1, '春'), row(2, '夏'), row(3, '秋')];

const adScreen = (
  <Routes>
    <Route path={`${ads.path}/*`} element={<EntityScreen resource={ads} />} />
  </Routes>
);
const open = (methods: Partial<ConsoleProvider> = {}, auth = fakeAuth(), shown = adScreen) =>
  show(shown, { provider: fakeProvider({ getList: listing(...rows), ...methods }), path: ads.path, auth });
type User = Awaited<ReturnType<typeof open>>['user'];

async function select(user: User, ...titles: string[]): Promise<void> {
  for (const title of titles) await user.click(await screen.findByRole('checkbox', { name: `选择 ${title}` }));
  await screen.findByRole('toolbar', { name: '所选记录的操作' });
}
/** Waits for the checkbox that selects the whole page. It is enabled once all rows are there. */
async function pageBox(): Promise<HTMLInputElement> {
  const box = (await screen.findByRole('checkbox', { name: '选择本页全部' })) as HTMLInputElement;
  await waitFor(() => expect(box.disabled).toBe(false));
  return box;
}
const bar = () => screen.queryByRole('toolbar', { name: '所选记录的操作' });

/** Opens the bulk edit and types a sort number. */
async function typeSort(user: User, value: string): Promise<HTMLElement> {
  await user.click(screen.getByRole('button', { name: '批量编辑' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('combobox', { name: '要修改的字段' }));
  await user.click(await screen.findByRole('option', { name: '排序' }));
  await user.type(within(dialog).getByRole('textbox', { name: '排序' }), value);
  return dialog;
}
async function editSort(user: User, value: string): Promise<HTMLElement> {
  const dialog = await typeSort(user, value);
  await user.click(within(dialog).getByRole('button', { name: '批量编辑' }));
  return dialog;
}

it('day B5: a click with Shift selects the rows from the last one on, and takes a range back', async () => {
  const { user } = await open({ getList: listing(...rows, row(4, '冬')) });
  const chosen = () =>
    screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^选择 ./ }).map(({ checked }) => checked);
  const box = (title: string) => screen.getByRole('checkbox', { name: `选择 ${title}` });
  await select(user, '冬');
  await user.keyboard('{Shift>}');
  await user.click(box('夏'));
  await user.keyboard('{/Shift}');
  expect(chosen()).toEqual([false, true, true, true]);
  expect((await screen.findByRole('toolbar')).textContent).toContain('已选 3 条');
  await user.keyboard('{Shift>}');
  await user.click(box('秋'));
  await user.keyboard('{/Shift}');
  expect(chosen()).toEqual([false, false, false, true]);
  await user.click(box('春'));
  expect(chosen()).toEqual([true, false, false, true]);
});

describe('before a back end without bulk calls', () => {
  beforeEach(() => features.learn(['list', 'ids', 'version']));

  it('several records are edited one after the other, and each refusal is told beside its field', async () => {
    const asked: unknown[] = [];
    const { user } = await open({
      updateMany: async (_resource, { ids, data }) => {
        asked.push([ids, data]);
        if (ids[0] === 2) throw new CallFailure('invalid', '有内容需要修改', 200, { errors: { sort: '不能大于 5' } });
        return { data: ids };
      },
    });
    await select(user, '春', '夏', '秋');
    const dialog = await editSort(user, '9');
    expect(await within(dialog).findByText('成功 2 条，失败 1 条。')).toBeDefined();
    expect(within(dialog).getByRole('listitem').textContent).toBe('#2排序：不能大于 5');
    expect(asked).toEqual([1, 2, 3].map((id) => [[id], { sort: 9 }]));
  });

  it('day C5: a number that is none of the field is told there, and cannot be sent', async () => {
    const { user } = await open();
    await select(user, '春', '夏');
    const dialog = await typeSort(user, '1.5');
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: '批量编辑' });
    within(dialog).getByText('请填写整数，例如 12');
    expect(button.disabled).toBe(true);
    const field = within(dialog).getByRole('textbox', { name: '排序' });
    await user.clear(field);
    await user.type(field, '99999999999');
    within(dialog).getByText(/^不能大于/);
    expect(button.disabled).toBe(true);
  });

  it('what breaks the run off is told, with how much was done, and the run goes on with the same record', async () => {
    let failing = 1;
    const asked: unknown[] = [];
    const { user, toasts } = await open({
      updateMany: async (_resource, { ids }) => {
        asked.push(ids[0]);
        if (ids[0] === failing) throw new CallFailure('server', '服务器出错', 500);
        return { data: ids };
      },
    });
    await select(user, '春', '夏', '秋');
    const dialog = await editSort(user, '9');
    await within(dialog).findByRole('heading', { name: '没有完成' });
    expect(within(dialog).getByRole('status').textContent).toBe('0 / 3');
    failing = 2;
    await user.click(within(dialog).getByRole('button', { name: '继续' }));
    await within(dialog).findByRole('heading', { name: '没有全部完成' });
    expect((await within(dialog).findByRole('alert')).textContent).toBe('服务器出错');
    expect(within(dialog).getByRole('status').textContent).toBe('1 / 3');
    failing = 0;
    await user.click(within(dialog).getByRole('button', { name: '继续' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([asked, toasts().at(-1)?.message]).toEqual([[1, 1, 2, 2, 3], '已修改 3 条']);
    expect(bar()).toBeNull();
  });

  it('day B12: a run that is stopped ends after the record at hand, and says what was left alone', async () => {
    let answer = () => {};
    const asked: unknown[] = [];
    const { user } = await open({
      deleteMany: async (_resource, { ids }) => {
        asked.push(ids[0]);
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return { data: ids };
      },
    });
    await select(user, '春', '夏', '秋');
    await user.click(within(bar() as HTMLElement).getByRole('button', { name: '删除' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: '删除' }));
    const stop = await within(dialog).findByRole('button', { name: '停止' });
    // The second click of a double click on 删除 hits 停止, which took its place, and must not stop the run.
    fireEvent.click(stop, { detail: 2 });
    answer();
    await waitFor(() => expect(asked).toHaveLength(2));
    await user.click(stop);
    answer();
    expect(await within(dialog).findByText('已停止')).toBeDefined();
    expect([asked, within(dialog).getByRole('status').textContent]).toEqual([[1, 2], '2 / 3']);
    expect(within(dialog).getByText('成功 2 条，失败 0 条。')).toBeDefined();
    expect(within(dialog).getByText('其余 1 条没有处理。')).toBeDefined();
  });

  it('there is no button for all that the filter shows, for files or for taking a deletion back', async () => {
    const remove = vi.fn(async () => ({ data: {} as never }));
    const { user, toasts } = await open({
      getList: async () => ({ data: rows as never, total: 500 }),
      delete: remove,
    });
    await user.click(await pageBox());
    expect((await screen.findByRole('toolbar')).textContent).toContain('已选 3 条');
    expect(screen.queryByRole('button', { name: /选择全部/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: '更多' }));
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['保存查询', '选择列']);
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: '删除 春' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }));
    await waitFor(() => expect(toasts().at(-1)).toMatchObject({ message: '已删除', autoHideDuration: 4000 }));
  });
});

it('A2: records that may hold secrets are edited one by one by their own call, also where there is one for many', async () => {
  features.learn(['bulk']);
  const updateMany = vi.fn(async () => ({ data: [7] }));
  const steps = editing(adminResource, { status: 0 }, fakeProvider({ updateMany: updateMany as never }));
  expect([steps.size, editing(adResource, {}, fakeProvider({})).size]).toEqual([1, 100]);
  expect(await steps.take([7])).toEqual({ done: 1, failed: [] });
  expect(updateMany.mock.calls).toEqual([['admin', { ids: [7], data: { status: 0 } }]]);
});

describe('the selection', () => {
  beforeEach(() => features.learn(['list', 'ids', 'version']));

  it('is of a page, of some, or none, and can be cleared', async () => {
    const { user } = await open();
    const page = await pageBox();
    expect(bar()).toBeNull();
    await select(user, '夏');
    expect([page.checked, page.indeterminate]).toEqual([false, true]);
    await user.click(page);
    expect([page.checked, page.indeterminate, bar()?.textContent?.includes('已选 3 条')]).toEqual([true, false, true]);
    await user.click(page);
    expect(bar()).toBeNull();
    await select(user, '春');
    await user.click(screen.getByRole('button', { name: '取消选择' }));
    expect(bar()).toBeNull();
  });

  it('day C13: loses the record that its own button deletes', async () => {
    const { user } = await open({ delete: vi.fn(async () => ({ data: {} as never })) });
    await select(user, '春');
    await select(user, '夏');
    expect(bar()?.textContent).toContain('已选 2 条');
    await user.click(await screen.findByRole('button', { name: '删除 春' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }));
    await waitFor(() => expect(bar()?.textContent).toContain('已选 1 条'));
  });

  it('day C13: loses a record that somebody else has deleted, once the list is read again', async () => {
    let there = rows;
    const { user } = await open({
      getList: async () => ({ data: there as never, total: there.length }),
      getMany: async (_resource, { ids }) => ({ data: there.filter(({ id }) => ids.includes(id)) as never }),
    });
    await select(user, '春');
    await select(user, '夏');
    there = rows.slice(1);
    // Lists are read again when the page becomes visible.
    fireEvent(window, new Event('visibilitychange'));
    await waitFor(() => expect(bar()?.textContent).toContain('已选 1 条'));
  });

  it('day C13: keeps a row that is selected while deleted ones are looked for', async () => {
    let there = rows;
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    const asked = vi.fn();
    const { user } = await open({
      getList: async () => ({ data: there as never, total: there.length }),
      getMany: async (_resource, { ids }) => {
        asked();
        await mayAnswer;
        return { data: there.filter(({ id }) => ids.includes(id)) as never };
      },
    });
    await select(user, '春');
    await select(user, '夏');
    there = rows.slice(1);
    fireEvent(window, new Event('visibilitychange'));
    await waitFor(() => expect(asked).toHaveBeenCalled());
    await select(user, '秋');
    answer();
    await waitFor(() => expect(bar()?.textContent).toContain('已选 2 条'));
    const checked = screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^选择 ./ });
    expect(checked.map((box) => box.checked)).toEqual([true, true]);
  });

  it('day B4: ends with its list, so that nothing is selected that one no longer thinks of', async () => {
    const Turns = () => {
      const [isShown, setShown] = useState(true);
      return (
        <>
          <button type="button" onClick={() => setShown(!isShown)}>
            turn
          </button>
          {isShown && adScreen}
        </>
      );
    };
    const { user } = await open({}, fakeAuth(), <Turns />);
    await select(user, '春');
    await user.click(screen.getByRole('button', { name: 'turn' }));
    await user.click(screen.getByRole('button', { name: 'turn' }));
    await pageBox();
    await waitFor(() => expect(bar()).toBeNull());
    await select(user, '夏');
    expect(bar()?.textContent).toContain('已选 1 条');
  });

  it('is not offered to those who may neither edit nor delete', async () => {
    await open({}, fakeAuth({ forbidden: ['edit', 'delete'] }));
    await screen.findByRole('link', { name: '春' });
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: '选择 春' })).toBeNull());
    expect(screen.queryByRole('checkbox', { name: '选择本页全部' })).toBeNull();
  });
});

describe('a sort number', () => {
  beforeEach(() => features.learn(['list', 'ids', 'version']));

  it('day C5: is saved where it stands, also in full width, with the version that was read; what is no number is told, and stays until Escape', async () => {
    const update = vi.fn(async (_resource: string, { data }: { data: object }) => ({
      data: { ...rows[0], ...data } as never,
    }));
    const { user, toasts } = await open({ update: update as never });
    const [input] = (await screen.findAllByRole('textbox', { name: '排序' })) as HTMLInputElement[];
    await user.clear(input as HTMLInputElement);
    await user.type(input as HTMLInputElement, 'x{Enter}');
    expect([update.mock.calls.length, input?.value, input?.getAttribute('aria-invalid')]).toEqual([0, 'x', 'true']);
    expect(toasts().at(-1)?.message).toBe('请输入数字');
    await user.keyboard('{Escape}');
    expect(input?.value).toBe('1');
    await user.clear(input as HTMLInputElement);
    await user.type(input as HTMLInputElement, '３０{Enter}');
    await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
    expect(update.mock.calls[0]?.[1]).toMatchObject({ id: 1, data: { sort: 30 }, previousData: { version: 1 } });
  });

  it('day C5: that is typed while an earlier one is being saved follows it, with the version of then', async () => {
    const replies: (() => void)[] = [];
    const update = vi.fn(
      (_resource: string, { data }: { data: object }) =>
        new Promise((resolve) =>
          replies.push(() => resolve({ data: { ...rows[0], ...data, version: replies.length + 1 } })),
        ),
    );
    const { user } = await open({ update: update as never });
    const [input] = (await screen.findAllByRole('textbox', { name: '排序' })) as HTMLInputElement[];
    const field = input as HTMLInputElement;
    await user.type(field, '1{Enter}');
    await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
    await user.clear(field);
    await user.type(field, '12');
    await user.tab();
    replies[0]?.();
    await waitFor(() => expect(update).toHaveBeenCalledTimes(2));
    expect([field.value, update.mock.calls[1]?.[1]]).toMatchObject([
      '12',
      { data: { sort: 12 }, previousData: { version: 2 } },
    ]);
    replies[1]?.();
    await user.clear(field);
    await user.type(field, '99999999999{Enter}');
    expect([update.mock.calls.length, field.getAttribute('aria-invalid')]).toEqual([2, 'true']);
  });

  it('day C5: that could not be saved stays, says so and is tried again by Enter alone', async () => {
    let fails = true;
    const update = vi.fn(async (_resource: string, { data }: { data: object }) => {
      if (fails) throw new CallFailure('network', '', 0);
      return { data: { ...rows[0], ...data } as never };
    });
    const { user, toasts } = await open({ update: update as never });
    const [input] = (await screen.findAllByRole('textbox', { name: '排序' })) as HTMLInputElement[];
    const field = input as HTMLInputElement;
    await user.clear(field);
    await user.type(field, '7{Enter}');
    await waitFor(() => expect(toasts()).toHaveLength(1));
    await waitFor(() => expect(field.title).toBe('没有保存，按回车键重试'));
    await user.tab();
    expect([field.value, field.getAttribute('aria-invalid'), update.mock.calls.length]).toEqual(['7', 'true', 1]);
    // After Escape, typing the same number saves it like any other.
    await user.click(field);
    await user.keyboard('{Escape}');
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['1', 'false']);
    await user.clear(field);
    await user.type(field, '7{Enter}');
    await waitFor(() => expect(update).toHaveBeenCalledTimes(2));
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    fails = false;
    await user.type(field, '{Enter}');
    await waitFor(() => expect(update).toHaveBeenCalledTimes(3));
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('false'));
  });

  it('day C5: is whole before every back end; what is stored and is not whole says nothing', async () => {
    features.learn([]);
    const update = vi.fn();
    const { user, toasts } = await open({ update, getList: listing(...rows, { ...row(4, '冬'), sort: 1.5 }) });
    const last = (await screen.findAllByRole('textbox', { name: '排序' })).at(-1) as HTMLInputElement;
    await user.click(last);
    await user.tab();
    expect([last.value, last.getAttribute('aria-invalid'), toasts()]).toEqual(['1.5', 'false', []]);
    const [input] = (await screen.findAllByRole('textbox', { name: '排序' })) as HTMLInputElement[];
    await user.type(input as HTMLInputElement, '.5{Enter}');
    expect([update.mock.calls.length, input?.title]).toEqual([0, '请填写整数，例如 12']);
  });

  it('day B1: stays as typed when Escape or Enter ends a composition', async () => {
    const update = vi.fn();
    const { user } = await open({ update });
    const [input] = (await screen.findAllByRole('textbox', { name: '排序' })) as HTMLInputElement[];
    await user.type(input as HTMLInputElement, '0');
    for (const key of ['Escape', 'Enter']) fireEvent.keyDown(input as HTMLInputElement, { key, keyCode: 229 });
    expect([update.mock.calls.length, input?.value]).toEqual([0, '10']);
  });

  it('is only shown to those who may not edit', async () => {
    await open({}, fakeAuth({ forbidden: ['edit'] }));
    await screen.findByRole('link', { name: '春' });
    expect(screen.queryByRole('textbox', { name: '排序' })).toBeNull();
  });
});
