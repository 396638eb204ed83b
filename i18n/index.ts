import type { I18nProvider, TranslationMessages } from 'ra-core';
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
import { firstMessages } from './zh/index.ts';

type FirstMessages = typeof firstMessages;

/** The contract's languages as react-admin has them. */
export const locales = languageCodes.map((locale) => ({ locale, name: languages[locale].name }));

/**
 * Builds react-admin's message tree. The labels of fields that every entity has are declared once, as `systemFields`;
 * the keys of `console`, such as `failure`, move to the top.
 */
function tree({ systemFields, resources, console, ...messages }: FirstMessages) {
  const labelled = Object.entries(resources).map(([name, resource]) => [
    name,
    { ...resource, fields: { ...systemFields, ...resource.fields } },
  ]);
  return { ...messages, ...console, resources: Object.fromEntries(labelled) };
}

export const createI18nProvider = async (locale: string): Promise<I18nProvider> =>
  providerOf(locale, await messagesOf(locale));

let completeTexts = async () => {};

/** Resolves when the texts that the first screen does not need (`zh/late.ts`) are loaded. */
export const lateTexts = () => completeTexts();

/** The provider of the first rendering. In the default language it does not wait for `lateTexts`. */
export async function createFirstI18nProvider(locale: string): Promise<I18nProvider> {
  if (languageOrDefault(locale) !== defaultLanguage) return createI18nProvider(locale);
  const provider = providerOf(locale, tree(firstMessages));
  let completing: Promise<void> | undefined;
  completeTexts = () => {
    // `changeLocale` reads all messages of the language anew, now with the late ones.
    completing ??= (provider.getLocale() === locale ? provider.changeLocale(locale) : Promise.resolve()).catch(
      (error) => {
        completing = undefined;
        throw error;
      },
    );
    return completing;
  };
  return provider;
}

function providerOf(locale: string, messages: object): I18nProvider {
  let first: object | undefined = messages;
  // A back end's own text may stand in place of a key, so a missing key is no error. Our keys are complete by type.
  return polyglotI18nProvider(
    (wanted) => {
      const known = wanted === locale ? first : undefined;
      first = undefined;
      return (known ?? messagesOf(wanted)) as TranslationMessages;
    },
    locale,
    locales,
    { allowMissing: true },
  );
}

/** All messages of a language as react-admin's message tree. Those that it lacks are in English. */
export const messagesOf = async (locale: string) => tree(await wholeMessages(languageOrDefault(locale)));

async function wholeMessages(code: Language): Promise<Messages> {
  if (code === defaultLanguage) return readDefault();
  const [fallback, own] = await Promise.all([readFallback(), readMessages(code)]);
  return code === fallbackLanguage ? fallback : (withFallback(own, fallback) as Messages);
}

const readDefault = async (): Promise<Messages> => ({
  ...firstMessages,
  ...(await import('./zh/late.ts')).lateMessages,
});

/**
 * Reads a language's own messages. Most of the default language is in the first script; another language is loaded when
 * it is chosen.
 */
export async function readMessages(code: Language): Promise<PartialMessages> {
  if (code === defaultLanguage) return readDefault();
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
