import { useTranslate } from 'ra-core';

/** The label of a resource's field by its name. */
export function useFieldLabel(resource: string): (name: string) => string {
  const translate = useTranslate();
  return (name) => translate(`resources.${resource}.fields.${name}`);
}
