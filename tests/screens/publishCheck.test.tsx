import { screen, waitFor, within } from '@testing-library/react';
import { ResourceContextProvider } from 'ra-core';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { checkContent, checkLinks } from '../../contract/calls/check.ts';
import type { Resource } from '../../src/declaration/resource.ts';
import { articleResource } from '../../src/resources/article.tsx';
import { RecordPanel } from '../../src/screen/RecordPanel.tsx';
import { features, http } from '../../src/services/services.ts';
import { fakeProvider, show } from '../support/screen.tsx';

const articles: Resource = {
  ...articleResource,
  form: { ...articleResource.form, tabs: { base: { main: ['title'] }, seo: { main: ['subtitle'] } } },
};

beforeEach(() => {
  sessionStorage.clear();
  features.learn(['list', 'ids', 'version', 'check']);
});

async function open() {
  const call = vi.spyOn(http, 'call').mockImplementation((async (
    { path }: Call,
    { fields = {} }: { fields?: Record<string, unknown> } = {},
  ) => {
    if (path === checkLinks.path) return [];
    if (path !== checkContent.path) return {};
    return fields.subtitle ? [] : [{ rule: 'words', field: 'subtitle', msg: '没有副标题' }];
  }) as never);
  const record = { id: 7, title: '谷雨', subtitle: '', col_id: 1, status: 0, version: 2, params: {} };
  const shown = await show(
    <ResourceContextProvider value="article">
      <RecordPanel resource={articles} id={7} onClose={() => {}} />
    </ResourceContextProvider>,
    {
      provider: fakeProvider({ getOne: async () => ({ data: record as never }), getAll: async () => [] }),
      path: `${articles.path}/7`,
    },
  );
  await screen.findByRole('button', { name: '保存' });
  return { ...shown, call };
}

it('names what the form lacks, leads to its field on any tab, and follows what is typed', async () => {
  const { user, call } = await open();
  await user.click(screen.getByRole('button', { name: '发布前检查' }));
  const panel = await screen.findByRole('complementary', { name: '发布前检查' });
  expect(await within(panel).findByText('没有副标题')).toBeDefined();
  expect(call.mock.calls.find(([{ path }]) => path === checkContent.path)?.[1]).toMatchObject({
    ...{ entity: 'article', fields: { title: '谷雨', subtitle: '' } },
  });
  await user.click(within(panel).getByRole('button', { name: '副标题' }));
  const subtitle = screen.getByRole('textbox', { name: '副标题' });
  await waitFor(() => expect(document.activeElement).toBe(subtitle));
  await user.type(subtitle, '茶会');
  expect(await within(panel).findByText('没有发现问题')).toBeDefined();
  await user.click(within(panel).getByRole('button', { name: '关闭' }));
  expect(screen.queryByRole('complementary', { name: '发布前检查' })).toBeNull();
});

it('is not there before a back end without it', async () => {
  features.learn(['list', 'ids', 'version']);
  await open();
  expect(screen.queryByRole('button', { name: '发布前检查' })).toBeNull();
});
