import { screen, waitFor, within } from '@testing-library/react';
import type { Editor, TiptapEditorHTMLElement } from '@tiptap/core';
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
  form: {
    ...articleResource.form,
    tabs: { base: { main: ['title'] }, content: { main: ['content'] }, seo: { main: ['subtitle'] } },
  },
};

beforeEach(() => {
  sessionStorage.clear();
  features.learn(['list', 'ids', 'version', 'check']);
});

const lackingSubtitle = [{ rule: 'words', field: 'subtitle', msg: '没有副标题' }];

async function open({ record: given = {}, findings = lackingSubtitle }: { record?: object; findings?: object[] } = {}) {
  const call = vi.spyOn(http, 'call').mockImplementation((async (
    { path }: Call,
    { fields = {} }: { fields?: Record<string, unknown> } = {},
  ) => {
    if (path === checkLinks.path) return [];
    if (path !== checkContent.path) return {};
    return fields.subtitle ? [] : findings;
  }) as never);
  const record = { id: 7, title: '谷雨', subtitle: '', col_id: 1, status: 0, version: 2, params: {}, ...given };
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
    entity: 'article',
    fields: { title: '谷雨', subtitle: '' },
  });
  await user.click(within(panel).getByRole('button', { name: '副标题' }));
  const subtitle = screen.getByRole('textbox', { name: '副标题' });
  await waitFor(() => expect(document.activeElement).toBe(subtitle));
  await user.type(subtitle, '茶会');
  expect(await within(panel).findByText('没有发现问题')).toBeDefined();
  await user.click(within(panel).getByRole('button', { name: '关闭' }));
  expect(screen.queryByRole('complementary', { name: '发布前检查' })).toBeNull();
});

it('day B6: leads to the word, the address or the picture, selected, each time to the next one', async () => {
  const content =
    '<p>全国第一，<b>最</b>佳口感。最佳</p><p><a href="/gone">旧文</a><img src="/upload/a.png" alt="茶"><img src="/upload/b.png"></p>';
  const { user } = await open({
    record: { title: '最佳春茶', content },
    findings: [
      { rule: 'words', field: 'title', msg: '标题里的词', found: ['最佳'] },
      { rule: 'words', field: 'content', msg: '正文里的词', found: ['第一', '最佳'] },
      { rule: 'link', field: 'content', msg: '打不开', found: ['/gone'] },
      { rule: 'alt', field: 'content', msg: '没有替代文字', found: [] },
    ],
  });
  await user.click(screen.getByRole('button', { name: '发布前检查' }));
  const panel = await screen.findByRole('complementary', { name: '发布前检查' });
  await within(panel).findByText('没有替代文字');
  const lead = (finding: string, name: string) => {
    const item = within(panel).getByText(finding).closest('li') as HTMLElement;
    return user.click(within(item).getByRole('button', { name }));
  };

  await lead('标题里的词', '标题');
  const title = screen.getByRole('textbox', { name: '标题' }) as HTMLInputElement;
  await waitFor(() => expect([title.selectionStart, title.selectionEnd]).toEqual([0, 2]));

  const body = (await screen.findByText(/^全国第一/)).parentElement as TiptapEditorHTMLElement;
  const selected = () => {
    const { doc, selection } = (body.editor as Editor).state;
    const node = doc.nodeAt(selection.from);
    return [doc.textBetween(selection.from, selection.to) || node?.attrs.preserved?.src, selection.from];
  };
  await lead('正文里的词', '第一');
  await waitFor(() => expect(selected()).toEqual(['第一', 3]));
  await lead('正文里的词', '最佳');
  await waitFor(() => expect(selected()).toEqual(['最佳', 6]));
  await lead('正文里的词', '最佳');
  await waitFor(() => expect(selected()).toEqual(['最佳', 11]));
  await lead('打不开', '正文');
  await waitFor(() => expect(selected()[0]).toBe('旧文'));
  await lead('没有替代文字', '正文');
  await waitFor(() => expect(selected()[0]).toBe('/upload/b.png'));
});

it('is not there before a back end without it', async () => {
  features.learn(['list', 'ids', 'version']);
  await open();
  expect(screen.queryByRole('button', { name: '发布前检查' })).toBeNull();
});
