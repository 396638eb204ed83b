import { polyphonic } from 'pinyin-pro';

const known = new Map<string, readonly string[]>();

/** How a Chinese character is typed, without tones; ü is typed as v. With the dictionary, a script of its own. */
export function readingsOf(character: string): readonly string[] {
  const found = known.get(character) ?? polyphonic(character, { type: 'array', toneType: 'none', v: true })[0] ?? [];
  known.set(character, found);
  return found;
}
