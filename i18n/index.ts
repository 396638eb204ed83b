import type { I18nProvider } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import type { Messages } from './messages.ts';
import { zh } from './zh.ts';

export const languages = [
  { locale: 'zh', name: '中文' },
  { locale: 'en', name: 'English' },
];

/** Chinese is in the first script; another language is loaded when it is chosen. */
const loaders: Record<string, () => Messages | Promise<Messages>> = {
  zh: () => zh,
  en: () => import('./en.ts').then((module) => module.en),
};

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
    languages,
    { allowMissing: true },
  );
}

/** All that a language says, as react-admin's message tree. */
export async function messagesOf(locale: string) {
  const loader = loaders[locale] ?? loaders.zh;
  return tree((await loader?.()) ?? zh);
}
