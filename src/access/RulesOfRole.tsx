import { useTranslate } from 'ra-core';
import type { ShowProps } from '../fields/shows.tsx';

/** How many rules a role holds; the built-in one holds all, whatever its list. */
export function RulesOfRole({ record, name }: ShowProps) {
  const translate = useTranslate();
  return <>{record.built_in ? translate('access.allRules') : (record[name] as number[] | null)?.length}</>;
}
