/** No tree that is shown is deeper; a back end may send every number. */
const deepest = 20;

/** What stands before the name of a tree's record among choices, by its level from 1: the room of a character for each level above it. */
export const indentOf = (level: unknown): string =>
  '\u3000'.repeat(Math.min(Math.max(0, Number(typeof level === 'object' ? 1 : (level ?? 1)) - 1), deepest));
