import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { features } from '../../src/services/services.ts';
import { openEditor } from '../support/textEditor.tsx';

it.each([
  ['search and publishing', ['search', 'publishing'], 'combobox'],
  ['search alone', ['search'], 'textbox'],
  ['no extension', [], 'textbox'],
])('a back end with %s takes the address of a link in a %s', async (_name, extensions, role) => {
  features.learn(extensions);
  const { user, value } = await openEditor('<p></p>', ['base.upload/fileUpload']);
  await user.click(screen.getByRole('button', { name: '链接' }));
  await user.type(screen.getByRole(role, { name: '链接地址' }), '/about');
  await user.click(screen.getByRole('checkbox', { name: /nofollow/ }));
  await user.click(screen.getByRole('button', { name: '插入' }));
  expect(value()).toBe('<p><a href="/about" rel="nofollow">/about</a></p>');
});
