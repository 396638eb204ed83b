import { publish } from '../../contract/calls/publishing.ts';
import type { Entity } from '../../contract/entity.ts';
import { calls, findEntity, type RoutedCall } from '../../contract/index.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { accountRefusal, selectAccounts } from '../auth/accountRefusal.ts';
import { livingTokens } from '../auth/programTokens.ts';
import { callerOfRole, mayCall, mayPublish } from '../auth/rights.ts';
import { CallError } from '../core/errors.ts';
import { inSavepoint } from '../database/dataVersion.ts';
import { isCausedByValues } from '../database/outage.ts';
import { type Database, type Db, isPostgres, type Tables } from '../database/tables.ts';
import { type Change, programUsername, type SignedIn } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { refusalOf } from '../engine/refusal.ts';
import { limitNames } from '../engine/roleLimits.ts';
import { logOperation } from '../engine/write/transaction.ts';
import { dropCopy, setReview, unscheduled } from './workingCopies.ts';

/** The time has come. Processes on one PostgreSQL pass over the copies that another one has taken. */
function nextDue(db: Db) {
  const due = db
    .selectFrom('working_copy')
    .selectAll()
    .where('live_time', '<=', toIsoSeconds(new Date()))
    .where('record_id', 'is not', null)
    .orderBy('live_time')
    .orderBy('id')
    .limit(1);
  return (isPostgres(db) ? due.forUpdate().skipLocked() : due).executeTakeFirst();
}

type Scheduler = Pick<Tables['working_copy'], 'live_admin_id' | 'live_token_id'>;

/** Whether the account first has to change a password that was reset, or to set up a second factor. */
async function mayNotActYet(db: Db, adminId: number): Promise<boolean> {
  const account = await selectAccounts(db).where('admin.id', '=', adminId).executeTakeFirst();
  return !account || accountRefusal(account, publish.path) !== undefined;
}

/** Finds who set the time, if the account or the program's token may still edit the record and publish it, as `publish` asks. */
async function publisherOf(
  db: Db,
  entity: Entity,
  { live_admin_id, live_token_id }: Scheduler,
): Promise<SignedIn | undefined> {
  const accounts = db
    .selectFrom('admin')
    .innerJoin('role', 'role.id', 'admin.groupId')
    .where('admin.id', '=', live_admin_id)
    .where('admin.status', '=', 1);
  const programs = livingTokens(db).where('program_token.id', '=', live_token_id);
  const found = await (live_token_id ? programs.select('program_token.title') : accounts)
    .select(['admin.id as adminId', 'admin.username', 'role.id', 'role.built_in', ...limitNames])
    .executeTakeFirst();
  if (!found || (!live_token_id && (await mayNotActYet(db, found.adminId)))) return undefined;
  const { adminId, title } = { title: undefined, ...found };
  const username = title === undefined ? found.username : programUsername(found.username, title);
  const admin = {
    ...(await callerOfRole(db, found, { id: adminId, username })),
    ...(live_token_id && { programTokenId: live_token_id }),
  };
  const { update } = entity.calls;
  const caller = { db, admin };
  return update && (await mayCall(caller, update)) && (await mayPublish(caller, entity)) ? admin : undefined;
}

/**
 * Publishes the working copies whose time has come, each in a transaction of its own. One that is refused stays, without
 * its time, and its author finds it returned with the reason.
 * @param onBroken receives the error of a copy that cannot be stored, which is returned as well
 * @returns how many were published
 */
export async function publishDue(database: Database, onBroken: OnBroken): Promise<number> {
  let published = 0;
  const due = database.db.selectFrom('working_copy').select('id').where('live_time', '<=', toIsoSeconds(new Date()));
  // A transaction would take the only write lock of SQLite.
  while (await due.limit(1).executeTakeFirst()) {
    const outcome = await database.transaction((db) => publishNext(db, onBroken));
    if (outcome === 'none') break;
    if (outcome === 'published') published++;
  }
  return published;
}

type OnBroken = (error: Error) => void;

async function publishNext(db: Db, onBroken: OnBroken): Promise<'none' | 'published' | 'refused'> {
  const started = performance.now();
  const copy = await nextDue(db);
  if (!copy) return 'none';
  const { entity: name, record_id } = copy;
  const id = Number(record_id);
  const entity = findEntity(name);
  const admin = entity && (await publisherOf(db, entity, copy));
  const changes: Change[] = [];
  const context = { db, admin: admin ?? null, note: (change: Change) => changes.push(change) };
  const refusal = await inSavepoint(
    db,
    async () => {
      if (!entity) throw new CallError('not_found');
      if (!admin) throw new CallError('publish_right');
      if (copy.is_stale) throw new CallError('copy_stale');
      const values = JSON.parse(copy.values);
      await dropCopy(db, name, id);
      await lifecycle.update(context, entity, id, values);
    },
    (error) => {
      const refusal = refusalOf(error);
      if (refusal || !isCausedByValues(error)) return refusal;
      // A copy that cannot be stored would hold up all later ones.
      onBroken(error);
      return new CallError('copy_broken');
    },
  );
  if (refusal) {
    await db.updateTable('working_copy').set(unscheduled).where('id', '=', copy.id).execute();
    // The key of the sentence: its author may read another language than the server's.
    await setReview({ ...context, admin: null }, name, id, {
      state: 'returned',
      note: refusal.key,
      author_id: copy.admin_id,
    });
  }
  const routed = calls.get(publish.path) as RoutedCall;
  const about = { params: { entity: name, id }, started };
  await logOperation(db, { routed, admin: context.admin, ip: '', userAgent: '' }, about, changes, refusal ? 0 : 1);
  return refusal ? 'refused' : 'published';
}
