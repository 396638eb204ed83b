import { useTranslate } from 'ra-core';
import type { MenuEntry } from '../../contract/calls/console.ts';

/** What a menu entry is called: our own titles are message keys, other back ends send the text itself. */
export function useMenuTitle() {
  const translate = useTranslate();
  return ({ title }: Pick<MenuEntry, 'title'>) => translate(title, { _: title, smart_count: 2 });
}
