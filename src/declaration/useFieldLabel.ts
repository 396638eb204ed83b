import { useGetResourceLabel, useResourceContext, useTranslate } from 'ra-core';
import { useCallback } from 'react';
import { inSentence } from '../utils/format.ts';
import type { InputProps } from './common.ts';
import type { Resource } from './resource.ts';

const noLabels: Record<string, string> = {};

/**
 * The label of a resource's field by its name.
 * @param own labels of fields that are data, and not declared
 */
export function useFieldLabel(resource: string, own = noLabels): (name: string) => string {
  const translate = useTranslate();
  return useCallback(
    (name) => own[name] ?? translate(`resources.${resource}.fields.${name}`),
    [resource, own, translate],
  );
}

/** The label of a logged value: that of the entity's field, else one of the log, else its name. */
export function useLoggedLabel(entity: string): (name: string) => string {
  const translate = useTranslate();
  return (name) => translate(`resources.${entity}.fields.${name}`, { _: translate(`log.names.${name}`, { _: name }) });
}

export function useInputLabel({ name, label }: Pick<InputProps, 'name' | 'label'>): string {
  const named = useFieldLabel(useResourceContext() ?? '');
  return label ?? named(name);
}

/** The choices of a filter with their labels: those of the field, or yes and no. */
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

/** The name of one record of a resource, for the middle of a sentence. */
export function useName(resource: Resource): string {
  return inSentence(useGetResourceLabel()(resource.name, 1));
}

/** The name of several records of a resource, for the middle of a sentence. */
export function useRecordsName(resource: Resource): string {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  return inSentence(translate(`resources.${resource.name}.records`, { _: label(resource.name, 2) }));
}
