import { act, screen, waitFor } from '@testing-library/react';
import { Form } from 'ra-core';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { extensions } from '../../contract/extensions.ts';
import { image } from '../../contract/fields.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { InputOf } from '../../src/fields/InputOf.tsx';
import { LibraryTray } from '../../src/layout/Layout.tsx';
import { features, http } from '../../src/services/services.ts';
import { sendToLibrary } from '../../src/upload/uploads.ts';
import { fakeAuth, show } from '../support/screen.tsx';

/** A stand-in for `XMLHttpRequest` that replies to each request with `Line.reply`. */
class Line {
  static asked: Line[] = [];
  static reply = { code: 1, msg: '', data: { url: 'https://files.example.com/a.png' } as object };
  upload = {};
  status = 200;
  responseText = '';
  url = '';
  headers: Record<string, string> = {};
  form = new FormData();
  onload = () => {};
  open(_verb: string, url: string) {
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getAllResponseHeaders = () => '';
  abort() {}
  send(form: FormData) {
    this.form = form;
    Line.asked.push(this);
    this.responseText = JSON.stringify(Line.reply);
    setTimeout(() => this.onload());
  }
}

beforeEach(() => {
  Line.asked = [];
  vi.stubGlobal('XMLHttpRequest', Line);
  // The back end has no bucket.
  const call = vi.spyOn(http, 'call').mockRejectedValue(new CallFailure('refused', '', 200));
  onTestFinished(() => call.mockRestore());
});
afterEach(() => {
  features.learn(extensions);
  vi.unstubAllGlobals();
});

/** Holds back timers of this many milliseconds. @returns their callbacks, for the test to call */
function waitsOf(held: number): (() => void)[] {
  const waits: (() => void)[] = [];
  const really = globalThis.setTimeout;
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((go: () => void, ms?: number) => {
    if (ms === held) waits.push(go);
    return really(ms === held ? () => {} : go, ms);
  }) as typeof setTimeout);
  onTestFinished(() => spy.mockRestore());
  return waits;
}

const auth = fakeAuth({ rules: 'all' });
const png = new File(['picture'], '茶园.png', { type: 'image/png' });

it('a back end that speaks only console.md gets the file and the token alone, and its inputs know of no library', async () => {
  features.learn(undefined);
  const { user } = await show(
    <Form>
      <InputOf field={image()} name="org_img" label="封面" isNew />
    </Form>,
    { auth },
  );
  await user.upload(await screen.findByLabelText('上传图片: 封面', { selector: 'input' }), png);
  const address = await screen.findByLabelText<HTMLInputElement>('封面的地址');
  await waitFor(() => expect(address.value).toBe('https://files.example.com/a.png'));
  const [{ url, headers, form } = new Line()] = Line.asked;
  expect(url).toBe('/api/base.upload/fileUpload');
  expect(headers).toEqual({ Authorization: 'the-token' });
  expect([...form.keys()]).toEqual(['file']);
  expect(screen.queryByRole('button', { name: /媒体库/ })).toBeNull();
});

it('files of the library go on over whichever screen, each with its folder, and go away some time after the last', async () => {
  features.learn(extensions);
  const afterwards = waitsOf(4000);
  await show(<LibraryTray />, { auth });
  expect(screen.queryByRole('region', { name: '正在上传的文件' })).toBeNull();
  act(() => sendToLibrary([png], 7));
  await screen.findByText('已上传 1 个，共 1 个');
  expect(Line.asked[0]?.form.get('folder_id')).toBe('7');
  expect(screen.getByRole('region', { name: '正在上传的文件' })).toBeTruthy();
  expect(screen.getByText('茶园.png')).toBeTruthy();
  act(() => afterwards.at(-1)?.());
  expect(screen.queryByText('茶园.png')).toBeNull();
});
