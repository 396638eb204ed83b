/** `name` is the language's own, `tag` its BCP 47 tag. Each needs its message files (docs/adding-a-language.md). */
export const languages = {
  zh: { name: '中文', tag: 'zh-CN' },
  en: { name: 'English', tag: 'en' },
} as const satisfies Record<string, { name: string; tag: string }>;

export type Language = keyof typeof languages;
export const languageCodes = Object.keys(languages) as Language[];

export const defaultLanguage: Language = 'zh';
export const fallbackLanguage: Language = 'en';

export const languageOrDefault = (code: unknown): Language =>
  languageCodes.find((known) => known === code) ?? defaultLanguage;

/** More than any browser sends; the limit bounds the cost of a hostile header. */
const maxRanges = 20;

/** Ranges are shortened step by step (RFC 4647, section 3.4) and weighted by RFC 9110, section 12.5.4. */
export function preferredLanguage(header = ''): Language {
  const ranges = header
    .split(',', maxRanges)
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
      const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
      return { range, weight: Number(weight ?? 1) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  for (const { range } of ranges) {
    const found = languageOfRange(range);
    if (found) return found;
  }
  return defaultLanguage;
}

function languageOfRange(range: string): Language | undefined {
  for (let tag = range; tag; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    const found = languageCodes.find((code) => [code, languages[code].tag].some((own) => own.toLowerCase() === tag));
    if (found) return found;
  }
  return undefined;
}
