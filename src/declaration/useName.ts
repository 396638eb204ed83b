import { useGetResourceLabel } from 'ra-core';
import { inSentence } from '../utils/format.ts';
import type { Resource } from './resource.ts';

/** What one record of a resource is called, in the middle of a sentence. */
export function useName(resource: Resource): string {
  return inSentence(useGetResourceLabel()(resource.name, 1));
}
