import { act, screen, waitFor, within } from '@testing-library/react';
import type { Editor } from '@tiptap/react';
import { expect, it, vi } from 'vitest';
import { sanitizeHtml } from '../../server/engine/kinds/html/sanitizeHtml.ts';
import { held } from '../support/heldUploads.ts';
import { openEditor } from '../support/textEditor.tsx';

vi.mock('../../src/upload/sendFile.ts', () => import('../support/heldUploads.ts'));

const files = ['a.png', 'b.png', 'c.png'].map((name) => new File([name], name, { type: 'image/png' }));

/** At once: TipTap's own command gives the focus a frame later. */
const select = (editor: Editor, choose: () => void) =>
  act(() => {
    editor.view.focus();
    choose();
  });

/** Selects the first picture, as a click does where there is a layout, and opens its settings by keyboard. */
async function openSettings(content: string) {
  const opened = await openEditor(content);
  const { editor } = screen.getByRole('textbox', { name: '正文' }) as HTMLElement & { editor: Editor };
  let at = -1;
  editor.state.doc.descendants(({ type }, pos) => {
    if (type.name === 'image') at = pos;
  });
  select(editor, () => editor.commands.setNodeSelection(at));
  await opened.user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: '图片' });
  const press = (name: string) => opened.user.click(screen.getByRole('button', { name }));
  const fill = async (name: string, text: string) => {
    await opened.user.clear(screen.getByRole('textbox', { name }));
    if (text) await opened.user.type(screen.getByRole('textbox', { name }), text);
  };
  return { ...opened, dialog, press, fill };
}

it('several files chosen at once stand in their order, each in its place as soon as it has arrived', async () => {
  const { user, value } = await openEditor('<p>前</p>');
  await user.click(screen.getByRole('button', { name: '图片' }));
  await user.upload(screen.getByLabelText('上传图片: 图片', { selector: 'input' }), files);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.querySelectorAll('.upload-place')).toHaveLength(3);
  await act(async () => held[0]?.arrive({ url: '/upload/a.png' }));
  expect(document.querySelectorAll('.upload-place')).toHaveLength(2);
  await act(async () => held[2]?.arrive({ url: '/upload/c.png', caption: '丙' }));
  await act(async () => held[1]?.arrive({ url: '/upload/b.png', alt: '乙' }));
  expect(document.querySelectorAll('.upload-place')).toHaveLength(0);
  expect(value()).toBe(
    '<p><img src="/upload/a.png" alt=""><img src="/upload/b.png" alt="乙"></p>' +
      '<figure style="margin: 0 0 1em;"><img src="/upload/c.png" alt=""><figcaption>丙</figcaption></figure><p>前</p>',
  );
});

it('the settings show the picture, and its address below', async () => {
  const { dialog, fill } = await openSettings('<p><img src="/a.png" alt="甲"></p>');
  const shown = () => within(dialog).queryByRole('img', { name: '预览' })?.getAttribute('src');
  expect(shown()).toMatch(/\/a\.png$/);
  await fill('图片地址', '/b.png');
  expect(shown()).toMatch(/\/b\.png$/);
  await fill('图片地址', '');
  expect(shown()).toBeUndefined();
});

