import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Form } from 'ra-core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { expect, onTestFinished, vi } from 'vitest';
import { webInfo } from '../../contract/calls/console.ts';
import { mediaFetch } from '../../contract/calls/media.ts';
import { RichTextInput } from '../../src/richText/RichTextInput.tsx';
import { http } from '../../src/services/services.ts';
import type { UploadResult } from '../../src/upload/transport.ts';
import { fakeAuth, show } from './screen.tsx';

/** A picture that the back end was asked to get, and answers when the test says so. */
interface Fetching {
  url: string;
  arrive(sent: UploadResult): void;
  fail(error: Error): void;
}

/** A form with a rich text field, as someone sees it who has these rules; all where nothing is said. */
export async function openEditor(
  content: string,
  rules: string[] | 'all' = 'all',
  site: object = {},
  around = (form: ReactNode) => form,
) {
  const fetching: Fetching[] = [];
  const spy = vi.spyOn(http, 'call').mockImplementation(((call: unknown, { url }: { url: string }) => {
    if (call === webInfo) return Promise.resolve(site);
    if (call !== mediaFetch) throw new Error('the editor should call nothing else');
    return new Promise((arrive, fail) => fetching.push({ url, arrive, fail }));
  }) as never);
  onTestFinished(() => spy.mockRestore());
  let value = '';
  const Value = () => {
    value = useFormContext().watch('content');
    return null;
  };
  const { user, unmount, toasts } = await show(
    around(
      <Form defaultValues={{ content }}>
        <RichTextInput source="content" label="正文" />
        <Value />
      </Form>,
    ),
    { auth: fakeAuth({ rules }) },
  );
  const editor = await screen.findByRole('textbox', { name: '正文' });
  // Who one is comes a moment later.
  await user.click(screen.getByRole('button', { name: '图片' }));
  if (rules === 'all') await screen.findByRole('button', { name: '上传图片: 图片' });
  await user.keyboard('{Escape}');
  // Until it is gone it may take the focus back.
  await waitFor(() => expect(document.querySelector('.MuiModal-root')).toBeNull());
  const paste = (html: string, files: File[] = [], others: Record<string, string> = {}) =>
    act(async () => {
      fireEvent.paste(editor, {
        clipboardData: {
          files,
          items: [],
          types: ['text/html', ...Object.keys(others)],
          getData: (type: string) => ({ 'text/html': html, ...others })[type] ?? '',
        },
      });
    });
  const drop = (dataTransfer: object) =>
    act(async () => {
      fireEvent.drop(editor, { dataTransfer });
    });
  return { user, editor, unmount, toasts, paste, drop, fetching, value: () => value };
}
