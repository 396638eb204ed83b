import { act, screen } from '@testing-library/react';
import type { Editor } from '@tiptap/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { withFolder } from '../support/dropped.ts';
import { held } from '../support/heldUploads.ts';
import { openEditor } from '../support/textEditor.tsx';

vi.mock('../../src/upload/sendFile.ts', () => import('../support/heldUploads.ts'));

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

it('pictures within pasted HTML are uploaded; its text is there at once, and the pictures in their places later', async () => {
  const { paste, value } = await openEditor('<p>前</p>');
  await paste(`<p>甲<img src="data:image/png;base64,${png}">乙</p><p><img src="https://example.com/a.png">丙</p>`);
  expect(value()).toContain('甲乙');
  expect(value()).toContain('<img src="https://example.com/a.png">丙');
  expect(value()).not.toMatch(/data:|uploading/);
  const [sending] = held;
  expect(sending?.file).toMatchObject({ name: 'image.png', type: 'image/png' });
  await act(async () => sending?.arrive({ url: '/upload/a.png', kind: 'image' }));
  expect(value()).toContain('甲<img src="/upload/a.png" alt="">乙');
});

it('files that are pasted alone become pictures, players and links', async () => {
  const { paste, value } = await openEditor('<p></p>');
  await paste('<img src="https://example.com/remote.png">', [new File(['p'], 'a.png', { type: 'image/png' })]);
  await act(async () => held[0]?.arrive({ url: '/upload/a.png' }));
  expect(value()).toContain('<img src="/upload/a.png" alt="">');
  expect(value()).not.toContain('remote');
  await paste('', [new File(['v'], 'a.mp4', { type: 'video/mp4' }), new File(['d'], '价目表.pdf')]);
  await act(async () => held[1]?.arrive({ url: '/upload/a.mp4' }));
  await act(async () => held[2]?.arrive({ url: '/upload/b.pdf', name: '价目表.pdf' }));
  expect(value()).toContain('<video src="/upload/a.mp4" controls="" preload="metadata"></video>');
  expect(value()).toContain('<a href="/upload/b.pdf">价目表.pdf</a>');
});

it('files that are dropped are uploaded, and a folder among them is not', async () => {
  const { drop, value } = await openEditor('<p></p>');
  await drop(withFolder(new File(['p'], 'a.png', { type: 'image/png' })));
  expect(held.map(({ file }) => file.name)).toEqual(['a.png']);
  await act(async () => held[0]?.arrive({ url: '/upload/a.png' }));
  expect(value()).toContain('<img src="/upload/a.png" alt="">');
});

it('day B7: the focus and the caret go where files are dropped, so that undo takes the picture away', async () => {
  const { user, editor, drop, value } = await openEditor('<p>茶</p>');
  const { view } = (editor as HTMLElement & { editor: Editor }).editor;
  act(() => editor.blur());
  vi.spyOn(view, 'posAtCoords').mockReturnValue({ pos: 2, inside: 1 });
  await drop(withFolder(new File(['p'], 'a.png', { type: 'image/png' })));
  expect(document.activeElement).toBe(editor);
  expect(view.state.selection.head).toBe(2);
  await act(async () => held[0]?.arrive({ url: '/upload/a.png' }));
  expect(value()).toContain('茶<img src="/upload/a.png" alt="">');
  await user.keyboard('{Control>}z{/Control}');
  expect(value()).toBe('<p>茶</p>');
});

it('a picture that is cancelled leaves the text as it was; the source is not opened before one is there', async () => {
  const { user, paste, value } = await openEditor('<p>前</p>');
  await paste('', [new File(['p'], 'a.png', { type: 'image/png' })]);
  await user.click(screen.getByRole('button', { name: 'HTML 源码' }));
  expect(screen.getByRole('textbox', { name: '正文' }).className).toContain('ProseMirror');
  expect(document.querySelectorAll('.upload-place')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: '取消上传 a.png' }));
  expect(document.querySelectorAll('.upload-place')).toHaveLength(0);
  expect(value()).toBe('<p>前</p>');
});

it('an attachment that is uploaded in its dialog is inserted with its name', async () => {
  const { user, value } = await openEditor('<p></p>');
  await user.click(screen.getByRole('button', { name: '附件' }));
  await user.upload(screen.getByLabelText('上传文件: 附件', { selector: 'input' }), new File(['d'], '手册.pdf'));
  await act(async () => held[0]?.arrive({ url: '/upload/m.pdf', name: '手册.pdf' }));
  await user.click(screen.getByRole('button', { name: '插入' }));
  expect(value()).toContain('<a href="/upload/m.pdf">手册.pdf</a>');
});

it('a picture that the clipboard holds as a blob: address is read and uploaded; one that cannot be read says so', async () => {
  const { user, paste, value } = await openEditor('<p>前</p>');
  // jsdom loads no picture: this page's own clipboard would.
  const decode = vi.fn(async () => undefined);
  const encode = vi.fn((take: BlobCallback) => take(new Blob(['p'], { type: 'image/png' })));
  Object.assign(HTMLImageElement.prototype, { decode });
  onTestFinished(() => void Reflect.deleteProperty(HTMLImageElement.prototype, 'decode'));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(encode);
  onTestFinished(() => void vi.restoreAllMocks());
  await paste('<p>甲<img src="blob:http://localhost/1">乙</p>');
  expect(value()).not.toMatch(/blob:|uploading/);
  await expect.poll(() => held.length).toBe(1);
  expect(held[0]?.file).toMatchObject({ name: 'image.png', size: 1 });
  await act(async () => held[0]?.arrive({ url: '/upload/b.png', kind: 'image' }));
  expect(value()).toContain('甲<img src="/upload/b.png" alt="">乙');
  decode.mockRejectedValue(new Error('not there'));
  await paste('<p>丙<img src="blob:https://example.com/2"></p>');
  expect(await screen.findByText('无法读取剪贴板里的这张图片，请保存成文件再上传')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '移除 image.png' }));
  expect(document.querySelectorAll('.upload-place')).toHaveLength(0);
  expect(value()).toContain('丙');
});
