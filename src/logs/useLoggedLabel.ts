import { useTranslate } from 'ra-core';

/** What a value in the log is called: the label of the entity's field, or a word of the log's own, or its name. */
export function useLoggedLabel(entity: string): (name: string) => string {
  const translate = useTranslate();
  return (name) => translate(`resources.${entity}.fields.${name}`, { _: translate(`log.names.${name}`, { _: name }) });
}
