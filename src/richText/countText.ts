import type { Node as DocNode } from '@tiptap/pm/model';

export interface TextCount {
  /** Chinese and Japanese characters, and words of other scripts. */
  words: number;
  /** The time to read it; at least one minute if there is something to read. */
  minutes: number;
}

const character = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const word = /[\p{L}\p{N}\p{M}]+(?:['’.,-][\p{L}\p{N}\p{M}]+)*/gu;
const perMinute = { characters: 400, words: 220 };

const occurrences = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

export function countText(text: string): TextCount {
  const characters = occurrences(text, character);
  const words = occurrences(text.replace(character, ' '), word);
  return {
    words: characters + words,
    minutes: Math.ceil(characters / perMinute.characters + words / perMinute.words),
  };
}

/** The visible text of an HTML block counts too. */
const leafText = ({ attrs }: DocNode): string =>
  typeof attrs.html === 'string' ? attrs.html.replace(/<[^<>]*>|&\w+;/g, ' ') : ' ';

export const textOf = (doc: DocNode, from = 0, to = doc.content.size): string =>
  doc.textBetween(from, to, '\n', leafText);
