import { sql } from 'kysely';
import type { Call } from '../../contract/call.ts';
import { programTokenPrefix, tokenLimits } from '../../contract/calls/token.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { isoFromNow, latestPlausibleTime } from '../core/clock.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { hashToken, newToken } from '../core/tokens.ts';
import { dataVersionsJson } from '../database/dataVersion.ts';
import { nonEmpty, prepared } from '../database/statements.ts';
import type { Database, Db } from '../database/tables.ts';
import { type Handlers, programUsername, type SignedIn } from '../engine/callContext.ts';
import { askedRules, type CallersRole, callersRole } from './callersRole.ts';

const dayMs = 24 * 3600_000;
const usualPerMinute = 120;
const touchMs = 60_000;

const own = (db: Db, { id }: SignedIn) => db.selectFrom('program_token').where('program_token.admin_id', '=', id);

/** @throws InvalidInput at `role` if it is not the caller's own, unless a super administrator chooses it */
async function roleFor(db: Db, { roleId, isSuper }: SignedIn, wanted: number | null | undefined): Promise<number> {
  // A super administrator must choose a role, because all rights are not given away unasked.
  if (isSuper && !wanted) throw new InvalidInput({ role: { key: 'field_required' } });
  if (!wanted || wanted === roleId) return roleId;
  if (!isSuper) throw new InvalidInput({ role: { key: 'grant_beyond' } }, 'grant_beyond');
  const found = await db.selectFrom('role').select('id').where('id', '=', wanted).executeTakeFirst();
  if (!found) throw new InvalidInput({ role: { key: 'field_no_record' } });
  return wanted;
}

/** Whether the log has operations of a program with this title, from which those of another could not be told. */
async function hasOperations(db: Db, { id, username }: SignedIn, title: string): Promise<boolean> {
  const operations = db.selectFrom('operation_log').select('id').where('admin_id', '=', id).limit(1);
  return (await operations.where('username', '=', programUsername(username, title)).executeTakeFirst()) !== undefined;
}

export const tokenHandlers = {
  'base.admin/listTokens': async ({ db, admin }) => {
    const rows = await own(db, admin as SignedIn)
      .innerJoin('role', 'role.id', 'program_token.role_id')
      .select(['program_token.id', 'program_token.title', 'per_minute', 'expires', 'last_used'])
      .select(['program_token.create_time', 'role.id as roleId', 'role.title as roleTitle'])
      .orderBy('program_token.id', 'desc')
      .execute();
    return rows.map(({ roleId, roleTitle, ...row }) => ({ ...row, role: { id: roleId, title: roleTitle } }));
  },

  'base.admin/createToken': async ({ db, admin, note }, { title, role, days, per_minute }) => {
    const self = admin as SignedIn;
    const { n } = await own(db, self).select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
    if (Number(n) >= tokenLimits.ofAdmin) throw new CallError('tokens_many', { most: tokenLimits.ofAdmin });
    // The title tells a program from others in logs and versions, also from those that have ended.
    const isTaken = await own(db, self).where('title', '=', title).select('program_token.id').executeTakeFirst();
    if (isTaken) throw new InvalidInput({ title: { key: 'field_taken' } });
    if (await hasOperations(db, self, title)) throw new InvalidInput({ title: { key: 'token_title_used' } });
    const role_id = await roleFor(db, self, role);
    const token = programTokenPrefix + newToken();
    const expires = isoFromNow(days * dayMs);
    const { id } = await db
      .insertInto('program_token')
      .values({
        admin_id: self.id,
        role_id,
        title,
        token_hash: hashToken(token),
        per_minute: per_minute || usualPerMinute,
        create_time: toIsoSeconds(new Date()),
        expires,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    note({ target: 'admin', target_id: self.id, after: { token: title, role: role_id, expires } });
    return { id: Number(id), token };
  },

  'base.admin/revokeToken': async ({ db, admin, note }, { id }) => {
    const self = admin as SignedIn;
    const gone = await db
      .deleteFrom('program_token')
      .where('id', '=', id)
      .where('admin_id', '=', self.id)
      .returning('title')
      .executeTakeFirst();
    if (!gone) throw new CallError('not_found');
    note({ target: 'admin', target_id: self.id, before: { token: gone.title } });
    return undefined;
  },
} satisfies Partial<Handlers>;

/** Ends all tokens of an administrator who gets another role, or is disabled or enabled. */
export async function endTokens(db: Db, adminId: number): Promise<void> {
  await db.deleteFrom('program_token').where('admin_id', '=', adminId).execute();
}

interface FoundProgram extends CallersRole {
  tokenId: number;
  title: string;
  per_minute: number;
  last_used: string | null;
  /** The owner's id. */
  id: number;
  username: string;
  dataVersions: string;
}

/** Selects unexpired tokens whose owner is active and has no password to change. */
export const livingTokens = (db: Db, { now, latest } = timesNow()) =>
  db
    .selectFrom('program_token')
    .innerJoin('admin', 'admin.id', 'program_token.admin_id')
    .innerJoin('role', 'role.id', 'program_token.role_id')
    .where('expires', '>', now)
    // A clock that was ahead would prolong the token.
    .where('program_token.create_time', '<=', latest)
    .where('admin.status', '=', 1)
    .where('admin.must_change', '=', 0);

const timesNow = () => ({ now: isoFromNow(0), latest: latestPlausibleTime() });

/** Counts the tokens of each owner that have the rights of these roles. */
export async function countTokens(db: Db, roles: readonly number[]) {
  const rows = await livingTokens(db)
    .where('role.id', 'in', nonEmpty(roles, 0))
    .groupBy(['role.id', 'admin.id', 'admin.groupId', 'admin.username', 'admin.nickname'])
    .select(['role.id as roleId', 'admin.id as adminId', 'admin.groupId', 'admin.username', 'admin.nickname'])
    .select(sql<number>`count(*)`.as('n'))
    .orderBy('admin.id')
    .execute();
  return rows.map(({ n, ...row }) => ({ ...row, n: Number(n) }));
}

const programOf = prepared<FoundProgram>((db, param) =>
  livingTokens(db, { now: param('now'), latest: param('latest') })
    .where('token_hash', '=', param('hash'))
    .select([
      'program_token.id as tokenId',
      'program_token.title',
      'per_minute',
      'last_used',
      'admin.id',
      'admin.username',
    ])
    .select(dataVersionsJson(db).as('dataVersions'))
    .select(callersRole(db, param)),
);

/** Reads everything in one query per request, as for a session. */
export async function findProgram(db: Db, token: string, call: Call): Promise<FoundProgram | undefined> {
  if (token.length > 100) return undefined;
  const [found] = await programOf(db, { hash: hashToken(token), ...timesNow(), ...askedRules(call) });
  return found;
}

/** Stores the time of use, at most once a minute. */
export function touchProgram(database: Database, { tokenId, last_used }: FoundProgram): Promise<unknown> | undefined {
  if (last_used !== null && last_used > isoFromNow(-touchMs) && last_used <= isoFromNow(0)) return undefined;
  return database.transaction((db) =>
    db
      .updateTable('program_token')
      .set({ last_used: isoFromNow(0) })
      .where('id', '=', tokenId)
      .execute(),
  );
}
