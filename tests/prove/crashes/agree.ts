import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { assert } from '../proof.ts';

/** What SQLite itself knows of the soundness of a file, its references and its search index. */
export function assertSound(dataDir: string): void {
  const file = new DatabaseSync(join(dataDir, 'rtop.db'), { readOnly: true });
  try {
    const found = file.prepare('pragma integrity_check').all();
    assert(found.length === 1 && found[0]?.integrity_check === 'ok', () => `integrity_check: ${JSON.stringify(found)}`);
    const dangling = file.prepare('pragma foreign_key_check').all();
    assert(dangling.length === 0, () => `foreign_key_check: ${JSON.stringify(dangling)}`);
  } finally {
    file.close();
  }
}
