import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { bulkSelect } from '../../contract/calls/bulk.ts';
import { transferImport } from '../../contract/calls/transfer.ts';
import { rulesOf, transferExport } from '../../contract/index.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { fileWords } from '../../src/csv/fileWords.ts';
import { ImportDialog } from '../../src/csv/ImportDialog.tsx';
import type { Resource } from '../../src/declaration/resource.ts';
import { adResource } from '../../src/resources/ad.tsx';
import { adminResource } from '../../src/resources/admin.tsx';
import { articleResource } from '../../src/resources/article.tsx';
import { EntityScreen } from '../../src/screen/EntityScreen.tsx';
import { features, http, session } from '../../src/services/services.ts';
import { fakeAuth, fakeProvider, listing, show } from '../support/screen.tsx';

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
    let end: ((_report: typeof report) => void) | undefined;
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
    // The file is read before it is sent.
    await waitFor(() => expect(end).toBeDefined());
    await act(async () => end?.(report));
    await waitFor(() => expect(onClose.mock.calls).toHaveLength(1));
    expect(toasts().map(({ message }) => message)).toEqual(['导入完成：新增 2 条，修改 0 条']);
  });

  it('is left at any time while the file is only looked through', async () => {
    upload.mockImplementationOnce(() => new Promise(() => {}));
    const { user, onClose, button } = await open();
    await user.click(button('取消'));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('shows nothing of the check of a file in whose place another was chosen', async () => {
    let answerFirst = (_made: never) => {};
    upload.mockImplementationOnce(() => new Promise((resolve) => (answerFirst = resolve)));
    upload.mockResolvedValueOnce({ ...report, rows: 7 } as never);
    const { user, dialog } = await open();
    await waitFor(() => expect(upload).toHaveBeenCalledTimes(1));
    const input = dialog.getByLabelText('选择文件', { selector: 'input' });
    await user.upload(input, new File(['标题\n乙\n'], 'b.csv', { type: 'text/csv' }));
    await dialog.findByText(/共 7 行，没有发现问题/);
    await act(async () => answerFirst({ ...report, rows: 3 } as never));
    expect(dialog.queryByText(/共 3 行/)).toBeNull();
    expect(dialog.getByText(/共 7 行，没有发现问题/)).toBeDefined();
  });

  it('that was made already is told before it is repeated, and is made again on demand', async () => {
    upload.mockResolvedValueOnce({ ...report, repeated: 1 } as never).mockResolvedValue(report as never);
    const { user, dialog, button } = await open();
    await dialog.findByText(/24 小时内已导入过（新增 2 条，修改 0 条）/);
    expect(button('导入').disabled).toBe(true);
    expect(dialog.queryByText(/没有发现问题/)).toBeNull();
    await user.click(button('再次导入'));
    await dialog.findByText(/没有发现问题/);
    await user.click(button('导入'));
    await waitFor(() => expect(upload).toHaveBeenCalledTimes(3));
    const [known, ...anew] = upload.mock.calls.map(([, , , options]) => options?.key);
    expect(new Set(anew).size).toBe(1);
    expect(anew).not.toContain(known);
  });

  it('has a key of its own for each file, by which the back end knows one that comes again', async () => {
    upload.mockResolvedValue(report as never);
    const { user, dialog } = await open();
    for (const other of [new File(['title\n三'], '文章.csv'), file]) {
      await dialog.findByText(/没有发现问题/);
      await user.upload(dialog.getByLabelText('选择文件', { selector: 'input' }), other);
    }
    await waitFor(() => expect(upload).toHaveBeenCalledTimes(3));
    const [first, second, again] = upload.mock.calls.map(([, , , options]) => options?.key);
    expect(first).toMatch(/^article\.[0-9a-f]{64}$/);
    expect(second).toMatch(/^article\.[0-9a-f]{64}$/);
    expect([second === first, again]).toEqual([false, first]);
  });

  it('B4: offers to leave out columns that no field has, and names a bad cell by the heading of its column', async () => {
    const bad = { row: 2, field: 'params.garden', column: '茶园', value: '火星', msg: '只能是：东坡 / 西坡' };
    const nested = { row: 3, field: 'org_img.0.url', column: '', value: '', msg: '不是链接' };
    const unknown = { row: 1, field: '', column: '备注', value: '备注', msg: '没有这一列' };
    upload
      .mockResolvedValueOnce({ ...report, unknown: ['备注'], errors: [unknown, bad, nested] } as never)
      .mockResolvedValueOnce({ ...report, unknown: ['备注'] } as never);
    const { user, dialog } = await open();
    expect((await dialog.findByRole('row', { name: /只能是/ })).textContent).toBe('2茶园火星只能是：东坡 / 西坡');
    expect(dialog.queryByText(/resources\./)).toBeNull();
    await user.click(dialog.getByRole('checkbox', { name: '不导入没有对应字段的列：备注' }));
    await dialog.findByText(/没有发现问题/);
    expect(upload.mock.calls.map(([, params]) => (params as { skip_unknown?: 1 }).skip_unknown)).toEqual([
      undefined,
      1,
    ]);
  });

  it('day C1: says whether empty cells empty their fields, and checks anew when that is chosen', async () => {
    const edits = { ...report, updated: 1 };
    upload
      .mockResolvedValueOnce({ ...edits, empty_cells: 0 } as never)
      .mockResolvedValueOnce({ ...edits, empty_cells: 1 } as never)
      .mockResolvedValueOnce({ ...edits, empty_cells: 0 } as never);
    const { user, dialog } = await open();
    const box = await dialog.findByRole('checkbox', { name: /^用空单元格清空已有内容/ });
    expect(box).toHaveProperty('checked', false);
    await user.click(box);
    await waitFor(() => expect(box).toHaveProperty('checked', true));
    await user.upload(dialog.getByLabelText('选择文件', { selector: 'input' }), new File(['title\n三'], '文章.csv'));
    await waitFor(() => expect(upload).toHaveBeenCalledTimes(3));
    const sent = upload.mock.calls.map(([, params]) => (params as { empty_cells?: 0 | 1 }).empty_cells);
    expect(sent).toEqual([undefined, 1, undefined]);
    // If the same file is read in another way, it is another import, with another key.
    const [first, second] = upload.mock.calls.map(([, , , options]) => options?.key);
    expect(first).not.toBe(second);
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

describe('the export of a list', () => {
  it('leads to the sign-in where the session is over, as every other call does', async () => {
    features.learn(['transfer']);
    onTestFinished(() => features.learn([]));
    const said = '用户信息无效，请重新登录';
    const download = vi.spyOn(http, 'download').mockRejectedValue(new CallFailure('unauthorized', said, 401));
    onTestFinished(() => download.mockRestore());
    const ads = { ...adResource, list: { ...adResource.list, columns: ['title'], filters: [] } };
    const list = (
      <Routes>
        <Route path={`${ads.path}/*`} element={<EntityScreen resource={ads} />} />
      </Routes>
    );
    const auth = {
      ...fakeAuth({ rules: rulesOf(transferExport) }),
      checkError: async () => {
        throw { message: said };
      },
      logout: async () => {
        session.end();
        return '/rTopAdmin/Login';
      },
    };
    const provider = fakeProvider({ getList: listing({ id: 1, title: '春' }), getAll: async () => [] });
    const { user, address } = await show(list, { provider, auth, path: ads.path });
    await user.click(await screen.findByRole('button', { name: '更多' }));
    await user.click(await screen.findByRole('menuitem', { name: '导出 CSV' }));
    await waitFor(() => expect(address()).toBe('/rTopAdmin/Login'));
  });

  it('B6: and the choice of all pages take a span of days as its times', async () => {
    features.learn(['transfer', 'bulk', 'list', 'ids', 'pageSize']);
    onTestFinished(() => features.learn([]));
    const download = vi.spyOn(http, 'download').mockResolvedValue(new Blob() as never);
    const call = vi.spyOn(http, 'call').mockResolvedValue({ ids: [1] } as never);
    onTestFinished(() => void [download, call].map((spy) => spy.mockRestore()));
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const shown: Resource = {
      ...articleResource,
      list: { ...articleResource.list, columns: ['title'], Aside: undefined, useDefaultFilter: undefined },
    };
    const list = (
      <Routes>
        <Route path={`${shown.path}/*`} element={<EntityScreen resource={shown} />} />
      </Routes>
    );
    const getList = async () => ({ data: [{ id: 1, title: '春' }], total: 30 }) as never;
    const given = { provider: fakeProvider({ getList }), auth: fakeAuth({ rules: 'all' }) };
    const { user } = await show(list, { ...given, path: `${shown.path}?filter={"range":"today","state":"draft"}` });
    const filter = expect.objectContaining({ from: expect.any(String), to: expect.any(String), state: 'draft' });
    await user.click(await screen.findByRole('checkbox', { name: '选择 春' }));
    await user.click(await screen.findByRole('button', { name: '选择全部 30 条' }));
    await waitFor(() => expect(call).toHaveBeenCalledWith(bulkSelect, { entity: 'article', filter }));
    await user.click(await screen.findByRole('button', { name: '更多' }));
    await user.click(await screen.findByRole('menuitem', { name: '导出 CSV' }));
    await waitFor(() => expect(download).toHaveBeenCalledWith(transferExport, expect.objectContaining({ filter })));
    for (const [, params] of [...call.mock.calls, ...download.mock.calls])
      expect(JSON.stringify(params ?? {})).not.toContain('"range"');
  });

  it.each([
    ['zh', ['标题', 'Title']],
    ['en', ['Title', '标题']],
  ])('uses the words of its own language, and tells those of the others: %s', async (locale, title) => {
    expect((await fileWords(articleResource.entity, locale)).labels).toMatchObject({ title });
  });

  it('A2: is not offered of records that may hold secrets, nor is their import or the choice of all pages', async () => {
    features.learn(['transfer', 'bulk', 'list', 'ids']);
    onTestFinished(() => features.learn([]));
    const auth = fakeAuth({ rules: [...rulesOf(transferExport), transferImport.path] });
    const resources: [Resource, boolean][] = [
      [adResource, true],
      [{ ...adminResource, list: { ...adminResource.list, columns: ['username'] } }, false],
    ];
    for (const [resource, isOffered] of resources) {
      const shown = { ...resource, list: { ...resource.list, filters: [] } };
      const list = (
        <Routes>
          <Route path={`${shown.path}/*`} element={<EntityScreen resource={shown} />} />
        </Routes>
      );
      const named = { id: 1, title: '春', username: '春' };
      const getList = async () => ({ data: [named], total: 30 }) as never;
      const provider = fakeProvider({ getList, getAll: async () => [] });
      const { user, unmount } = await show(list, { provider, auth, path: shown.path });
      await user.click(await screen.findByRole('checkbox', { name: '选择 春' }));
      expect(screen.queryAllByRole('button', { name: '选择全部 30 条' })).toHaveLength(isOffered ? 1 : 0);
      await user.click(await screen.findByRole('button', { name: '更多' }));
      const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
      expect(items.includes('导出 CSV')).toBe(isOffered);
      expect(items.includes('导入 CSV')).toBe(isOffered);
      unmount();
    }
  });
});
