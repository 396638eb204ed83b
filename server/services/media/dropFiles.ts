import type { CallContext } from '../../unit.ts';
import { removeUnowned } from './files.ts';

/** Takes a record's files away when its deletion stands, and only if it does. */
export function dropFiles({ later, database, settings }: CallContext, row: Record<string, unknown>): void {
  const thumbs = Array.isArray(row.thumbs) ? row.thumbs.map(({ url }) => String(url)) : [];
  later('media', () => removeUnowned(database.db, settings.dataDir, [String(row.url), ...thumbs]));
}
