import type { RaRecord } from 'ra-core';
import type { Held } from './useDeleteRecord.ts';

/** What hangs on a column as the tree tells it: the columns below it, and the contents of all of them; undefined for nothing. */
export function heldBy(columns: RaRecord[], id: unknown): Held | undefined {
  const held: Held = {};
  const count = (name: string, n: number) => {
    if (n > 0) held[name] = (held[name] ?? 0) + n;
  };
  const walk = (at: unknown) => {
    const own = columns.find((column) => column.id === at);
    if (own) count(String(own.model), Number(own.total ?? 0));
    for (const below of columns.filter((column) => column.pid === at)) {
      count('column', 1);
      walk(below.id);
    }
  };
  walk(id);
  return Object.keys(held).length > 0 ? held : undefined;
}
