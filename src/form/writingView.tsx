import { type Theme, useMediaQuery } from '@mui/material';
import { createContext, use } from 'react';
import { useLocation } from 'react-router-dom';
import { hasWorkingCopies } from '../declaration/knownFields.ts';
import type { Resource, Tab } from '../declaration/resource.ts';
import { useSetting } from '../services/settings.ts';

/** A form over the whole width: the record's title and text, and beside them the other tabs, which fold away. */
export interface WritingView {
  isOn: boolean;
  /** Whether there is room for the other tabs beside the text; without it the text is the first tab. */
  isWide: boolean;
  hasSettings: boolean;
  toggle: () => void;
  showSettings: (isShown: boolean) => void;
}

/** Undefined if a form has no such view. */
export const WritingContext = createContext<WritingView | undefined>(undefined);
export const useWritingView = () => use(WritingContext);

/**
 * The view that an administrator chose last for new or for existing records of the resource. Until then, new records
 * open in the writing view if they are autosaved.
 */
export function useChosenView(resource: Resource, isNew: boolean): WritingView | undefined {
  const [chosen, choose] = useSetting<Partial<Record<'new' | 'edit', boolean>>>(`${resource.name}.writing`);
  const [hasSettings, showSettings] = useSetting<boolean>('writing.settings');
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'), { noSsr: true });
  // A record that was new a moment ago stays in the view of a new one.
  const { state } = useLocation();
  if (!resource.form.writing) return undefined;
  const kind = isNew || state?.wasNew ? 'new' : 'edit';
  const isOn = chosen[kind] ?? (kind === 'new' && hasWorkingCopies(resource));
  return { isOn, isWide, hasSettings, showSettings, toggle: () => choose({ ...chosen, [kind]: !isOn }) };
}

/** Puts the text's tab first, headed by the title, and removes the title from the other tabs. */
export function writingTabs(tabs: [key: string, tab: Tab][], writing: Resource['form']['writing']): typeof tabs {
  const text = tabs.find(([key]) => key === writing?.tab);
  if (!writing || !text) return tabs;
  const [key, tab] = text;
  const without = ({ main, ...others }: Tab) => ({ ...others, main: main.filter((name) => name !== writing.title) });
  const others = tabs
    .filter((other) => other !== text)
    .map(([name, other]): (typeof tabs)[0] => [name, without(other)]);
  return [[key, { ...tab, main: [writing.title, ...tab.main] }], ...others];
}
