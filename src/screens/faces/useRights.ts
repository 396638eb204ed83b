import { useGetResourceLabel, useTranslate } from 'ra-core';
import type { Action } from '../../../authProvider/index.ts';
import { inSentence } from '../../inSentence.ts';

/** What rights are called: what may be done, and with which records. */
export function useRights(): (resource: string, action: Action) => string {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  return (resource, action) =>
    translate(`rights.${action}`, { name: inSentence(label(resource, action === 'list' ? 2 : 1)) });
}
