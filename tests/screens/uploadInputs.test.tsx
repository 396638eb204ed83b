import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Form } from 'ra-core';
import { useFormContext } from 'react-hook-form';
import { expect, it, vi } from 'vitest';
import { file, image } from '../../contract/fields.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { InputOf } from '../../src/fields/InputOf.tsx';
import { FormFooter } from '../../src/form/FormFooter.tsx';
import { useSave } from '../../src/form/useSave.ts';
import { articleResource } from '../../src/resources/article.tsx';
import { features } from '../../src/services/services.ts';
import { withFolder } from '../support/dropped.ts';
import { held } from '../support/heldUploads.ts';
import { fakeAuth, fakeProvider, show } from '../support/screen.tsx';

vi.mock('../../src/upload/sendFile.ts', () => import('../support/heldUploads.ts'));
const next = async () => {
  await waitFor(() => expect(held.length).toBeGreaterThan(0));
  const sending = held.shift();
  if (!sending) throw new Error('nothing is sent');
  return sending;
};

/** Whether the browser would ask before it leaves the page. */
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const png = (name = '茶园.png') => new File(['picture'], name, { type: 'image/png' });
const fields = {
  org_img: image(),
  cover: image({ required: true }),
  video_url: file({ media: ['video', 'audio'] }),
  other: file(),
};

const isPicture = (name: keyof typeof fields) => name === 'org_img' || name === 'cover';

/** Someone whose role holds every rule. */
const auth = fakeAuth({ rules: 'all' });

/** An input in a form, as a record has it. */
async function open(name: keyof typeof fields, given: Record<string, unknown> = {}, provider = fakeProvider({})) {
  let values: Record<string, unknown> = {};
  const Values = () => {
    values = useFormContext().watch();
    return null;
  };
  const Footer = () => (
    <FormFooter resource={articleResource} save={useSave(articleResource, false)} onClose={() => {}} />
  );
  const shown = await show(
    <Form defaultValues={given}>
      <InputOf field={fields[name]} name={name} label="封面" isNew={false} />
      <Footer />
      <Values />
    </Form>,
    { auth, provider },
  );
  const address = await screen.findByLabelText<HTMLInputElement>(isPicture(name) ? /^封面的地址/ : '封面');
  await screen.findByLabelText(/^上传.*: 封面$/, { selector: 'input' });
  const save = screen.getByRole<HTMLButtonElement>('button', { name: '保存' });
  return { ...shown, address, save, value: () => values[name] };
}

it('a picture is uploaded by its button with its progress in the input’s place; the form is saved when it is there', async () => {
  const { user, save, value } = await open('org_img');
  await user.upload(screen.getByLabelText('上传图片: 封面', { selector: 'input' }), png());
  const sending = await next();
  act(() => sending.onProgress(30, 120));
  expect(screen.getByRole('progressbar', { name: '茶园.png 的上传进度' }).getAttribute('aria-valuenow')).toBe('25');
  expect(screen.getByText(/^25% · /)).toBeTruthy();
  expect([save.disabled, screen.queryByText(/还有 1 个文件未上传完/) !== null]).toEqual([true, true]);
  expect(asks()).toBe(true);
  await act(async () => sending.arrive({ url: '/upload/a.png' }));
  expect(value()).toBe('/upload/a.png');
  expect([save.disabled, asks()]).toEqual([false, false]);
  expect(screen.queryByRole('progressbar')).toBeNull();
  await user.click(screen.getByRole('button', { name: '清空: 封面' }));
  expect(value()).toBe('');
});

it('a picture is taken where it is dropped and where it is pasted; a typed address stays possible', async () => {
  const { user, address, value } = await open('org_img');
  const drop = createEvent.drop(address);
  Object.assign(drop, { dataTransfer: { types: ['Files'], files: [png('dropped.png')] } });
  fireEvent(address, drop);
  const dropped = await next();
  expect(dropped.file.name).toBe('dropped.png');
  await act(async () => dropped.arrive({ url: '/upload/dropped.png' }));
  expect(value()).toBe('/upload/dropped.png');
  fireEvent.paste(address, { clipboardData: { types: ['Files'], files: [png('pasted.png')] } });
  const pasted = await next();
  await act(async () => pasted.arrive({ url: '/upload/pasted.png' }));
  expect(address.value).toBe('/upload/pasted.png');
  await user.click(screen.getByRole('button', { name: '地址: 封面' }));
  await user.clear(address);
  await user.type(address, 'https://example.com/b.png');
  expect(value()).toBe('https://example.com/b.png');
});

