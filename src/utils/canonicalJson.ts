import { isEmpty } from './isEmpty.ts';

/** Whether a value holds nothing: it is empty, or a list or record without anything in it. */
export const isBlank = (value: unknown): boolean =>
  isEmpty(value) || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** JSON by which two values are compared: blank values count as absent, and keys are sorted. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) => {
    if (isBlank(part)) return undefined;
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
  }) ?? 'null';