it('width, side and caption are written as a figure with inline styles, which the server keeps', async () => {
  const { value, press, fill } = await openSettings(
    '<p>前<img src="/a.png" alt="" width="800" height="600">后</p><p>尾</p>',
  );
  await fill('说明文字', '春茶');
  await press('中');
  await press('靠左，文字在右侧');
  await press('确定');
  const html =
    '<p>前</p><figure style="float: left; margin: 0 1em 1em 0; width: 66%;">' +
    '<img src="/a.png" alt="" style="width: 100%;"><figcaption>春茶</figcaption></figure><p>后</p><p>尾</p>';
  expect(value()).toBe(html);
  const spelt = (text: string) => text.replaceAll(/(?<=[:;]) |;(?=")| \/(?=>)/g, '');
  expect(spelt(sanitizeHtml(value()))).toBe(spelt(html));
});

it('day C5: a width that is none is told, stays as it was typed, and is not written', async () => {
  const text = '<p><img src="/a.png" alt=""></p>';
  const { value, press, fill, dialog } = await openSettings(text);
  for (const [wrong, problem] of [
    ['1,5', '请输入数字'],
    ['3', '不能小于 5'],
    ['101', '不能大于 100'],
  ] as const) {
    await fill('宽度占整行的百分比', wrong);
    await press('确定');
    within(dialog).getByText(problem);
    expect([within(dialog).getByLabelText<HTMLInputElement>('宽度占整行的百分比').value, value()]).toEqual([
      wrong,
      text,
    ]);
  }
  await press('小');
  expect(within(dialog).getByLabelText<HTMLInputElement>('宽度占整行的百分比').value).toBe('33');
  expect(within(dialog).queryByText('不能大于 100')).toBeNull();
  await fill('宽度占整行的百分比', '１２．５');
  await press('确定');
  expect(value()).toContain('width: 12.5%');
});

it('without a caption the picture stays in its line, and its paragraph is the only one that changes', async () => {
  const { value, press } = await openSettings('<p  class=x>一</p>\n<p><img src=/a.png ></p>\n<p  class=x>二</p>');
  await press('居中');
  await press('小');
  await press('确定');
  expect(value()).toBe(
    '<p  class=x>一</p>\n<p><img src="/a.png" style="display: block; margin: 0 auto; width: 33%;"></p>\n<p  class=x>二</p>',
  );
});

it('a figure of other programs opens with its settings; what is not changed in the dialog keeps its attributes', async () => {
  const figure = (caption: string) =>
    `<figure class="wp-block-image" style="width: 40%; float: right;"><a href="/a.jpg"><img src="/a.jpg" alt="茶" class="wp-image-7"></a>${caption}</figure>`;
  const { value, press, fill, dialog } = await openSettings(
    `<p>一</p>${figure('<figcaption>旧<b>的</b></figcaption>')}`,
  );
  const side = screen.getByRole('button', { name: '靠右，文字在左侧' });
  expect(side.getAttribute('aria-pressed')).toBe('true');
  expect(within(dialog).getByLabelText<HTMLInputElement>('宽度占整行的百分比').value).toBe('40');
  await fill('说明文字', '新的');
  await press('确定');
  expect(value()).toBe(`<p>一</p>${figure('<figcaption>新的</figcaption>')}`);
});

it('a caption that is emptied goes; deleting the picture of a figure deletes the figure', async () => {
  const { user, value, press, fill } = await openSettings(
    '<p>一</p><figure><img src="/a.png" alt=""><figcaption>旧</figcaption></figure>',
  );
  await fill('说明文字', '');
  await press('确定');
  expect(value()).toBe('<p>一</p><figure><img src="/a.png" alt=""></figure>');
  // The text has the focus again a frame after the dialog is closed.
  await waitFor(() => expect(screen.getByRole('textbox', { name: '正文' })).toBe(document.activeElement));
  await user.keyboard('{Delete}');
  expect(value()).toBe('<p>一</p>');
});

it.each([
  [
    'Backspace after a figure',
    '<figure><img src="/a.png"><figcaption>茶</figcaption></figure><p>后</p>',
    'start',
    '{Backspace}',
  ],
  ['Delete before it', '<p>前</p><figure><img src="/a.png"><figcaption>茶</figcaption></figure>', 'end', '{Delete}'],
  [
    'Backspace at the start of its caption',
    '<figure><img src="/a.png"><figcaption>茶</figcaption></figure>',
    'caption',
    '{Backspace}',
  ],
])('%s selects its picture, and deletes it the second time', async (_name, content, place, key) => {
  const { user, value } = await openEditor(content);
  const { editor } = screen.getByRole('textbox', { name: '正文' }) as HTMLElement & { editor: Editor };
  let at = 0;
  editor.state.doc.descendants((node, pos) => {
    if (node.isText && node.text === (place === 'caption' ? '茶' : place === 'start' ? '后' : '前'))
      at = place === 'end' ? pos + 1 : pos;
  });
  select(editor, () => editor.commands.setTextSelection(at));
  await user.keyboard(key);
  expect(value()).toBe(content);
  await user.keyboard(key);
  expect(value()).toBe(content.replace(/<figure>.*<\/figure>/, ''));
});
