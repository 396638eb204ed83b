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

/** A command for each screen of the role's menu, and for each tab of the configuration. */
export function useScreens(): Command[] {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const titles = useTitles();
  const entries = withPaths(useMenu(), []);
  const config = entries.find(({ entry }) => entry.path === systemConfig.screen);
  const tabs = config ? systemGroups.map((group) => tabOf(group, config)) : [];
  function tabOf(group: string, { entry, above }: (typeof entries)[number]): Command {
    const address = `${basename}${entry.path}?tab=${group}`;
    const trail = [...above, entry.title];
    return {
      id: `screen:${entry.path}?tab=${group}`,
      group: 'screens',
      titles: titles((translate) => translate(`configGroups.${group}`)),
      trails: titles((translate) => trail.map((title) => translate(title, { _: title, smart_count: 2 })).join(' / ')),
      icon: <MenuIcon name={entry.icon} path={entry.path} />,
      isCurrent: address === pathname + search,
      run: () => navigate(address),
    };
  }
  const screens = entries.map(({ entry, above }): Command => {
    const address = `${basename}${entry.path}`;
    return {
      id: `screen:${entry.path}`,
      group: 'screens',
      titles: titles((translate) => translate(entry.title, { _: entry.title, smart_count: 2 })),
      trails: titles((translate) => above.map((title) => translate(title, { _: title, smart_count: 2 })).join(' / ')),
      icon: <MenuIcon name={entry.icon} path={entry.path} />,
      isCurrent: address === pathname,
      run: () => navigate(address),
    };
  });
  return [...screens, ...tabs];
}

/** Menu entries that have a path, each with the titles of its ancestors. */
function withPaths(
  entries: readonly MenuEntry[],
  above: readonly string[],
): { entry: MenuEntry; above: readonly string[] }[] {
  return entries.flatMap((entry) => [
    ...(entry.path ? [{ entry, above }] : []),
    ...withPaths(entry.children, [...above, entry.title]),
  ]);
}

type Title = (translate: TranslateFunction) => string;

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
    const current = title(translate);
    const others = data.map(title).filter((other) => other !== current);
    return [current, ...others, ...(synonyms ? [translate, ...data].map(synonyms) : [])];
  };
}
