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
