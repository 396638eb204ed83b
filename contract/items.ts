import type { Fields } from './fields.ts';

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === 0 || value === false || String(value).trim() === '';

/** Whether an item is completely empty. A save drops such items. */
export const isBlankItem = (of: Fields, item: Record<string, unknown>): boolean =>
  Object.entries(item).every(([name, value]) => name in of && isNothing(value));
