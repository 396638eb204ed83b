import { polyphonic } from 'pinyin-pro';

const known = new Map<string, readonly string[]>();

/** The pinyin of a Chinese character without tones, ü as v. The dictionary makes this a chunk of its own. */
export function readingsOf(character: string): readonly string[] {
  const found = known.get(character) ?? polyphonic(character, { type: 'array', toneType: 'none', v: true })[0] ?? [];
  known.set(character, found);
  return found;
}
