import { useStore } from 'ra-core';

interface SettingDeclaration {
  default?: unknown;
  /** Can be chosen before anyone has signed in, and then applies to administrators who have not chosen yet. */
  isOfBrowser?: boolean;
  /** The property that identifies an item, for a list to which several browsers add. */
  itemKey?: string;
}

/**
 * The settings, which are stored per administrator and outlast a sign-out. A key with a leading dot is a suffix to the
 * name of a resource or content model.
 */
const settings = {
  theme: { isOfBrowser: true },
  locale: { isOfBrowser: true },
  density: { default: 'normal' },
  /** Whether the pane is open. Until the administrator chooses, the window's width decides. */
  'menu.second': {},
  'columns.pane': {},
  'tabs.on': { default: true },
  'tabs.open': { default: [], itemKey: 'path' },
  'palette.recent': { default: [] },
  'media.view': { default: 'grid' },
  'writing.settings': { default: true },
  '.folded': {},
  '.queries': { default: [], itemKey: 'name' },
  '.columns': {},
  '.column': {},
  '.writing': { default: {} },
} as const satisfies Record<string, SettingDeclaration>;

type Key = keyof typeof settings;
type Suffix = Extract<Key, `.${string}`>;
export type SettingName = Exclude<Key, Suffix> | `${string}${Suffix}`;

export const findSetting = (name: string): SettingDeclaration | undefined =>
  Object.entries(settings).find(([key]) =>
    key.startsWith('.') ? name.lastIndexOf(key) > 0 && name.endsWith(key) : name === key,
  )?.[1];

export const useSetting = <T>(name: SettingName) => useStore<T>(name, findSetting(name)?.default as T);
