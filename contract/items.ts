import type { Fields } from './fields.ts';

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === 0 || value === false || String(value).trim() === '';

/** A row of items in which nothing was filled in: it is no item, and is dropped by a save. */
export const isBlankItem = (of: Fields, item: Record<string, unknown>): boolean =>
  Object.entries(item).every(([name, value]) => name in of && isNothing(value));
