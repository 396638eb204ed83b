import { useTranslate } from 'ra-core';
import type { Resource } from '../resource.ts';

/** The values that a filter offers, each with what it is called: a choice's own, or yes and no. */
export function useFilterChoices(resource: Resource): (name: string) => { value: string | number; label: string }[] {
  const translate = useTranslate();
  return (name) =>
    resource.entity.fields[name]?.values?.map((value) => ({
      value,
      label: translate(`resources.${resource.name}.choices.${name}.${value}`),
    })) ?? [
      { value: 1, label: translate('form.on') },
      { value: 0, label: translate('form.off') },
    ];
}
