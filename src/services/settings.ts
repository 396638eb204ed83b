import { useStore } from 'ra-core';

interface SettingDeclaration {
  default?: unknown;
  /** Also chosen before anyone has signed in; it stays for administrators who have not chosen yet. */
  isOfBrowser?: boolean;
  /** Of a list to which several browsers add: the property that identifies an item. */
  itemKey?: string;
}

/** Stored per administrator, beyond a sign-out. A leading dot: it follows the name of a resource or content model. */
const settings = {
  theme: { isOfBrowser: true },
  locale: { isOfBrowser: true },
  density: { default: 'normal' },
  /** Open or folded; by the window's width where nothing is chosen. */
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
