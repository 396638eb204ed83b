/** Replaces lodash's `union` (plugin.ts). */
export const union = <T>(...lists: T[][]): T[] => [...new Set(lists.flat())];
