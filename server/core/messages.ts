import { fallbackLanguage, type Language, languageCodes } from '../../contract/languages.ts';
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

export function message(language: Language, key: MessageKey, values: Values = {}): string {
  const text = messagesByLanguage.get(language)?.[key] ?? fallback[key];
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

export const isMessageKey = (text: string): text is MessageKey => Object.hasOwn(fallback, text);
