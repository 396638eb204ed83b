import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Form, ListBase, RecordContextProvider, ResourceContextProvider } from 'ra-core';
import { Notification } from 'ra-ui-materialui';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { images } from '../../contract/fields.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { InputOf } from '../../src/fields/InputOf.tsx';
import { MediaFolders } from '../../src/media/MediaFolders.tsx';
import { MediaUses } from '../../src/media/MediaUses.tsx';
import { CopyAddress } from '../../src/media/mediaLibrary.tsx';
import { dataProvider, http } from '../../src/services/services.ts';
import { uploads } from '../../src/upload/uploads.ts';
import { withFolder } from '../support/dropped.ts';
import { held } from '../support/heldUploads.ts';
import { fakeAuth, show } from '../support/screen.tsx';

vi.mock('../../src/upload/sendFile.ts', () => import('../support/heldUploads.ts'));

const auth = fakeAuth({ rules: 'all' });
const file = (id: number, name: string, more = {}) => ({
  id,
  name,
  url: `/upload/${name}`,
  kind: 'image',
  mime: 'image/png',
  size: 2048,
  width: 600,
  height: 400,
  folder_id: null,
  storage: 'local',
  thumbs: [],
  used: 0,
  version: 1,
  ...more,
});
const folder = (id: number, title: string, total: number, pid: number | null = null) => ({
  id,
  title,
  total,
  pid,
  level: pid ? 2 : 1,
  version: 3,
});

/** The reply to each call, by path. `asked` holds the calls that were made. */
let answers: Record<string, unknown> = {};
let asked: [path: string, params: Record<string, unknown>][] = [];
beforeEach(() => {
  asked = [];
  answers = { 'base.Media/folders': [], 'base.Media/list': { data: [], total: 0 } };
  const spy = vi.spyOn(http, 'call').mockImplementation((async (call: Call, params?: object) => {
    asked.push([call.path, { ...params }]);
    const answer = answers[call.path];
    if (answer instanceof Error) throw answer;
    return answer;
  }) as typeof http.call);
  onTestFinished(() => spy.mockRestore());
});
const askedOf = (path: string) => asked.filter(([each]) => each === path).map(([, params]) => params);

it('several files are taken from the library into a list, in the order in which they were chosen', async () => {
  const rows = [file(1, 'a.png'), file(2, 'b.png'), file(3, 'c.png')];
  answers['base.Media/list'] = { data: rows, total: rows.length };
  let values: Record<string, unknown> = {};
  const Values = () => {
    values = useFormContext().watch();
    return null;
  };
  const { user } = await show(
    <Form>
      <InputOf field={images()} name="images" label="图片" isNew />
      <Values />
    </Form>,
    { auth },
  );
  await user.click(await screen.findByRole('button', { name: '媒体库: 图片' }));
  const dialog = within(await screen.findByRole('dialog', { name: '从媒体库选择' }));
  await user.click(await dialog.findByRole('button', { name: /^c\.png/ }));
  await user.click(dialog.getByRole('button', { name: '筛选' }));
  // A field that takes one kind of file offers no filter by kind.
  await dialog.findByRole('combobox', { name: '使用中' });
  expect(dialog.queryByRole('combobox', { name: '类型' })).toBeNull();
  expect(dialog.queryByText(/类型：图片/)).toBeNull();
  await user.click(dialog.getByRole('button', { name: /^b\.png/ }));
  await user.click(dialog.getByRole('button', { name: /^a\.png/ }));
  await user.click(dialog.getByRole('button', { name: /^b\.png/ }));
  expect(dialog.getByText('已选 2 个')).toBeTruthy();
  expect(dialog.getByRole('button', { name: /^c\.png/ }).getAttribute('aria-pressed')).toBe('true');
  expect(askedOf('base.Media/list')[0]).toMatchObject({ kind: 'image' });
  await user.click(dialog.getByRole('button', { name: '选用' }));
  expect(values.images).toMatchObject([
    { url: '/upload/c.png', sort: 0 },
    { url: '/upload/a.png', sort: 1 },
  ]);
});

it('of where a file is used, what one may not see is told without a name, and the rest is asked for on demand', async () => {
  const hidden = { entity: 'article', id: 0, title: '', field: 'content', path: '' };
  const logo = { entity: 'config_item', id: 5, title: '', field: 'web_logo', path: '/systemConfig' };
  answers['base.Media/usage'] = { data: [hidden, logo], total: 40 };
  const { user } = await show(<MediaUses id={9} />, { auth });
  const lines = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(lines[0]).toContain('您无权查看的记录');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/rTopAdmin/systemConfig');
  await user.click(screen.getByRole('button', { name: '显示更多' }));
  await expect
    .poll(() => askedOf('base.Media/usage'))
    .toEqual([
      { id: 9, limit: 20 },
      { id: 9, limit: 100 },
    ]);
});

async function openFolders(seenBy = auth, beside?: ReactNode) {
  answers['base.Media/folders'] = [folder(1, '产品', 3), folder(2, '茶具', 0, 1), folder(3, '活动', 0)];
  const shown = await show(
    <ResourceContextProvider value="media">
      <ListBase disableSyncWithLocation disableAuthentication>
        <MediaFolders />
      </ListBase>
      {beside}
    </ResourceContextProvider>,
    { auth: seenBy, provider: dataProvider },
  );
  const open = async (name: string) => shown.user.click(await screen.findByRole('button', { name }));
  return { ...shown, open };
}

