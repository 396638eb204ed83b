import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openEditor } from '../support/textEditor.tsx';

it('day B7: with nothing left to replace the focus is in the field that finds, and not lost with the button', async () => {
  const { user, editor } = await openEditor('<p>茶，茶</p>');
  await user.click(screen.getByRole('button', { name: '查找和替换' }));
  const find = screen.getByRole('textbox', { name: '查找' });
  await user.type(find, '茶');
  await user.type(screen.getByRole('textbox', { name: '替换为' }), '水');
  await user.click(screen.getByRole('button', { name: '全部替换' }));
  expect(editor.textContent).toBe('水，水');
  expect(document.activeElement).toBe(find);
});

it('day B6: replacing goes on behind what was put in, which holds the words that are looked for; a double click replaces all once', async () => {
  const { user, editor } = await openEditor('<p>茶，茶</p>');
  await user.click(screen.getByRole('button', { name: '查找和替换' }));
  await user.type(screen.getByRole('textbox', { name: '查找' }), '茶');
  await user.type(screen.getByRole('textbox', { name: '替换为' }), '茶叶');
  await user.click(screen.getByRole('button', { name: '替换' }));
  await user.click(screen.getByRole('button', { name: '替换' }));
  expect(editor.textContent).toBe('茶叶，茶叶');
  await user.dblClick(screen.getByRole('button', { name: '全部替换' }));
  expect(editor.textContent).toBe('茶叶叶，茶叶叶');
});
