import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { explain, whoCan } from '../../contract/calls/explain.ts';
import { entities } from '../../contract/index.ts';
import { RightsOfRecord, WhoCanOfRow } from '../../src/access/rightsButtons.tsx';
import { matrix } from '../../src/access/rightsMatrix.ts';
import { resource } from '../../src/declaration/resource.ts';
import { features, http } from '../../src/services/services.ts';
import { fakeAuth, fakeProvider, listing, show } from '../support/screen.tsx';

const auth = fakeAuth({ rules: [explain.path] });
const step = { is_ok: 1, why: '', rule: '', title: '', time: '', by: '', fields: [] };
const asked: [string, unknown][] = [];

function answering(replies: Record<string, unknown>) {
  vi.spyOn(http, 'call').mockImplementation((async (call: Call, params: unknown) => {
    asked.push([call.path, params]);
    return replies[call.path];
  }) as never);
}

beforeEach(() => {
  asked.length = 0;
  features.learn(['list', 'ids', 'limits', 'explain']);
});

const roleResource = resource(entities.role, { list: { columns: ['title'] } });
const product = matrix.flatMap(({ rows }) => rows).find(({ name }) => name === 'product');

it('a right is chosen in the words of the matrix, a record beside it, and each reason says what it speaks for', async () => {
  const steps = [
    { ...step, step: 'role', why: 'role', title: '编辑' },
    {
      ...step,
      step: 'rule',
      why: 'granted',
      rule: 'base.content/editProduct',
      title: '编辑产品',
      time: '2026-11-20T01:00:00Z',
      by: 'lin',
    },
    { ...step, step: 'rule', why: 'granted', rule: 'base.content/getContentList?model=product' },
    { ...step, step: 'columns', is_ok: 0, why: 'outside' },
    { ...step, step: 'fields', why: 'hidden', fields: ['unit'] },
  ];
  answering({ [explain.path]: { allowed: 0, steps } });
  const provider = fakeProvider({
    getList: listing({ id: 7, title: '绿茶' }),
    getMany: async () => ({ data: [{ id: 7, title: '绿茶' }] as never }),
  });
  const { user } = await show(<RightsOfRecord resource={roleResource} record={{ id: 3, title: '编辑' }} />, {
    auth,
    provider,
  });
  await user.click(await screen.findByRole('button', { name: '查询“编辑”的一项权限' }));
  const dialog = await screen.findByRole('dialog', { name: '查询“编辑”的一项权限' });
  // Typing a path finds it too.
  await user.type(within(dialog).getByRole('combobox', { name: '权限' }), '产品：编辑{ArrowDown}{Enter}');
  await waitFor(() => expect(asked).toEqual([[explain.path, { role: 3, rights: ['base.content/editProduct'] }]]));
  await user.click(await within(dialog).findByRole('combobox', { name: '哪一条记录（可不选）' }));
  await user.click(await screen.findByRole('option', { name: /绿茶/ }));
  await waitFor(() =>
    expect(asked.at(-1)).toEqual([
      explain.path,
      { role: 3, rights: ['base.content/editProduct'], entity: 'product', id: 7 },
    ]),
  );
  await within(dialog).findByText('不可以');
  const reasons = within(dialog)
    .getAllByRole('listitem')
    .map((item) => [within(item).getByRole('img', { hidden: true }).textContent, item.textContent]);
  expect(reasons.map(([mark]) => mark)).toEqual(['是', '是', '是', '否', '限制']);
  expect(reasons[1]?.[1]).toMatch(/角色有“编辑产品”由 lin 于 2026-11-20 \d\d:\d\d 授予$/);
  expect(reasons[2]?.[1]).toMatch(/授予于管理员日志开始之前/);
  expect(reasons[3]?.[1]).toContain('记录不在角色的栏目之内');
  expect(reasons[4]?.[1]).toContain('看不到这些字段：单位');
});

it('who can do what stands by role, with limits, tokens, and those that are only counted', async () => {
  const roles = [
    {
      id: 1,
      title: '超级管理员',
      built_in: 1,
      n: 1,
      limits: [],
      admins: [{ id: 1, name: 'admin', waits: '' }],
      tokens: [{ name: 'admin', n: 2 }],
    },
    {
      id: 2,
      title: '编辑',
      built_in: 0,
      n: 250,
      limits: ['own_only'],
      admins: [
        { id: 5, name: '林', waits: '' },
        { id: 6, name: '新人', waits: 'must_change' },
      ],
      tokens: [],
    },
  ];
  answering({ [whoCan.path]: { roles, others: 3, other_tokens: 0 } });
  if (!product) throw new Error('the matrix has no row of products');
  const { user } = await show(<WhoCanOfRow row={product} />, { auth });
  await user.click(await screen.findByRole('button', { name: '谁有“产品”的权限？' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: '发布' }));
  await within(dialog).findByText('林、新人（须先更改密码） 等 250 位');
  expect(asked.at(-1)).toEqual([whoCan.path, { rights: ['base.content/publish?entity=product'] }]);
  expect(within(dialog).getByText('以及 admin 的 2 个程序令牌')).toBeTruthy();
  expect(within(dialog).getByText('限于自己创建的内容')).toBeTruthy();
  expect(within(dialog).getByText('另有 3 位权限比您多的管理员')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('in English rights have English names, and nobody is said where there is nobody', async () => {
  answering({ [whoCan.path]: { roles: [], others: 0, other_tokens: 0 } });
  const nav = resource(entities.nav, { list: { columns: ['title'] } });
  const { user } = await show(<RightsOfRecord resource={nav} record={{ id: 4, title: 'Home' }} />, {
    auth,
    locale: 'en',
  });
  await user.click(await screen.findByRole('button', { name: 'Who can do this?' }));
  const dialog = await screen.findByRole('dialog', { name: 'Who can do what with “Home”?' });
  await within(dialog).findByText('No one can do this.');
  expect(asked.at(-1)).toEqual([whoCan.path, { rights: ['base.base/editNav'], entity: 'nav', id: 4 }]);
  expect(
    within(dialog)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['', 'View', 'Edit', 'Delete']);
});
