import { useGetResourceLabel, useTranslate } from 'ra-core';
import type { Action } from '../../../authProvider/index.ts';
import { inSentence } from '../../inSentence.ts';

/** What a right is called: what may be done, and with which records. */
export function useRight(resource: string, action: Action): string {
  const translate = useTranslate();
  const name = inSentence(useGetResourceLabel()(resource, action === 'list' ? 2 : 1));
  return translate(`rights.${action}`, { name });
}
