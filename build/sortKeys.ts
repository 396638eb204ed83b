import { writeFileSync } from 'node:fs';
import { polyphonic } from 'pinyin-pro';
import { sortKeysFile } from '../server/database/derived/sortKeys.ts';

/**
 * Makes `server/database/derived/sortKeys.txt` of what this Node knows of Unicode and pinyin-pro of Chinese:
 *
 *     node build/sortKeys.ts
 *
 * Indexes hold what the file says, so whoever changes it also raises the number in `sortKeyFunction`.
 */
const lastOfPlane = 0xffff;
const hangul = /^[\uac00-\ud7a3]$/; // their own order is that of their code points
const han = /^\p{Script=Han}$/u;

/** Han followed by a blank: 西安 (xi an) stands before 先 (xian). */
const reading = (character: string): string => {
  const [pinyin] = polyphonic(character, { type: 'array', toneType: 'none', v: true })[0] ?? [];
  return pinyin && pinyin !== character ? `${pinyin} ` : character;
};

function partOf(character: string): string {
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\p{M}/gu, '');
  return [...plain].map((each) => (han.test(each) ? reading(each) : each)).join('');
}

const charactersOf = new Map<string, string>();
for (let code = 0x80; code <= lastOfPlane; code++) {
  const character = String.fromCodePoint(code);
  if (hangul.test(character) || !character.isWellFormed()) continue;
  const part = partOf(character);
  if (part !== character) charactersOf.set(part, `${charactersOf.get(part) ?? ''}${character}`);
}
const lines = [...charactersOf].map(([part, characters]) => `${part}\t${characters}\n`);
writeFileSync(sortKeysFile, lines.sort().join(''));
console.log(`${lines.length} parts of sort keys.`);
