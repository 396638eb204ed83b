import { useStore } from 'ra-core';

interface SettingDeclaration {
  default?: unknown;
  /** Also chosen before anyone has signed in; it stays for administrators who have not chosen yet. */
  isOfBrowser?: boolean;
  /** Of a list to which several browsers add: the property that identifies an item. */
  itemKey?: string;
}

/**
 * The settings that are stored per administrator and survive a sign-out; the rest of react-admin's store belongs to the
 * browser. A name with a leading dot follows that of a resource or a content model.
 */
const settings = {
  theme: { isOfBrowser: true },
  locale: { isOfBrowser: true },
  density: { default: 'normal' },
  'tabs.on': { default: true },
  'tabs.open': { default: [], itemKey: 'path' },
  'palette.recent': { default: [] },
  'media.view': { default: 'grid' },
  '.folded': {},
  '.queries': { default: [], itemKey: 'name' },
  '.columns': {},
  '.column': {},
} as const satisfies Record<string, SettingDeclaration>;

type Key = keyof typeof settings;
type Suffix = Extract<Key, `.${string}`>;
export type SettingName = Exclude<Key, Suffix> | `${string}${Suffix}`;

/** Undefined for a name that is no setting. */
export const findSetting = (name: string): SettingDeclaration | undefined =>
  Object.entries(settings).find(([key]) =>
    key.startsWith('.') ? name.lastIndexOf(key) > 0 && name.endsWith(key) : name === key,
  )?.[1];

/** react-admin's `useStore` for a declared setting. */
export const useSetting = <T>(name: SettingName) => useStore<T>(name, findSetting(name)?.default as T);
