/**
 * The languages of console and server. A further one is a line here and a file of messages in `i18n/languages/` and in
 * `server/messages/` (docs/adding-a-language.md).
 *
 * - `name`: what it calls itself, in the language switch
 * - `tag`: its BCP 47 tag, for the page's `lang` and for `Accept-Language`
 */
const table = {
  zh: { name: '中文', tag: 'zh-CN' },
  en: { name: 'English', tag: 'en' },
} as const satisfies Record<string, LanguageEntry>;

interface LanguageEntry {
  name: string;
  tag: string;
}

export type Language = keyof typeof table;
export const languages: Record<Language, LanguageEntry> = table;
export const languageCodes = Object.keys(table) as Language[];

/** Where none is chosen or asked for. Its messages are complete. */
export const defaultLanguage: Language = 'zh';
/** In which a text is shown that another language lacks. Its messages are complete too. */
export const fallbackLanguage: Language = 'en';

/** The language with this code, such as the one that a browser stored; the default where the table has none such. */
export const languageOrDefault = (code: unknown): Language =>
  languageCodes.find((known) => known === code) ?? defaultLanguage;

/** No browser names more, and a stranger's header costs no more than these. */
const mostRanges = 20;

/**
 * The language that an `Accept-Language` header prefers among ours: each range with its region cut off step by step
 * (RFC 4647, section 3.4), by the weights of RFC 9110, section 12.5.4.
 */
export function preferredLanguage(header = ''): Language {
  const ranges = header
    .split(',', mostRanges)
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
