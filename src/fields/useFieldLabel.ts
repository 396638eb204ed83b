import { useTranslate } from 'ra-core';

/**
 * The label of a resource's field by its name.
 * @param own labels of fields that are data, and not declared
 */
export function useFieldLabel(resource: string, own: Record<string, string> = {}): (name: string) => string {
  const translate = useTranslate();
  return (name) => own[name] ?? translate(`resources.${resource}.fields.${name}`);
}
