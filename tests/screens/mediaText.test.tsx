import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Form, RecordContextProvider, ResourceContextProvider } from 'ra-core';
import { useFormContext } from 'react-hook-form';
import { beforeEach, expect, it, vi } from 'vitest';
import { image } from '../../contract/fields.ts';
import { InputOf } from '../../src/fields/InputOf.tsx';
import { FocalPoint } from '../../src/media/FocalPoint.tsx';
import { features } from '../../src/services/services.ts';
import { held } from '../support/heldUploads.ts';
import { fakeAuth, show } from '../support/screen.tsx';

vi.mock('../../src/upload/sendFile.ts', () => import('../support/heldUploads.ts'));

let values: Record<string, unknown> = {};
const Values = () => {
  values = useFormContext().watch();
  return null;
};
beforeEach(() => features.learn(['list', 'media', 'mediaText']));

it('an upload of known content says where it lies and uses it, and a second copy takes its place on demand', async () => {
  const { user } = await show(
    <Form>
      <InputOf field={image()} name="org_img" label="封面" isNew />
      <Values />
    </Form>,
    { auth: fakeAuth({ rules: 'all' }) },
  );
  const input = await screen.findByLabelText('上传图片: 封面', { selector: 'input' });
  await user.upload(input, new File(['picture'], '新.png', { type: 'image/png' }));
  await waitFor(() => expect(held).toHaveLength(1));
  const known = { id: 3, url: '/upload/a.png', name: '旧.png', folder_title: '画册', existed: 1 as const };
  await act(async () => held.shift()?.arrive(known));
  expect(values.org_img).toBe('/upload/a.png');
  const link = screen.getByRole('link', { name: '画册 / 旧.png' });
  expect(link.getAttribute('href')).toBe('/rTopAdmin/media/3');
  await user.click(screen.getByRole('button', { name: '另存一份' }));
  await waitFor(() => expect(held).toHaveLength(1));
  await act(async () => held.shift()?.arrive({ ...known, id: 4, url: '/upload/b.png', existed: 0 }));
  expect(values.org_img).toBe('/upload/b.png');
  expect(screen.queryByRole('button', { name: '另存一份' })).toBeNull();
});

it('the focal point is set by a click and moved by arrow keys, within the picture', async () => {
  const record = { id: 3, kind: 'image', url: '/upload/a.png', storage: 'local', version: 1, focal_x: 50, focal_y: 50 };
  await show(
    <ResourceContextProvider value="media">
      <RecordContextProvider value={record}>
        <Form defaultValues={record}>
          <FocalPoint field={{ kind: 'int' }} name="focal_x" isNew={false} />
          <Values />
        </Form>
      </RecordContextProvider>
    </ResourceContextProvider>,
  );
  const area = screen.getByRole('application', { name: '焦点' });
  area.getBoundingClientRect = () => ({ left: 10, top: 20, width: 200, height: 100 }) as DOMRect;
  fireEvent.click(area, { clientX: 60, clientY: 100 });
  expect([values.focal_x, values.focal_y]).toEqual([25, 80]);
  fireEvent.keyDown(area, { key: 'ArrowLeft' });
  for (let n = 0; n < 20; n++) fireEvent.keyDown(area, { key: 'ArrowDown' });
  expect([values.focal_x, values.focal_y]).toEqual([23, 100]);
});
