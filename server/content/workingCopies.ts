import { sql } from 'kysely';
import { adminName } from '../../contract/adminName.ts';
import type { ReviewState } from '../../contract/calls/publishing.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { isoFromNow } from '../core/clock.ts';
import { CallError } from '../core/errors.ts';
import type { Db } from '../database/tables.ts';
import {
  type AppServices,
  type Caller,
  isOwn,
  programUsername,
  type SignedIn,
  type UnitOfWork,
} from '../engine/callContext.ts';
import type { Feature, StoredWrite } from '../engine/hooks.ts';
import { isOn } from './contentState.ts';

type Values = Record<string, unknown>;

/** A content has at most one working copy, which is ahead of its row. */
export const workingCopies: Feature = {
  name: 'workingCopies',
  isAbout: ({ fields }) => fields.state !== undefined,
  derived: {
    has_changes: (_db, { name }) => sql<number>`case when ${isOn(name)} and exists (select 1 from working_copy
      where entity = ${name} and record_id = ${sql.ref(`${name}.id`)}) then 1 else 0 end`,
  },
  afterWrite: async (context, write) => {
    if (write.event !== 'delete') await settleWrite(context, write);
  },
};

/**
 * A client says by this which values of a working copy it has seen. The digest is keyed and of one record alone: from a
 * plain hash, or by own copies with the same values, one could guess hidden ones.
 */
export const digestOf = (
  { secrets }: Pick<AppServices, 'secrets'>,
  { entity, record_id, values }: { entity: string; record_id: number | null; values: string },
) => secrets.hmac('working copy', JSON.stringify([entity, Number(record_id ?? 0), values]));

/** These values keep a working copy from going live by itself. */
export const unscheduled = { live_time: null, live_admin_id: null, live_token_id: null };

/** Selects the token by which a copy was made. An expired one counts as none: its copies are then its owner's. */
const unexpiredToken = () =>
  sql<number | null>`(select id from program_token where id = working_copy.token_id and expires > ${isoFromNow(0)})`;

export const copyOf = (db: Db, entity: string, id: number) =>
  db
    .selectFrom('working_copy')
    .selectAll()
    .select(unexpiredToken().as('token_id'))
    .where('entity', '=', entity)
    .where('record_id', '=', id)
    .executeTakeFirst();

/** The maker of a working copy or a preview: an administrator, or the program of one of the administrator's tokens. */
export interface Maker {
  admin_id: number;
  token_id: number | null;
}

export function makerOf({ admin }: Caller): Maker {
  const { id, programTokenId = null } = admin as SignedIn;
  return { admin_id: id, token_id: programTokenId };
}

/** Selects the caller's copies of records that are not saved yet: of one entity, or of all. */
export function begunCopies({ db, admin }: Caller, entity?: string) {
  const { admin_id, token_id } = makerOf({ db, admin });
  let begun = db.selectFrom('working_copy').where('record_id', 'is', null).where('admin_id', '=', admin_id);
  if (entity !== undefined) begun = begun.where('entity', '=', entity);
  return token_id === null ? begun.where(unexpiredToken(), 'is', null) : begun.where(unexpiredToken(), '=', token_id);
}

/**
 * Finds the copy of a record, or among the caller's copies of records that are not saved yet the latest, or `copy`. An
 * index is searched first, because values may be long.
 */
export function findCopy(caller: Caller, entity: string, id: number | null | undefined, copy?: number) {
  const found = caller.db
    .selectFrom('working_copy')
    .leftJoin('admin', 'admin.id', 'working_copy.admin_id')
    .selectAll('working_copy')
    .select(['admin.username', 'admin.nickname', unexpiredToken().as('token_id')])
    .select((select) =>
      select
        .selectFrom('program_token')
        .select('title')
        .whereRef('program_token.id', '=', 'working_copy.token_id')
        .as('program_title'),
    )
    .where('entity', '=', entity);
  if (id) return found.where('record_id', '=', id).executeTakeFirst();
  const begun = begunCopies(caller, entity).select('id');
  const one =
    copy === undefined
      ? begun.orderBy('update_time', 'desc').orderBy('id', 'desc').limit(1)
      : begun.where('id', '=', copy);
  return found.where('working_copy.id', '=', one).executeTakeFirst();
}

