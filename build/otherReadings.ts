import { writeFileSync } from 'node:fs';
import { polyphonic } from 'pinyin-pro';
import { otherReadingsFile } from '../server/database/derived/spelling.ts';

/**
 * Makes `server/database/derived/otherReadings.txt`: how pinyin-pro reads a Chinese character in words of up to three characters
 * and in surnames, if that is not its first reading, which `sortKeys.txt` has.
 *
 *     node build/otherReadings.ts
 *
 * Indexes hold what the file says, so whoever changes it also raises the number in `spellingFunction`.
 */
const withoutTones = (pinyin: string) =>
  pinyin
    .normalize('NFD')
    .replace(/u\u0308/g, 'v')
    .replace(/\p{M}/gu, '');
const readingsOf = (character: string) => polyphonic(character, { type: 'array', toneType: 'none', v: true })[0] ?? [];

const dictionaries = ['dict2', 'dict3', 'surname'].map(async (name): Promise<Record<string, string>> => {
  const { default: pinyinOfWords } = await import(`pinyin-pro/dist/esm/data/${name}.mjs`);
  return pinyinOfWords;
});
const charactersOfReading = new Map<string, Set<string>>();
for (const [word, pinyin] of (await Promise.all(dictionaries)).flatMap(Object.entries<string>)) {
  const syllables = withoutTones(pinyin).split(' ');
  for (const [at, character] of [...word].entries()) {
    const syllable = syllables[at] ?? '';
    const [usual, ...others] = readingsOf(character);
    if (syllable === usual || !others.includes(syllable)) continue;
    const characters = charactersOfReading.get(syllable) ?? new Set();
    charactersOfReading.set(syllable, characters.add(character));
  }
}
const lines = [...charactersOfReading].map(
  ([syllable, characters]) => `${syllable}\t${[...characters].sort().join('')}\n`,
);
writeFileSync(otherReadingsFile, lines.sort().join(''));
console.log(`${lines.length} other readings.`);
