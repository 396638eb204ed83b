import { screen, waitFor } from '@testing-library/react';
import { ResourceContextProvider } from 'ra-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { extensions } from '../../contract/extensions.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import type { Resource } from '../../src/declaration/resource.ts';
import { adminResource } from '../../src/resources/admin.tsx';
import { articleResource } from '../../src/resources/article.tsx';
import { atlasResource } from '../../src/resources/atlas.tsx';
import { downResource } from '../../src/resources/down.tsx';
import { userResource } from '../../src/resources/user.tsx';
import { videoResource } from '../../src/resources/video.tsx';
import { RecordPanel } from '../../src/screen/RecordPanel.tsx';
import { features } from '../../src/services/services.ts';
import { SignInForm } from '../../src/signIn/SignInForm.tsx';
import { fitting } from '../../src/upload/uploadKinds.ts';
import { fakeProvider, show } from '../support/screen.tsx';

beforeEach(() => {
  features.learn([]);
  sessionStorage.clear();
  return () => features.learn(extensions);
});

async function edit(shown: Resource, record: { id: number } | undefined, methods: object, onClose = vi.fn()) {
  const form = (
    <ResourceContextProvider value={shown.name}>
      <RecordPanel resource={shown} id={record?.id} onClose={onClose} />
    </ResourceContextProvider>
  );
  const provider = fakeProvider({
    getAll: async () => [],
    getList: async () => ({ data: [], total: 0 }),
    getMany: async () => ({ data: [] }),
    getOne: async () => ({ data: record as never }),
    ...methods,
  });
  const opened = await show(form, { provider, path: `${shown.path}/${record?.id ?? 'create'}` });
  await screen.findByRole('button', { name: '保存' });
  return opened;
}
const save = () => screen.getByRole('button', { name: '保存' });
const baseOnly = (shown: Resource, ...main: string[]): Resource => ({
  ...shown,
  form: { ...shown.form, tabs: { base: { main } } },
});

it.each(['保存', 'Ctrl-S'])(
  'specification D7: on a back end without working copies %s closes the form of a content, and the next new one is empty',
  async (way) => {
    const article = baseOnly(articleResource, 'title', 'subtitle');
    const create = vi.fn(async () => ({ data: { id: 7 } }));
    const onClose = vi.fn();
    const { user, unmount } = await edit(article, undefined, { create }, onClose);
    await user.type(screen.getByRole('textbox', { name: /^标题/ }), '开园');
    if (way === '保存') await user.click(save());
    else await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(create).toHaveBeenCalledTimes(1);
    unmount();
    await edit(article, undefined, {});
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^标题/ }).value).toBe('');
  },
);

describe('C5: on a back end without extensions', () => {
  it.each([
    ['a gallery', baseOnly(atlasResource, 'title', 'images'), 'images'],
    ['a video', baseOnly(videoResource, 'title', 'video_url', 'episodes'), 'episodes'],
    ['a download', baseOnly(downResource, 'title', 'files'), 'files'],
  ])(
    '%s whose rows leave a list out is saved, and the list is neither shown as empty nor sent',
    async (_what, shown, list) => {
      const update = vi.fn(async (_resource: string, _params: { data: object }) => ({ data: { id: 7 } }));
      const { user } = await edit(shown, { id: 7, title: '春天' } as never, { update });
      await screen.findByText(/后端的列表不提供/);
      await user.type(screen.getByRole('textbox', { name: /标题/ }), '！');
      await user.click(save());
      await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
      expect(update.mock.calls[0]?.[1].data).toMatchObject({ title: '春天！' });
      expect(update.mock.calls[0]?.[1].data).not.toHaveProperty(list);
    },
  );

  it('a new record goes out as it is, and what the reply refuses stands at its field', async () => {
    const create = vi.fn(async () => {
      throw new CallFailure('invalid', '请修改', 200, { errors: { title: '标题太短' } });
    });
    const { user } = await edit(baseOnly(atlasResource, 'title', 'images'), undefined, { create });
    await user.click(save());
    await screen.findByText('标题太短');
    expect(create).toHaveBeenCalledTimes(1);
  });

  it.each([
    [userResource, ['username', 'email', 'birthday']],
    [adminResource, ['username', 'mobile']],
  ])('what our own server would refuse goes to it: %#', async (shown, names) => {
    const create = vi.fn(async (_resource: string, _params: { data: object }) => ({ data: { id: 7 } }));
    const inputs = { ...shown, form: { ...shown.form, inputs: {} } };
    const { user } = await edit(baseOnly(inputs, ...names), undefined, { create });
    for (const field of screen.getAllByRole('textbox')) await user.type(field, 'x');
    await user.click(save());
    await waitFor(() => expect(create).toHaveBeenCalledTimes(1));
    expect(Object.values(create.mock.calls[0]?.[1].data ?? {})).toEqual(expect.arrayContaining(['x']));
  });

  it('one signs in with whatever is typed', async () => {
    const onSubmit = vi.fn(async () => {});
    const { user } = await show(<SignInForm onSubmit={onSubmit} />);
    await user.type(screen.getByPlaceholderText('登录账户'), 'editor{Enter}');
    expect(onSubmit).toHaveBeenLastCalledWith({ username: 'editor', password: '' });
    await user.click(screen.getByRole('tab', { name: '短信登录' }));
    await user.type(await screen.findByPlaceholderText('手机账户'), 'abc{Enter}');
    expect(onSubmit).toHaveBeenLastCalledWith({ username: 'abc', verify: '' });
  });

  it('a file of any kind is sent', () => {
    const file = new File(['a'], 'a.pdf', { type: 'application/pdf' });
    expect(fitting([file], ['image'])).toEqual([file]);
    features.learn(['list']);
    expect(fitting([file], ['image'])).toEqual([]);
  });
});
