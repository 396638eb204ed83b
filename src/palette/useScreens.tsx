import { useQuery } from '@tanstack/react-query';
import { type TranslateFunction, useLocaleState, useLocales, useTranslate } from 'ra-core';
import { useLocation, useNavigate } from 'react-router-dom';
import type { MenuEntry } from '../../contract/calls/console.ts';
import { systemGroups } from '../../contract/configItems.ts';
import { systemConfig } from '../../contract/configScreens.ts';
import { createI18nProvider } from '../../i18n/index.ts';
import { MenuIcon } from '../navigation/icons.tsx';
import { useMenu } from '../navigation/useMenu.ts';
import { basename } from '../services/services.ts';
import type { Command } from './groupCommands.ts';

export function useScreens(): Command[] {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const titles = useTitles();
  const entries = withPaths(useMenu(), []);
  const command = (path: string, title: Title, { entry, above }: (typeof entries)[number]): Command => ({
    id: `screen:${path}`,
    group: 'screens',
    titles: titles(title),
    trails: titles((translate) => above.map((each) => translate(each, { _: each, smart_count: 2 })).join(' / ')),
    icon: <MenuIcon name={entry.icon} path={entry.path} />,
    isCurrent: `${basename}${path}` === (path.includes('?') ? pathname + search : pathname),
    run: () => navigate(`${basename}${path}`),
  });
  const screens = entries.map(({ entry, above }) =>
    command(entry.path, (translate) => translate(entry.title, { _: entry.title, smart_count: 2 }), { entry, above }),
  );
  const config = entries.find(({ entry }) => entry.path === systemConfig.screen);
  const tabs = (config ? systemGroups : []).map((group) => {
    const { entry, above } = config as NonNullable<typeof config>;
    return command(`${entry.path}?tab=${group}`, `configGroups.${group}`, { entry, above: [...above, entry.title] });
  });
  return [...screens, ...tabs];
}

function withPaths(
  entries: readonly MenuEntry[],
  above: readonly string[],
): { entry: MenuEntry; above: readonly string[] }[] {
  return entries.flatMap((entry) => [
    ...(entry.path ? [{ entry, above }] : []),
    ...withPaths(entry.children, [...above, entry.title]),
  ]);
}

/** A message key, or what makes the title of some. */
type Title = string | ((translate: TranslateFunction) => string);

/**
 * Returns a function that translates a title into the current language and then all others, once they are loaded, so
 * that a command is found in each; synonyms follow in all languages.
 */
export function useTitles(): (title: Title, synonyms?: Title) => [string, ...string[]] {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const otherLocales = useLocales()
    .map((each) => each.locale)
    .filter((each) => each !== locale);
  const { data = [] } = useQuery({
    queryKey: ['palette', 'languages', locale],
    queryFn: () => Promise.all(otherLocales.map(async (other) => (await createI18nProvider(other)).translate)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (title, synonyms) => {
    const say = (text: Title) => (each: TranslateFunction) => (typeof text === 'string' ? each(text) : text(each));
    const current = say(title)(translate);
    const others = data.map(say(title)).filter((other) => other !== current);
    return [current, ...others, ...(synonyms ? [translate, ...data].map(say(synonyms)) : [])];
  };
}
