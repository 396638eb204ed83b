import { useGetResourceLabel, useLocaleState, useTranslate } from 'ra-core';
import { calls, isOperationLogged } from '../../contract/index.ts';
import { defaultLanguage } from '../../contract/languages.ts';
import { inSentence } from '../utils/inSentence.ts';

/** The calls by what the operation log calls them. */
const byTitle = new Map(
  [...calls.values()].filter(({ call }) => isOperationLogged(call)).map((routed) => [routed.call.title, routed]),
);
const words = {
  ...{ create: 'rights.create', update: 'rights.edit', save: 'log.save', delete: 'rights.delete' },
  ...{ list: 'rights.list', all: 'log.all' },
} as const;
const isOfMany = (role: string) => role === 'list' || role === 'all';

/** What an operation is called: the log's own title of it, and in another language than the log's what was done with what. */
export function useOperationName(): (title: unknown) => string {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  const [locale] = useLocaleState();
  const isStored = locale === defaultLanguage;
  return (title) => {
    const { call, entity, role } = (!isStored && byTitle.get(String(title))) || {};
    if (entity && role) return translate(words[role], { name: inSentence(label(entity.name, isOfMany(role) ? 2 : 1)) });
    return call ? translate(`operationNames.${call.path}`, { _: call.title }) : String(title ?? '');
  };
}
