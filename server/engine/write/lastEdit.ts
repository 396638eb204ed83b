import { discardWorkingCopy, scheduleWorkingCopy, takeWorkingCopy } from '../../../contract/calls/publishing.ts';
import type { Entity } from '../../../contract/entity.ts';
import { type Db, generic } from '../../database/tables.ts';
import type { Caller } from '../callContext.ts';
import { nicknameSql } from '../nicknames.ts';
import { hiddenFields, isVersionVisible } from '../withinLimits.ts';

/** These change the working copy alone. */
const ofCopies = [takeWorkingCopy, scheduleWorkingCopy, discardWorkingCopy].map(({ path }) => path);

interface Edit {
  username: string;
  nickname: string;
  time: string;
}

/** From the operation log. `since` is the earliest time to look at, so that a long log is not read completely. */
export async function lastEdit(
  db: Db,
  target: string,
  { id, since }: { id?: number; since?: string } = {},
): Promise<Edit | null> {
  let found = generic(db)
    .selectFrom('operation_log')
    .select(['username', 'create_time', nicknameSql('operation_log').as('nickname')])
    .where('target', '=', target)
    .where('path', 'not in', ofCopies)
    .where('code', '=', 1);
  if (id !== undefined) found = found.where('target_id', '=', id);
  if (since !== undefined) found = found.where('create_time', '>=', since);
  const row = await found.orderBy('create_time', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (!row) return null;
  return { username: String(row.username), nickname: String(row.nickname), time: String(row.create_time) };
}

/** The last edit of a record, or null if it changed only fields that are hidden from the caller. An earlier edit is not looked for. */
export async function lastVisibleEdit(
  caller: Caller,
  entity: Entity,
  { id, since }: { id: number; since: string },
): Promise<Edit | null> {
  const { db } = caller;
  const hidden = hiddenFields(caller, entity);
  if (hidden.length > 0) {
    const versions = db.selectFrom('record_version').select('fields').where('entity', '=', entity.name);
    const last = await versions.where('record_id', '=', id).orderBy('n', 'desc').limit(1).executeTakeFirst();
    if (last && !isVersionVisible(JSON.parse(last.fields), hidden)) return null;
  }
  return lastEdit(db, entity.name, { id, since });
}
