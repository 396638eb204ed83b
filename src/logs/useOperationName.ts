import { type RaRecord, useGetResourceLabel, useLocaleState, useTranslate } from 'ra-core';
import { calls } from '../../contract/index.ts';
import { defaultLanguage } from '../../contract/languages.ts';
import { inSentence } from '../utils/format.ts';

const words = {
  create: 'rights.create',
  update: 'rights.edit',
  save: 'log.save',
  delete: 'rights.delete',
  list: 'rights.list',
  all: 'log.all',
} as const;
const isOfMany = (callName: string) => callName === 'list' || callName === 'all';

/** The name of an operation: the log's own title, or its action and entity in another language than the log's. */
export function useOperationName(): (operation: RaRecord) => string {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  const [locale] = useLocaleState();
  const isStored = locale === defaultLanguage;
  return ({ path = '', title = '' }) => {
    const { call, entity, callName } = (!isStored && calls.get(path)) || {};
    if (entity && callName)
      return translate(words[callName], { name: inSentence(label(entity.name, isOfMany(callName) ? 2 : 1)) });
    return isStored ? title : translate(`operationNames.${path}`, { _: call?.title ?? title });
  };
}
