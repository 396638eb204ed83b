import type { Identifier, RaRecord } from 'ra-core';

/**
 * Rows in tree order without a record and all that stands below it: nothing hangs under itself.
 * @param parent the field that says what a row hangs under
 */
export function withoutBranch<R extends RaRecord>(rows: R[], own: Identifier, parent: string): R[] {
  const branch = new Set([own]);
  return rows.filter((row) => {
    if (branch.has(row[parent])) branch.add(row.id);
    return !branch.has(row.id);
  });
}

/** No tree that is shown is deeper; a back end may send every number. */
const deepest = 20;

/** What stands before the name of a tree's record among choices, by its level from 1: the room of a character for each level above it. */
export const indentOf = (level: unknown): string =>
  '\u3000'.repeat(Math.min(Math.max(0, Number(typeof level === 'object' ? 1 : (level ?? 1)) - 1), deepest));
