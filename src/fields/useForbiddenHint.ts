import { useGetResourceLabel, useTranslate } from 'ra-core';
import { inSentence } from '../utils/format.ts';

/** What is said below a reference whose choices one may not see: it shows what is set, and stays as it is. */
export function useForbiddenHint(entity: string, isForbidden: boolean): string | undefined {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  return isForbidden ? translate('form.mayNotChoose', { name: inSentence(label(entity, 2)) }) : undefined;
}
