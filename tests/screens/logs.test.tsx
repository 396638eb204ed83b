import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { calls, isLogged } from '../../contract/index.ts';
import { Deed } from '../../src/logs/Deed.tsx';
import { show } from '../support/screen.tsx';

const titles = [...calls.values()].filter(({ call }) => isLogged(call)).map(({ call }) => call.title);
const shown = (
  <ul>
    {titles.map((title) => (
      <li key={title}>
        <Deed field={{ kind: 'text' }} name="title" record={{ id: 1, title }} />
      </li>
    ))}
  </ul>
);

it('what the operation log can hold is named in English, each otherwise', async () => {
  await show(shown, { locale: 'en' });
  const words = (await screen.findAllByRole('listitem')).map((item) => item.textContent);
  expect(words).toContain('Set as home page');
  expect(words.filter((text) => /[\u4e00-\u9fff]/.test(text ?? '') || !text)).toEqual([]);
  expect(new Set(words).size).toBe(new Set(titles).size);
});

it('and in Chinese as the log has it', async () => {
  await show(shown);
  expect((await screen.findAllByRole('listitem')).map((item) => item.textContent)).toEqual(titles);
});
