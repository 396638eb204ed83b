import { useQuery } from '@tanstack/react-query';
import { type TranslateFunction, useLocaleState, useLocales, useTranslate } from 'ra-core';
import { createI18nProvider } from '../../i18n/index.ts';

type Say = (translate: TranslateFunction) => string;

/**
 * Says something in the language of the screen and then in all others, once they are loaded, so that it is found by
 * each; and after it, in all of them, other words for it.
 */
export function useTitles(): (say: Say, words?: Say) => [string, ...string[]] {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const others = useLocales()
    .map((each) => each.locale)
    .filter((each) => each !== locale);
  const { data = [] } = useQuery({
    queryKey: ['palette', 'languages', locale],
    queryFn: () => Promise.all(others.map(async (other) => (await createI18nProvider(other)).translate)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (say, words) => {
    const shown = say(translate);
    const also = words ? [translate, ...data].map(words) : [];
    return [shown, ...data.map(say).filter((other) => other !== shown), ...also];
  };
}
