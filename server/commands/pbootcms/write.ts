import { toIsoSeconds } from '../../../contract/kinds.ts';
import { StartError } from '../../core/errors.ts';
import type { Database, Db } from '../../database/tables.ts';
import type { PreparedColumn } from './columns.ts';
import type { PreparedContent } from './contents.ts';
import { type Origins, readOrigins } from './origins.ts';
import { type PreparedRecord, writeRecords } from './records.ts';
import type { PreparedSettings } from './settings.ts';
import { writeColumns } from './writeColumns.ts';
import { writeContents } from './writeContents.ts';
import { writeSettings } from './writeSettings.ts';

export interface PreparedSite {
  columns: PreparedColumn[];
  /** Content parameters of columns. */
  params: PreparedRecord[];
  contents: PreparedContent[];
  /** Other records, groups before their members. */
  others: PreparedRecord[];
  settings: PreparedSettings['items'];
  /** What had been imported when this was prepared. */
  known: Origins;
  /** The source file's name, for the log. */
  file: string;
}

/** How many records of each kind were written, and what could not be. */
export interface Written {
  counts: Record<string, number>;
  notes: string[];
}

/**
 * Writes everything in one transaction, with one row in the operation log if anything is new.
 * @throws StartError if another import has run since the preparation
 */
export async function writeSite(database: Database, site: PreparedSite): Promise<Written> {
  const { columns, params, contents, others, settings } = site;
  if ([columns, params, contents, others, settings].every((prepared) => prepared.length === 0))
    return { counts: {}, notes: [] };
  return database.transaction(async (db) => {
    await waitForOtherImports(db);
    const origins = await readOrigins(db);
    if (origins.size !== site.known.size)
      throw new StartError('Another import ran at the same time. Run this one again.');

    const notes: string[] = [];
    const say = (note: string) => notes.push(note);
    const counts: Record<string, number> = {
      column: await writeColumns(db, columns, origins, say),
      ...(await writeRecords(db, params, origins, say)),
      ...(await writeContents(db, contents, origins, say)),
      ...(await writeRecords(db, others, origins, say)),
      config_item: await writeSettings(db, settings, origins, say),
    };
    if (origins.size > site.known.size) {
      await origins.save(db);
      await logImport(db, site.file, counts);
    }
    return { counts, notes };
  });
}

/** Locks out other imports: a second one waits here until the first has ended. */
async function waitForOtherImports(db: Db): Promise<void> {
  await db
    .insertInto('generation')
    .values({ entity: 'import', n: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.updateTable('generation').set({ n: 0 }).where('entity', '=', 'import').execute();
}

async function logImport(db: Db, file: string, written: Written['counts']): Promise<void> {
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
