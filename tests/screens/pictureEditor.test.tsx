import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { mediaChange } from '../../contract/calls/media.ts';
import { areaBetween, areaOfRatio, clampArea, dragFrom } from '../../src/media/cropArea.ts';
import type { Media } from '../../src/media/mediaRecord.ts';
import { PictureEditor } from '../../src/media/PictureEditor.tsx';
import { http } from '../../src/services/services.ts';
import { show } from '../support/screen.tsx';

const whole = { width: 600, height: 400 };

it('a drag chooses an area within the picture, in either direction, with its ratio', () => {
  expect(areaBetween({ x: 100, y: 50 }, { x: 300.4, y: 149.6 }, whole)).toEqual({
    left: 100,
    top: 50,
    width: 200,
    height: 100,
  });
  expect(areaBetween({ x: 300, y: 150 }, { x: -20, y: 500 }, whole)).toEqual({
    left: 0,
    top: 150,
    width: 300,
    height: 250,
  });
  expect(areaBetween({ x: 0, y: 0 }, { x: 600, y: 400 }, whole, 1)).toEqual({
    left: 0,
    top: 0,
    width: 400,
    height: 400,
  });
  expect(areaBetween({ x: 600, y: 400 }, { x: 500, y: 0 }, whole, 1)).toEqual({
    left: 500,
    top: 300,
    width: 100,
    height: 100,
  });
  expect(clampArea({ left: 590, top: -5, width: 50, height: 0 }, whole)).toEqual({
    left: 590,
    top: 0,
    width: 10,
    height: 1,
  });
});

it('a drag within the chosen area moves it, one from a corner resizes it, one from elsewhere chooses anew', () => {
  const area = { left: 100, top: 100, width: 200, height: 100 };
  const drag = (x: number, y: number, to: { x: number; y: number }) => dragFrom(area, whole, { x, y }, 10)(to);
  expect(drag(150, 150, { x: 900, y: 160 })).toEqual({ ...area, left: 400, top: 110 });
  expect(drag(296, 204, { x: 400, y: 300 })).toEqual({ left: 100, top: 100, width: 300, height: 200 });
  expect(drag(104, 96, { x: 50, y: 50 })).toEqual({ left: 50, top: 50, width: 250, height: 150 });
  expect(drag(400, 300, { x: 500, y: 400 })).toEqual({ left: 400, top: 300, width: 100, height: 100 });
});

it('a ratio is given to the largest area around the focal point', () => {
  expect(areaOfRatio(whole, 1, { x: 300, y: 200 })).toEqual({ left: 100, top: 0, width: 400, height: 400 });
  expect(areaOfRatio(whole, 1, { x: 580, y: 10 })).toEqual({ left: 200, top: 0, width: 400, height: 400 });
});

it('a picture is turned and cropped by dragging or by numbers, and saved as a new file that opens', async () => {
  const call = vi.spyOn(http, 'call').mockImplementation((async () => ({ id: 9, name: 'a-100x50.png' })) as never);
  const record = { id: 3, url: '/upload/a.png', storage: 'local', version: 1, ...whole } as Media;
  const onClose = vi.fn();
  const { user, toasts, address } = await show(<PictureEditor record={record} onClose={onClose} />);
  const save = screen.getByRole<HTMLButtonElement>('button', { name: '存为新文件' });
  expect(save.disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: '向右转' }));
  const value = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value;
  expect([value('宽'), value('高'), save.disabled]).toEqual(['400', '600', false]);
  const picture = document.querySelector('[data-area]')?.parentElement as HTMLElement;
  picture.getBoundingClientRect = () => ({ left: 0, top: 0, width: 200, height: 300 }) as DOMRect;
  fireEvent.pointerDown(picture, { clientX: 10, clientY: 20 });
  fireEvent.pointerMove(picture, { clientX: 60, clientY: 45 });
  fireEvent.pointerUp(picture);
  await waitFor(() => expect(['左', '上', '宽', '高'].map(value)).toEqual(['20', '40', '100', '50']));
  await user.clear(screen.getByRole('textbox', { name: '左' }));
  await user.type(screen.getByRole('textbox', { name: '左' }), '1,5');
  await screen.findByText('请输入数字');
  await user.tab();
  expect([value('左'), save.disabled]).toEqual(['1,5', true]);
  for (const [wrong, problem] of [
    ['-3', '不能小于 0'],
    ['100.5', '请填写整数，例如 12'],
    ['12345678901234567890', '不能大于 399'],
    ['400', '不能大于 399'],
  ] as const) {
    await user.clear(screen.getByRole('textbox', { name: '左' }));
    await user.type(screen.getByRole('textbox', { name: '左' }), wrong);
    await screen.findByText(problem);
    expect([value('左'), save.disabled]).toEqual([wrong, true]);
  }
  // A wrong value stays when another field is changed.
  await user.clear(screen.getByRole('textbox', { name: '上' }));
  await user.type(screen.getByRole('textbox', { name: '上' }), '4');
  expect([value('左'), value('上'), save.disabled]).toEqual(['400', '4', true]);
  await user.clear(screen.getByRole('textbox', { name: '上' }));
  await user.type(screen.getByRole('textbox', { name: '上' }), '40');
  await user.clear(screen.getByRole('textbox', { name: '左' }));
  await user.type(screen.getByRole('textbox', { name: '左' }), '30');
  // A picture is never made larger.
  const toWidth = screen.getByRole('textbox', { name: '缩小到宽度（像素）' });
  await user.type(toWidth, '101');
  await screen.findByText('不能大于 100');
  expect(save.disabled).toBe(true);
  await user.clear(toWidth);
  await user.type(toWidth, '80');
  await user.click(save);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(call).toHaveBeenCalledWith(mediaChange, {
    id: 3,
    turn: 90,
    left: 30,
    top: 40,
    width: 100,
    height: 50,
    to_width: 80,
  });
  expect([toasts().at(-1)?.message, address()]).toEqual(['已存为“a-100x50.png”', '/rTopAdmin/media/9']);
});
