import { diffArrays } from 'diff';

/** Beyond it the difference is no longer looked for: two texts with little in common would take seconds. */
const diffTimeMs = 500;

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** Words and what stands between them; Chinese by dictionary. */
export const wordsOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

export interface DiffPart {
  text: string;
  change: 'ins' | 'del' | undefined;
}

export function diffWords(before: string, after: string): DiffPart[] {
  const parts = diffArrays(wordsOf(before), wordsOf(after), { timeout: diffTimeMs });
  if (!parts)
    return [
      { text: before, change: 'del' },
      { text: after, change: 'ins' },
    ];
  return parts.map(({ value, added, removed }) => ({
    text: value.join(''),
    change: added ? 'ins' : removed ? 'del' : undefined,
  }));
}