it('a folder is made where one stands, and what is wrong with it is said at its field', async () => {
  answers['base.Media/addFolder'] = new CallFailure('invalid', '请修改', 200, { errors: { title: '已有同名文件夹' } });
  const { user, open } = await openFolders();
  await open('产品 3');
  await user.click(await screen.findByRole('button', { name: '新建文件夹' }));
  const dialog = within(await screen.findByRole('dialog', { name: '新建文件夹' }));
  await user.click(dialog.getByRole('button', { name: '保存' }));
  expect(askedOf('base.Media/addFolder')).toEqual([]);
  await user.type(dialog.getByLabelText(/名称/), '茶具');
  await user.click(dialog.getByRole('button', { name: '保存' }));
  expect(askedOf('base.Media/addFolder')).toEqual([{ title: '茶具', pid: 1 }]);
  expect(await dialog.findByText('已有同名文件夹')).toBeTruthy();
});

/** Opens the folders with a back end that refuses every change because the session is over. */
async function openRefused() {
  const over = new CallFailure('unauthorized', '用户信息无效，请重新登录', 401);
  answers = { ...answers, 'base.Media/addFolder': over, 'base.Media/move': over };
  const logout = vi.fn(async () => '/rTopAdmin/Login');
  return { ...(await openFolders({ ...auth, checkError: () => Promise.reject(over), logout })), logout };
}

it('a session that is over leads to the sign-in where a folder is saved', async () => {
  const { user, open, logout } = await openRefused();
  await open('新建文件夹');
  const dialog = within(await screen.findByRole('dialog', { name: '新建文件夹' }));
  await user.type(dialog.getByLabelText(/名称/), '茶具');
  await user.click(dialog.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(logout).toHaveBeenCalledTimes(1));
});

it('a session that is over leads to the sign-in where files are moved', async () => {
  const { logout } = await openRefused();
  await dropOn('活动 0', ofLibrary('[4]'));
  await waitFor(() => expect(logout).toHaveBeenCalledTimes(1));
});

it('a folder that holds files is not deleted, and says so', async () => {
  const { user, open } = await openFolders();
  await open('产品 3');
  await user.click(await screen.findByRole('button', { name: '删除文件夹' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('文件夹里还有 3 个文件，请先移走它们。')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: '删除' })).toBeNull();
});

async function dropOn(folderName: string, dataTransfer: object) {
  const target = await screen.findByRole('button', { name: folderName });
  await act(async () => {
    fireEvent.drop(target, { dataTransfer });
  });
}
const ofLibrary = (ids: string) => ({ types: ['application/x-rtop-media'], getData: () => ids });

it('files of the library that are dropped on a folder are moved there; why one is not moved is said', async () => {
  answers['base.Media/move'] = { done: 1, failed: [] };
  const { toasts } = await openFolders();
  await dropOn('活动 0', ofLibrary('[4,7]'));
  expect(toasts().map(({ message }) => message)).toEqual(['已将 1 个文件移到“活动”']);
  expect(askedOf('base.Media/move')).toEqual([{ ids: [4, 7], folder_id: 3 }]);
  answers['base.Media/move'] = { done: 1, failed: [{ id: 7, title: 'b.png', msg: '没有这条记录' }] };
  await dropOn('活动 0', ofLibrary('[4,7]'));
  expect(toasts().map(({ message }) => message)).toContain('没有这条记录');
});

it('day B8: files that were dropped on a folder by mistake are put back from the message', async () => {
  answers['base.Media/move'] = { done: 2, failed: [], batch: 'b1' };
  answers['base.Batch/undo'] = { done: 2, failed: [], changed: [], next: 0, batch: 'b2' };
  const { user } = await openFolders(auth, <Notification />);
  await dropOn('活动 0', ofLibrary('[4,7]'));
  await user.click(await screen.findByRole('button', { name: '撤销' }));
  await screen.findByText('已撤销 2 条');
  expect(askedOf('base.Batch/undo')).toMatchObject([{ batch: 'b1' }]);
});

it('files from outside that are dropped on a folder are uploaded there; a folder among them is not', async () => {
  onTestFinished(() => uploads.end());
  await openFolders();
  await dropOn('活动 0', withFolder(new File(['x'], 'a.png')));
  expect(held.map(({ file, folderId }) => [file.name, folderId])).toEqual([['a.png', 3]]);
});

it('the address of a file is copied from its row; where the browser does not allow that, it says so', async () => {
  const { toasts } = await show(
    <RecordContextProvider value={file(1, 'a.png')}>
      <CopyAddress />
    </RecordContextProvider>,
  );
  // `fireEvent` does not hover: a tooltip would appear at an unpredictable time.
  const copy = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: '复制地址 a.png' })));
  await copy();
  expect(await navigator.clipboard.readText()).toBe('/upload/a.png');
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await copy();
  const said = ['地址已复制', '浏览器不允许复制，请手动复制地址'];
  expect(toasts().map(({ message }) => message)).toEqual(said);
});
