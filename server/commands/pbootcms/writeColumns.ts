import { column as columnEntity } from '../../../contract/entities/column.ts';
import type { Db } from '../../database/tables.ts';
import * as crud from '../../engine/crud.ts';
import type { PreparedColumn } from './columns.ts';
import type { Origins } from './origins.ts';

/** @returns how many were written */
export async function writeColumns(
  db: Db,
  columns: PreparedColumn[],
  origins: Origins,
  say: (note: string) => void,
): Promise<number> {
  const unit = { db, admin: null, note: () => {} };
  for (const { origin, parent, label, draft, create_time, update_time } of columns) {
    const pid = await liveParent(db, origins.idOf('column', parent ?? ''));
    if (parent !== undefined && pid === null) say(`${label} stands at the top: it has no parent here.`);
    const isTaken = draft.url_name !== '' && (await hasColumn(db, draft.url_name ?? ''));
    if (isTaken) say(`${label}: the URL name "${draft.url_name}" is taken here, so it was made from the title.`);
    const url_name = isTaken ? '' : draft.url_name;
    const { id } = await crud.create(unit, columnEntity, { ...draft, pid, url_name });
    await db.updateTable('column').set({ create_time, update_time }).where('id', '=', id).execute();
    origins.add('column', origin, id);
  }
  return columns.length;
}

/** The parent, unless a user has deleted it since: then it takes no more children. */
async function liveParent(db: Db, id: number | undefined): Promise<number | null> {
  const found = db
    .selectFrom('column')
    .select('id')
    .where('id', '=', id ?? 0);
  return (await found.where('deleted_at', 'is', null).executeTakeFirst())?.id ?? null;
}

async function hasColumn(db: Db, url_name: string): Promise<boolean> {
  const found = db.selectFrom('column').select('id').where('url_name', '=', url_name);
  return (await found.where('deleted_at', 'is', null).executeTakeFirst()) !== undefined;
}