interface MakerNames {
  username: string | null;
  nickname: string | null;
  program_title: string | null;
}

/** Returns the user name of who made a copy, with the title of a program's token. */
export const makerName = ({ username, program_title }: Omit<MakerNames, 'nickname'>): string =>
  program_title === null ? (username ?? '') : programUsername(username ?? '', program_title);

/** Returns `makerName` with the nickname in place of the user name, if there is one. */
export const makerNickname = (copy: MakerNames): string =>
  makerName({ ...copy, username: adminName({ ...copy, username: copy.username ?? '' }) });

/** Returns the copy that the caller may change. @throws CallError `copy_taken` if it is somebody else's */
export async function ownCopy(caller: Caller, entity: string, id: number | null | undefined, copy?: number | null) {
  const row = await findCopy(caller, entity, id, copy ?? 0);
  if (row && !isOwn(caller, row))
    throw new CallError('copy_taken', { who: makerNickname(row) }, { by: makerName(row), since: row.create_time });
  return row;
}

export async function setReview(
  { db, admin }: UnitOfWork,
  entity: string,
  record_id: number,
  { state, ...more }: { state: ReviewState; note?: string; author_id?: number | null },
): Promise<void> {
  const by = state === 'returned' ? { reviewer_id: admin?.id ?? null } : { author_id: admin?.id ?? null };
  const row = { state, note: '', ...by, ...more, create_time: toIsoSeconds(new Date()) };
  await db
    .insertInto('review')
    .values({ entity, record_id, author_id: null, reviewer_id: null, ...row })
    .onConflict((conflict) => conflict.columns(['entity', 'record_id']).doUpdateSet(row))
    .execute();
}

export const reviewOf = (db: Db, entity: string, id: number) =>
  db.selectFrom('review').selectAll().where('entity', '=', entity).where('record_id', '=', id).executeTakeFirst();

export const dropReview = (db: Db, entity: string, id: number) =>
  db.deleteFrom('review').where('entity', '=', entity).where('record_id', '=', id).execute();

export async function dropCopy(db: Db, entity: string, id: number): Promise<void> {
  await db.deleteFrom('working_copy').where('entity', '=', entity).where('record_id', '=', id).execute();
  await dropReview(db, entity, id);
}

/**
 * Runs after a write of a content's row, whatever way it came. Fields that the owner of the working copy has written
 * into the record leave the copy; changes by somebody else make it stale. A record that is put into review is
 * submitted, and no longer is once it has another status.
 */
async function settleWrite(
  context: UnitOfWork,
  { entity: { name }, id, sent, changed, before, values: after }: StoredWrite,
): Promise<void> {
  const { db } = context;
  const [old, status] = [before?.status ?? 0, after.status ?? before?.status];
  if (status === 2 && old !== 2) await setReview(context, name, id, { state: 'submitted' });
  if (before && status !== old && status !== 2) await dropReview(db, name, id);
  const copy = before && (await copyOf(db, name, id));
  if (!copy) return;
  const values: Values = JSON.parse(copy.values);
  if (!isOwn(context, copy)) {
    if (changed.some((field) => field in values))
      await db.updateTable('working_copy').set({ is_stale: 1 }).where('id', '=', copy.id).execute();
    return;
  }
  const rest = Object.entries(values).filter(([field]) => !(field in sent));
  if (rest.length === 0) {
    await db.deleteFrom('working_copy').where('id', '=', copy.id).execute();
    if (old === 1) await dropReview(db, name, id);
  } else if (rest.length < Object.keys(values).length)
    await db
      .updateTable('working_copy')
      .set({ values: JSON.stringify(Object.fromEntries(rest)) })
      .where('id', '=', copy.id)
      .execute();
}
