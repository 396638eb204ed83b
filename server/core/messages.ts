import { fallbackLanguage, type Language, languageCodes, languages } from '../../contract/languages.ts';
import { messages as fallback } from './messages/en.ts';
import type { messages as first } from './messages/zh.ts';

export type MessageKey = keyof typeof first;
export type Values = Record<string, string | number>;
export type PartialMessages = Partial<Record<MessageKey, string>>;

export const messagesByLanguage = new Map<Language, PartialMessages>(
  await Promise.all(languageCodes.map(async (code) => [code, await read(code)] as const)),
);

async function read(code: Language): Promise<PartialMessages> {
  if (code === fallbackLanguage) return fallback;
  const file: { messages: PartialMessages } = await import(`./messages/${code}.ts`);
  return file.messages;
}

/** `{n}` in a text takes a value; `{n:place|places}` takes the first word for one, and the second for any other number. */
const placeholder = /\{(\w+)(?::([^{|}]*)\|([^{}]*))?\}/g;

export function message(language: Language, key: MessageKey, values: Values = {}): string {
  const own = messagesByLanguage.get(language)?.[key];
  const isOne = (value: unknown) =>
    new Intl.PluralRules(languages[own ? language : fallbackLanguage].tag).select(Number(value)) === 'one';
  return (own ?? fallback[key]).replace(placeholder, (_, name: string, one?: string, many?: string) =>
    one === undefined ? String(values[name] ?? '') : String(isOne(values[name]) ? one : many),
  );
}

export const isMessageKey = (text: string): text is MessageKey => Object.hasOwn(fallback, text);
