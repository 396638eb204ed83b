import { randomInt } from 'node:crypto';

/** A word of so many of these letters that nobody can guess. */
export const randomWord = (letters: string, length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
