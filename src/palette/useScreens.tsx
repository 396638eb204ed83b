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

/** Every entry of the role's menu that has a screen, with the way to it, and each tab of the configuration. */
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

/** Entries with a path, each with the titles of those above it. */
function withPaths(
  entries: readonly MenuEntry[],
  above: readonly string[],
): { entry: MenuEntry; above: readonly string[] }[] {
  return entries.flatMap((entry) => [
    ...(entry.path ? [{ entry, above }] : []),
    ...withPaths(entry.children, [...above, entry.title]),
  ]);
}

type Say = (translate: TranslateFunction) => string;

/**
 * Says something in the language of the screen and then in all others, once they are loaded, so that it is found by
 * each; and after it, in all of them, other words for it.
 */
export function useTitles(): (toast: Say, words?: Say) => [string, ...string[]] {
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
  return (toast, words) => {
    const shown = toast(translate);
    const also = words ? [translate, ...data].map(words) : [];
    return [shown, ...data.map(toast).filter((other) => other !== shown), ...also];
  };
}
