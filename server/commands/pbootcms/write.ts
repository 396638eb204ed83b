import { column as columnEntity } from '../../../contract/entities/column.ts';
import { loggedCommands } from '../../../contract/entities/logs.ts';
import { toIsoSeconds } from '../../../contract/kinds.ts';
import { putConfigItem } from '../../config/config.ts';
import { InvalidInput, StartError } from '../../core/errors.ts';
import { message } from '../../core/messages.ts';
import { bumpVersion, oneAtATime } from '../../database/dataVersion.ts';
import type { Database, Db } from '../../database/tables.ts';
import * as lifecycle from '../../engine/lifecycle.ts';
import type { PreparedColumn } from './columns.ts';
import { type ContentName, contentEntities, type PreparedContent } from './contents.ts';
import { type Origins, readOrigins } from './origins.ts';
import { insertRecord, type PreparedRecord, writeRecords } from './records.ts';
import type { PreparedSettings } from './settings.ts';

export interface PreparedSite {
  columns: PreparedColumn[];
  params: PreparedRecord[];
  contents: PreparedContent[];
  others: PreparedRecord[];
  settings: PreparedSettings['items'];
  known: Origins;
  file: string;
}

export interface Written {
  counts: Record<string, number>;
  notes: string[];
}

/** Writes everything in one transaction. @throws StartError if another import has run since the preparation */
export async function writeSite(database: Database, site: PreparedSite): Promise<Written> {
  const { columns, params, contents, others, settings } = site;
  if ([columns, params, contents, others, settings].every((prepared) => prepared.length === 0))
    return { counts: {}, notes: [] };
  return database.transaction(async (db) => {
    await oneAtATime(db, 'import');
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

async function logImport(db: Db, file: string, written: Written['counts']): Promise<void> {
  const path = 'command/import';
  await db
    .insertInto('operation_log')
    .values({
      admin_id: null,
      username: '',
      title: loggedCommands[path],
      path,
      params: JSON.stringify({ source: 'pbootcms', file }),
      target: 'import',
      target_id: null,
      before: null,
      after: JSON.stringify(written),
      code: 1,
      ip: '',
      user_agent: '',
      cost_ms: 0,
      batch: '',
      create_time: toIsoSeconds(new Date()),
    })
    .execute();
}

async function writeColumns(
  db: Db,
  columns: PreparedColumn[],
  origins: Origins,
  say: (note: string) => void,
): Promise<number> {
  const context = { db, admin: null, note: () => {} };
  for (const { origin, parent, label, draft, create_time, update_time } of columns) {
    const pid = (await liveColumn(db, 'id', origins.idOf('column', parent ?? '') ?? 0))?.id ?? null;
    if (parent !== undefined && pid === null) say(`${label} stands at the top: it has no parent here.`);
    const isTaken = draft.url_name !== '' && (await liveColumn(db, 'url_name', draft.url_name ?? ''));
    if (isTaken) say(`${label}: the URL name "${draft.url_name}" is taken here, so it was made from the title.`);
    const url_name = isTaken ? '' : draft.url_name;
    const { id } = await lifecycle
      .create(context, columnEntity, { ...draft, pid, url_name })
      .catch((error) => refuseRecord(label, error));
    await db.updateTable('column').set({ create_time, update_time }).where('id', '=', id).execute();
    origins.add('column', origin, id);
  }
  return columns.length;
}

/** Names the record and says what is wrong with it, because the command line marks no fields. @throws StartError */
function refuseRecord(label: string, error: unknown): never {
  if (!(error instanceof InvalidInput)) throw error;
  const sentences = Object.values(error.errors).map(({ key, values }) => message('en', key, values));
  throw new StartError(`${label} cannot be brought in: ${sentences.join('; ')}.`);
}

const liveColumn = (db: Db, field: 'id' | 'url_name', value: string | number) =>
  db.selectFrom('column').select('id').where(field, '=', value).where('deleted_at', 'is', null).executeTakeFirst();

async function writeContents(
  db: Db,
  contents: PreparedContent[],
  origins: Origins,
  say: (note: string) => void,
): Promise<Partial<Record<ContentName, number>>> {
  const columns = await db.selectFrom('column').select(['id', 'model']).where('deleted_at', 'is', null).execute();
  const models = new Map(columns.map(({ id, model }) => [id, model]));
  const pages = await db.selectFrom('single').select('col_id').where('deleted_at', 'is', null).execute();
  const filled = new Set(pages.map(({ col_id }) => col_id));
  const written: Partial<Record<ContentName, number>> = {};

  for (const content of contents) {
    const { entity, origin, column, label } = content;
    const col_id = origins.idOf('column', column);
    const obstacle = obstacleOf(entity, col_id, models, filled);
    if (col_id === undefined || obstacle) {
      say(`${label} was not brought in: ${obstacle}.`);
      continue;
    }
    const id = await insertRecord(db, { ...content, entity: contentEntities[entity] }, { col_id });
    origins.add(entity, origin, id);
    written[entity] = (written[entity] ?? 0) + 1;
  }
  for (const entity of Object.keys(written)) await bumpVersion(db, entity);
  return written;
}

/** Returns why a record cannot be written: an administrator has changed something since an earlier run. */
function obstacleOf(
  entity: ContentName,
  colId: number | undefined,
  models: Map<number, string>,
  filled: Set<number | null>,
): string | undefined {
  if (colId === undefined || !models.has(colId)) return 'its column is not here any more';
  if (models.get(colId) !== entity) return 'its column holds another model now';
  return entity === 'single' && filled.has(colId) ? 'its column has a page here already' : undefined;
}

/** A new database has these values. An import may replace these and no others. */
const initialValues = ['', 'rTop Admin'];

async function writeSettings(
  db: Db,
  items: PreparedSettings['items'],
  origins: Origins,
  say: (note: string) => void,
): Promise<number> {
  let written = 0;
  for (const { name, value } of items) {
    if (origins.has('config_item', name)) continue;
    const current = await find(db, name);
    if (!initialValues.includes(current?.value ?? '')) {
      say(`The setting ${name} keeps the value that it has here.`);
      continue;
    }
    await putConfigItem(db, name, value);
    origins.add('config_item', name, (await find(db, name))?.id ?? 0);
    written++;
  }
  return written;
}

const find = (db: Db, en_name: string) =>
  db.selectFrom('config_item').select(['id', 'value']).where('en_name', '=', en_name).executeTakeFirst();
