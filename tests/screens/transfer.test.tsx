import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { articleResource } from '../../src/resources/article.tsx';
import { http } from '../../src/services.ts';
import { ImportDialog } from '../../src/transfer/ImportDialog.tsx';
import { show } from '../support/screen.tsx';

const report = { rows: 2, created: 2, updated: 0, errors: [], more: 0, repeated: 0 as const };
const file = new File(['title\n一\n二'], '文章.csv', { type: 'text/csv' });
const upload = vi.spyOn(http, 'upload');
beforeEach(() => {
  upload.mockReset();
});

/** Opens the dialog and gives it a file. */
async function open() {
  const onClose = vi.fn();
  const shown = await show(<ImportDialog resource={articleResource} onClose={onClose} />);
  const dialog = within(await screen.findByRole('dialog'));
  await shown.user.upload(dialog.getByLabelText('选择文件', { selector: 'input' }), file);
  const button = (name: string) => dialog.getByRole('button', { name }) as HTMLButtonElement;
  return { ...shown, onClose, dialog, button };
}

/** Whether the browser would ask before it leaves the page. */
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('the import of a file', () => {
  it('cannot be left by button, key or page while it is written, and closes when it is', async () => {
    let end = (_report: typeof report) => {};
    upload.mockResolvedValueOnce(report as never).mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          end = resolve as never;
        }),
    );
    const { user, onClose, dialog, button, toasts } = await open();
    await dialog.findByText(/没有发现问题/);
    expect(asks()).toBe(false);
    await user.click(button('导入'));
    await dialog.findByText(/正在导入/);
    expect([button('取消').disabled, button('换一个文件').disabled, asks()]).toEqual([true, true, true]);
    await user.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
    await act(async () => end(report));
    await expect.poll(() => onClose.mock.calls).toHaveLength(1);
    expect(toasts().map(({ message }) => message)).toEqual(['导入完成：新增 2 条，修改 0 条']);
  });

  it('is left at any time while the file is only looked through', async () => {
    upload.mockImplementationOnce(() => new Promise(() => {}));
    const { user, onClose, button } = await open();
    await user.click(button('取消'));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('that was made already is told before it is repeated, and is not offered', async () => {
    upload.mockResolvedValueOnce({ ...report, repeated: 1 } as never);
    const { dialog, button } = await open();
    await dialog.findByText(/24 小时内已导入过（新增 2 条，修改 0 条）/);
    expect(button('导入').disabled).toBe(true);
    expect(dialog.queryByText(/没有发现问题/)).toBeNull();
  });

  it('sends the words of both languages and the time zone with the file', async () => {
    upload.mockResolvedValueOnce(report as never);
    const { dialog } = await open();
    await dialog.findByText(/没有发现问题/);
    expect(upload.mock.calls[0]?.[1]).toMatchObject({
      labels: { title: ['标题', 'Title'] },
      choices: { status: { 0: ['草稿', 'Draft'] }, is_top: { 1: ['是', 'Yes'] } },
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  });
});
