import { toIsoSeconds } from '../../../contract/kinds.ts';
import type { Database } from '../../database/index.ts';
import type { Db } from '../../database/tables.ts';
import { StartError } from '../../errors.ts';
import type { PreparedColumn } from './columns.ts';
import type { PreparedContent } from './contents.ts';
import { type Origins, readOrigins } from './origins.ts';
import type { PreparedSettings } from './settings.ts';
import { writeColumns } from './writeColumns.ts';
import { writeContents } from './writeContents.ts';
import { writeSettings } from './writeSettings.ts';

export interface PreparedSite {
  columns: PreparedColumn[];
  contents: PreparedContent[];
  settings: PreparedSettings['items'];
  /** What was brought in before this was prepared. */
  known: Origins;
  /** The source's name, for the log. */
  file: string;
}

/** How many of each a run wrote, and what it could not. */
export interface Written {
  columns: number;
  articles: number;
  pages: number;
  settings: number;
  notes: string[];
}

/**
 * Writes what was prepared in one transaction, with one row in the operation log where anything is new.
 * @throws StartError where another import has run since the preparation
 */
export async function writeSite(database: Database, site: PreparedSite): Promise<Written> {
  const isEmpty = [site.columns, site.contents, site.settings].every((prepared) => prepared.length === 0);
  if (isEmpty) return { columns: 0, articles: 0, pages: 0, settings: 0, notes: [] };
  return database.transaction(async (db) => {
    await waitForOtherImports(db);
    const origins = await readOrigins(db);
    if (origins.size !== site.known.size)
      throw new StartError('Another import ran at the same time. Run this one again.');

    const notes: string[] = [];
    const say = (note: string) => notes.push(note);
    const columns = await writeColumns(db, site.columns, origins, say);
    const contents = await writeContents(db, site.contents, origins, say);
    const settings = await writeSettings(db, site.settings, origins, say);
    const written = { columns, ...contents, settings };
    if (origins.size > site.known.size) {
      await origins.save(db);
      await logImport(db, site.file, written);
    }
    return { ...written, notes };
  });
}

/** Of two imports at once the second waits here until the first has ended. */
async function waitForOtherImports(db: Db): Promise<void> {
  await db
    .insertInto('generation')
    .values({ entity: 'import', n: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.updateTable('generation').set({ n: 0 }).where('entity', '=', 'import').execute();
}

async function logImport(db: Db, file: string, written: Omit<Written, 'notes'>): Promise<void> {
  await db
    .insertInto('operation_log')
    .values({
      ...{ admin_id: null, username: '', title: '导入网站', path: 'command/import' },
      ...{ params: JSON.stringify({ source: 'pbootcms', file }), target: 'import', target_id: null },
      ...{ before: null, after: JSON.stringify(written), code: 1, ip: '', user_agent: '', cost_ms: 0 },
      create_time: toIsoSeconds(new Date()),
    })
    .execute();
}
