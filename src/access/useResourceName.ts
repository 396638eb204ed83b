import { useTranslate } from 'ra-core';
import { agreement, autoConfig, systemConfig } from '../../contract/configScreens.ts';

/** Pages without an entity have the name of their menu entry. */
const pages: Record<string, string> = { recycle: 'menu.recycle', backup: 'menu.backups', system_status: 'menu.status' };
const single = [systemConfig, autoConfig, agreement].map(({ name }): string => name);

/** Returns a function that names the records of an entity, or a page. */
export function useResourceName(): (name: string) => string {
  const translate = useTranslate();
  return (name) => translate(pages[name] ?? `resources.${name}.name`, { smart_count: single.includes(name) ? 1 : 2 });
}