it('a folder that is dropped with a picture is not sent', async () => {
  const { address } = await open('org_img');
  const drop = createEvent.drop(address);
  Object.assign(drop, { dataTransfer: withFolder(png('dropped.png')) });
  fireEvent(address, drop);
  expect((await next()).file.name).toBe('dropped.png');
  expect(held).toEqual([]);
});

it('text that is pasted with a picture of it stays text', async () => {
  const { address } = await open('org_img');
  const isLeft = fireEvent.paste(address, { clipboardData: { types: ['text/plain', 'Files'], files: [png()] } });
  expect(isLeft).toBe(true);
  expect(held).toEqual([]);
});

it('a file that failed says why beside it, and is sent again or taken away', async () => {
  const { user, save, value } = await open('org_img', { org_img: '/upload/before.png' });
  const input = screen.getByLabelText('上传图片: 封面', { selector: 'input' });
  await user.upload(input, png());
  const first = await next();
  await act(async () => first.fail(new CallFailure('server', '文件不能超过 5 MB', 413)));
  expect(within(screen.getByRole('list', { name: '正在上传的文件' })).getByText('文件不能超过 5 MB')).toBeTruthy();
  expect(screen.getByText('茶园.png 上传失败：文件不能超过 5 MB')).toBeTruthy();
  expect([save.disabled, value()]).toEqual([false, '/upload/before.png']);
  await user.click(screen.getByRole('button', { name: '重试 茶园.png' }));
  const second = await next();
  await user.click(screen.getByRole('button', { name: '取消上传 茶园.png' }));
  expect(second.signal.aborted).toBe(true);
  expect(screen.queryByText('茶园.png')).toBeNull();
});

it('a way that can pause is paused and goes on', async () => {
  const { user } = await open('other');
  await user.upload(screen.getByLabelText('上传文件: 封面', { selector: 'input' }), new File(['x'], 'a.zip'));
  const sending = await next();
  const control = { pause: vi.fn(), resume: vi.fn() };
  act(() => sending.onPausable(control));
  await user.click(screen.getByRole('button', { name: '暂停 a.zip' }));
  expect(control.pause).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: '继续 a.zip' }));
  expect(control.resume).toHaveBeenCalledTimes(1);
});

it('a file of another kind than the input’s is not sent, and that is said', async () => {
  const { user, toasts } = await open('video_url');
  const input = screen.getByLabelText<HTMLInputElement>('上传文件: 封面', { selector: 'input' });
  expect(input.accept).toContain('.mp4');
  fireEvent.paste(input, { clipboardData: { types: ['Files'], files: [png()] } });
  expect(toasts().map(({ message }) => message)).toEqual(['这里不能放这种文件：茶园.png']);
  expect(held).toEqual([]);
  await user.upload(input, new File(['film'], 'a.mp4', { type: 'video/mp4' }));
  expect((await next()).file.name).toBe('a.mp4');
});

it('an input that goes away ends its uploads', async () => {
  const { user, unmount } = await open('org_img');
  await user.upload(screen.getByLabelText('上传图片: 封面', { selector: 'input' }), png());
  const sending = await next();
  unmount();
  expect(sending.signal.aborted).toBe(true);
});

it('a picture is shown with its name and size, as the library has them; its address opens on demand, or when it is refused', async () => {
  features.learn(['media', 'list']);
  const file = { id: 3, url: '/upload/1/a.png', name: '茶园全景.png', size: 2048, width: 1200, height: 800 };
  const getList = vi.fn(async () => ({ data: [file] as never, total: 1 }));
  const { user, address } = await open('cover', { cover: file.url }, fakeProvider({ getList }));
  expect((await screen.findByRole('link', { name: '茶园全景.png' })).getAttribute('href')).toBe('/upload/1/a.png');
  expect(screen.getByText('1200 × 800 · 2 KB')).toBeDefined();
  expect(getList.mock.calls[0]).toMatchObject(['media', { filter: { url: file.url } }]);
  const isShown = () => address.closest('[hidden]') === null;
  expect(isShown()).toBe(false);
  await user.click(screen.getByRole('button', { name: '地址: 封面' }));
  expect(isShown()).toBe(true);
  await user.clear(address);
  await user.click(screen.getByRole('button', { name: '地址: 封面' }));
  expect(isShown()).toBe(false);
  await user.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(isShown()).toBe(true));
});

it('without a library a picture has the name that its address ends with', async () => {
  await open('org_img', { org_img: 'https://example.com/%E8%8C%B6.png?v=2' });
  fireEvent.error(screen.getByRole('img', { name: '预览' }));
  expect(screen.getByRole('link', { name: '茶.png' })).toBeDefined();
  expect(screen.getByText('图片无法显示', { selector: 'span' })).toBeDefined();
});
