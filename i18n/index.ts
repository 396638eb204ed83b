import type { I18nProvider } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import {
  defaultLanguage,
  fallbackLanguage,
  type Language,
  languageCodes,
  languageOrDefault,
  languages,
} from '../contract/languages.ts';
import type { Messages, PartialMessages } from './messages.ts';
import { messages as defaultMessages } from './zh/index.ts';

/** The contract's languages as react-admin has them. */
export const locales = languageCodes.map((locale) => ({ locale, name: languages[locale].name }));

/** react-admin's message tree: the fields that every entity has are labelled once. `failure` keys stand at the top. */
function tree({ systemFields, resources, console, ...messages }: Messages) {
  const labelled = Object.entries(resources).map(([name, resource]) => [
    name,
    { ...resource, fields: { ...systemFields, ...resource.fields } },
  ]);
  return { ...messages, ...console, resources: Object.fromEntries(labelled) };
}

export async function createI18nProvider(locale: string): Promise<I18nProvider> {
  const first = await messagesOf(locale);
  // What a back end says stands in place of a key, so an unknown key is no mistake; ours are complete by type.
  return polyglotI18nProvider(
    (wanted) => (wanted === locale ? first : messagesOf(wanted)) as typeof first,
    locale,
    locales,
    { allowMissing: true },
  );
}

/** All that a language says, as react-admin's message tree; what it leaves out in English. */
export const messagesOf = async (locale: string) => tree(await wholeMessages(languageOrDefault(locale)));

async function wholeMessages(code: Language): Promise<Messages> {
  if (code === defaultLanguage) return defaultMessages;
  const [fallback, own] = await Promise.all([readFallback(), readMessages(code)]);
  return code === fallbackLanguage ? fallback : (withFallback(own, fallback) as Messages);
}

/** What a language itself says: the default one is in the first script, another is loaded when it is chosen. */
export async function readMessages(code: Language): Promise<PartialMessages> {
  if (code === defaultLanguage) return defaultMessages;
  const file: { messages: PartialMessages } = await import(`./languages/${code}.ts`);
  return file.messages;
}

const readFallback = () => import('./languages/en.ts').then((file) => file.messages);

function withFallback(own: unknown, fallback: unknown): unknown {
  if (typeof fallback !== 'object' || fallback === null) return own ?? fallback;
  const given = (own ?? {}) as Record<string, unknown>;
  const whole = Object.entries(fallback).map(([key, value]) => [key, withFallback(given[key], value)]);
  return { ...given, ...Object.fromEntries(whole) };
}
