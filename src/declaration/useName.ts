import { useGetResourceLabel, useTranslate } from 'ra-core';
import { inSentence } from '../utils/format.ts';
import type { Resource } from './resource.ts';

/** What one record of a resource is called, in the middle of a sentence. */
export function useName(resource: Resource): string {
  return inSentence(useGetResourceLabel()(resource.name, 1));
}

/** What several records of a resource are called, in the middle of a sentence. */
export function useRecordsName(resource: Resource): string {
  const translate = useTranslate();
  const label = useGetResourceLabel();
  return inSentence(translate(`resources.${resource.name}.records`, { _: label(resource.name, 2) }));
}
