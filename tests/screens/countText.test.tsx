import { expect, it } from 'vitest';
import { countText } from '../../src/richText/countText.ts';

it.each([
  ['nothing', '', { words: 0, minutes: 0 }],
  ['one character', '茶', { words: 1, minutes: 1 }],
  ['400 characters', '茶'.repeat(400), { words: 400, minutes: 1 }],
  ['one more', '茶'.repeat(401), { words: 401, minutes: 2 }],
  ['words between characters', '茶 well-known tea，it’s 2.5 茶', { words: 6, minutes: 1 }],
])('counts characters and words, and the minutes that have begun: %s', (_what, text, count) => {
  expect(countText(text)).toEqual(count);
});
