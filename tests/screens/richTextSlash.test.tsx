import { act, screen, within } from '@testing-library/react';
import type { Editor } from '@tiptap/react';
import { expect, it } from 'vitest';
import { openEditor } from '../support/textEditor.tsx';

it('the menu of a slash goes round by its arrows, and inserts what is chosen', async () => {
  const { user, value } = await openEditor('<p></p>');
  const text = screen.getByRole('textbox', { name: '正文' }) as HTMLElement & { editor: Editor };
  act(() => {
    text.editor.view.focus();
    text.editor.view.dispatch(text.editor.state.tr.insertText('/'));
  });
  const menu = within(await screen.findByRole('listbox'));
  const chosen = () => menu.getByRole('option', { selected: true }).textContent;
  const names = menu.getAllByRole('option').map((option) => option.textContent);
  expect(chosen()).toBe(names[0]);
  await user.keyboard('{ArrowUp}');
  expect(chosen()).toBe(names.at(-1));
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(chosen()).toBe(names[1]);
  await user.keyboard('{Enter}');
  expect(value()).not.toContain('/<');
  expect(screen.queryByRole('listbox')).toBeNull();
});
